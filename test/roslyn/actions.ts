/**
 * Code actions, which this server leaves half to its client: one with children is not resolved but its child, and one that
 * fixes all is resolved by a request of its own.
 */
import type { Range, WorkspaceEdit } from 'vscode-languageserver-protocol';
import type { Conversation, Reply } from './conversation.ts';
import type { Document } from './documents.ts';

const [parent, child, plain, fixAll] = ['Convert', 'To a block', 'Sort usings', 'Remove unnecessary usings'];

/** What the server keeps in an action, in the spelling of its own language. */
interface Data {
  readonly UniqueIdentifier: string;
  readonly CustomTags: readonly string[];
  readonly Range: Range;
  readonly TextDocument: { readonly uri: string };
  readonly CodeActionPath: readonly string[];
  readonly FixAllFlavors: readonly string[] | null;
  readonly NestedCodeActions: readonly unknown[] | null;
}

export function actions(conversation: Conversation, document: Document | undefined, method: string, params: object): Reply {
  if (method === 'textDocument/codeAction') return { result: document === undefined ? [] : offered(document, params) };
  const { title, data, scope } = params as { readonly title?: string; readonly data?: Partial<Data>; readonly scope?: unknown };
  if (data?.CodeActionPath === undefined || data.TextDocument === undefined) return failure('Value cannot be null. (data)');
  const { CodeActionPath: path, FixAllFlavors: flavors } = data;
  if (method === 'codeAction/resolveFixAll') {
    if (typeof scope !== 'string' || flavors?.includes(scope) !== true) {
      return failure(`System.ArgumentException: Requested value '${String(scope)}' was not found.`);
    }
    return { result: { title, data, edit: edit(conversation, data.TextDocument.uri) } };
  }
  const whole = path[0] === parent ? path.length === 2 : flavors === null;
  return { result: { title, data, ...(whole ? { edit: edit(conversation, data.TextDocument.uri) } : {}) } };
}

const failure = (message: string): Reply => ({ error: { code: -32000, message } });

function offered({ uri }: Document, params: object): unknown[] {
  const { range } = params as { readonly range: Range };
  const data = (path: readonly string[], more: Partial<Data> = {}): Data => ({
    UniqueIdentifier: path.join('|'),
    CustomTags: [],
    Range: range,
    TextDocument: { uri },
    CodeActionPath: path,
    FixAllFlavors: null,
    NestedCodeActions: null,
    ...more,
  });
  const nested = data([parent], { NestedCodeActions: [{ title: child, data: data([parent, child]) }] });
  const all = data([fixAll], { FixAllFlavors: ['Document', 'Project', 'Solution'] });
  const command = (title: string, name: string, argument: Data) => ({
    title,
    command: `roslyn.client.${name}`,
    arguments: [argument],
  });
  return [
    { title: plain, kind: 'quickfix', data: data([plain]) },
    { title: parent, kind: 'refactor', data: nested, command: command(parent, 'nestedCodeAction', nested) },
    { title: `Fix All: ${fixAll}`, kind: 'quickfix', data: all, command: command(`Fix All: ${fixAll}`, 'fixAllCodeAction', all) },
  ];
}

/** Two lines in front of the file. */
function edit(conversation: Conversation, uri: string): WorkspaceEdit {
  const start = { line: 0, character: 0 };
  const newText = conversation.on('mixedLineEnds') ? '// one\r\n// two\n' : '// one\n// two\n';
  return { documentChanges: [{ textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText }] }] };
}
