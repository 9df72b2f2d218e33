/** The tests' side of the strict fake: making one under the file name of the real program. */
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fake } from '../fake/fake.ts';
import type { Setup, Switch } from './switches.ts';

export class StrictFake extends Fake {
  /** The program, as --server takes it; by its name the bridge knows how to speak with it. */
  declare readonly path: string;

  constructor(on: readonly Switch[] = [], more: Partial<Setup> = {}) {
    super();
    const folder = dirname(this.path);
    this.path = join(folder, 'roslyn-language-server');
    this.turn(on, more);
    const main = JSON.stringify(join(import.meta.dir, 'main.ts'));
    const words = `${JSON.stringify(folder)}, process.argv.slice(2)`;
    writeFileSync(this.path, `#!${process.execPath}\nimport { main } from ${main};\nmain(${words});\n`);
    chmodSync(this.path, 0o755);
  }

  /** Sets the switches for the starts to come. */
  turn(on: readonly Switch[], more: Partial<Setup> = {}): void {
    const setup: Setup = { on, seed: 1, ...more };
    this.become(setup);
  }

  /** The process that holds the workspace for the last start; undefined where it is the one that was started. */
  helper(): number | undefined {
    return this.starts().at(-1)?.helper;
  }
}
