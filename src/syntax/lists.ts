/** Lists in the headers of declarations: parameters, type parameters, constraints. */
import { type Reader, closers, plainName } from './reader.ts';

/** A parameter of a list. */
export interface Parameter {
  /** The offset of its name. */
  readonly nameStart: number;
  readonly name: string;
  readonly type: string;
  /** With modifiers and default value, without attributes: `ref int count = 3`. */
  readonly text: string;
}

const parameterModifiers: ReadonlySet<string> = new Set(['this', 'ref', 'out', 'in', 'params', 'readonly', 'scoped']);

/** The names in `<[Attribute] in T, U>`, and past it. */
export function typeParametersOf(reader: Reader): string[] {
  const found: string[] = [];
  if (!reader.take('<')) return found;
  while (!reader.done && !/^[{};>]$/.test(reader.peek())) {
    if (reader.peek() === '[') {
      if (!reader.skipBrackets()) break;
      continue;
    }
    if (reader.isName()) found.push(reader.peek());
    reader.at += 1;
  }
  reader.take('>');
  return found;
}

/** A list of parameters in round or square brackets, and past it. */
export function parametersOf(reader: Reader): Parameter[] {
  const found: Parameter[] = [];
  const close = closers.get(reader.peek()) ?? '';
  reader.at += 1;
  while (!reader.done && reader.peek() !== close) {
    while (reader.peek() === '[') if (!reader.skipBrackets()) return found;
    const start = reader.at;
    while (parameterModifiers.has(reader.peek()) && !/^[,)\]]$/.test(reader.peek(1))) reader.at += 1;
    const typed = reader.at;
    if (!reader.skipType()) break;
    const [type, nameStart, name] = [reader.text(typed), reader.offset, reader.peek()];
    if (!reader.isName()) break;
    reader.at += 1;
    if (reader.take('=')) reader.skipExpression();
    found.push({ nameStart, name: plainName(name), type, text: reader.text(start) });
    if (!reader.take(',')) break;
  }
  while (!reader.done && !/^[{};]$/.test(reader.peek()) && !reader.take(close)) reader.at += 1;
  return found;
}

/** `where T : class where U : new()`, one text for each. */
export function constraintsOf(reader: Reader): string[] {
  const found: string[] = [];
  while (reader.peek() === 'where') {
    const start = reader.at;
    do reader.at += 1;
    while (!reader.done && !/^(?:where|[{};]|=>)$/.test(reader.peek()));
    found.push(reader.text(start));
  }
  return found;
}
