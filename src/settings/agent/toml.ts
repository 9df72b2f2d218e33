/** The user's file as text: TOML, of which one section is ours. Loaded only when there is such a file, because it brings the parser. */
import { TomlError, parse } from 'smol-toml';
import { escaped } from '../wording.ts';
import { type JudgedAgent, inToml, judgeAgent, unknownAgentKeys } from './judge.ts';
import { noAgentFile } from './resolve.ts';

/** Deeper nested lists and tables are refused: the parser calls itself for each level. */
const deepest = 100;

/** Judges the text of the file. Other sections belong to other programs. */
export async function judgeToml(text: string): Promise<JudgedAgent> {
  const parsed = parsedOrFault(text);
  if ('fault' in parsed) return { faults: [parsed.fault] };
  const section = sectionOf(parsed.document);
  if (section === undefined) return { agent: noAgentFile };
  const unknown = unknownAgentKeys(section, inToml);
  return unknown.length > 0 ? { faults: unknown } : await judgeAgent(section, inToml);
}

function parsedOrFault(text: string): { readonly document: object } | { readonly fault: string } {
  try {
    // A large integer may stand in somebody else's section; in ours it is out of range.
    return { document: parse(text, { integersAsBigInt: 'asNeeded', maxDepth: deepest }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    return { fault: `line ${error.line}, column ${error.column}: ${escaped(what)}` };
  }
}

function sectionOf(document: object): unknown {
  const agent = memberOf(document, 'agent');
  return typeof agent === 'object' && agent !== null ? memberOf(agent, 'roslyn_mcp') : undefined;
}

const memberOf = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined;
