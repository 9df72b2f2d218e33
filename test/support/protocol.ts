/** The parts of docs/MCP-PROTOCOL.md that are made from the table of limits. */
import { csharpKinds, kindsOf } from '../../src/model/kinds.ts';
import { inToml } from '../../src/settings/agent/judge.ts';
import { type AgentRow, agentRows, builtInPresets } from '../../src/settings/agent/keys.ts';
import { row, withParts } from './readme.ts';

/** The document with its generated parts as they should be. */
export const generatedProtocol = (text: string): string =>
  withParts(text, { keys: keysTable(), kinds: kinds(), presets: presetsTable() });

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

function keysTable(): string {
  return [
    row('axis', 'JSON', 'TOML', 'value', 'default', 'argument of a call', 'obeyed by', 'meaning'),
    row(...Array<string>(8).fill('---')),
    ...agentRows.map(({ key, row: each }) =>
      row(
        each.axis,
        code(key),
        code(inToml.key(key)),
        each.must,
        code(each.default),
        argument(each),
        `${each.obeyedBy}, no IDE`,
        each.about,
      ),
    ),
  ].join('\n');
}

const argument = ({ argument: { name, alone } }: AgentRow): string => (alone ? code(name) : `${code(name)} in \`limits\``);

const kinds = (): string =>
  `${csharpKinds.join(', ')}. \`type\` stands for ${kindsOf(['type']).join(', ')}, \`member\` for the rest that a type holds.`;

function presetsTable(): string {
  return [
    row('built-in preset', 'what for', 'its values'),
    row('---', '---', '---'),
    ...Object.entries(builtInPresets).map(([name, { about, values }]) =>
      row(
        code(name),
        about,
        Object.entries(values)
          .map(([key, value]) => `${key} ${code(value)}`)
          .join(', '),
      ),
    ),
  ].join('\n');
}
