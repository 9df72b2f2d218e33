/** Answers about code in the words of Microsoft's server. */
import type { DocumentSymbol, Location, Position, SymbolInformation } from 'vscode-languageserver-protocol';
import { actions } from './actions.ts';
import { type Parsed, wordAt } from './code.ts';
import type { Conversation, Reply } from './conversation.ts';
import type { Document, Documents } from './documents.ts';

interface Params {
  readonly textDocument?: { readonly uri: string };
  readonly position?: Position;
  readonly context?: { readonly includeDeclaration?: boolean };
  readonly query?: string;
  readonly _vs_textDocument?: { readonly uri: string };
}

/** What is answered before the load is complete, by method; these are the requests about code. */
export const nothing: Readonly<Record<string, unknown>> = {
  'workspace/symbol': [],
  'workspace/diagnostic': { items: [] },
  'textDocument/documentSymbol': [],
  'textDocument/definition': [],
  'textDocument/references': [],
  'textDocument/hover': null,
  'textDocument/diagnostic': { kind: 'full', items: [] },
  'textDocument/_vs_getProjectContexts': null,
  'textDocument/codeAction': [],
  'textDocument/prepareCallHierarchy': null,
  'textDocument/prepareTypeHierarchy': null,
  'codeAction/resolve': null,
  'codeAction/resolveFixAll': null,
};

/** Notifications of the protocol that mean nothing here. */
export const ignored = new Set([
  '$/setTrace',
  'textDocument/didSave',
  'workspace/didChangeWorkspaceFolders',
  'roslyn/updateLogLevel',
]);

/** What the protocol demands of each of these; what lacks it cannot be read. */
const demanded: Readonly<Record<string, readonly (keyof Params)[]>> = {
  'workspace/symbol': ['query'],
  'textDocument/documentSymbol': ['textDocument'],
  'textDocument/definition': ['textDocument', 'position'],
  'textDocument/references': ['textDocument', 'position', 'context'],
  'textDocument/hover': ['textDocument', 'position'],
  'textDocument/diagnostic': ['textDocument'],
  'textDocument/_vs_getProjectContexts': ['_vs_textDocument'],
  'textDocument/codeAction': ['textDocument', 'context'],
};

/** The parameter that a request lacks. */
export const lacking = (method: string, params: object): string | undefined =>
  demanded[method]?.find((name) => !(name in params));

/** The answer to a request about code, but pulls of problems. */
export function answerOf(conversation: Conversation, documents: Documents, method: string, params: Params): Reply {
  const document = documents.get((params.textDocument ?? params._vs_textDocument)?.uri ?? '');
  const { position = { line: 0, character: 0 } } = params;
  const word = document === undefined ? undefined : wordAt(document, position);
  switch (method) {
    case 'workspace/symbol':
      return { result: documents.compiled().flatMap((each) => hits(each, params.query ?? '')) };
    case 'textDocument/documentSymbol':
      return { result: document === undefined ? [] : outline(document) };
    case 'textDocument/definition':
      return { result: word === undefined ? [] : declarations(documents, word) };
    case 'textDocument/references':
      return { result: word === undefined ? [] : references(documents, word, params.context?.includeDeclaration === true) };
    case 'textDocument/hover':
      return { result: word === undefined ? null : hover(documents, word) };
    case 'textDocument/_vs_getProjectContexts':
      return { result: document === undefined ? null : contexts(document) };
    case 'textDocument/prepareCallHierarchy':
    case 'textDocument/prepareTypeHierarchy':
      return { result: word === undefined ? null : hierarchy(documents, word) };
    default:
      return actions(conversation, document, method, params);
  }
}

const members = ({ classes }: Parsed) => classes.flatMap((each) => [each, ...each.members]);

function hits({ path, uri, project = '', ...parsed }: Document, query: string): SymbolInformation[] {
  if (query === '') return [];
  const name = /([^/]+)\.csproj$/.exec(project)?.[1] ?? path;
  return members(parsed)
    .filter((each) => each.name.toLowerCase().includes(query.toLowerCase()))
    .map((each) => {
      return {
        name: each.name,
        kind: each.kind,
        location: { uri, range: each.selectionRange },
        containerName: `project ${name}`,
      };
    });
}

function outline({ namespace, classes }: Document): DocumentSymbol[] {
  const types = classes.map(({ decorated, kind, range, selectionRange, members: own }): DocumentSymbol => {
    const children = own.map((each) => ({
      ...shown(each.decorated),
      kind: each.kind,
      range: each.range,
      selectionRange: each.selectionRange,
    }));
    return { ...shown(decorated), kind, range, selectionRange, children };
  });
  if (namespace === undefined) return types;
  const { name, range, selectionRange } = namespace;
  return [{ ...shown(name), kind: 3, range, selectionRange, children: types }];
}

const shown = (name: string): { readonly name: string; readonly detail: string } => ({ name, detail: name });

const declarations = (documents: Documents, word: string): Location[] =>
  documents.compiled().flatMap((document) =>
    members(document)
      .filter(({ name }) => name === word)
      .map(({ selectionRange }) => ({ uri: document.uri, range: selectionRange })),
  );

function references(documents: Documents, word: string, withDeclarations: boolean): Location[] {
  const declared = declarations(documents, word);
  if (declared.length === 0) return [];
  const own = new Set(declared.map(key));
  const all = documents
    .compiled()
    .flatMap(({ uri, words }) => words.filter(({ name }) => name === word).map(({ range }) => ({ uri, range })));
  return all.filter((each) => withDeclarations || !own.has(key(each)));
}

const key = ({ uri, range }: Location): string => `${uri}:${range.start.line}:${range.start.character}`;

function hover(documents: Documents, word: string): unknown {
  const found = documents.compiled().flatMap((document) =>
    document.classes.flatMap((type) => [
      { name: type.name, text: `class ${type.name}` },
      ...type.members.map(({ name, decorated }) => {
        const [signature = '', result = ''] = decorated.split(' : ');
        return { name, text: `${result} ${type.name}.${signature}` };
      }),
    ]),
  );
  const text = found.find(({ name }) => name === word)?.text;
  return text === undefined ? null : { contents: { kind: 'markdown', value: `\`\`\`csharp\n${text}\n\`\`\`\n` } };
}

/** Of what is only open: one project that does not count. */
function contexts({ path, project }: Document): unknown {
  const label = /([^/]+)\.csproj$/.exec(project ?? '')?.[1] ?? 'Miscellaneous Files';
  const id = `${label}-${path.length}`;
  const only = { _vs_label: label, _vs_id: id, _vs_kind: 'CSharp', _vs_is_miscellaneous: project === undefined };
  return { _vs_projectContexts: [only], _vs_defaultIndex: 0, _vs_key: `${id}|${path}` };
}

function hierarchy(documents: Documents, word: string): unknown {
  return documents.compiled().flatMap(({ uri, classes }) =>
    classes.flatMap((type) =>
      [type, ...type.members]
        .filter(({ name }) => name === word)
        .map(({ name, kind, range, selectionRange }) => {
          return { name: kind === 5 ? name : `${type.name}.${name}()`, kind, uri, range, selectionRange, data: { key: name } };
        }),
    ),
  );
}
