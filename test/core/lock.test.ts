/** Readers share, writers are alone, and nobody waits for ever. */
import { expect, test } from 'bun:test';
import { Lock } from '../../src/workspace/lock.ts';

/** A body that notes when it begins and ends, and ends when it is told to. */
function body(events: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = async (): Promise<string> => {
    events.push(`${name} begins`);
    await promise;
    events.push(`${name} ends`);
    return name;
  };
  return { run, end: resolve };
}

/** Lets everything that can go on go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('readers run beside each other, a writer after them and alone, later readers after it', async () => {
  const lock = new Lock();
  const events: string[] = [];
  const [a, b, w, c, v] = ['a', 'b', 'w', 'c', 'v'].map((name) => body(events, name));
  if (a === undefined || b === undefined || w === undefined || c === undefined || v === undefined) throw new Error('five bodies');
  const readers = [lock.read(a.run), lock.read(b.run)];
  await settle();
  const all = [...readers, lock.write(w.run), lock.read(c.run), lock.write(v.run)];
  await settle();
  expect(events).toEqual(['a begins', 'b begins']);
  a.end();
  await settle();
  expect(events.splice(0)).toEqual(['a begins', 'b begins', 'a ends']);
  b.end();
  await settle();
  expect(events.splice(0)).toEqual(['b ends', 'w begins']);
  w.end();
  await settle();
  // Two writers came one after the other; the reader between them shares with nobody, whichever of the two is first.
  c.end();
  v.end();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'w', 'c', 'v']);
  const order = events.join();
  expect(['w ends,c begins,c ends,v begins,v ends', 'w ends,v begins,v ends,c begins,c ends']).toContain(order);
});

test('a body that fails gives the lock back', async () => {
  const lock = new Lock();
  const fail = (): Promise<never> => Promise.reject(new Error('no'));
  await expect(lock.write(fail)).rejects.toThrow('no');
  await expect(lock.read(fail)).rejects.toThrow('no');
  expect(await lock.write(async () => 1)).toBe(1);
  expect(await lock.read(async () => 2)).toBe(2);
});

test('over any order of arrival no writer ever shares, and all come to their end', async () => {
  let seed = 7;
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const lock = new Lock();
  let readers = 0;
  let writers = 0;
  const turns = async (): Promise<void> => {
    for (let left = Math.floor(random() * 4); left > 0; left -= 1) await settle();
  };
  const read = async (): Promise<void> => {
    readers += 1;
    expect(writers).toBe(0);
    await turns();
    expect(writers).toBe(0);
    readers -= 1;
  };
  const write = async (): Promise<void> => {
    writers += 1;
    expect({ readers, writers }).toEqual({ readers: 0, writers: 1 });
    await turns();
    expect({ readers, writers }).toEqual({ readers: 0, writers: 1 });
    writers -= 1;
  };
  const work: Promise<void>[] = [];
  for (let at = 0; at < 300; at += 1) {
    work.push(random() < 0.3 ? lock.write(write) : lock.read(read));
    if (random() < 0.5) await settle();
  }
  await Promise.all(work);
  expect({ readers, writers }).toEqual({ readers: 0, writers: 0 });
});
