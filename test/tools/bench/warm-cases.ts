/** The warm questions: how each is put to the bridge, and the raw request that tells as much. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReferencesCase, Spot } from '../case-file.ts';

/** A symbol that is asked about: by its name, and at the place where it is declared. */
export interface Subject {
  readonly symbol: string;
  readonly at: Spot;
  /** How many uses it has, where that is known. */
  readonly uses?: number;
}

export interface Question {
  readonly what: string;
  readonly tool: string;
  readonly args: (subject: Subject) => object;
  readonly raw: (subject: Subject) => readonly [method: string, params: object];
  /** Whether it is asked by name, which may cost a name search. */
  readonly named: boolean;
}

export const subjectAt = (symbol: string, at: Spot): Subject => ({ symbol, at });

export const subjectOf = ({ input: { signature, file, line, col }, expected }: ReferencesCase): Subject => ({
  symbol: signature,
  at: { file, line, col },
  uses: expected.count,
});

/** The last part of a full name. */
export function nameOf(symbol: string): string {
  const path = symbol.replace(/\(.*/, '');
  return path.split('.').at(-1) ?? path;
}

const most = { limit: 5000, maxTokens: 50000 };
const place = ({ at }: Subject): object => ({ path: at.file, line: at.line, column: at.col });

function requests(root: string) {
  const document = ({ at }: Subject): object => ({ textDocument: { uri: pathToFileURL(join(root, at.file)).href } });
  const position = (subject: Subject): object => ({
    ...document(subject),
    position: { line: subject.at.line - 1, character: subject.at.col - 1 },
  });
  return { document, position, context: { includeDeclaration: false } };
}

/** Every tool, about a type. */
export function typeCases(root: string): readonly Question[] {
  const { document, position, context } = requests(root);
  const both = (what: string, raw: Question['raw'], more: object = {}): Question[] => [
    { what: `${what} by position`, tool: what, args: (each) => ({ ...place(each), ...more }), raw, named: false },
    { what: `${what} by name`, tool: what, args: ({ symbol }) => ({ symbol, ...more }), raw, named: true },
  ];
  const ofFile = (tool: string, method: string): Question => ({
    what: tool,
    tool,
    args: ({ at }) => ({ path: at.file }),
    raw: (each) => [method, document(each)],
    named: false,
  });
  return [
    ...both('references', (each) => ['textDocument/references', { ...position(each), context }], most),
    ...both('definition', (each) => ['textDocument/definition', position(each)]),
    {
      what: 'symbols',
      tool: 'symbols',
      args: ({ symbol }) => ({ query: symbol }),
      raw: ({ symbol }) => ['workspace/symbol', { query: nameOf(symbol) }],
      named: false,
    },
    ofFile('diagnostics', 'textDocument/diagnostic'),
    ofFile('outline', 'textDocument/documentSymbol'),
    ...both('describe', (each) => ['textDocument/hover', position(each)]),
  ];
}

/** Names with so many uses that their number tells; by name and by position. */
export const popularCases = (root: string): readonly Question[] => typeCases(root).slice(0, 2);
