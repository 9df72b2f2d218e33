/**
 * Loads, edits and questions in any order: whatever comes in between, an answer without a label is right for a moment between
 * its call's arrival and its end, and one that may be old says so. The right answers come from what was written.
 */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeBridge } from '../fake/bridge.ts';
import { Fake } from '../fake/fake.ts';
import type { Envelope } from '../support/envelope.ts';
import { type Random, random } from '../support/random.ts';

setDefaultTimeout(120_000);

/** What a file of so many methods makes true, beside what the project has by itself. */
const code = (methods: number): string =>
  `namespace Hello;\n\npublic class Many\n{\n${Array.from({ length: methods }, (_, at) => `    public string Method${at}(string name) => Greet(name);\n`).join('')}}\n`;

interface Asked {
  /** The answer, and how many states the code had had when it came. */
  readonly answer: Promise<{ readonly envelope: Envelope; readonly until: number }>;
  readonly tool: 'symbols' | 'references';
  readonly stale: boolean;
  /** How many states the code had had when the call was sent. */
  readonly since: number;
}

class World {
  readonly #opened: Awaited<ReturnType<typeof fakeBridge>>;
  readonly #random: Random;
  /** The number of methods in each state of the code, the present one last. */
  readonly #states: number[] = [];
  #open: Asked[] = [];
  #projects = 0;
  readonly seen = new Map<string, number>();

  constructor(opened: Awaited<ReturnType<typeof fakeBridge>>, seed: number) {
    this.#opened = opened;
    this.#random = random(seed);
    this.#edit();
  }

  /** One step; a call is answered some steps later, or now. */
  async step(): Promise<void> {
    const { below } = this.#random;
    const step = below(12);
    if (step < 3) this.#edit();
    else if (step < 9) this.#ask();
    else if (step === 9) this.#editProject();
    else if (step === 10) await this.#restart();
    if (this.#open.length > 3 || below(3) === 0) await this.settle();
  }

  async settle(): Promise<void> {
    for (const asked of this.#open) this.#judge(asked, await asked.answer);
    this.#open = [];
  }

  #edit(): void {
    this.#states.push(1 + this.#random.below(40));
    writeFileSync(join(this.#opened.workspace, 'Hello', 'Many.cs'), code(this.#states.at(-1) ?? 0));
  }

  /** Only a load can take it in. */
  #editProject(): void {
    this.#projects += 1;
    const text = `<Project Sdk="Microsoft.NET.Sdk"><!-- ${this.#projects} --></Project>\n`;
    writeFileSync(join(this.#opened.workspace, 'Hello', 'Hello.csproj'), text);
  }

  async #restart(): Promise<void> {
    await this.settle();
    if (this.#random.below(2) === 0) await this.#opened.wire.call('lsp', { action: 'stop' });
    else {
      const { envelope } = await this.#opened.wire.call('lsp', { action: 'status' });
      const load = envelope.data?.['load'] as { readonly server: { readonly pid?: number } } | undefined;
      // It may have been killed a moment ago, which the bridge has yet to notice.
      if (load?.server.pid !== undefined) Bun.spawnSync(['kill', '-9', String(load.server.pid)]);
    }
  }

  #ask(): void {
    const stale = this.#random.below(3) === 0;
    const tool = this.#random.pick(['symbols', 'references'] as const);
    const question = tool === 'symbols' ? { query: 'Method', match: 'prefix' } : { symbol: 'Greeter.Greet' };
    const id = this.#opened.wire.begin(tool, { ...question, ...(stale ? { limits: { consistency: 'stale_ok' } } : {}) });
    const answer = this.#opened.wire.tool(id, tool).then(({ envelope }) => ({ envelope, until: this.#states.length }));
    this.#open.push({ answer, tool, stale, since: this.#states.length });
  }

  #judge({ tool, stale, since }: Asked, { envelope, until }: Awaited<Asked['answer']>): void {
    const { ok, data, error, warnings = [] } = envelope;
    const labels = warnings.map(({ code }) => code);
    const outcome = ok ? `${stale ? 'stale' : 'fresh'} ${tool}` : (error?.code ?? '');
    this.seen.set(outcome, (this.seen.get(outcome) ?? 0) + 1);
    // A failure never looks like an answer.
    if (!ok) return expect(['workspace_loading', 'server_lost']).toContain(error?.code ?? '');
    expect(labels).toEqual(stale ? ['stale_answer'] : []);
    const right = (methods: number): number => (tool === 'symbols' ? methods : methods + 2);
    // What was the code when the call arrived, or became it meanwhile; or, for who does with it, at any time before.
    const possible = this.#states.slice(stale ? 0 : since - 1, until).map(right);
    expect(possible).toContain(Number(data?.['total']));
  }
}

test.each([
  [1, 'auto'],
  [2, 'auto'],
  [3, 'off'],
  [4, 'off'],
])('no answer is false without saying so (%d, --watch %s)', async (seed, watch) => {
  const fake = new Fake({ load: { steps: 3, every: 10 } });
  const opened = await fakeBridge(fake, { args: ['--watch', watch] });
  const world = new World(opened, seed);
  for (let step = 0; step < 120; step += 1) await world.step();
  await world.settle();
  // Else it has shown nothing.
  for (const outcome of ['fresh symbols', 'fresh references', 'stale symbols', 'stale references', 'workspace_loading']) {
    expect({ outcome, seen: world.seen.has(outcome) }).toEqual({ outcome, seen: true });
  }
  await opened.wire.close();
  expect(fake.complaints()).toEqual([]);
});
