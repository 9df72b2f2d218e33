/** The compiled bridge over a fake language server, with a state folder of its own and its processes marked. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Tree, markedTree } from '../support/processes.ts';
import { tempFolder } from '../support/temp.ts';
import { Wire } from '../support/wire.ts';
import type { Fake } from './fake.ts';
import { helloWorkspace, idleDotnet } from './project.ts';

export interface FakeBridge {
  readonly wire: Wire;
  readonly tree: Tree;
  readonly workspace: string;
  /** XDG_STATE_HOME of the bridge; another bridge may share it. */
  readonly stateHome: string;
  /** The state folders of bridges, dead or alive. */
  readonly states: () => string[];
}

export interface FakeBridgeOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stateHome?: string;
}

/** What a build machine may set, and what hides nodes of MSBuild that are left behind. */
export const plain = { MSBUILDDISABLENODEREUSE: undefined, DOTNET_CLI_USE_MSBUILD_SERVER: undefined };

export async function fakeBridge(fake: Fake, { args = [], env = {}, stateHome }: FakeBridgeOptions = {}): Promise<FakeBridge> {
  const workspace = helloWorkspace();
  const tree = markedTree();
  const home = stateHome ?? tempFolder('state');
  const wire = await Wire.open({
    workspace,
    server: false,
    args: ['--server', fake.path, '--dotnet-root', idleDotnet(), ...args],
    env: { ...plain, ...tree.env, XDG_STATE_HOME: home, ...env },
  });
  return { wire, tree, workspace, stateHome: home, states: () => statesIn(home) };
}

/** The state folders below an XDG_STATE_HOME. */
export function statesIn(home: string): string[] {
  const folder = join(home, 'roslyn-bridge');
  return existsSync(folder) ? readdirSync(folder) : [];
}
