/** Puts the parts together: settings, workspace and tools become one bridge, for MCP and for the command line alike. */
import type { Warning } from '../model/codes.ts';
import { type Limits, byDefault, limitText } from '../model/limits.ts';
import { type Begun, type Bridge, type CallOptions, type CallPort, type Running, callTool } from '../mcp/call.ts';
import { loadPatience } from '../mcp/clock.ts';
import { Records } from '../mcp/records.ts';
import type { AgentValues } from '../settings/agent/keys.ts';
import { askedOf, resolveLimits } from '../settings/agent/resolve.ts';
import { agentChanges, agentSettings } from '../settings/agent/show.ts';
import { isExcluded } from '../settings/exclude.ts';
import { changes, fingerprints, readSettings } from '../settings/resolve.ts';
import type {
  Fingerprints,
  MachineSettings,
  ReadSettings,
  Setting,
  SettingChange,
  WorkspaceSettings,
} from '../settings/settings.ts';
import { fileName, userFileName } from '../settings/wording.ts';
import { findServer } from '../servers/find.ts';
import { type SettingChangeRow, type ToolContext, tools } from '../tools/index.ts';
import type { WorkspaceOptions } from '../workspace/options.ts';
import type { CallScope } from '../workspace/scope.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Makes a bridge over the workspace of the settings; nothing is started before a call needs it. `loadWaitSeconds` is the
 * default of whoever can wait; the server's own keeps a call below the minute at which common clients give up.
 */
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
  const settings: ToolContext['settings'] = {
    effective: () => [...rowsOf(current.settings), ...agentSettings(current.agent)],
    severity: () => current.settings['diagnostics.severity'].value,
    differs: () => Promise.resolve(changedFiles(current.fingerprints, fingerprints(machine.workspace, machine.userFile))),
    reload: async () => {
      const next = await readSettings(machine.workspace, machine.arguments, machine.userFile);
      const changed = [...changes(current.settings, next.settings).map(changeRow), ...agentChanges(current.agent, next.agent)];
      current = next;
      const reloads = await (await workspace()).configure(optionsOf(machine, next.settings));
      return { changes: changed, reloads };
    },
  };
  const run = ({ limits, signal, soon, progress }: Begun): Running => {
    const labels: Warning[] = [];
    const scope = { signal, soon, ...scopeOf(limits, current.settings), progress: counted(progress) };
    const context: ToolContext = {
      limits,
      read: async (body) => {
        const opened = await workspace();
        return await opened.read(scope, (view) => {
          if (scope.consistency === 'stale_ok') labels.push(staleLabel(limits, Date.now() - opened.lookedAt));
          return body(view);
        });
      },
      status: async () => (await workspace()).status(),
      stop: async () => (await workspace()).stop(),
      settings,
      record: (id) => records.get(id),
    };
    return { context, labels: () => labels.slice(-1) };
  };
  const limitsOf: CallPort['limitsOf'] = (args) => {
    const { agent, settings } = current;
    const found = askedOf(args, agent);
    if ('fault' in found) return found;
    return { limits: resolveLimits(found.asked, agent, patientDefaults(options.loadWaitSeconds, settings.requestTimeout.value)) };
  };
  return {
    tools,
    call: (name, args, call) => {
      const port = {
        tools,
        run,
        limitsOf,
        records,
        serverLog: async () => (opening === undefined ? [] : (await opening).serverLog()),
        workspace: machine.workspace,
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

/** How a call waits; times are milliseconds. A call that was given more time than a request gives it to its requests. */
function scopeOf(
  limits: Limits,
  { requestTimeout }: WorkspaceSettings,
): Pick<CallScope, 'consistency' | 'loadWait' | 'requestTimeout'> {
  const { consistency, timeoutSeconds } = limits;
  const longer = timeoutSeconds.source !== byDefault && timeoutSeconds.value > requestTimeout.value;
  return {
    consistency: consistency.value,
    loadWait: loadPatience(limits),
    requestTimeout: longer ? timeoutSeconds.value * 1000 : undefined,
  };
}

/** The defaults of whoever waits for a load as long as that may take. */
const patientDefaults = (loadWaitSeconds: number | undefined, requestTimeout: number): Partial<AgentValues> =>
  loadWaitSeconds === undefined ? {} : { loadWaitSeconds, queryTimeoutSeconds: loadWaitSeconds + requestTimeout };

const staleLabel = ({ consistency }: Limits, age: number): Warning => ({
  code: 'stale_answer',
  message: `as of the look at the disk ${Math.round(age / 1000)} s ago: ${limitText('consistency', consistency)}`,
});

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

const changedFiles = (before: Fingerprints, now: Fingerprints): string[] => [
  ...(before.project === now.project ? [] : [fileName]),
  ...(before.user === now.user ? [] : [userFileName]),
];

function rowsOf(settings: WorkspaceSettings): { name: string; value: unknown; source: string }[] {
  const rows = Object.entries(settings).map(([name, setting]: [string, Setting<unknown>]) => ({ name, ...setting }));
  return rows.map(({ name, value, source }) => ({ name, value, source }));
}

const changeRow = ({ name, before, after }: SettingChange): SettingChangeRow => ({
  name,
  before: { name, value: before.value, source: before.source },
  after: { name, value: after.value, source: after.source },
});
