/**
 * What a file declares by its own tokens: modifiers, attributes, headers, and the declarations that servers leave out.
 * Bodies are skipped, and so is what is not understood: what is declared the language server says, how it is written
 * stands here.
 */
import type { CSharpKind } from '../model/kinds.ts';
import { constraintsOf, parametersOf, typeParametersOf } from './lists.ts';
import { member } from './members.ts';
import { Reader, plainName } from './reader.ts';
import type { Token } from './tokens.ts';
import { type Draft, type Head, Scan, type Written, listed, valueOf } from './written.ts';

export interface WrittenFile {
  /** In the order of the text. */
  readonly declarations: readonly Written[];
  /** Whether there are statements outside of types. */
  readonly statements: boolean;
  /** Offsets of functions in bodies. */
  readonly localFunctions: readonly number[];
}

export function declarationsIn(tokens: readonly Token[]): WrittenFile {
  const scan = new Scan(new Reader(tokens));
  while (!scan.reader.done) {
    list(scan, undefined);
    // A bracket that closes nothing.
    scan.reader.take('}');
  }
  return { declarations: scan.found, statements: scan.statements, localFunctions: scan.reader.localFunctions };
}

/** Types do not nest deeper; a text that does must not exhaust the stack. */
const deepest = 100;

/** Declarations to before the bracket that closes the parent's body. */
function list(scan: Scan, parent: Written | undefined): void {
  const { reader } = scan;
  scan.nesting += 1;
  while (!reader.done && reader.peek() !== '}') {
    const before = reader.at;
    if (scan.nesting > deepest) reader.skipStatement();
    else if (parent?.kind === 'enum') enumMember(scan, parent);
    else declaration(scan, parent);
    // Whatever stands there, it is passed.
    if (reader.at === before) reader.at += 1;
  }
  scan.nesting -= 1;
}

const typeKinds: ReadonlyMap<string, CSharpKind> = new Map(
  (['class', 'struct', 'interface', 'enum', 'record'] as const).map((kind) => [kind, kind]),
);

function declaration(scan: Scan, parent: Written | undefined): void {
  const { reader } = scan;
  const start = reader.offset;
  const attributes = scan.attributes();
  const inFile = parent === undefined || parent.kind === 'namespace';
  if (inFile && directive(reader)) return;
  const first = reader.at;
  const head: Head = { start, attributes, modifiers: scan.modifiers(), parent };
  const kind = typeKinds.get(reader.peek());
  if (kind !== undefined && (kind !== 'record' || reader.isName(1) || typeKinds.has(reader.peek(1)))) {
    type(scan, head, kind);
  } else if (reader.peek() === 'namespace') namespace(scan, head);
  else if (reader.peek() === 'extension' && /^[(<]$/.test(reader.peek(1))) extension(scan, head);
  else if (!inFile || (reader.peek() === 'delegate' && !/^[({*]$/.test(reader.peek(1)))) member(scan, head);
  else {
    reader.at = first;
    scan.statements ||= parent === undefined && !reader.done && !/^[;}]$/.test(reader.peek());
    reader.skipStatement();
  }
}

/** `using` and `extern alias` declare no members. */
function directive(reader: Reader): boolean {
  const ahead = reader.peek() === 'global' ? 1 : 0;
  const isVariable = reader.isName(ahead + 1) && reader.isName(ahead + 2);
  const isUsing = reader.peek(ahead) === 'using' && reader.peek(ahead + 1) !== '(' && !isVariable;
  if (!isUsing && !(reader.peek() === 'extern' && reader.peek(1) === 'alias')) return false;
  reader.skipStatement();
  return true;
}

function namespace(scan: Scan, head: Head): void {
  const { reader } = scan;
  reader.at += 1;
  const [start, nameStart] = [reader.at, reader.offset];
  while (reader.isName() || reader.peek() === '.') reader.at += 1;
  if (start === reader.at) return;
  const name = reader.text(start);
  const draft = scan.add(head, { kind: 'namespace', name, signature: name, nameStart });
  // One of the whole file has no brackets.
  if (!reader.take(';')) return body(scan, draft);
  list(scan, draft);
  draft.end = reader.lastEnd;
}

function type(scan: Scan, head: Head, kind: CSharpKind): void {
  const { reader } = scan;
  reader.at += 1;
  const struct = kind === 'record' && reader.peek() === 'struct' ? 'struct ' : '';
  if (kind === 'record' && typeKinds.has(reader.peek())) reader.at += 1;
  if (!reader.isName()) return;
  const [start, name, nameStart] = [reader.at, plainName(reader.peek()), reader.offset];
  reader.at += 1;
  const typeParameters = typeParametersOf(reader);
  const named = `${struct}${reader.text(start)}`;
  const parameters = reader.peek() === '(' ? parametersOf(reader) : undefined;
  const bases = reader.take(':') ? baseTypes(reader) : [];
  const constraints = constraintsOf(reader);
  const signature = `${named}${listed(parameters)}${bases.length === 0 ? '' : ` : ${bases.join(', ')}`}`;
  const found = { kind, name, signature, nameStart, typeParameters, bases, constraints };
  body(scan, scan.add(head, parameters === undefined ? found : { ...found, parameters }));
}

function baseTypes(reader: Reader): string[] {
  const found: string[] = [];
  do {
    const start = reader.at;
    if (!reader.skipType()) break;
    found.push(reader.text(start));
    if (reader.peek() === '(') reader.skipBrackets();
  } while (reader.take(','));
  return found;
}

/** A block of extension members, which is named by what it extends; a name for that is needed by instance members only. */
function extension(scan: Scan, head: Head): void {
  const { reader } = scan;
  const [start, nameStart] = [reader.at, reader.offset];
  reader.at += 1;
  const typeParameters = typeParametersOf(reader);
  const open = reader.at;
  const parameters = reader.peek() === '(' ? parametersOf(reader) : [];
  const signature = reader.text(start);
  const receiver = reader.text(open + 1, reader.at - 1);
  if (parameters.length === 0) parameters.push({ nameStart, name: '', type: receiver, text: receiver });
  const constraints = constraintsOf(reader);
  const found = { kind: 'extension', name: 'extension', signature, nameStart, typeParameters, parameters, constraints } as const;
  body(scan, scan.add(head, found));
}

function body(scan: Scan, draft: Draft): void {
  const { reader } = scan;
  while (!reader.done && !/^[{;}]$/.test(reader.peek())) reader.at += 1;
  if (reader.take('{')) {
    list(scan, draft);
    reader.take('}');
  }
  reader.take(';');
  draft.end = reader.lastEnd;
}

function enumMember(scan: Scan, parent: Written): void {
  const { reader } = scan;
  const start = reader.offset;
  const attributes = scan.attributes();
  if (!reader.isName()) return;
  const [name, nameStart] = [plainName(reader.peek()), reader.offset];
  reader.at += 1;
  const value = valueOf(reader);
  const head = { start, attributes, modifiers: [], parent };
  scan.add(head, { kind: 'enum-member', name, signature: `${name}${value}`, nameStart }).end = reader.lastEnd;
  reader.take(',');
}
