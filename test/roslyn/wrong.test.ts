/** The strict fake is strict: a client that is wrong in one thing fails, and the same client without that thing does not. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { isAlive } from '../support/processes.ts';
import { references } from './asking.ts';
import { StrictFake } from './fake.ts';
import { misledInAnswers } from './misled-in-answers.ts';
import { misledInTime } from './misled-in-time.ts';
import { rawClients } from './clients.ts';
import { type Rule, type Switch, rules, switches } from './switches.ts';
import { wrongIntroductions } from './wrong-introductions.ts';
import { wrongLoads } from './wrong-loads.ts';

setDefaultTimeout(20_000);

const wrongClients = [...wrongIntroductions, ...wrongLoads];
const misledClients = [...misledInTime, ...misledInAnswers];

const clientOf = rawClients();

const isSwitch = (about: string): about is Switch => about in switches;
const fakeOf = (about: Switch | Rule, also: readonly Switch[] = []): StrictFake =>
  new StrictFake(isSwitch(about) ? [about, ...also] : also);

/** Under these no load is complete, one is cut off, or goes by pokes. */
const hopeless: readonly Switch[] = [
  'refusesSolution',
  'restoreStalls',
  'loadsByPokes',
  'diesMidRequest',
  'hangsMidRequest',
  'ignoresExit',
];
const bearable = (Object.keys(switches) as Switch[]).filter((name) => !hopeless.includes(name));

test.each(bearable)('%s: a client in order has its answer and ends the server', async (name) => {
  const fake = new StrictFake([name]);
  const client = clientOf(fake);
  expect(await client.open()).toBe(true);
  if (name === 'contentModified') expect(await references(client)).toBe(-32801);
  expect(await references(client)).toBe(2);
  await client.request('shutdown');
  client.notify('exit');
  expect(await client.ended).toEqual({ code: 0, signal: null, stderr: '' });
  expect(fake.complaints()).toEqual([]);
});

test.each(wrongClients.map((row) => [row.about, row.client, row] as const))(
  '%s: a client that %s fails',
  async (about, _, { manner, also, does, ends }) => {
    const client = clientOf(fakeOf(about, also), manner);
    if (does === undefined) await client.open();
    else await does(client);
    if (ends === undefined) {
      await client.rounds();
      expect(client.isComplete).toBe(false);
      return;
    }
    const { code, stderr } = await client.ended;
    expect(stderr).toStartWith(ends.says);
    expect(stderr.split('\n')).toHaveLength(ends.says === '' ? 1 : 2);
    expect(code).toBe(ends.code);
  },
);

test.each(misledClients.map((row) => [row.about, row.client, row] as const))(
  '%s: a client that %s is misled',
  async (about, _, { manner, wrongly, gets, rightly, right }) => {
    const wrong = clientOf(fakeOf(about), manner);
    await wrong.open();
    expect(await wrongly(wrong)).toEqual(gets);
    const client = clientOf(fakeOf(about));
    await client.open();
    expect(await rightly(client)).toEqual(right);
  },
);

test('otherProcess: a client that ends only what it started leaves the workspace behind', async () => {
  const fake = new StrictFake(['otherProcess']);
  const client = clientOf(fake);
  await client.open();
  client.kill();
  await client.ended;
  expect(isAlive(fake.helper())).toBe(true);
  process.kill(fake.helper() ?? 0, 'SIGKILL');
});

test('ignoresExit: a client that waits for the end waits for ever', async () => {
  const client = clientOf(new StrictFake(['ignoresExit']));
  await client.open();
  await client.request('shutdown');
  client.notify('exit');
  await client.until(({ params }) => JSON.stringify(params ?? null).includes('exit came'));
  expect(isAlive(client.pid)).toBe(true);
});

test('each switch and each rule has a client that is wrong about it', () => {
  const tested = new Set<string>(
    [...wrongClients, ...misledClients].map(({ about }) => about).concat('otherProcess', 'ignoresExit'),
  );
  expect([...tested].sort()).toEqual([...Object.keys(switches), ...Object.keys(rules)].sort());
});
