/**
 * The one home of arktype. Its import costs more than all the rest of the program (190–260 ms with its compiler,
 * 105–145 ms without), so it is loaded on first use and without the compiler; the configuration has to be in place
 * before the library itself is read, which is why both imports stand in one function, in this order.
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

let loading: Promise<typeof import('arktype')> | undefined;

function load(): Promise<typeof import('arktype')> {
  loading ??= (async () => {
    const { configure } = await import('arktype/config');
    configure({ jitless: true, onUndeclaredKey: 'reject' });
    return await import('arktype');
  })();
  return loading;
}

/** Starts the import, so that the first check does not wait for it. */
export function preload(): void {
  // A failed import shows at the first use, where somebody waits for the result.
  void load().catch(() => undefined);
}

/** Makes a checker of an arktype definition (data: strings, objects, tuples). */
export async function compile(definition: unknown): Promise<Checker> {
  const ark = await load();
  // The definition is data that is known only at run time, so its static type is not: `raw` takes it as it is.
  const schema = ark.type.raw(definition);
  return {
    check: (value) => {
      const result = schema(value);
      return result instanceof ark.type.errors ? result.map(toFault) : [];
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
