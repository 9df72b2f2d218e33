/**
 * Microsoft's server takes an event of a file in after some time (it gathers them for 200 ms), but the text of an open
 * document at once, and shows that instead of the disk. So a file that has changed is opened with its new text, and stays
 * open. A file that comes or goes is taken in with its project, of whose file an event is sent too; the projects of the file
 * tell when that is done.
 */
import { pathToFileURL } from 'node:url';
import type { LspClient } from '../../lsp/client.ts';
import { pause, realClock } from '../../lsp/clock.ts';
import type { Documents } from '../../lsp/documents.ts';
import type { DiskChange, DiskSteps, Telling } from '../server.ts';
import { tellOfFiles } from '../watched-files.ts';
import { projectContexts } from './contexts.ts';

/** More than these do not stay open; a load is the better way to take in a change of branch. */
const mostOpen = 200;
/** Milliseconds between two questions whether a file has come or gone, and those after which a load is the better way. */
const pace = 100;
const patience = 10_000;

/** Milliseconds after which an event is in for certain, as far as that can be said of a clock. */
const gathering = 2_000;
/** When a server was told of the disk last. */
const toldAt = new WeakMap<Documents, number>();

/** Resolves when the server knows from its disk what it was told of; rejects with the reason of the signal. */
export async function takenIn(documents: Documents, signal: AbortSignal): Promise<void> {
  const rest = (toldAt.get(documents) ?? -Infinity) + gathering - realClock.now();
  if (rest > 0) await pause(realClock, rest, signal);
}

export const disk: DiskSteps = {
  keepsCopies: true,

  canTell: ({ documents }, changed) => documents.kept.length + changed <= mostOpen,

  async tell(client, changes, telling) {
    const projects = new Set(changes.flatMap((each) => (each.kind === 'changed' ? [] : each.projects)));
    const events = [...changes, ...[...projects].map((path) => ({ path, kind: 'changed' as const }))];
    await tellOfFiles(client, events);
    toldAt.set(client.documents, realClock.now());
    for (const { path, kind } of changes) if (kind === 'deleted') await client.documents.drop(uriOf(path));
    const shown: boolean[] = [];
    for (const { path, kind } of changes) if (kind !== 'deleted') shown.push(await show(client, path, telling));
    if (!shown.every(Boolean)) return false;
    const moved = changes.filter(({ kind }) => kind !== 'changed');
    const settled = await Promise.all(moved.map((change) => isSettled(client, change, telling)));
    return settled.every(Boolean);
  },
};

const uriOf = (path: string): string => pathToFileURL(path).href;

/** Opens a document for good, or gives an open one its new text; false for a file that nobody can read as text. */
async function show({ documents }: LspClient, path: string, telling: Telling): Promise<boolean> {
  const text = await telling.text(path);
  if (text === undefined) return false;
  await documents.keep(uriOf(path), text);
  return true;
}

/** Whether the server comes to count a file to a project, or does not any more, before the patience ends. */
async function isSettled(client: LspClient, { path, kind }: DiskChange, telling: Telling): Promise<boolean> {
  const wanted = kind === 'created';
  const end = realClock.now() + patience;
  for (;;) {
    const contexts = await projectContexts(uriOf(path), (method, params) => client.request(method, params, telling));
    if (contexts.length > 0 === wanted) return true;
    if (realClock.now() > end) return false;
    await pause(realClock, pace, telling.signal);
  }
}
