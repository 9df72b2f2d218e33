/** The parameters of a tool as they stand on the command line of `call`: one JSON object, or `--kebab-case value`. */
import { parseArgs } from 'node:util';

/** What this needs to know of a parameter's declaration. */
interface Param {
  /** Its definition for the checker: `string`, `1 <= number.integer <= 5000`, `string[]`; an object is given as JSON. */
  readonly is: string | object;
}

type Parsed = { readonly arguments: unknown } | { readonly fault: string };
type Params = Readonly<Record<string, Param>>;

/**
 * Reads what stands behind the tool's name. Values get the type that the parameter declares; what does not fit, and
 * parameters that the tool does not have, are passed on as they are, so that the tool's own fault answers.
 */
export function toolArguments(args: readonly string[], params: Params): Parsed {
  const [first, ...more] = args;
  if (first === undefined || first.startsWith('--')) return fromFlags(args, params);
  if (more.length > 0) return { fault: `the tool takes one JSON object or flags, but '${first}' is followed by '${more[0]}'` };
  try {
    return { arguments: JSON.parse(first) as unknown };
  } catch (error) {
    return { fault: `the arguments of the tool are not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function fromFlags(args: readonly string[], params: Params): Parsed {
  const found = new Map<string, unknown[]>();
  const add = (name: string, value: unknown): void => void found.set(name, [...(found.get(name) ?? []), value]);
  // A word behind a flag that the tool does not have is that flag's value.
  let open: string | undefined;
  for (const token of tokensOf(args, params)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      if (open === undefined) return { fault: `unexpected argument '${token.value}'` };
      found.set(open, [...(found.get(open) ?? []).slice(0, -1), token.value]);
      open = undefined;
      continue;
    }
    const name = camelCase(token.name);
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    const swallowed = token.inlineValue !== true && token.value?.startsWith('--') === true;
    if (param !== undefined && kindOf(param) !== 'boolean' && (token.value === undefined || swallowed)) {
      return { fault: `${token.rawName} needs a value` };
    }
    add(name, param === undefined ? (token.value ?? true) : convert(kindOf(param), token.value));
    open = param === undefined && token.value === undefined ? name : undefined;
  }
  return { arguments: Object.fromEntries([...found].map(([name, values]) => [name, oneOrList(params, name, values)])) };
}

/** A list is a list even with one entry; a value given twice where one is wanted becomes a list, and the tool says so. */
function oneOrList(params: Params, name: string, values: readonly unknown[]): unknown {
  const param = Object.hasOwn(params, name) ? params[name] : undefined;
  return values.length > 1 || (param !== undefined && kindOf(param) === 'list') ? values : values[0];
}

type Kind = 'boolean' | 'number' | 'list' | 'text' | 'object';

function kindOf(param: Param): Kind {
  if (typeof param.is === 'object') return 'object';
  const is = param.is.replace(/'[^']*'/g, '');
  if (is.includes('[]')) return 'list';
  if (/\bnumber\b/.test(is)) return 'number';
  return /\bboolean\b/.test(is) ? 'boolean' : 'text';
}

function convert(kind: Kind, value: string | undefined): unknown {
  if (kind === 'object' && value !== undefined) return json(value);
  if (kind === 'boolean') return value === undefined || value === 'true' ? true : value === 'false' ? false : value;
  return kind === 'number' && value !== undefined && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

/** What is no JSON is passed on, and the tool says what it must be. */
function json(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function tokensOf(args: readonly string[], params: Params) {
  const options = Object.fromEntries(
    Object.entries(params).flatMap(([name, param]) => {
      const option = { type: kindOf(param) === 'boolean' ? ('boolean' as const) : ('string' as const) };
      return [name, kebabCase(name)].map((spelling) => [spelling, option]);
    }),
  );
  return parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true }).tokens;
}

const camelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** How a parameter is spelled as a flag. */
export const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
