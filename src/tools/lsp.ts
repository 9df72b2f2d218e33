/** `lsp`: the state of the language server and of the settings, and reading the settings again. */
import { statusData, statusText } from '../answer/status.ts';
import { type SettingChangeRow, type ToolContext, type ToolResult, tool } from './tool.ts';

export const lsp = tool({
  name: 'lsp',
  title: 'Language server',
  description:
    'status: what the language server is doing, which solution and projects were chosen and passed over, load problems, ' +
    'and the settings with their sources; it never starts a load. ' +
    'reload: reads .roslyn-bridge.json and settings.toml again and applies them; an invalid file changes nothing and its faults are listed. ' +
    'restart: starts the language server anew, also after it was given up. stop: ends it until the next call that asks about code.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  params: {
    action: {
      is: "'status'|'reload'|'restart'|'stop'",
      must: 'status, reload, restart or stop',
      about: 'status, reload, restart or stop',
    },
  },
  run: ({ action }, context) => actions[action](context),
});

const actions = { status, reload, restart, stop };

async function status(context: ToolContext): Promise<ToolResult> {
  const workspace = await context.status();
  const settings = { rows: context.settings.effective(), differs: await context.settings.differs() };
  return { data: statusData(workspace, settings), text: statusText(workspace, settings), snapshot: workspace.snapshot };
}

async function reload(context: ToolContext): Promise<ToolResult> {
  const { changes, reloads } = await context.settings.reload();
  const lines = changes.map(({ name, before, after }) => `${name}: ${show(before)} → ${show(after)}`);
  const why =
    changes.length === 0 ? 'The failed load is tried again by the next call.' : 'The next call loads with the new settings.';
  const text = [
    changes.length === 0 ? 'The settings are unchanged.' : 'Changed settings:',
    ...lines,
    ...(reloads ? [why] : []),
  ].join('\n');
  return { data: { changes: changes.map(changeData), reloads }, text, snapshot: (await context.status()).snapshot };
}

async function restart(context: ToolContext): Promise<ToolResult> {
  await context.stop();
  await context.read(() => Promise.resolve());
  return await status(context);
}

async function stop(context: ToolContext): Promise<ToolResult> {
  await context.stop();
  return await status(context);
}

const show = ({ value, source }: { readonly value: unknown; readonly source: string }): string =>
  `${JSON.stringify(value) ?? 'not set'} (${source})`;

const changeData = ({ name, before, after }: SettingChangeRow): Record<string, unknown> => ({
  name,
  before: { value: before.value ?? null, source: before.source },
  after: { value: after.value ?? null, source: after.source },
});
