/**
 * The code that the fake knows: the files of one small project as they were at the load and as events have told since,
 * and right answers about them in the words of csharp-ls. Its C# is one namespace, one class a file, methods of one line.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DocumentSymbol, Location, Position, Range, SymbolInformation } from 'vscode-languageserver-protocol';

interface Declared {
  readonly name: string;
  /** As the outline and as the name search show it. */
  readonly inOutline: string;
  readonly inSearch: string;
  readonly kind: 5 | 6;
  readonly range: Range;
}

export class Scenario {
  readonly #texts = new Map<string, string>();

  /** Reads the source files of all projects that a solution names. */
  load(solution: string): void {
    this.#texts.clear();
    const projects = [...readFileSync(solution, 'utf8').matchAll(/<Project Path="([^"]+)"/g)].map(([, path = '']) => path);
    for (const project of projects) {
      const folder = dirname(resolve(dirname(solution), project));
      for (const name of readdirSync(folder)) if (name.endsWith('.cs')) this.update(pathToFileURL(join(folder, name)).href);
    }
  }

  /** A file was created, changed or deleted. */
  update(uri: string): void {
    const path = fileURLToPath(uri);
    if (existsSync(path)) this.#texts.set(path, readFileSync(path, 'utf8'));
    else this.#texts.delete(path);
  }

  /** The result of a request, or undefined where the method is unknown. Nothing is known before a load. */
  answer(method: string, params: { readonly [key: string]: unknown }): unknown {
    const { uri } = (params['textDocument'] ?? {}) as { uri: string };
    const position = params['position'] as Position;
    switch (method) {
      case 'workspace/symbol':
        return this.#symbols(String(params['query']));
      case 'textDocument/documentSymbol':
        return this.#outline(uri);
      case 'textDocument/references':
        return this.#references(uri, position);
      case 'textDocument/definition':
        return this.#definition(uri, position);
      default:
        return undefined;
    }
  }

  #symbols(query: string): SymbolInformation[] {
    return [...this.#texts].flatMap(([path, text]) =>
      declarations(text)
        .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
        .map(({ inSearch, kind, range }) => ({ name: inSearch, kind, location: { uri: pathToFileURL(path).href, range } })),
    );
  }

  #outline(uri: string): DocumentSymbol[] | null {
    const path = fileURLToPath(uri);
    const text = this.#texts.get(path);
    if (text === undefined) return null;
    const whole = rangeOf(text, 0, text.length);
    const [type, ...methods] = declarations(text);
    const space = /namespace ([\w.]+);/.exec(text)?.[1] ?? '';
    const node = (name: string, kind: DocumentSymbol['kind'], range: Range, children: DocumentSymbol[]): DocumentSymbol => ({
      name,
      kind,
      range,
      selectionRange: range,
      children,
    });
    const members = methods.map(({ inOutline, range }) => node(inOutline, 6, range, []));
    const types = type === undefined ? [] : [node(type.inOutline, 5, type.range, members)];
    return [node(path, 1, whole, [{ ...node(space.split('.').at(-1) ?? '', 3, whole, types), detail: space }])];
  }

  #references(uri: string, position: Position): Location[] | null {
    const word = this.#wordAt(uri, position);
    if (word === undefined) return null;
    const own = new Set(this.#definition(uri, position).map(key));
    return [...this.#texts]
      .flatMap(([path, text]) =>
        identifiers(text)
          .filter((each) => each.name === word)
          .map(({ range }) => ({ uri: pathToFileURL(path).href, range })),
      )
      .filter((location) => !own.has(key(location)));
  }

  #definition(uri: string, position: Position): Location[] {
    const word = this.#wordAt(uri, position);
    return [...this.#texts].flatMap(([path, text]) =>
      declarations(text)
        .filter(({ name }) => name === word)
        .map(({ range }) => ({ uri: pathToFileURL(path).href, range })),
    );
  }

  #wordAt(uri: string, { line, character }: Position): string | undefined {
    const text = this.#texts.get(fileURLToPath(uri));
    return identifiers(text ?? '').find(
      ({ range }) => range.start.line === line && range.start.character <= character && character <= range.end.character,
    )?.name;
  }
}

function declarations(text: string): Declared[] {
  const type = /\bclass ([\p{L}\w]+)/u.exec(text);
  if (type?.[1] === undefined) return [];
  const [, name] = type;
  const at = (match: RegExpMatchArray, word: string): Range => {
    const start = (match.index ?? 0) + match[0].indexOf(word, match[0].indexOf(' '));
    return rangeOf(text, start, start + word.length);
  };
  const methods = [...text.matchAll(/\bpublic (\w+) ([\p{L}\w]+)(\([^)]*\)) =>/gu)].map((match): Declared => {
    const [, result = '', method = '', parameters = ''] = match;
    const range = rangeOf(text, match.index + 8 + result.length, match.index + 8 + result.length + method.length);
    return {
      name: method,
      inOutline: `${method}${parameters}`,
      inSearch: `${result} ${name}.${method}${parameters}`,
      kind: 6,
      range,
    };
  });
  return [{ name, inOutline: name, inSearch: name, kind: 5, range: at(type, name) }, ...methods];
}

function identifiers(text: string): { readonly name: string; readonly range: Range }[] {
  // The words of strings are none: they are blanked, so that all stays in its place.
  const code = text.replace(/"[^"]*"/g, (literal) => ' '.repeat(literal.length));
  return [...code.matchAll(/[\p{L}_][\p{L}\w]*/gu)].map((match) => ({
    name: match[0],
    range: rangeOf(text, match.index, match.index + match[0].length),
  }));
}

function rangeOf(text: string, start: number, end: number): Range {
  const at = (offset: number): Position => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  };
  return { start: at(start), end: at(end) };
}

const key = ({ uri, range }: Location): string => `${uri}:${range.start.line}:${range.start.character}`;
