/** Clients that misread answers: what they get, and what is right. */
import * as ask from './asking.ts';
import type { Client } from './asking.ts';
import type { Misled } from './misled.ts';

const opened = async (client: Client, more?: object): Promise<unknown> => {
  ask.didOpen(client);
  return await ask.pull(client, more);
};
const fixAll = 'Fix All: Remove unnecessary usings';
const isEdit = (edits: unknown): boolean => Array.isArray(edits);
/** The line breaks of the file when the first edit stands in it. */
const applied = async (client: Client, put: (text: string) => string): Promise<unknown> => {
  const edits = await ask.resolved(client, await ask.action(client, 'Sort usings'));
  const text = Array.isArray(edits) ? put(edits[0]?.newText ?? '') : '';
  return [...new Set(text.match(/\r?\n/g))];
};

export const misledInAnswers: readonly Misled[] = [
  {
    about: 'tenRegistrations',
    client: 'pulls with the identifier that was registered first',
    wrongly: async (client) => {
      const first = /"identifier":"(\w+)"/.exec(JSON.stringify(client.heard))?.[1];
      return await opened(client, { identifier: first });
    },
    gets: [],
    rightly: opened,
    right: ['CS0103', 'IDE0005'],
  },
  {
    about: 'identifiers',
    client: 'makes one up',
    wrongly: (client) => opened(client, { identifier: 'compiler' }),
    gets: [],
    rightly: (client) => opened(client, { identifier: 'DocumentCompilerSemantic' }),
    right: ['CS0103'],
  },
  {
    about: 'openPulls',
    client: 'pulls about a file that is not open',
    wrongly: ask.pull,
    gets: [],
    rightly: opened,
    right: ['CS0103', 'IDE0005'],
  },
  {
    about: 'longPoll',
    client: 'asks again at once',
    wrongly: async (client) => [await ask.pullAll(client), await ask.pullAll(client)],
    gets: [['CS0103'], 'held'],
    rightly: async (client) => {
      const first = await ask.pullAll(client);
      ask.didOpen(client, 'Greeter.cs', '');
      ask.didClose(client, 'Greeter.cs');
      return [first, await ask.pullAll(client)];
    },
    right: [['CS0103'], ['CS0103']],
  },
  {
    about: 'longPoll',
    client: 'waits for what it does not want any more',
    wrongly: async (client) => [await ask.pullAll(client), await ask.pullAll(client)],
    gets: [['CS0103'], 'held'],
    rightly: async (client) => {
      await ask.pullAll(client);
      const id = client.begin('workspace/diagnostic', { previousResultIds: [] });
      const answer = client.answer(id);
      client.notify('$/cancelRequest', { id });
      return ask.countOf(await answer);
    },
    right: -32800,
  },
  {
    about: 'decoratedNames',
    client: 'looks for the bare name',
    wrongly: async (client) => (await ask.outline(client)).filter((name) => name === 'Greet').length,
    gets: 0,
    rightly: ask.outline,
    right: ['Hello', 'Greeter', 'Greet(string) : string', 'Grüße(string) : string'],
  },
  {
    about: 'nestedActions',
    client: 'resolves the parent',
    wrongly: async (client) => isEdit(await ask.resolved(client, await ask.action(client, 'Convert'))),
    gets: false,
    rightly: async (client) => {
      const [child] = (await ask.action(client, 'Convert')).data.NestedCodeActions ?? [];
      return child !== undefined && isEdit(await ask.resolved(client, child));
    },
    right: true,
  },
  {
    about: 'fixAll',
    client: 'resolves it as any other',
    wrongly: async (client) => isEdit(await ask.resolved(client, await ask.action(client, fixAll))),
    gets: false,
    rightly: async (client) => isEdit(await ask.resolved(client, await ask.action(client, fixAll), 'Document')),
    right: true,
  },
  {
    about: 'fixAll',
    client: 'spells the scope as it likes',
    wrongly: async (client) => await ask.resolved(client, await ask.action(client, fixAll), 'document'),
    gets: -32000,
    rightly: async (client) => isEdit(await ask.resolved(client, await ask.action(client, fixAll), 'Solution')),
    right: true,
  },
  {
    about: 'versionNull',
    client: 'wants the version that it opened',
    wrongly: async (client) => {
      const edits = await ask.resolved(client, await ask.action(client, 'Sort usings'));
      return Array.isArray(edits) ? edits.filter(({ version }) => version === 1).length : edits;
    },
    gets: 0,
    rightly: async (client) => {
      const edits = await ask.resolved(client, await ask.action(client, 'Sort usings'));
      return Array.isArray(edits) ? edits.filter(({ version }) => version === null || version === 1).length : edits;
    },
    right: 1,
  },
  {
    about: 'mixedLineEnds',
    client: 'writes what it gets',
    wrongly: (client) => applied(client, (text) => text),
    gets: ['\r\n', '\n'],
    rightly: (client) => applied(client, (text) => text.replaceAll('\r\n', '\n')),
    right: ['\n'],
  },
];
