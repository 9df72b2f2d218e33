/** The truth about declarations of the example, and a bridge that is asked until the load is through. */
import { join } from 'node:path';
import { parseCases, type Spot } from '../tools/case-file.ts';
import type { OutlineCase } from '../tools/outline-case.ts';
import { root as clone } from './paths.ts';
import type { ToolAnswer, Wire } from './wire.ts';

export const cases = await parseCases(await Bun.file(join(clone, 'test', 'expected', 'example.json')).text(), 'example.json');

/** The declarations of a file, as the compiler has them. */
export function truthOf(file: string): OutlineCase['expected']['members'] {
  const found = cases.find((each) => each.kind === 'outline' && (each as OutlineCase).input.file === file);
  if (found === undefined) throw new Error(`no truth about ${file}`);
  return (found as OutlineCase).expected.members;
}

/** Where the compiler says that a symbol is declared. */
export function declaredAt(docId: string): string {
  const found = cases.find((each) => each.kind === 'refs' && (each.input as { docId?: string }).docId === docId);
  if (found === undefined) throw new Error(`no truth about ${docId}`);
  return placeOf({ path: (found.input as Spot).file, line: (found.input as Spot).line, column: (found.input as Spot).col });
}

export const placeOf = ({ path, line, column }: { path: string; line: number; column: number }): string =>
  `${path}:${line}:${column}`;

/** Asks again while the workspace is being loaded, as the answer says. */
export async function ask(bridge: Wire, tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
  for (;;) {
    const answer = await bridge.call(tool, args);
    if (answer.envelope.error?.code !== 'workspace_loading') return answer;
  }
}
