/**
 * The one home of arktype. Importing its front door costs more than all the rest of the program (95 ms compiled), because
 * it builds every keyword that it knows. The few that our definitions use are put into a scope of our own, from the
 * library's parts; that takes a third. It is loaded on first use, without the compiler of checks (`jitless`), and the
 * configuration has to be in place before the library itself is read, so all imports stand in one function, in order.
 */
import type { type } from 'arktype';

/** The TypeScript type that a definition stands for. */
export type Infer<Definition> = type.infer<Definition>;

/** What is wrong with one place of a value. */
export interface Fault {
  /** Keys and indexes from the root of the value to the place. */
  readonly path: readonly (string | number)[];
  /** `missing`: a required key is absent. `unknown`: the key is not declared. `wrong`: the value does not fit. */
  readonly what: 'missing' | 'unknown' | 'wrong';
}

export interface Checker {
  /** The faults of a value; none means that it fits. */
  readonly check: (value: unknown) => readonly Fault[];
  /** The JSON Schema (2020-12) of what the checker accepts, without `$schema`. */
  readonly jsonSchema: () => Record<string, unknown>;
}

let loading: ReturnType<typeof load> | undefined;

async function load() {
  const { configure } = await import('arktype/config');
  configure({ jitless: true, onUndeclaredKey: 'reject' });
  const { scope } = await import('arktype/internal/scope.js');
  const { arkTsKeywords } = await import('arktype/internal/keywords/ts.js');
  const { number } = await import('arktype/internal/keywords/number.js');
  return scope({ ...arkTsKeywords, number }, { prereducedAliases: true, name: 'bridge' }).type;
}

const loaded = (): ReturnType<typeof load> => (loading ??= load());

/** Starts the import, so that the first check does not wait for it. */
export function preload(): void {
  // A failed import shows at the first use, where somebody waits for the result.
  void loaded().catch(() => undefined);
}

/**
 * Makes a checker of an arktype definition (data: strings, objects, regular expressions). Of the keywords of numbers and
 * texts, `number.*` and the plain words of TypeScript are known.
 */
export async function compile(definition: unknown): Promise<Checker> {
  const define = await loaded();
  // The definition is data that is known only at run time, so its static type is not: `raw` takes it as it is.
  const schema = define.raw(definition);
  return {
    check: (value) => {
      const result: unknown = schema(value);
      return result instanceof define.errors ? result.map(toFault) : [];
    },
    jsonSchema: () => ({ ...schema.toJsonSchema({ dialect: null }) }) as Record<string, unknown>,
  };
}

/** What was expected is worded by the declaration (a parameter, a row of the settings), not by the library. */
function toFault(error: { readonly path: Iterable<PropertyKey>; readonly code: string; readonly expected: string }): Fault {
  const path = Array.from(error.path, (key) => (typeof key === 'symbol' ? String(key) : key));
  if (error.code === 'required') return { path, what: 'missing' };
  return { path, what: error.expected === 'removed' ? 'unknown' : 'wrong' };
}
