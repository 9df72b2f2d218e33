/**
 * The files that the strict fake has: those of the loaded projects, as they were at the load and as events have told since,
 * and over them the text of what its client has open.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Range } from 'vscode-languageserver-protocol';
import { type Parsed, offsetAt, parse } from './code.ts';
import type { Conversation } from './conversation.ts';

/** Milliseconds after which an event is taken in. */
const delay = 300;

/** FileChangeType of LSP. */
const [created, changed, deleted] = [1, 2, 3];

export interface Document extends Parsed {
  readonly path: string;
  readonly uri: string;
  /** The project file; undefined for one that is only open. */
  readonly project: string | undefined;
  readonly open: boolean;
}

export class Documents {
  readonly #conversation: Conversation;
  /** By path: project and text. */
  readonly #compiled = new Map<string, { readonly project: string; readonly text: string }>();
  readonly #open = new Map<string, string>();
  /** New and deleted files whose project was not told of yet. */
  readonly #untold = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** Calls back whenever anything has changed. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  load(projects: readonly string[]): void {
    this.#compiled.clear();
    for (const project of projects) for (const path of sourcesOf(dirname(project))) this.#read(path, project);
    this.#changed();
  }

  didOpen({ uri, text }: { readonly uri?: unknown; readonly text?: unknown }): void {
    const path = this.#pathOf('textDocument/didOpen', uri);
    if (typeof text !== 'string') return this.#conversation.offence('textDocument/didOpen without a text');
    if (this.#open.has(path)) return this.#conversation.offence(`textDocument/didOpen of ${basename(path)}, which is open`);
    this.#open.set(path, text);
    this.#changed();
  }

  didChange({ uri }: { readonly uri?: unknown }, changes: readonly { readonly range?: Range; readonly text: string }[]): void {
    const path = this.#pathOf('textDocument/didChange', uri);
    const before = this.#open.get(path);
    if (before === undefined) return this.#conversation.offence(`textDocument/didChange of ${basename(path)}, which is not open`);
    const after = changes.reduce((text, { range, text: piece }) => {
      if (range === undefined) return piece;
      return text.slice(0, offsetAt(text, range.start)) + piece + text.slice(offsetAt(text, range.end));
    }, before);
    this.#open.set(path, after);
    this.#changed();
  }

  didClose({ uri }: { readonly uri?: unknown }): void {
    const path = this.#pathOf('textDocument/didClose', uri);
    if (!this.#open.delete(path)) {
      return this.#conversation.offence(`textDocument/didClose of ${basename(path)}, which is not open`);
    }
    this.#changed();
  }

  /** The disk has changed; taken in later, as the real server does. */
  events(changes: readonly { readonly uri: string; readonly type: number }[]): void {
    for (const { uri, type } of changes) {
      const path = this.#pathOf('workspace/didChangeWatchedFiles', uri);
      if (path.endsWith('.cs') && type !== changed) this.#untold.add(path);
    }
    setTimeout(() => {
      for (const { uri, type } of changes) this.#takeIn(fileURLToPath(uri), type);
      this.#changed();
    }, delay);
  }

  #takeIn(path: string, type: number): void {
    const compiled = this.#compiled.get(path);
    if (type === changed && compiled !== undefined && existsSync(path)) this.#read(path, compiled.project);
    if (!path.endsWith('.csproj') || type === deleted || type === created) return;
    for (const each of [...this.#untold].filter((untold) => untold.startsWith(`${dirname(path)}/`))) {
      this.#untold.delete(each);
      if (existsSync(each)) this.#read(each, path);
      else this.#compiled.delete(each);
    }
  }

  get(uri: string): Document | undefined {
    const path = uri.startsWith('file:') ? fileURLToPath(uri) : uri;
    const compiled = this.#compiled.get(path);
    const text = this.#open.get(path) ?? compiled?.text;
    if (text === undefined) return undefined;
    const open = this.#open.has(path);
    return { path, uri: pathToFileURL(path).href, project: compiled?.project, open, ...parse(text) };
  }

  /** Those of the projects, not what is only open. */
  compiled(): Document[] {
    return [...this.#compiled.keys()].flatMap((path) => this.get(pathToFileURL(path).href) ?? []);
  }

  projects(): string[] {
    return [...new Set([...this.#compiled.values()].map(({ project }) => project))];
  }

  #read(path: string, project: string): void {
    this.#compiled.set(path, { project, text: readFileSync(path, 'utf8') });
  }

  #pathOf(method: string, uri: unknown): string {
    if (typeof uri !== 'string' || !URL.canParse(uri))
      return this.#conversation.offence(`${method} with the URI ${JSON.stringify(uri)}`);
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Source files below a folder as the SDK takes them. */
function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['bin', 'obj'].includes(entry.name) ? [] : sourcesOf(path);
    return entry.name.endsWith('.cs') ? [path] : [];
  });
}
