/** A made-up state of a workspace. */
import type { WorkspaceStatus } from '../../src/model/status.ts';

/** A ready workspace with two projects, or what the changes make of it. */
export const detailed = (changes: Partial<WorkspaceStatus>): WorkspaceStatus => ({
  root: '/w',
  snapshot: { workspaceId: 'w', workspaceEpoch: 3, snapshotId: 's', transactionRevision: null },
  state: 'ready',
  detail: 'loaded in 2.0 s',
  load: {
    server: { name: 'csharp-ls', path: '/bin/csharp-ls', origin: 'PATH', pid: 7 },
    dotnet: '/sdk/dotnet',
    why: 'the setting solution',
    solutions: ['A.slnx'],
    projects: [{ path: 'a/A.csproj' }, { path: 'b/B.csproj', referenced: true }],
    passedOver: [{ path: 'B.sln', reason: 'the setting solution names another' }],
  },
  problems: [],
  watch: { mode: 'watcher' },
  ...changes,
});
