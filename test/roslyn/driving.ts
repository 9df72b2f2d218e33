/** The compiled bridge over the strict fake, its question with a known answer, and its end. */
import { expect } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FakeBridge, type FakeBridgeOptions, fakeBridge, plain, statesIn } from '../fake/bridge.ts';
import { csproj } from '../support/lay.ts';
import { isAlive, markedTree } from '../support/processes.ts';
import { tempFolder } from '../support/temp.ts';
import { type ToolAnswer, Wire } from '../support/wire.ts';
import type { StrictFake } from './fake.ts';
import { brokenWorkspace, writeBroken } from './project.ts';

export const greet = { symbol: 'Greeter.Greet' };
/** What is to be answered to it. */
export const right = { symbol: 'Hello.Greeter.Greet(string)', total: 2, declarations: 1, fileCount: 1 };

/** A bridge over a workspace with something wrong in it. */
export async function strictBridge(fake: StrictFake, options?: FakeBridgeOptions): Promise<FakeBridge> {
  const bridge = await fakeBridge(fake, options);
  writeBroken(bridge.workspace);
  return bridge;
}

/** The same where MSBuild evaluates the project, which takes a second. */
export async function evaluatedBridge(fake: StrictFake): Promise<FakeBridge> {
  const workspace = brokenWorkspace();
  writeFileSync(join(workspace, 'Hello', 'Hello.csproj'), csproj());
  // Younger than the project: it counts as restored.
  writeFileSync(join(workspace, 'Hello', 'obj', 'project.assets.json'), '{}\n');
  const tree = markedTree();
  const stateHome = tempFolder('state');
  const env = { ...plain, ...tree.env, XDG_STATE_HOME: stateHome };
  const wire = await Wire.open({ workspace, server: false, args: ['--server', fake.path], env });
  return { wire, tree, workspace, stateHome, states: () => statesIn(stateHome) };
}

export const ask = ({ wire }: FakeBridge): Promise<ToolAnswer> => wire.call('references', greet);

/** The answer is right, whatever befell the server before. */
export async function expectRight(bridge: FakeBridge): Promise<void> {
  expect((await ask(bridge)).envelope).toMatchObject({ ok: true, data: right });
}

/** Ends the bridge: it has spoken protocol only, has done nothing that the fake punishes, and nothing of it runs any more. */
export async function expectCleanEnd({ wire, tree }: FakeBridge, fake: StrictFake): Promise<void> {
  expect(await wire.close()).toMatchObject({ code: 0, signal: null });
  expect(await tree.left(2000)).toEqual([]);
  expect(await helpersLeft(fake, 2000)).toEqual([]);
  expect(wire.noise).toEqual([]);
  expect(fake.complaints()).toEqual([]);
}

/** Processes of a session of their own that live on after so many milliseconds. */
async function helpersLeft(fake: StrictFake, milliseconds: number): Promise<number[]> {
  const end = performance.now() + milliseconds;
  const left = (): number[] => fake.starts().flatMap(({ helper }) => (helper !== undefined && isAlive(helper) ? [helper] : []));
  while (left().length > 0 && performance.now() < end) await Bun.sleep(10);
  return left();
}
