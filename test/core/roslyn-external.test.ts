/** Types of assemblies as Microsoft's server writes them into files. */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { metadata, received } from '../../src/servers/roslyn/external.ts';
import { tempFolder } from '../support/temp.ts';

const header = '#region Assembly Some.Library, Version=1.0.0.0\n// location unknown\n#endregion\n\nnamespace Some.Space;\n\n';
const hash = 'ab'.repeat(16);

test.each([
  ['Plain', 'public class Plain\n{\n    Plain<int> Odd();\n}', 'Some.Space.Plain'],
  [
    'Two',
    '/// <summary>A class. Two of them.</summary>\npublic sealed class Two<TKey, [Nullable(2)] TValue> : Two',
    'Some.Space.Two`2',
  ],
  ['Make', 'public delegate Make<int> Make<in T>(T what);', 'Some.Space.Make`1'],
  [
    'Tuple',
    'public static class Tuple\n{\n    public static Tuple<T1> Create<T1>(T1 item1) => new(item1);\n}',
    'Some.Space.Tuple',
  ],
])('the full name of %s has the number of type parameters', async (name, text, type) => {
  const folder = join(tempFolder('external'), 'MetadataAsSource', hash, 'DecompilationMetadataAsSourceFileProvider', hash);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.cs`), header + text);
  const uri = pathToFileURL(join(folder, `${name}.cs`)).href;
  const [location] = received('textDocument/definition', [{ uri }]) as [{ uri: string }];
  const nobody = () => Promise.reject(new Error('asked'));
  expect(await metadata(location.uri, nobody)).toMatchObject({ assembly: 'Some.Library', type });
});
