/** Clients that introduce themselves wrongly, or answer the server's own requests wrongly. */
import { references } from './asking.ts';
import { type Wrong, crash, error, opened, parseError, to } from './wrong.ts';

const stdio = ['--stdio', '--telemetryLevel', 'off'];

export const wrongIntroductions: readonly Wrong[] = [
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
];
