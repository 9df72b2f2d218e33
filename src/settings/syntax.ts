/** The settings file as text: JSON with comments and trailing commas, and what is wrong with it before any key is judged. */
import { type Node, type ParseErrorCode, createScanner, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import { keyPath, quoted } from './wording.ts';

/** One key of an object with the node of its value. */
export interface Entry {
  readonly key: string;
  readonly value: Node;
}

const options = { allowTrailingComma: true, allowEmptyContent: true } as const;

/** The parser calls itself for each level; a hostile file could exhaust the stack. */
const deepest = 100;

const what: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not JSON',
  InvalidNumberFormat: 'the number is malformed',
  PropertyNameExpected: 'a key in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'the end of the file is expected',
  InvalidCommentToken: 'the comment is malformed',
  UnexpectedEndOfComment: 'the comment does not end',
  UnexpectedEndOfString: 'the string does not end',
  UnexpectedEndOfNumber: 'the number does not end',
  InvalidUnicode: 'the \\u escape is malformed',
  InvalidEscapeCharacter: 'the escape is unknown',
  InvalidCharacter: 'a control character must be escaped',
};

/** The root object of the file, or the faults of the first kind that was found. */
export function parseFile(text: string): { readonly root: Node } | { readonly faults: readonly string[] } {
  const deep = tooDeep(text);
  if (deep !== undefined) return { faults: [deep] };
  const { malformed, duplicates } = scan(text);
  if (malformed !== undefined) return { faults: [malformed] };
  const root = parseTree(text, [], options);
  if (root === undefined) return { faults: [at(0, 0, 'the file is empty, write {} for no settings')] };
  if (root.type !== 'object') return { faults: ['must be an object'] };
  if (duplicates.length > 0) return { faults: duplicates };
  return { root };
}

/** The entries of an object. The library's own way to a value would let the key `__proto__` set a prototype. */
export function entriesOf(object: Node): Entry[] {
  return (object.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [{ key: String(key.value), value }];
  });
}

/** The value of a node, as JSON.parse would give it. */
export function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type === 'object') return Object.fromEntries(entriesOf(node).map(({ key, value }) => [key, valueOf(value)]));
  return node.value;
}

/** Lines and columns count from 1 for people, from 0 in the parser. */
const at = (line: number, column: number, fault: string): string => `line ${line + 1}, column ${column + 1}: ${fault}`;

function tooDeep(text: string): string | undefined {
  const scanner = createScanner(text, true);
  for (let depth = 0; ;) {
    scanner.scan();
    if (scanner.getTokenLength() === 0) return undefined;
    const token = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    if (depth > deepest) {
      return at(scanner.getTokenStartLine(), scanner.getTokenStartCharacter(), `nested deeper than ${deepest} levels`);
    }
  }
}

/** The first syntax error (the parser's later ones are echoes of it), and the keys that stand twice in one object. */
function scan(text: string): { readonly malformed: string | undefined; readonly duplicates: readonly string[] } {
  let malformed: string | undefined;
  const duplicates: string[] = [];
  const open: Map<string, number>[] = [];
  visit(
    text,
    {
      onError: (error: ParseErrorCode, _offset, _length, line, column) => {
        const name = printParseErrorCode(error);
        malformed ??= at(line, column, what[name] ?? name);
      },
      onObjectBegin: () => void open.push(new Map()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (key, _offset, _length, line, column, path) => {
        const keys = open.at(-1);
        const times = (keys?.get(key) ?? 0) + 1;
        keys?.set(key, times);
        if (times === 2) duplicates.push(at(line, column, `${quoted(keyPath([...path(), key]))} is set twice`));
      },
    },
    options,
  );
  return { malformed, duplicates };
}
