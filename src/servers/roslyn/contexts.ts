/** Which projects, under which of their frameworks, have a document: what only Microsoft's server can be asked. */
import type { Ask } from '../server.ts';

/** A project under one of its frameworks; it is sent back as it came. */
export interface ProjectContext {
  readonly _vs_id: string;
  readonly _vs_label: string;
  readonly _vs_is_miscellaneous?: boolean;
}

interface Answer {
  readonly _vs_projectContexts: readonly ProjectContext[];
}

/** None for a document of no project, which the server, where it is open, keeps among its miscellaneous files. */
export async function projectContexts(uri: string, ask: Ask): Promise<readonly ProjectContext[]> {
  const answer = await ask<Answer | null>('textDocument/_vs_getProjectContexts', { _vs_textDocument: { uri } });
  return (answer?._vs_projectContexts ?? []).filter((each) => each._vs_is_miscellaneous !== true);
}

/** A question about a document as one project has it. */
export const under = <Params extends { readonly textDocument: object }>(params: Params, context: ProjectContext): Params => ({
  ...params,
  textDocument: { ...params.textDocument, _vs_projectContext: context },
});
