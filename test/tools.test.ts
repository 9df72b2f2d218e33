/**
 * What clients are shown of the tools stays within bounds, since a client keeps the list in the context of its model all
 * the time; and every stable word is on the list of such words.
 */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputSchema } from '../src/mcp/envelope.ts';
import instructions from '../src/mcp/instructions.md' with { type: 'text' };
import { errorCodes, warningCodes } from '../src/model/codes.ts';
import { tools } from '../src/tools/index.ts';
import { root } from './support/paths.ts';

const sources = [...new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })]
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

describe('every tool', () => {
  test.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(tool.title).not.toBe('');
    expect(Buffer.byteLength(tool.description)).toBeGreaterThan(40);
    expect(Buffer.byteLength(tool.description)).toBeLessThanOrEqual(500);
    expect(Object.values(tool.annotations).map((hint) => typeof hint)).toEqual(Array(4).fill('boolean'));
    expect(Object.keys(tool.annotations).sort()).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint']);
    const { type, properties, ...rest } = tool.inputSchema;
    expect({ type, closed: rest['additionalProperties'] }).toEqual({ type: 'object', closed: false });
    expect(Object.keys(rest).filter((key) => ['oneOf', 'anyOf', 'allOf', '$ref', '$schema'].includes(key))).toEqual([]);
    expect(Object.keys(properties ?? {})).toEqual(Object.keys(tool.params));
    for (const [param, schema] of Object.entries(properties as Record<string, { description?: string }>)) {
      expect({ param, described: (schema.description ?? '').length > 10 }).toEqual({ param, described: true });
    }
  });

  test('lists an output schema of at most 800 bytes', () => {
    expect(Buffer.byteLength(JSON.stringify(outputSchema))).toBeLessThanOrEqual(800);
  });
});

test('what clients cut off is not too long', () => {
  // Claude Code shows the first 2 KB of instructions.
  expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(2048);
});

describe('codes', () => {
  const used = (pattern: RegExp): string[] => [
    ...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
  ];

  test('of errors that are made anywhere stand in the one list, and each of the list is made somewhere', () => {
    const made = used(/new Problem\(\s*'([^']+)'/g);
    expect(made.length).toBeGreaterThan(15);
    expect(made.filter((code) => !errorCodes.some((each) => each === code))).toEqual([]);
    const elsewhere = used(/\bcode: '([A-Za-z_]+)'/g);
    const known = [...errorCodes, ...warningCodes];
    expect(elsewhere.filter((code) => !known.some((each) => each === code) && !/^E[A-Z]+$/.test(code))).toEqual([]);
    const unused = errorCodes.filter((code) => ![...made, ...elsewhere].includes(code));
    expect(unused).toEqual([]);
  });

  test('are words in snake_case, each once', () => {
    const all = [...errorCodes, ...warningCodes];
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual(['UnhandledException']);
  });
});
