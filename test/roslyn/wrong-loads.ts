/** Clients that cannot read the server, never come to a load, or mistake what is open. */
import { join } from 'node:path';
import { didChange, didClose, didOpen, references } from './asking.ts';
import { type Wrong, crash, error, opened, to } from './wrong.ts';

export const wrongLoads: readonly Wrong[] = [
  {
    about: 'logsType5',
    client: 'has a word for four types',
    manner: {
      hears: (method, params) => {
        if (method !== 'window/logMessage') return;
        const { type } = params as { readonly type: number };
        const word = ['error', 'warning', 'information', 'log'][type - 1];
        if (word === undefined) throw new Error(`no word for the type ${type}`);
      },
    },
  },
  { about: 'textBeforeFrames', client: 'takes the first bytes for a header', manner: { reads: 'header' } },
  { about: 'splitFrames', client: 'decodes each piece by itself', manner: { reads: 'pieces' } },
  { about: 'refusesSolution', client: 'has no clock' },
  {
    about: 'badSolution',
    client: 'opens a solution that is not there',
    manner: { opens: { method: 'solution/open', params: { solution: 'file:///nowhere/Hello.slnx' } } },
  },
  {
    about: 'badSolution',
    client: 'opens a path and no URI',
    manner: { opens: { method: 'solution/open', params: { solution: join(import.meta.dir, 'switches.ts') } } },
  },
  {
    about: 'emptyProjects',
    client: 'opens no projects',
    manner: { opens: { method: 'project/open', params: { projects: [] } } },
  },
  { about: 'restoreStalls', client: 'has no clock' },
  { about: 'nodeReuseStalls', client: 'does not set the variable', manner: { env: { MSBUILDDISABLENODEREUSE: undefined } } },
  { about: 'awaitsAssets', client: 'tells of no changes', manner: { watchesNothing: true } },
  {
    about: 'oldProfile',
    client: 'does not know the question for a restore',
    manner: { reply: to('workspace/_roslyn_projectNeedsRestore', error(-32601)) },
  },
  {
    about: 'openOnce',
    client: 'opens twice',
    does: opened((client) => [1, 2].forEach(() => didOpen(client))),
    ends: crash('textDocument/didOpen of Broken.cs, which is open'),
  },
  {
    about: 'openOnce',
    client: 'changes what is not open',
    does: opened((client) => didChange(client)),
    ends: crash('textDocument/didChange of Broken.cs, which is not open'),
  },
  {
    about: 'openOnce',
    client: 'closes what is not open',
    does: opened((client) => didClose(client)),
    ends: crash('textDocument/didClose of Broken.cs, which is not open'),
  },
  {
    about: 'diesMidRequest',
    client: 'does not start it again',
    does: opened(async (client) => await references(client)),
    ends: { says: '', code: null },
  },
];
