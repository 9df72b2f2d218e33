/**
 * Code actions of Microsoft's server. One with children is a command whose argument tells of them, and which of them is
 * meant is said by resolving its data; fix all is an action of its own, resolved by another request with a scope. What these
 * commands would do in an editor is done here by asking.
 */
import type { CodeAction, CodeActionParams, WorkspaceEdit } from 'vscode-languageserver-protocol';
import type { Ask } from '../server.ts';

/** Upper and lower case count. */
export type FixAllScope = 'Document' | 'Project' | 'Solution' | 'ContainingMember' | 'ContainingType';

/** An action that can be applied; `path` are the titles of the menu that leads to it, its own last. */
export interface FoundAction {
  readonly path: readonly string[];
  readonly kind: string | undefined;
  /** Where it can fix all; empty where it fixes one place, then `edit` takes no scope. */
  readonly fixAll: readonly FixAllScope[];
  /** The edit, which may be of many files; undefined where the server gives none. `scope` is one of `fixAll`. */
  edit(ask: Ask, scope?: FixAllScope): Promise<WorkspaceEdit | undefined>;
}

/** What the server keeps of an action, as far as it is read here; it is sent back as it came. */
interface Data {
  readonly CodeActionPath?: readonly string[];
  readonly FixAllFlavors?: readonly FixAllScope[] | null;
  readonly NestedCodeActions?: readonly Nested[] | null;
}

interface Nested {
  readonly title?: string;
  readonly data?: Data;
}

/** The actions at a range, those with children as their children. */
export async function codeActions(params: CodeActionParams, ask: Ask): Promise<readonly FoundAction[]> {
  const answer = await ask<readonly CodeAction[] | null>('textDocument/codeAction', params);
  return (answer ?? []).flatMap((action) => actionsIn(action));
}

function actionsIn(action: CodeAction): FoundAction[] {
  if (action.command?.command !== 'roslyn.client.nestedCodeAction') return [actionOf(action, dataOf(action.data))];
  const parent = dataOf(action.command.arguments?.[0]);
  return leavesOf(parent.NestedCodeActions ?? []).map(({ title, data }) =>
    actionOf({ ...action, title: title ?? action.title, data }, data ?? {}),
  );
}

/** Children may have children. */
const leavesOf = (nested: readonly Nested[]): Nested[] =>
  nested.flatMap((each) => {
    const children = each.data?.NestedCodeActions ?? [];
    return children.length === 0 ? [each] : leavesOf(children);
  });

function actionOf({ title, kind, data, command, edit: known }: CodeAction, read: Data): FoundAction {
  const isFixAll = command?.command === 'roslyn.client.fixAllCodeAction';
  const resolve = async (method: string, params: unknown, ask: Ask): Promise<WorkspaceEdit | undefined> =>
    (await ask<CodeAction | null>(method, params))?.edit;
  return {
    path: read.CodeActionPath ?? [title],
    kind,
    fixAll: isFixAll ? (read.FixAllFlavors ?? []) : [],
    edit: async (ask, scope) => {
      if (known !== undefined) return known;
      if (!isFixAll) return await resolve('codeAction/resolve', { title, data }, ask);
      if (scope === undefined) throw new Error(`${title} wants a scope`);
      return await resolve('codeAction/resolveFixAll', { title, data, scope }, ask);
    },
  };
}

const dataOf = (value: unknown): Data => (typeof value === 'object' && value !== null ? value : {});
