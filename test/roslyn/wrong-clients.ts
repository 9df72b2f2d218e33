/** Clients that are wrong in one thing: the table of those that end the strict fake, or that wait for ever. */
import { join } from 'node:path';
import { type Client, didChange, didClose, didOpen, references } from './asking.ts';
import type { Manner } from './raw.ts';
import type { Rule, Switch } from './switches.ts';

/** One wrong client, and what becomes of it. */
export interface Wrong {
  /** What it is wrong about; a switch is turned on. */
  readonly about: Switch | Rule;
  /** What it does. */
  readonly client: string;
  readonly manner?: Manner;
  readonly also?: readonly Switch[];
  /** What it does in the place of opening the solution. */
  readonly does?: (client: Client) => Promise<unknown> | void;
  /** What the fake says when it ends, with its exit code; without it the load is never complete. */
  readonly ends?: { readonly says: string; readonly code: number | null };
}

const crash = (says: string): NonNullable<Wrong['ends']> => ({ says: `Unhandled exception. ${says}`, code: 134 });
const parseError = (says: string): NonNullable<Wrong['ends']> => ({ says, code: 1 });
const error = (code: number) => ({ error: { code, message: 'no' } });

/** The same answer to each request of a method. */
const to =
  (wanted: string, reply: ReturnType<NonNullable<Manner['reply']>>): NonNullable<Manner['reply']> =>
  (method) =>
    method === wanted ? reply : undefined;

const opened =
  (then: (client: Client) => Promise<unknown> | void): NonNullable<Wrong['does']> =>
  async (client) => {
    await client.open();
    await then(client);
  };

const stdio = ['--stdio', '--telemetryLevel', 'off'];

export const wrongClients: readonly Wrong[] = [
  {
    about: 'options',
    client: 'has an option of its own',
    manner: { args: [...stdio, '--solution', 'x.sln'] },
    ends: parseError("Unrecognized command or argument '--solution'."),
  },
  {
    about: 'options',
    client: 'does not say --stdio',
    manner: { args: ['--telemetryLevel', 'off'] },
    ends: parseError('Exactly one of --stdio'),
  },
  {
    about: 'options',
    client: 'makes up a level',
    manner: { args: [...stdio, '--logLevel', 'information'] },
    ends: parseError("Argument 'information' not recognized"),
  },
  {
    about: 'oldProfile',
    client: 'leaves the log to its default',
    manner: { args: stdio },
    ends: parseError("Option '--logLevel' is required."),
  },
  {
    about: 'order',
    client: 'asks before it introduces itself',
    does: async (client) => await client.request('workspace/symbol', { query: 'x' }),
    ends: crash('workspace/symbol came while the server was started'),
  },
  {
    about: 'order',
    client: 'opens before `initialized`',
    does: (client) => {
      void client.request('initialize', { processId: process.pid, capabilities: {} });
      client.notify('solution/open', { solution: 'file:///x.sln' });
    },
    ends: crash('solution/open came while the server was introduced'),
  },
  {
    about: 'order',
    client: 'asks after `shutdown`',
    does: opened(async (client) => {
      await client.request('shutdown');
      await references(client);
    }),
    ends: crash('textDocument/references came while the server was shut down'),
  },
  {
    about: 'order',
    client: 'says `exit` and no `shutdown`',
    does: opened((client) => client.notify('exit')),
    ends: { says: '', code: 1 },
  },
  {
    about: 'noVisualStudio',
    client: 'says that it is Visual Studio',
    manner: { capabilities: { _vs_supportsVisualStudioExtensions: true } },
    ends: crash('a client that is no Visual Studio says it is'),
  },
  {
    about: 'answersOwed',
    client: 'leaves one request unanswered',
    manner: { reply: (_, __, count) => (count === 2 ? 'silence' : undefined) },
  },
  {
    about: 'answersOwed',
    client: 'answers nothing after the load',
    also: ['manyWatchers'],
    manner: { reply: (_, __, count) => (count > 70 ? 'silence' : undefined) },
    does: opened(async (client) => {
      for (let asked = 1; asked <= 5; asked += 1) await client.rounds();
      await client.request('shutdown');
      client.notify('exit');
    }),
    ends: crash('never answered: client/registerCapability'),
  },
  {
    about: 'registrationFails',
    client: 'knows no registrations',
    manner: { reply: to('client/registerCapability', error(-32601)) },
    ends: crash('client/registerCapability failed'),
  },
  {
    about: 'tenRegistrations',
    client: 'does not answer the ten',
    manner: { reply: (_, params) => (JSON.stringify(params).includes('HotReload') ? 'silence' : undefined) },
  },
  {
    about: 'manyItems',
    client: 'answers with one object for all',
    manner: { reply: to('workspace/configuration', { result: [{}] }) },
    ends: crash('a list of 1 in answer to 75 configuration items'),
  },
  {
    about: 'manyItems',
    client: 'answers the first request and not the second',
    manner: { reply: (_, params) => (JSON.stringify(params).includes('razor.') ? 'silence' : undefined) },
  },
  { about: 'manyWatchers', client: 'answers fifty', manner: { reply: (_, __, count) => (count > 50 ? 'silence' : undefined) } },
  {
    about: 'stringIds',
    client: 'takes ids for numbers',
    manner: { idOf: Number },
    ends: crash('an answer to null, which asks nothing'),
  },
  {
    about: 'asksUnknown',
    client: 'answers null to everything',
    manner: { reply: (method) => (method.includes('unheardOf') ? { result: null } : undefined) },
    ends: crash('workspace/_strict_unheardOf was answered with'),
  },
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
