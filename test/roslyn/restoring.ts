/**
 * Restores of packages: the server's own, or, with builds of 2025, those that its client does. Whoever restores, the server
 * goes on at the watched-file event for what was written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Configuration } from './configuration.ts';
import type { Conversation } from './conversation.ts';

/** The assets file after a restore; a project with this one needs none. */
const assets = '{}\n\n';
/** Milliseconds that a restore takes for a client; nothing waits for it. */
const restoreTime = 300;

export class Restoring {
  readonly #conversation: Conversation;
  readonly #configuration: Configuration;
  /** Projects that a load of an old build has without their packages. */
  readonly #lacking = new Set<string>();
  /** Assets files that were written and not told of yet. */
  readonly #untold = new Set<string>();
  #told: () => void = () => undefined;

  constructor(conversation: Conversation, configuration: Configuration) {
    this.#conversation = conversation;
    this.#configuration = configuration;
  }

  /** Whether every project has its packages. */
  get isDone(): boolean {
    return this.#lacking.size === 0;
  }

  /** Files have changed on the disk. */
  events(paths: readonly string[]): void {
    for (const path of paths) {
      if (!this.#untold.delete(path)) continue;
      for (const project of this.#lacking) if (assetsOf(project) === path) this.#lacking.delete(project);
    }
    if (this.#untold.size === 0) this.#told();
  }

  /** A build of 2025 leaves restores to its client; whether the client knows that. */
  async leave(projects: readonly string[]): Promise<boolean> {
    if (!this.#conversation.on('oldProfile')) return true;
    for (const project of projects) if (!isRestored(project)) this.#lacking.add(project);
    if (this.#lacking.size === 0) return true;
    const reply = await this.#conversation.ask('workspace/_roslyn_projectNeedsRestore', { projectFilePaths: [...this.#lacking] });
    if (!('error' in reply)) return true;
    this.#conversation.log(`[LanguageServerProjectSystem] StreamJsonRpc.RemoteMethodNotFoundException: ${reply.error.message}`);
    return false;
  }

  /** A newer one restores by itself and waits for the events. */
  async own(projects: readonly string[]): Promise<void> {
    const restores =
      this.#conversation.on('awaitsAssets') && !this.#conversation.on('oldProfile') && this.#configuration.restores;
    if (!restores) return;
    this.#write(projects);
    if (this.#untold.size > 0) await new Promise<void>((resolve) => (this.#told = resolve));
  }

  /** Restores for the client: these, or all that need it where none is named. */
  restore(projects: readonly string[], done: () => void): void {
    setTimeout(() => {
      this.#write([...this.#lacking].filter((project) => projects.length === 0 || projects.includes(project)));
      done();
    }, restoreTime);
  }

  #write(projects: readonly string[]): void {
    for (const project of projects.filter((each) => !isRestored(each))) {
      const file = assetsOf(project);
      this.#untold.add(file);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, assets);
      this.#conversation.log(`[RestoreHandler] Restored; waiting for the change of ${file}`);
    }
  }
}

const assetsOf = (project: string): string => join(dirname(project), 'obj', 'project.assets.json');

const isRestored = (project: string): boolean =>
  existsSync(assetsOf(project)) && readFileSync(assetsOf(project), 'utf8') === assets;
