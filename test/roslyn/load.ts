/** How the strict fake loads what its client opens, and what keeps a load from ever being complete. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Conversation } from './conversation.ts';
import type { Documents } from './documents.ts';
import type { Restoring } from './restoring.ts';

const never = new Promise<never>(() => undefined);

export interface LoaderParts {
  readonly conversation: Conversation;
  readonly documents: Documents;
  readonly restoring: Restoring;
  /** Settles when the first values have come. */
  readonly configured: Promise<void>;
  /** Whether the client wants to hear of progress. */
  readonly progress: boolean;
  /** Whether the client wants to be told when problems may have changed. */
  readonly refresh: boolean;
}

export class Loader {
  readonly #parts: LoaderParts;
  #opened = false;
  #complete = false;
  #pokes = 0;
  #poked: () => void = () => undefined;

  constructor(parts: LoaderParts) {
    this.#parts = parts;
  }

  /** Whether requests about code have answers. */
  get ready(): boolean {
    return this.#complete && this.#parts.restoring.isDone;
  }

  openSolution(params: { readonly solution?: unknown }): void {
    const { conversation } = this.#parts;
    const projects = this.#reading(() => {
      const path = fileOf(params.solution);
      if (conversation.on('refusesSolution')) throw new Error('System.Exception: The solution has an unsupported format');
      return { label: basename(path), projects: projectsOf(path) };
    });
    if (projects !== undefined) this.#begin(projects.label, projects.projects);
  }

  openProjects(params: { readonly projects?: unknown }): void {
    const projects = this.#reading(() => (params.projects as unknown[]).map(fileOf));
    if (projects !== undefined && projects.length > 0) this.#begin('projects', projects);
  }

  /** Lets a load that goes by pokes take a step; one that comes early counts. */
  poke(): void {
    this.#pokes += 1;
    this.#poked();
  }

  /** What cannot be read is an entry of the log, and no load. */
  #reading<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.#parts.conversation.log(`[LanguageServerProjectSystem] Exception thrown while loading: ${String(error)}`);
      return undefined;
    }
  }

  #begin(label: string, projects: readonly string[]): void {
    if (this.#opened) this.#parts.conversation.complain('a second load was asked for, of which each has its own completion');
    this.#opened = true;
    void this.#load(label, projects);
  }

  async #load(label: string, projects: readonly string[]): Promise<void> {
    const { conversation, documents, restoring, configured } = this.#parts;
    await configured;
    const report = await this.#progress();
    report({ kind: 'begin', title: `Loading ${label}...`, percentage: 0, cancellable: false });
    conversation.log(`[LanguageServerProjectSystem] Loading ${label} (數é🚀)...`);
    if (!(await restoring.leave(projects))) return;
    await this.#stalls(report);
    await restoring.own(projects);
    if (conversation.on('loadsByPokes')) {
      for (const step of [1, 2]) {
        await this.#poke();
        report({ kind: 'report', message: `Project${step} (${step}/2)`, percentage: step * 50 });
      }
    }
    documents.load(projects);
    await conversation.settled();
    this.#complete = true;
    for (let times = conversation.on('completesTwice') ? 2 : 1; times > 0; times -= 1) {
      conversation.notify('workspace/projectInitializationComplete');
    }
    report({ kind: 'end', message: `Loaded ${label}` });
    if (this.#parts.refresh) void conversation.ask('workspace/diagnostic/refresh', null);
  }

  async #progress(): Promise<(value: unknown) => void> {
    const { conversation, progress } = this.#parts;
    if (!progress) return () => undefined;
    const token = randomUUID();
    const reply = await conversation.ask('window/workDoneProgress/create', { token });
    if ('error' in reply) return () => undefined;
    return (value) => {
      conversation.notify('$/progress', conversation.on('positionalProgress') ? [token, value] : { token, value });
    };
  }

  async #stalls(report: (value: unknown) => void): Promise<void> {
    const { conversation } = this.#parts;
    const reuses = conversation.on('nodeReuseStalls') && process.env['MSBUILDDISABLENODEREUSE'] !== '1';
    if (!reuses && !conversation.on('restoreStalls')) return;
    report({ kind: 'report', message: 'Restoring', percentage: 10 });
    conversation.log('[RestoreHandler] Determining projects to restore...');
    await never;
  }

  async #poke(): Promise<void> {
    while (this.#pokes === 0) await new Promise<void>((resolve) => (this.#poked = resolve));
    this.#pokes -= 1;
  }
}

function fileOf(uri: unknown): string {
  if (typeof uri !== 'string' || !uri.startsWith('file:')) throw new Error(`System.UriFormatException: ${JSON.stringify(uri)}`);
  const path = fileURLToPath(uri);
  if (!existsSync(path)) throw new Error(`System.IO.FileNotFoundException: ${path}`);
  return path;
}

/** The C# projects of a solution in either format, absolute. */
function projectsOf(solution: string): string[] {
  const text = readFileSync(solution, 'utf8');
  const paths = text.matchAll(/(?:<Project Path=|^Project\("[^"]*"\) = "[^"]*", )"([^"]+\.csproj)"/gm);
  const found = [...paths].map(([, path = '']) => resolve(dirname(solution), path.replaceAll('\\', '/')));
  if (found.length === 0) throw new Error(`System.IO.InvalidDataException: ${solution} is no solution with C# projects`);
  return found;
}
