/** Pulls of problems: of an open document at once, of the workspace when something has changed since the last one. */
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { analyzerProblems, compilerProblems } from './code.ts';
import type { Configuration } from './configuration.ts';
import type { Conversation, Id, Reply } from './conversation.ts';
import type { Document, Documents } from './documents.ts';

interface PullParams {
  readonly textDocument?: { readonly uri: string };
  readonly identifier?: string;
  readonly previousResultId?: string;
  readonly previousResultIds?: readonly { readonly uri: string; readonly value: string }[];
}

export interface PullParts {
  readonly conversation: Conversation;
  readonly documents: Documents;
  readonly configuration: Configuration;
  readonly ready: () => boolean;
}

export class Pulls {
  readonly #parts: PullParts;
  /** Identifiers whose last pull was answered, and nothing has changed since. */
  readonly #told = new Set<string>();
  /** Pulls of the workspace that wait for a change. */
  readonly #held = new Map<Id, PullParams>();
  readonly #results = new Map<string, string>();
  #count = 0;

  constructor(parts: PullParts) {
    this.#parts = parts;
    parts.documents.onChange(() => this.#changed());
  }

  /** Of one document; empty where it is not open, whatever is wrong with it. */
  document({ textDocument, identifier, previousResultId }: PullParams): Reply {
    const document = this.#parts.documents.get(textDocument?.uri ?? '');
    if (document?.open !== true) return { result: { kind: 'full', items: [] } };
    const items = this.#items(document, identifier);
    if (items.length === 0) return { result: { kind: 'full', items } };
    const key = `${document.path} ${identifier ?? ''} ${JSON.stringify(items)}`;
    if (previousResultId !== undefined && this.#results.get(key) === previousResultId) {
      return { result: { kind: 'unchanged', resultId: previousResultId } };
    }
    this.#count += 1;
    const resultId = `DocumentPullDiagnosticHandler:${this.#count}`;
    this.#results.set(key, resultId);
    return { result: { kind: 'full', resultId, items } };
  }

  #items(document: Document, identifier: string | undefined): Diagnostic[] {
    // Of a file of no project only the syntax is known.
    if (document.project === undefined) return [];
    const compiler = identifier === undefined || identifier === 'DocumentCompilerSemantic';
    const analyzers =
      (identifier === undefined || identifier === 'DocumentAnalyzerSemantic') && this.#parts.configuration.analyzers !== 'none';
    return [...(compiler ? compilerProblems(document) : []), ...(analyzers ? analyzerProblems(document) : [])];
  }

  /** Of the workspace: answered now or later. */
  workspace(id: Id, params: PullParams): void {
    if (!Array.isArray(params.previousResultIds)) {
      return this.#parts.conversation.answer(id, { error: { code: -32602, message: 'previousResultIds is missing' } });
    }
    this.#held.set(id, params);
    if (!this.#told.has(params.identifier ?? '')) this.#answer(id, params);
  }

  /** Ends what is held for a request; whether there was anything. */
  cancelled(id: Id): boolean {
    if (!this.#held.delete(id)) return false;
    this.#parts.conversation.answer(id, { error: { code: -32800, message: 'The task was cancelled.' } });
    return true;
  }

  #changed(): void {
    this.#told.clear();
    for (const [id, params] of [...this.#held]) if (this.#held.has(id)) this.#answer(id, params);
  }

  #answer(id: Id, params: PullParams): void {
    this.#held.delete(id);
    this.#told.add(params.identifier ?? '');
    const { documents, configuration, conversation, ready } = this.#parts;
    const asked = [undefined, 'WorkspaceDocumentsAndProject'].includes(params.identifier);
    if (!ready() || !asked || !configuration.everywhere) return conversation.answer(id, { result: { items: [] } });
    const closed = documents.compiled().filter(({ open }) => !open);
    const reports = closed.map((document) => {
      const analyzers = configuration.analyzers === 'fullSolution' ? analyzerProblems(document) : [];
      return { uri: document.uri, items: [...compilerProblems(document), ...analyzers] };
    });
    // The project itself has a report, too.
    const all = [...reports, ...documents.projects().map((project) => ({ uri: `file://${encodeURI(project)}`, items: [] }))];
    const items = all.map((report) => {
      this.#count += 1;
      return {
        kind: 'full',
        version: null,
        resultId: report.items.length === 0 ? null : `WorkspacePull:${this.#count}`,
        ...report,
      };
    });
    conversation.answer(id, { result: { items } });
  }
}
