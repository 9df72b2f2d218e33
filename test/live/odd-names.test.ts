/** Files whose names a language server, or MSBuild, mistakes: right places of what is used there, and a plain word where nobody can be asked. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { Asked } from '../support/asked.ts';
import { isDialect, isMicrosofts } from '../support/language-server.ts';
import { csproj, lay } from '../support/lay.ts';
import { Wire } from '../support/wire.ts';

setDefaultTimeout(300_000);

const user = (name: string): string => `namespace Q; public class ${name} { public int In${name}() => new P.Used().Real(); }\n`;
/** The column of a text in such a file. */
const columnOf = (name: string, text: string): number => user(name).indexOf(text) + 1;

/** What there is about files that csharp-ls mistakes. Nobody expects that of Microsoft's server, so the dialect server has none. */
const ofMistaken = <T>(...all: T[]): T[] => (isDialect ? [] : all);
const mistaken = { 'App/%41.cs': user('Letter'), 'App/sub %20/Odd.cs': user('Blank') };
const workspace = lay({
  'App/App.csproj': csproj(),
  'App/A.cs': 'namespace P; public class Used { public int Real() => 1; }\n',
  ...(isDialect ? {} : mistaken),
  'App/50% #1/Plain.cs': user('Plain'),
  'App/two\nlines.cs': user('Lines'),
  'App/a\tb.cs': user('Tab'),
  'App/back\\slash.cs': user('Backslash'),
});
let asked: Asked;

beforeAll(async () => {
  asked = new Asked(await Wire.open({ workspace }));
});
afterAll(async () => {
  const { code } = await asked.bridge.close();
  expect({ code, noise: asked.bridge.noise }).toEqual({ code: 0, noise: [] });
});

test('uses are told in the files that hold them', async () => {
  expect(await asked.uses({ symbol: 'Used.Real' })).toEqual([
    ...ofMistaken(`App/%41.cs:1:${columnOf('Letter', 'Real')}`),
    `App/50% #1/Plain.cs:1:${columnOf('Plain', 'Real')}`,
    'App/A.cs:1:45*',
    `App/a\tb.cs:1:${columnOf('Tab', 'Real')}`,
    ...ofMistaken(`App/sub %20/Odd.cs:1:${columnOf('Blank', 'Real')}`),
    `App/two\nlines.cs:1:${columnOf('Lines', 'Real')}`,
  ]);
});

test('so are declarations', async () => {
  expect(await asked.symbols({ query: 'Letter' })).toEqual(ofMistaken('Q.Letter App/%41.cs:1:27'));
  expect(await asked.symbols({ query: 'InLe', match: 'prefix' })).toEqual(
    ofMistaken(`Q.Letter.InLetter() App/%41.cs:1:${columnOf('Letter', 'InLetter')}`),
  );
  expect(await asked.symbols({ query: 'InBlank' })).toEqual(
    ofMistaken(`Q.Blank.InBlank() App/sub %20/Odd.cs:1:${columnOf('Blank', 'InBlank')}`),
  );
  expect(await asked.declared({ symbol: 'InLines' })).toEqual([`App/two\nlines.cs:1:${columnOf('Lines', 'InLines')}`]);
  expect(await asked.declared({ path: 'App/a\tb.cs', text: 'InTab' })).toEqual([`App/a\tb.cs:1:${columnOf('Tab', 'InTab')}`]);
  expect(await asked.declared({ path: 'App/50% #1/Plain.cs', text: 'InPlain' })).toEqual([
    `App/50% #1/Plain.cs:1:${columnOf('Plain', 'InPlain')}`,
  ]);
});

test.each(
  ofMistaken<[string, object, string]>(
    ['outline', { path: 'App/%41.cs' }, 'App/%41.cs'],
    ['definition', { symbol: 'Letter.InLetter' }, 'App/%41.cs'],
    ['references', { path: 'App/sub %20/Odd.cs', text: 'InBlank' }, 'App/sub %20/Odd.cs'],
    ['diagnostics', { path: 'App/%41.cs' }, 'App/%41.cs'],
  ),
)('%s %j is refused by csharp-ls alone', async (tool, args, path) => {
  const { ok, error } = (await asked.bridge.call(tool, { ...args })).envelope;
  const message = expect.stringContaining(`csharp-ls takes ${path} for another file`);
  expect({ ok, error }).toMatchObject(
    isMicrosofts ? { ok: true } : { ok: false, error: { code: 'feature_unavailable', message } },
  );
});

test('a backslash in a name is refused in plain words', async () => {
  const [path, words] = ['App/back\\slash.cs', 'App/back\\slash.cs has a backslash in its name'];
  const { error } = (await asked.bridge.call('outline', { path })).envelope;
  expect(error).toMatchObject({ code: 'feature_unavailable', message: expect.stringContaining(words) });
});
