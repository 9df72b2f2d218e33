/** Where everything stands: the declarations and uses of every symbol, and what the compiler complains about. */
import type { Spot } from '../tools/case-file.ts';
import type { CodeSymbol } from './symbols.ts';
import type { Piece, PlacedMark } from './text.ts';

export interface Complaint {
  readonly id: string;
  readonly message: string;
  readonly spot: Spot;
}

export class Book {
  readonly complaints: Complaint[] = [];
  readonly #declarations = new Map<CodeSymbol, Spot[]>();
  readonly #uses = new Map<CodeSymbol, Spot[]>();
  readonly #lastNamed = new Map<CodeSymbol, Spot>();
  readonly #derived = new Map<CodeSymbol, CodeSymbol[]>();
  readonly #constructors = new Map<CodeSymbol, CodeSymbol[]>();

  add(marks: readonly PlacedMark[]): void {
    for (const { mark, spot } of marks) {
      if (mark.as.is === 'problem') this.complaints.push({ id: mark.as.id, message: mark.as.message, spot });
      else if (mark.as.is === 'use') this.#use(mark.as.symbol, mark.text, spot);
      else this.#declare(mark.as.symbol, spot);
    }
  }

  #use(symbol: CodeSymbol, text: Piece, spot: Spot): void {
    append(this.#uses, symbol, spot);
    if (text === symbol.name) this.#lastNamed.set(symbol, spot);
  }

  #declare(symbol: CodeSymbol, spot: Spot): void {
    if (!this.#declarations.has(symbol)) {
      for (const base of symbol.bases) append(this.#derived, base, symbol);
      if (symbol.kind === 'constructor' && typeof symbol.container !== 'string') {
        append(this.#constructors, symbol.container, symbol);
      }
    }
    append(this.#declarations, symbol, spot);
  }

  /** All that is declared, in the order of the text. */
  symbols(): readonly CodeSymbol[] {
    return [...this.#declarations.keys()];
  }

  declarations(symbol: CodeSymbol): readonly Spot[] {
    return this.#declarations.get(symbol) ?? [];
  }

  /** The last place where it is written by its own name, and not by an alias or as a token. */
  lastNamed(symbol: CodeSymbol): Spot | undefined {
    return this.#lastNamed.get(symbol);
  }

  /** The places where its own name stands for it and for nothing above or below it. */
  ownUses(symbol: CodeSymbol): readonly Spot[] {
    return this.#uses.get(symbol) ?? [];
  }

  /**
   * The uses that a search for it has to find: its own, a type's through its constructors, and those of what it overrides
   * or implements and of what overrides or implements it; and those that only a search to the side would find.
   */
  uses(symbol: CodeSymbol): { readonly needed: readonly Spot[]; readonly beside: readonly Spot[] } {
    const above = closure(symbol, ({ bases }) => bases);
    const below = closure(symbol, (each) => this.#derived.get(each) ?? []);
    const meant = new Set([symbol, ...above, ...below, ...(this.#constructors.get(symbol) ?? [])]);
    const around = new Set(above.flatMap((each) => closure(each, (other) => this.#derived.get(other) ?? [])));
    const needed = distinct([...meant].flatMap((each) => this.ownUses(each)));
    const known = new Set(needed.map(key));
    const beside = distinct([...around].flatMap((each) => this.ownUses(each))).filter((each) => !known.has(key(each)));
    return { needed, beside };
  }
}

function append<K, V>(map: Map<K, V[]>, at: K, value: V): void {
  const list = map.get(at);
  if (list === undefined) map.set(at, [value]);
  else list.push(value);
}

/** All that can be reached, without the beginning. */
function closure(from: CodeSymbol, next: (symbol: CodeSymbol) => readonly CodeSymbol[]): CodeSymbol[] {
  const found = new Set<CodeSymbol>();
  const walk = (symbol: CodeSymbol): void => {
    for (const each of next(symbol)) if (!found.has(each)) walk((found.add(each), each));
  };
  walk(from);
  return [...found];
}

const key = ({ file, line, col }: Spot): string => `${file}:${line}:${col}`;
const distinct = (spots: readonly Spot[]): Spot[] => [...new Map(spots.map((each) => [key(each), each])).values()];
