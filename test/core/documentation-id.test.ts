/** Every documentation id of the example names the declaration that its signature names. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, parseAddress } from '../../src/workspace/names/address.ts';
import { parseDocumentationId } from '../../src/workspace/names/documentation-id.ts';
import { comparableType } from '../../src/model/signature.ts';
import { root } from '../support/paths.ts';

interface Case {
  readonly input: { readonly docId?: string; readonly signature?: string; readonly kind?: string };
}

const cases = JSON.parse(readFileSync(join(root, 'test/expected/example.json'), 'utf8')) as Case[];
const ids = new Map(
  cases.flatMap(({ input }) => (/^[TMPFE]:/.test(input.docId ?? '') ? [[input.docId ?? '', input.signature ?? '']] : [])),
);

const address = (text: string): Address => {
  const parsed = parseAddress(text);
  if (typeof parsed === 'string') throw new Error(`${text} ${parsed}`);
  return parsed;
};

/** An address without what an id does not know: names of type parameters; and without arities, which signatures lack. */
const comparable = ({ containers, last, parameters }: Address) => ({
  path: [...containers, last].map(({ name }) => name),
  parameters: parameters?.map((type) => comparableType(type).replace(/\b(?:T|TKey)\b|~/g, '~')) ?? [],
});

describe('documentation ids of the example', () => {
  test('are many', () => expect(ids.size).toBeGreaterThan(60));
  test.each([...ids])('%s is %s', (id, signature) => {
    expect(comparable(address(id))).toEqual(comparable(address(signature)));
  });
});

test.each(['X:A.B', 'T:', 'M:A..B', 'local:M:A.B/C', 'A.B', 'T'])('%s is no documentation id', (text) => {
  expect(parseDocumentationId(text)).toBeUndefined();
});
