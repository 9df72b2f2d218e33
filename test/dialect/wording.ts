/** What csharp-ls says, as Roslyn says it: names of outlines and of the name search, and places in no file of the workspace. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentSymbol, Location, Position, Range, SymbolInformation } from 'vscode-languageserver-protocol';
import { splitTopLevel } from '../../src/model/signature.ts';
import { declaredName, foundName } from '../../src/servers/csharp-ls/names.ts';
import { type Inner, pathOf, uriOf } from './inner.ts';

export const md5 = (text: string): string => new Bun.CryptoHasher('md5').update(text).digest('hex');
const guid = (text: string): string => md5(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
export const contextId = (label: string): string => `${guid(label)}|${label}`;

/** No File root, decorated names, ranges without the comments before; constructors and delegates have kind Method. */
export function outlined(nodes: readonly DocumentSymbol[], lines: readonly string[], parent?: DocumentSymbol): DocumentSymbol[] {
  return nodes.flatMap((node): DocumentSymbol[] => {
    const children = outlined(node.children ?? [], lines, node);
    if (node.kind === 1) return children;
    const [range, delegate] = [withoutTrivia(node.range, lines), delegateOf(node, lines)];
    const name = node.kind === 3 ? (node.detail ?? node.name) : display(delegate ?? node);
    const isMember = node.kind === 8 && parent?.kind === 10;
    const isConstant = node.kind === 8 && isWritten(/\bconst\b/, node.selectionRange.start, lines);
    const kind = delegate !== undefined || node.kind === 9 ? 6 : isMember ? 22 : isConstant ? 14 : node.kind;
    const { start, end } = node.selectionRange;
    const first = { start, end: { line: start.line, character: start.character + name.indexOf('.') } };
    const selectionRange = node.kind === 3 && name.includes('.') ? first : { start, end };
    return [{ name, detail: name, kind, range, selectionRange, children }];
  });
}

function display(node: Pick<DocumentSymbol, 'name' | 'detail' | 'kind'>): string {
  const { name, kind, typeParameters, parameters } = declaredName(node as DocumentSymbol);
  const list = parameters?.map(unqualified).join(', ') ?? '';
  const generic = typeParameters.length === 0 ? '' : `<${typeParameters.join(', ')}>`;
  const bare = kind === 'indexer' ? `this[${list}]` : `${name}${generic}${parameters === undefined ? '' : `(${list})`}`;
  const detail = (node.detail ?? '').replace(/^event /, '');
  const operator = kind === 'operator' && /^(.*) \S*operator /.exec(detail)?.[1];
  const type = kind === 'operator' ? !/plicit /.test(name) && operator : splitTopLevel(detail, ' ').slice(0, -1).join(' ');
  return type ? `${bare} : ${unqualified(type)}` : bare;
}

const unqualified = (type: string): string => type.replace(/(?:\w+(?:\.|::))+(?=\w)/g, '').replace(/,(?=\S)/g, ', ');

/** csharp-ls takes a delegate for a class and shows no parameters; here it is as a method would be shown. */
function delegateOf(node: DocumentSymbol, lines: readonly string[]): DocumentSymbol | undefined {
  const { range, selectionRange } = node;
  const type = /\bdelegate\s+([^;{}]*?)\s*$/.exec(between(lines, range.start, selectionRange.start))?.[1];
  const list = /^(?:<.*?>)?\s*(\([^]*\))/.exec(between(lines, selectionRange.end, range.end))?.[1];
  return type === undefined || list === undefined ? undefined : { ...node, kind: 6, name: node.name + list, detail: `${type} X` };
}

function between(lines: readonly string[], start: Position, end: Position): string {
  const text = lines.slice(start.line, end.line + 1);
  text.push((text.pop() ?? '').slice(0, end.character));
  return [(text.shift() ?? '').slice(start.character), ...text].join('\n');
}

const isWritten = (word: RegExp, { line, character }: Position, lines: readonly string[]): boolean =>
  word.test((lines[line] ?? '').slice(0, character));

function withoutTrivia({ start, end }: Range, lines: readonly string[]): Range {
  let { line, character } = start;
  for (; line < end.line && /^\s*($|\/\/|\/\*|\*|#)/.test((lines[line] ?? '').slice(character)); line += 1) character = 0;
  character += /^\s*/.exec((lines[line] ?? '').slice(character))?.[0].length ?? 0;
  const last = { line: end.line - 1, character: (lines[end.line - 1] ?? '').trimEnd().length };
  return { start: { line, character }, end: end.character === 0 && end.line > line ? last : end };
}

/** A hit of the name search: a bare name, and in words where it is. */
export function hit(symbol: SymbolInformation, project: string, lines: readonly string[]): SymbolInformation {
  const { name, containingTypes } = foundName(symbol);
  const { uri, range } = symbol.location;
  const isDelegate = symbol.kind === 5 && isWritten(/\bdelegate\b/, range.start, lines);
  const isConstant = symbol.kind === 8 && isWritten(/\bconst\b/, range.start, lines);
  const kind = isDelegate ? 12 : isConstant ? 14 : symbol.kind === 8 && !symbol.name.includes(' ') ? 22 : symbol.kind;
  const containerName = containerText(containingTypes.join('.'), project);
  return { name: name.replace(/\[\]$/, ''), kind, containerName, location: { uri: uriOf(pathOf(uri)), range } };
}

export const containerText = (around: string, project: string): string =>
  around === '' ? `project ${project}` : `in ${around} (project ${project})`;

export const linesOf = (text: string | undefined): string[] => (text ?? '').split(/\r\n|[\n\r]/);

interface Metadata {
  readonly assemblyName?: string;
  readonly symbolName?: string;
  readonly source?: string;
}

/** Places in assemblies become files, places in generated code URIs whose text can be asked for; both for this process. */
export class Elsewhere {
  readonly #folder: string;
  readonly #texts = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  textOf(uri: string): string | undefined {
    return this.#texts.get(uri);
  }

  async placeOf({ uri, range }: Location, inner: Inner): Promise<Location> {
    if (!uri.startsWith('csharp:')) return { uri: uriOf(pathOf(uri)), range };
    const answer = await inner.request<Metadata | null>('csharp/metadata', { textDocument: { uri: new URL(uri).href } });
    const { assemblyName = '', symbolName = '', source = '' } = answer ?? {};
    const [, project = '', generated] = /^csharp:(.*\.csproj)\/(?:generated\/(.*)|decompiled)/.exec(uri) ?? [];
    if (generated !== undefined) {
      const query = `documentId=${guid(uri)}&hintName=${encodeURIComponent(generated)}&assemblyName=Generator`;
      const own = `roslyn-source-generated://${guid(project)}/${encodeURIComponent(generated)}?${query}`;
      this.#texts.set(own, source);
      return { uri: own, range };
    }
    const header = `#region Assembly ${assemblyName}, Version=10.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a\n// location unknown\n#endregion\n\n`;
    const file = join(this.#folder, md5(`${project} ${symbolName}`), `${symbolName.replace(/^.*[.+]|`.*$/g, '')}.cs`);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, header + source);
    const moved = ({ line, character }: Position): Position => ({ line: line + 4, character });
    return { uri: uriOf(file), range: { start: moved(range.start), end: moved(range.end) } };
  }
}
