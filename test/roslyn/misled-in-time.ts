/** Clients that take the server for further than it is, or for another one: what they get, and what is right. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ask from './asking.ts';
import type { Client } from './asking.ts';
import type { Reply } from './conversation.ts';
import type { Misled } from './misled.ts';

const newer = 'namespace Hello;\n\npublic class Newer\n{\n}\n';
const put = (client: Client, name: string, text: string): void => writeFileSync(join(client.workspace, 'Hello', name), text);
/** Kinds of progress, where `valueOf` takes the value out of the params. */
const progress = async (client: Client, valueOf: (params: unknown) => unknown): Promise<unknown> => {
  await client.rounds();
  const values = client.heard.filter(({ method }) => method === '$/progress').map(({ params }) => valueOf(params));
  return values.flatMap((value) => (value as { readonly kind?: string } | undefined)?.kind ?? []);
};
const completions = ({ heard }: Client): number =>
  heard.filter(({ method }) => method === 'workspace/projectInitializationComplete').length;

const noValues = (params: unknown): Reply => ({
  result: (params as { readonly items: readonly unknown[] }).items.map(() => null),
});

export const misledInTime: readonly Misled[] = [
  {
    about: 'compilerScope',
    client: 'sets the scope when it needs it',
    manner: { reply: (_, params, count) => (count === 1 ? noValues(params) : undefined) },
    wrongly: async (client) => {
      client.notify('workspace/didChangeConfiguration', { settings: null });
      await client.rounds();
      return await ask.pullAll(client);
    },
    gets: [],
    rightly: ask.pullAll,
    right: ['CS0103'],
  },
  {
    about: 'emptyUntilComplete',
    client: 'asks as soon as it may',
    manner: { opens: { method: '$/setTrace', params: { value: 'off' } } },
    wrongly: ask.references,
    gets: 0,
    rightly: ask.references,
    right: 2,
  },
  {
    about: 'loadsByPokes',
    client: 'takes the first log message for readiness',
    wrongly: ask.references,
    gets: 0,
    rightly: async (client) => {
      process.kill(client.pid, 'SIGUSR2');
      await client.until(({ params }) => JSON.stringify(params ?? null).includes('Project1'));
      process.kill(client.pid, 'SIGUSR2');
      await client.until(() => client.isComplete);
      return await ask.references(client);
    },
    right: 2,
  },
  {
    about: 'completesTwice',
    client: 'counts loads off',
    wrongly: (client) => Promise.resolve(1 - completions(client)),
    gets: -1,
    rightly: (client) => Promise.resolve(client.isComplete),
    right: true,
  },
  {
    about: 'positionalProgress',
    client: 'reads the params as an object',
    wrongly: (client) => progress(client, (params) => (params as { readonly value?: unknown }).value),
    gets: [],
    rightly: (client) => progress(client, (params) => (params as readonly unknown[])[1]),
    right: ['begin', 'end'],
  },
  {
    about: 'oldProfile',
    client: 'answers the question for a restore and does not restore',
    manner: { restoresNothing: true },
    wrongly: ask.references,
    gets: 0,
    rightly: ask.references,
    right: 2,
  },
  {
    about: 'oldProfile',
    client: 'asks for what this build does not have',
    wrongly: async (client) => ask.countOf(await client.request('textDocument/prepareCallHierarchy', {})),
    gets: -32601,
    rightly: ask.references,
    right: 2,
  },
  {
    about: 'contentModified',
    client: 'does not ask again',
    wrongly: ask.references,
    gets: -32801,
    rightly: async (client) => [await ask.references(client), await ask.references(client)],
    right: [-32801, 2],
  },
  {
    about: 'lateEvents',
    client: 'asks when it has told',
    wrongly: async (client) => {
      put(client, 'Broken.cs', newer);
      ask.changes(client, ['Broken.cs', 2]);
      return await ask.named(client, 'Newer');
    },
    gets: 0,
    rightly: async (client) => {
      ask.changes(client, ['Broken.cs', 2]);
      ask.didOpen(client, 'Broken.cs', newer);
      return await ask.named(client, 'Newer');
    },
    right: 1,
  },
  {
    about: 'nudge',
    client: 'tells of the file only',
    wrongly: async (client) => {
      put(client, 'Newer.cs', newer);
      put(client, 'Broken.cs', newer.replace('Newer', 'Later'));
      ask.changes(client, ['Newer.cs', 1]);
      // What is told later is taken in later.
      ask.changes(client, ['Broken.cs', 2]);
      await ask.until(() => ask.named(client, 'Later'), 1);
      return await ask.named(client, 'Newer');
    },
    gets: 0,
    rightly: async (client) => {
      put(client, 'Newer.cs', newer);
      ask.changes(client, ['Newer.cs', 1], ['Hello.csproj', 2]);
      await ask.until(() => ask.named(client, 'Newer'), 1);
      return await ask.named(client, 'Newer');
    },
    right: 1,
  },
  {
    about: 'hangsMidRequest',
    client: 'has no clock',
    wrongly: async (client) => {
      let answered = false;
      void ask.references(client).then(() => (answered = true));
      await client.rounds();
      return answered;
    },
    gets: false,
    rightly: async (client) => {
      void ask.references(client);
      return await ask.references(client);
    },
    right: 2,
  },
  {
    about: 'unknownMethods',
    client: 'speaks to csharp-ls',
    wrongly: async (client) => ask.countOf(await client.request('csharp/metadata', {})),
    gets: -32601,
    rightly: ask.references,
    right: 2,
  },
];
