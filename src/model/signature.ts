/** Signatures as text: splitting lists that nest, and types that can be compared whoever wrote them. */

const closers: Readonly<Record<string, string>> = { '(': ')', '<': '>', '[': ']', '{': '}' };

/** Splits at a character that stands outside of all brackets and string or character literals. */
export function splitTopLevel(text: string, separator: string): string[] {
  const parts: string[] = [];
  const open: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"' || char === "'") at = endOfLiteral(text, at);
    else if (char === separator && open.length === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    } else if (closers[char] !== undefined) open.push(closers[char]);
    else if (char === open.at(-1)) open.pop();
  }
  parts.push(text.slice(start));
  return parts;
}

function endOfLiteral(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start]) return at;
  }
  return text.length;
}

const modifiers = /^(?:this|ref readonly|ref|out|in|params|scoped|readonly)\s+/;

/** A parameter's type without modifiers, attributes and white space around its marks. */
export function bareType(type: string): string {
  let rest = type.trim();
  for (;;) {
    const shorter = rest.replace(/^\[[^\]]*\]\s*/, '').replace(modifiers, '');
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest.replace(/\s*([<>,()[\]?*])\s*/g, '$1');
}

const keywords = new Map(
  Object.entries({
    Boolean: 'bool',
    Byte: 'byte',
    SByte: 'sbyte',
    Char: 'char',
    Decimal: 'decimal',
    Double: 'double',
    Single: 'float',
    Int16: 'short',
    Int32: 'int',
    Int64: 'long',
    UInt16: 'ushort',
    UInt32: 'uint',
    UInt64: 'ulong',
    IntPtr: 'nint',
    UIntPtr: 'nuint',
    Object: 'object',
    String: 'string',
    Void: 'void',
  }),
);

/**
 * A type in the form in which two spellings of it are equal: qualifiers gone, keywords for the framework's names, no
 * marks of nullability, no names of tuple elements. Two different types can share the form (`A.X` and `B.X`), so it
 * narrows a choice and proves nothing.
 */
export function comparableType(type: string): string {
  const spaced = bareType(type).replaceAll('global::', '').replace(/\?/g, '');
  const unnamed = spaced.replace(/([\w>\])*]) [\p{L}_][\p{L}\p{N}_]*(?=[,)])/gu, '$1');
  return unnamed
    .replace(/(?:[\p{L}_@][\p{L}\p{N}_]*(?:<[^<>]*>)?\.)+/gu, '')
    .replace(/[\p{L}_][\p{L}\p{N}_]*/gu, (word) => keywords.get(word) ?? word)
    .replace(/\bNullable<((?:[^<>]|<[^<>]*>)*)>/g, '$1');
}

/** Stands for any one name in a type; no type contains it. */
export const anyType = '~';

/** Whether two parameter lists may be the same one; the first may hold `anyType`. */
export function sameParameters(asked: readonly string[], declared: readonly string[]): boolean {
  return asked.length === declared.length && asked.every((type, at) => sameType(type, declared[at] ?? ''));
}

function sameType(asked: string, declared: string): boolean {
  const [wanted, given] = [comparableType(asked), comparableType(declared)];
  if (!wanted.includes(anyType)) return wanted === given;
  return new RegExp(`^${wanted.split(anyType).map(RegExp.escape).join('[^<>,()\\[\\]]+')}$`).test(given);
}
