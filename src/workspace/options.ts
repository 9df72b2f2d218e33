/** What a person has chosen for a workspace, as values. */
import type { Excludes } from './disk/exclusions.ts';
import type { LoadOptions } from './load/loading.ts';

/** Times are milliseconds. */
export interface WorkspaceOptions extends LoadOptions {
  readonly startupTimeout: number;
  readonly requestTimeout: number;
  readonly watch: 'auto' | 'off';
  readonly excluded: Excludes;
}
