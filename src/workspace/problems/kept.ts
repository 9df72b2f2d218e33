/**
 * What was found out about problems, kept for later calls of the same workspace: for the pages of an answer, and for
 * comparisons with an earlier one. Analyzers are switched on for the whole language server, so whoever wants them is alone.
 */
import type { CodeProblem } from '../../model/diagnostics.ts';
import type { FileReport } from '../../servers/server.ts';
import { Problem, retry } from '../../model/problem.ts';
import { Lock } from '../lock.ts';

/** What was told of some files. */
export interface Told {
  /** By place, each once. */
  readonly problems: readonly CodeProblem[];
  /** Projects (absolute paths) that nothing is known of, as they are not loaded. */
  readonly unloaded: readonly string[];
  /** Projects whose files were asked about one by one, since the server leaves them out of the whole. */
  readonly silent: readonly string[];
  /** Files (as answers show them) of which not all is known: the server fails about them, or has them as no build takes them. */
  readonly failing: readonly string[];
  /** Files (as answers show them) that could not be asked about in the time of the call; then nothing of this is kept. */
  readonly late?: readonly string[];
}

interface Pull {
  readonly snapshotId: string;
  /** Ends it, where nobody will want it any more. */
  readonly end: AbortController;
  readonly reports: Promise<readonly FileReport[]>;
}

/** Snapshots of which results are kept: those that were asked about last, five beside the present one. */
const mostSnapshots = 6;

export class KeptProblems {
  /** By snapshot, then by question. */
  readonly #results = new Map<string, Map<string, Told>>();
  readonly #modes = new Lock();
  /** By snapshot and question. */
  readonly #running = new Map<string, Promise<Told>>();
  /** What servers were asked about everything, by question: the last one, answered or not, that no call has used up. */
  readonly #pulls = new Map<string, Pull>();

  /** Runs the body while no analyzers run, or, for analyzers, while nobody else asks about problems. */
  during<T>(analyzers: boolean, body: () => Promise<T>): Promise<T> {
    if (!analyzers) return this.#modes.read(body);
    return this.#modes.write(() => {
      // What calls have left behind was begun without analyzers.
      for (const { end } of this.#pulls.values()) end.abort(replaced());
      return body();
    });
  }

  /** The result of a question in a snapshot: what is kept, or what the work gives. */
  async once(snapshotId: string, question: string, work: () => Promise<Told>): Promise<Told> {
    const key = `${snapshotId} ${question}`;
    // Who fails, or is cancelled, fails alone: whoever has waited for the work begins it anew.
    for (let other = this.#running.get(key); other !== undefined; other = this.#running.get(key)) await settled(other);
    const known = this.find(snapshotId, question);
    if (known !== undefined) return this.#keep(snapshotId, question, known);
    const running = work().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    const told = await running;
    return told.late === undefined ? this.#keep(snapshotId, question, this.#shared(question, told)) : told;
  }

  /**
   * What a server tells of everything. That may take longer than a call, so it belongs to none: who gives up leaves it
   * running for who asks again about the same snapshot. `start` ends with its own signal, not with the call.
   */
  async pulled(
    snapshotId: string,
    question: string,
    start: (end: AbortSignal) => Promise<readonly FileReport[]>,
    signal: AbortSignal,
  ): Promise<readonly FileReport[]> {
    const running = this.#pulls.get(question);
    const pull = running?.snapshotId === snapshotId ? running : begun(snapshotId, start);
    this.#pulls.set(question, pull);
    if (running !== pull) running?.end.abort(replaced());
    const forget = (): void => {
      if (this.#pulls.get(question) === pull) this.#pulls.delete(question);
    };
    pull.reports.catch(forget);
    const reports = await within(pull.reports, signal);
    forget();
    return reports;
  }

  /** What is kept of a question in a snapshot. */
  find(snapshotId: string, question: string): Told | undefined {
    return this.#results.get(snapshotId)?.get(question);
  }

  /** Whether anything is kept of a snapshot; who compares with it asks about it. */
  knows(snapshotId: string): boolean {
    const results = this.#results.get(snapshotId);
    if (results !== undefined) this.#asked(snapshotId, results);
    return results !== undefined;
  }

  #keep(snapshotId: string, question: string, told: Told): Told {
    const results = this.#results.get(snapshotId) ?? new Map<string, Told>();
    this.#asked(snapshotId, results.set(question, told));
    return told;
  }

  #asked(snapshotId: string, results: Map<string, Told>): void {
    this.#results.delete(snapshotId);
    this.#results.set(snapshotId, results);
    const oldest = this.#results.keys().next();
    if (this.#results.size > mostSnapshots && oldest.done !== true) this.#results.delete(oldest.value);
  }

  /** A solution may have a hundred thousand hints, most of them the same in every snapshot. */
  #shared(question: string, told: Told): Told {
    const before = [...this.#results.values()].findLast((results) => results.has(question))?.get(question);
    if (before === undefined) return told;
    const known = new Map(before.problems.map((each) => [keyOf(each), each]));
    return { ...told, problems: told.problems.map((each) => known.get(keyOf(each)) ?? each) };
  }
}

function begun(snapshotId: string, start: (end: AbortSignal) => Promise<readonly FileReport[]>): Pull {
  const end = new AbortController();
  return { snapshotId, end, reports: start(end.signal) };
}

const replaced = (): Problem =>
  new Problem('server_lost', 'the code has changed while it was asked about', { continuation: retry('Ask again.') });

const settled = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

/** Waits for the work, which goes on without who gives up. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });
}

const keyOf = ({ path, line, column, severity, id, message, generated }: CodeProblem): string =>
  [path, line, column, severity, id, generated ?? false, message].join('\n');
