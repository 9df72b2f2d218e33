/** The tools, in the order in which clients list them. */
import { definition } from './definition.ts';
import { describe } from './describe.ts';
import { diagnostics } from './diagnostics.ts';
import { getErrorDetails } from './get-error-details.ts';
import { lsp } from './lsp.ts';
import { outline } from './outline.ts';
import { references } from './references.ts';
import { symbols } from './symbols.ts';
import { schemas } from './schemas.generated.ts';
import type { ListedTool, Params, Tool } from './tool.ts';

export type { SettingChangeRow, ToolContext } from './tool.ts';

/**
 * Each tool's body takes the arguments of its own parameters. Whoever calls through this list has checked them against
 * `params`, which the types of a list cannot say; this is the one place where they are widened.
 */
const list = <P extends Params>(declared: Tool<P>): ListedTool => ({
  ...(declared as unknown as Tool),
  inputSchema: schemas[declared.name] ?? {},
});

export const tools: readonly ListedTool[] = [
  list(symbols),
  list(outline),
  list(definition),
  list(describe),
  list(references),
  list(diagnostics),
  list(lsp),
  list(getErrorDetails),
];
