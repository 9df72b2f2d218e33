/** Members of types as they are written; delegates, too, whose declarations look like those of methods. */
import type { CSharpKind } from '../model/kinds.ts';
import { constraintsOf, parametersOf, typeParametersOf } from './lists.ts';
import { type Reader, plainName } from './reader.ts';
import { type Head, type Scan, listed, valueOf } from './written.ts';

/** Reads one member, or passes what cannot be understood as one. */
export function member(scan: Scan, head: Head): void {
  const { reader } = scan;
  if (reader.peek() === 'delegate' && reader.peek(1) !== '*') {
    reader.at += 1;
    return typed(scan, head, 'delegate');
  }
  if (reader.take('event')) return typed(scan, head, 'event');
  const tilde = reader.take('~') ? '~' : '';
  if (reader.isName() && reader.peek(1) === '(') {
    const [nameStart, name] = [reader.offset, plainName(reader.peek())];
    reader.at += 1;
    return method(scan, head, {
      kind: tilde === '' ? 'constructor' : 'method',
      name: `${tilde}${name}`,
      nameStart,
      shown: `${tilde}${name}`,
    });
  }
  if (/^(?:implicit|explicit)$/.test(reader.peek())) return conversion(scan, head);
  typed(scan, head, undefined);
}

/** What a signature begins with, and where its name stands. */
interface Named {
  readonly kind: CSharpKind;
  readonly name: string;
  readonly nameStart: number;
  readonly shown: string;
  readonly typeParameters?: readonly string[];
  readonly explicitInterface?: string;
}

/** What begins with a type. */
function typed(scan: Scan, head: Head, kind: CSharpKind | undefined): void {
  const { reader } = scan;
  const start = reader.at;
  const type = reader.skipType() ? reader.text(start) : undefined;
  const first = reader.at;
  const named = type === undefined ? undefined : nameIn(reader, start);
  if (type === undefined || named === undefined) return recover(reader);
  if (kind === undefined && named.name === 'operator') return operator(scan, head, named, start);
  if (named.name === 'this') return indexer(scan, head, named);
  if (reader.peek() === '(') return method(scan, head, { ...named, kind: kind ?? 'method' });
  if (/^(?:\{|=>)$/.test(reader.peek())) return property(scan, head, { ...named, kind: kind ?? 'property' });
  reader.at = first;
  fields(scan, head, kind ?? (head.modifiers.includes('const') ? 'constant' : 'field'), type);
}

/** `IRepo<T>.Find<U>`, `IList.this`, `IAdd<T>.operator`: the name, past it, with the text from `start` on. */
function nameIn(reader: Reader, start: number): Omit<Named, 'kind'> | undefined {
  const first = reader.at;
  for (;;) {
    const isName = reader.isName();
    if (!isName && !/^(?:this|operator)$/.test(reader.peek())) return undefined;
    const [at, nameStart, name] = [reader.at, reader.offset, plainName(reader.peek())];
    reader.at += 1;
    const end = reader.at;
    if (reader.peek() === '<') reader.skipTypeArguments();
    if (isName && (reader.take('.') || reader.take('::'))) continue;
    reader.at = end;
    const typeParameters = isName ? typeParametersOf(reader) : [];
    const shown = reader.text(start);
    const named = { name, nameStart, shown, typeParameters };
    return at === first ? named : { ...named, explicitInterface: reader.text(first, at - 1) };
  }
}

function method(scan: Scan, head: Head, { shown, ...named }: Named): void {
  const { reader } = scan;
  const parameters = parametersOf(reader);
  if (reader.take(':')) {
    reader.at += 1;
    if (reader.peek() === '(') reader.skipBrackets();
  }
  const constraints = constraintsOf(reader);
  const draft = scan.add(head, { ...named, signature: `${shown}${listed(parameters)}`, parameters, constraints });
  reader.skipBody();
  draft.end = reader.lastEnd;
}

function indexer(scan: Scan, head: Head, { shown, ...named }: Omit<Named, 'kind'>): void {
  const { reader } = scan;
  const parameters = reader.peek() === '[' ? parametersOf(reader) : [];
  const signature = `${shown}${listed(parameters, ['[', ']'])}`;
  const draft = scan.add(head, { ...named, kind: 'indexer', name: 'this[]', signature, parameters });
  draft.signature += accessors(reader);
  draft.end = reader.lastEnd;
}

function property(scan: Scan, head: Head, { shown, ...named }: Named): void {
  const { reader } = scan;
  const draft = scan.add(head, { ...named, signature: shown });
  const found = accessors(reader);
  if (named.kind !== 'event') draft.signature += found;
  draft.end = reader.lastEnd;
}

/** ` { get; private set; }`, and past the bodies. */
function accessors(reader: Reader): string {
  if (reader.peek() === '=>') {
    reader.skipBody();
    return ' { get; }';
  }
  if (!reader.take('{')) return '';
  const found: string[] = [];
  while (!reader.done && reader.peek() !== '}') {
    while (reader.peek() === '[') if (!reader.skipBrackets()) break;
    const start = reader.at;
    while (!reader.done && !/^(?:[{};]|=>)$/.test(reader.peek())) reader.at += 1;
    if (start < reader.at) found.push(`${reader.text(start)};`);
    if (reader.peek() !== '}') reader.skipBody();
  }
  reader.take('}');
  if (reader.take('=')) reader.skipBody();
  return ` { ${found.join(' ')} }`;
}

/** One declaration for each of the names that follow a type. */
function fields(scan: Scan, head: Head, kind: CSharpKind, type: string): void {
  const { reader } = scan;
  const first = scan.found.length;
  do {
    if (!reader.isName()) break;
    const [at, nameStart, name] = [reader.at, reader.offset, plainName(reader.peek())];
    reader.at += 1;
    if (reader.peek() === '[') reader.skipBrackets();
    const shown = `${type} ${reader.text(at)}`;
    const value = valueOf(reader);
    scan.add(head, { kind, name, nameStart, signature: `${shown}${kind === 'constant' ? value : ''}` });
  } while (reader.take(','));
  reader.skipExpression();
  reader.take(';');
  for (const draft of scan.found.slice(first)) draft.end = reader.lastEnd;
}

function operator(scan: Scan, head: Head, named: Omit<Named, 'kind'>, start: number): void {
  const { reader } = scan;
  const checked = reader.take('checked') ? 'checked ' : '';
  const [at, nameStart] = [reader.at, reader.offset];
  while (!reader.done && !/^[({};]$/.test(reader.peek())) reader.at += 1;
  const name = `operator ${checked}${reader.text(at)}`;
  method(scan, head, { ...named, kind: 'operator', name, nameStart, shown: reader.text(start) });
}

function conversion(scan: Scan, head: Head): void {
  const { reader } = scan;
  const start = reader.at;
  const word = reader.peek();
  while (!reader.done && !/^[({};]$/.test(reader.peek()) && !reader.take('operator')) reader.at += 1;
  const checked = reader.take('checked') ? 'checked ' : '';
  const [at, nameStart] = [reader.at, reader.offset];
  if (!reader.skipType()) return recover(reader);
  const name = `${word} operator ${checked}${reader.text(at)}`;
  method(scan, head, { kind: 'operator', name, nameStart, shown: reader.text(start) });
}

/** Past what is not understood, to where another member can begin. */
function recover(reader: Reader): void {
  reader.skipStatement();
}
