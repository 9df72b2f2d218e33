/**
 * The C# that the strict fake understands: at most one namespace a file, classes, public methods of one line; a name means
 * the same wherever it stands. `Missing` is a name that is declared nowhere, and a using is one that nobody needs.
 */
import type { Diagnostic, Position, Range } from 'vscode-languageserver-protocol';

export interface Member {
  readonly name: string;
  readonly kind: 5 | 6;
  /** `Greet(string) : string`: the name as an outline shows it. */
  readonly decorated: string;
  readonly range: Range;
  readonly selectionRange: Range;
}

export interface Class extends Member {
  readonly members: readonly Member[];
}

export interface Parsed {
  readonly text: string;
  readonly namespace: { readonly name: string; readonly range: Range; readonly selectionRange: Range } | undefined;
  readonly classes: readonly Class[];
  readonly words: readonly { readonly name: string; readonly range: Range }[];
}

export function parse(text: string): Parsed {
  const range = (start: number, end: number): Range => ({ start: positionAt(text, start), end: positionAt(text, end) });
  const found = (match: RegExpExecArray, group: string, end: number): Pick<Member, 'name' | 'range' | 'selectionRange'> => {
    const [from = 0, to = 0] = match.indices?.groups?.[group] ?? [];
    return { name: text.slice(from, to), range: range(match.index, end), selectionRange: range(from, to) };
  };
  const members = [...text.matchAll(/public (?<type>\S+) (?<name>[\p{L}\w]+)\((?<list>[^)]*)\) =>[^;]*;/dgu)].map((match) => {
    const { name = '', type = '', list = '' } = match.groups ?? {};
    const types = list === '' ? [] : list.split(',').map((each) => each.trim().split(' ').slice(0, -1).join(' '));
    const decorated = `${name}(${types.join(', ')}) : ${type}`;
    return { at: match.index, kind: 6 as const, decorated, ...found(match, 'name', match.index + match[0].length) };
  });
  const starts = [...text.matchAll(/(?:public )?class (?<name>[\p{L}\w]+)/dgu)];
  const classes = starts.map((match, at): Class => {
    const next = starts[at + 1]?.index ?? text.length;
    const end = text.lastIndexOf('}', next) + 1;
    const own = members.filter((member) => member.at > match.index && member.at < next);
    return { kind: 5, decorated: match.groups?.['name'] ?? '', members: own, ...found(match, 'name', end) };
  });
  const space = /namespace (?<name>[\w.]+);/d.exec(text);
  // The words of strings are none: they are blanked, so that all stays in its place.
  const code = text.replace(/"[^"\n]*"/g, (literal) => ' '.repeat(literal.length));
  const words = [...code.matchAll(/[\p{L}_][\p{L}\w]*/gu)].map((match) => {
    return { name: match[0], range: range(match.index, match.index + match[0].length) };
  });
  return { text, namespace: space === null ? undefined : found(space, 'name', text.length), classes, words };
}

/** The errors of the compiler. */
export const compilerProblems = ({ words }: Parsed): Diagnostic[] =>
  words
    .filter(({ name }) => name === 'Missing')
    .map(({ range }) => {
      const message = "The name 'Missing' does not exist in the current context";
      return { range, severity: 1, code: 'CS0103', source: 'csharp', message };
    });

/** What analyzers find; one of the tags is Visual Studio's own. */
export const analyzerProblems = ({ words }: Parsed): Diagnostic[] =>
  words
    .filter(({ name }) => name === 'using')
    .map(({ range }) => {
      const tags = [1, 2147483644] as Diagnostic['tags'] & {};
      return { range, severity: 4, code: 'IDE0005', source: 'csharp', message: 'Using directive is unnecessary.', tags };
    });

export const wordAt = ({ words }: Parsed, { line, character }: Position): string | undefined =>
  words.find(({ range }) => range.start.line === line && range.start.character <= character && character <= range.end.character)
    ?.name;

/** The position of an offset, in UTF-16 code units. */
function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** The offset of a position; one beyond the end of a line is that end. */
export function offsetAt(text: string, { line, character }: Position): number {
  const lines = text.split('\n');
  const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
  return Math.min(text.length, before + Math.min(character, lines[line]?.length ?? 0));
}
