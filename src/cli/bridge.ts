/** Puts the parts together: settings, workspace and tools become one bridge, for MCP and for the command line alike. */
import { type Bridge, type CallOptions, callTool } from '../mcp/call.ts';
import { Records } from '../mcp/records.ts';
import { isExcluded } from '../settings/exclude.ts';
import { changes, fingerprint, readSettings } from '../settings/resolve.ts';
import type { MachineSettings, ReadSettings, Setting, SettingChange, WorkspaceSettings } from '../settings/settings.ts';
import { findServer } from '../servers/find.ts';
import { type SettingChangeRow, type ToolContext, tools } from '../tools/index.ts';
import type { Workspace, WorkspaceOptions } from '../workspace/workspace.ts';

/**
 * Seconds that a call waits for the load, and that it may take in all; both below the minute at which common clients
 * give up. A longer wait for the load lengthens the call.
 */
const defaults = { loadWait: 40, call: 50 };

/** Makes a bridge over the workspace of the settings; nothing is started before a call needs it. */
export function createBridge(
  machine: MachineSettings,
  read: ReadSettings,
  options: { readonly loadWaitSeconds?: number } = {},
): Bridge {
  let current = read;
  let opening: Promise<Workspace> | undefined;
  // What drives a language server is loaded with the first call, after the client has had its reply.
  const workspace = (): Promise<Workspace> => {
    if (opening !== undefined) return opening;
    // The start is over that build.ts keeps the compiler out of; what comes now runs often.
    Bun.unsafe.setJITPolicy(1);
    opening = import('../workspace/workspace.ts').then(({ Workspace }) => new Workspace(optionsOf(machine, current.settings)));
    return opening;
  };
  const records = new Records();
  const loadWait = options.loadWaitSeconds ?? defaults.loadWait;
  const settings: ToolContext['settings'] = {
    effective: () => rowsOf(current.settings),
    severity: () => current.settings['diagnostics.severity'].value,
    differs: () => Promise.resolve(fingerprint(machine.workspace) !== current.fingerprint),
    reload: async () => {
      const next = await readSettings(machine.workspace, machine.arguments);
      const changed = changes(current.settings, next.settings);
      current = next;
      const reloads = await (await workspace()).configure(optionsOf(machine, next.settings));
      return { changes: changed.map(changeRow), reloads };
    },
  };
  const contextOf = (signal: AbortSignal, report: CallOptions['progress']): ToolContext => ({
    read: async (body) => {
      return (await workspace()).read({ signal, loadWait: loadWait * 1000, progress: counted(report) }, body);
    },
    status: async () => (await workspace()).status(),
    stop: async () => (await workspace()).stop(),
    settings,
    record: (id) => records.get(id),
  });
  const callSeconds = (): number => {
    return options.loadWaitSeconds === undefined ? defaults.call : loadWait + current.settings.requestTimeout.value;
  };
  return {
    tools,
    call: (name, args, call) => {
      const port = {
        tools,
        contextOf,
        records,
        serverLog: async () => (opening === undefined ? [] : (await opening).serverLog()),
        workspace: machine.workspace,
        callTimeout: callSeconds() * 1000,
      };
      return callTool(port, name, args, call);
    },
    preload: async () => (await workspace()).preload(),
    close: async () => {
      // Nothing was started for a client that asked nothing.
      if (opening !== undefined) await (await opening).close();
    },
  };
}

/** The settings as values for the workspace; its times are milliseconds. */
function optionsOf(machine: MachineSettings, settings: WorkspaceSettings): WorkspaceOptions {
  return {
    root: machine.workspace,
    findServer: () => findServer(machine.workspace, machine.server),
    dotnetRoot: machine.dotnetRoot,
    restore: machine.restore,
    trace: machine.lspTrace,
    watch: machine.watch,
    solution: settings.solution.value,
    projects: settings.projects.value,
    startupTimeout: settings.startupTimeout.value * 1000,
    requestTimeout: settings.requestTimeout.value * 1000,
    excluded: (path, around) => isExcluded(path, { names: settings.exclude.names, platform: process.platform, ...around }),
  };
}

/** MCP wants a number that grows with each notification; what the steps are is said in the message. */
function counted(report: CallOptions['progress']): (message: string, done?: number, total?: number) => void {
  let progress = 0;
  return (message, done, total) => {
    progress += 1;
    const steps = done === undefined || total === undefined ? '' : ` (${done} of ${total})`;
    report?.({ progress, message: `${message}${steps}` });
  };
}

function rowsOf(settings: WorkspaceSettings): { name: string; value: unknown; source: string }[] {
  const rows = Object.entries(settings).map(([name, setting]: [string, Setting<unknown>]) => ({ name, ...setting }));
  return rows.map(({ name, value, source }) => ({ name, value, source }));
}

const changeRow = ({ name, before, after }: SettingChange): SettingChangeRow => ({
  name,
  before: { name, value: before.value, source: before.source },
  after: { name, value: after.value, source: after.source },
});
