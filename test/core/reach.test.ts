/** Where a declaration begins in its text: with comments right above it, and not in the branch of an `#if` before it. */
import { expect, test } from 'bun:test';
import { withLeading } from '../../src/workspace/symbols/reach.ts';

/** The line that is marked with `>` is the first of those that belong to the declaration; `|` marks its attribute, or its name. */
test.each([
  ['comments above', '  int Before() => 1;\n>  /// One.\n  // Two.\n|  int A() => 1;'],
  ['a comment in a block', '}\n>/* One\n two\n*/\n|int A() => 1;'],
  ['a comment that only names a block', '}\n>// see */\n|int A() => 1;'],
  ['nothing above', '|int A() => 1;'],
  ['code above a comment that ends its line', 'int Before; /* x */\n|int A() => 1;'],
  ['code above', 'int Before() => 1; /* x */ int More();\n|int A() => 1;'],
  ['another branch', '#if NET\n/// No.\nint A() => 1;\n#else\n>/// Yes.\n|int A() => 2;\n#endif'],
  ['attributes under a condition', '}\n>/// One.\n#if NET\n|[Pure]\n#endif\n!int A() => 1;'],
  ['attributes in two branches', '}\n>#if NET\n|[Pure]\n#else\n[Other]\n#endif\n!int A() => 1;'],
])('%s', (_, marked) => {
  const lines = marked.split('\n');
  const lineOf = (mark: string): number => lines.findIndex((line) => line.startsWith(mark)) + 1;
  const [first, begin] = [lineOf('>'), lineOf('|')];
  const text = lines.map((line) => line.replace(/^[>|!]/, ''));
  expect(withLeading(text, begin, lineOf('!') || begin)).toBe(first || begin);
});
