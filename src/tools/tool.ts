/** What a tool is: one literal, whose parameters are data, and whose body sees the world only through ports. */
import type { Severity, Warning } from '../model/codes.ts';
import type { Infer } from '../model/check.ts';
import type { Limits } from '../model/limits.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { SettingRow, WorkspaceStatus } from '../model/status.ts';
import type { View } from '../workspace/view.ts';

/** Data that arktype reads. */
export type Definition = string | { readonly [key: string]: Definition };

/** One parameter. */
export interface Param {
  /** An arktype definition: `string`, `1 <= number.integer <= 5000`, `'status'|'reload'`, or an object of them. */
  readonly is: Definition;
  /** What a fault says: completes "must be …". */
  readonly must: string;
  readonly optional?: true;
  /** The description in the schema. */
  readonly about: string;
  /** Where it is an object whose members have faults of their own. */
  readonly inner?: Params;
}

export type Params = Readonly<Record<string, Param>>;

type OptionalKeys<P extends Params> = { [K in keyof P]: P[K] extends { readonly optional: true } ? K : never }[keyof P];

/** The arguments that a tool's body gets: those of its parameters, checked. */
export type Args<P extends Params> = {
  readonly [K in Exclude<keyof P, OptionalKeys<P>>]: Infer<P[K]['is']>;
} & {
  readonly [K in OptionalKeys<P>]?: Infer<P[K]['is']> | undefined;
};

/** The four annotations of MCP, all of them said. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A successful answer: the same facts as structure and as text. */
export interface ToolResult {
  readonly data: Record<string, unknown>;
  readonly text: string;
  readonly snapshot?: Snapshot;
  readonly warnings?: readonly Warning[];
}

/** One setting that a reload has changed. */
export interface SettingChangeRow {
  readonly name: string;
  readonly before: SettingRow;
  readonly after: SettingRow;
}

/** The ports of a tool. */
export interface ToolContext {
  /** What the call may cost and show; its clocks are not the tool's to mind. */
  readonly limits: Limits;
  /** Runs the body on a view of the code as it is now, loaded if need be. */
  readonly read: <T>(body: (view: View) => Promise<T>) => Promise<T>;
  readonly status: () => Promise<WorkspaceStatus>;
  /** Ends the language server; the next read starts another. */
  readonly stop: () => Promise<void>;
  readonly settings: {
    readonly effective: () => readonly SettingRow[];
    /** The least severe problem that `diagnostics` shows where the call does not say. */
    readonly severity: () => Severity;
    /** Names of the settings files that differ from what was read last. */
    readonly differs: () => Promise<readonly string[]>;
    /** Reads the files again; rejects with `invalid_settings` and changes nothing then. */
    readonly reload: () => Promise<{ readonly changes: readonly SettingChangeRow[]; readonly reloads: boolean }>;
  };
  /** The recorded failure behind a correlation id, or undefined. */
  readonly record: (correlationId: string) => Record<string, unknown> | undefined;
}

export interface Tool<P extends Params = Params> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly params: P;
  /** Arguments that are each fine and wrong together; what is returned completes `invalid_arguments`. */
  readonly together?: (args: Args<P>, limits: Limits) => string | undefined;
  readonly run: (args: Args<P>, context: ToolContext) => Promise<ToolResult>;
}

/** A tool with the JSON Schema of its arguments, as it is listed. */
export interface ListedTool extends Tool {
  readonly inputSchema: Record<string, unknown>;
}

/** Declares a tool; the parameters' types are inferred from the literal. */
export const tool = <const P extends Params>(declaration: Tool<P>): Tool<P> => declaration;

/** Annotations of a tool that changes nothing and asks nobody else. */
export const readOnly: Annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
