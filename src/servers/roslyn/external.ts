/**
 * Text that no file of the workspace has. A definition in an assembly leads to a file that the server has written below the
 * folder for temporary files, and one in generated code to a URI of its own, whose text is to be asked for.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../model/problem.ts';
import type { Ask, MetadataSource } from '../server.ts';

/** The scheme under which the bridge keeps the URI of a decompiled file, since it is no file of the workspace. */
const decompiled = 'roslyn-decompiled:';
const generated = 'roslyn-source-generated:';
/** `<temporary folder>/MetadataAsSource/<hash>/DecompilationMetadataAsSourceFileProvider/<hash>/Type.cs` */
const written = /\/MetadataAsSource\/[0-9a-f]{32}\/\w*MetadataAsSourceFileProvider\//i;

/** Marks what is decompiled in answers about definitions. */
export function received(method: string, answer: unknown): unknown {
  if (method !== 'textDocument/definition' || typeof answer !== 'object' || answer === null) return answer;
  return Array.isArray(answer) ? answer.map(marked) : marked(answer);
}

function marked(location: unknown): unknown {
  if (typeof location !== 'object' || location === null || !('uri' in location)) return location;
  const { uri } = location;
  if (typeof uri !== 'string' || !uri.startsWith('file:') || !written.test(uri)) return location;
  return { ...location, uri: `${decompiled}${uri.slice('file:'.length)}` };
}

export async function metadata(uri: string, ask: Ask): Promise<MetadataSource | undefined> {
  if (uri.startsWith(decompiled)) return await ofAssembly(`file:${uri.slice(decompiled.length)}`);
  if (uri.startsWith(generated)) return await ofGenerator(uri, ask);
  return undefined;
}

/** The text begins with `#region Assembly System.Runtime, Version=…`. */
async function ofAssembly(uri: string): Promise<MetadataSource> {
  const path = fileURLToPath(uri);
  const text = await readFile(path, 'utf8');
  const assembly = /^\s*#region Assembly ([^,\r\n]+)/m.exec(text)?.[1]?.trim() ?? '';
  const namespace = /^namespace ([\w.]+)/m.exec(text)?.[1];
  const type = withArity(basename(path, '.cs'), text);
  return { assembly, type: namespace === undefined ? type : `${namespace}.${type}`, text };
}

/** As metadata has it: the name of the file is without the number of type parameters. */
function withArity(type: string, text: string): string {
  const declared = new RegExp(
    `^[^/\n]*?\\b(?:class|struct|interface|record|delegate)\\b[^(\n]*?\\b${RegExp.escape(type)}\\b(?:<([^>]*)>)?`,
    'm',
  );
  const parameters = declared.exec(text)?.[1];
  return parameters === undefined ? type : `${type}\`${parameters.split(',').length}`;
}

interface Content {
  readonly text?: string | null;
}

async function ofGenerator(uri: string, ask: Ask): Promise<MetadataSource | undefined> {
  const { text } = await contentOf(uri, ask);
  if (typeof text !== 'string') return undefined;
  const { pathname, searchParams } = new URL(uri);
  return { assembly: searchParams.get('assemblyName') ?? '', type: decodeURIComponent(basename(pathname)), text };
}

/** Builds from before April 2026 know a request of their own only. */
async function contentOf(uri: string, ask: Ask): Promise<Content> {
  try {
    return (await ask<Content | null>('workspace/textDocumentContent', { uri })) ?? {};
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'server_failed')) throw error;
    return (await ask<Content | null>('sourceGeneratedDocument/_roslyn_getText', { textDocument: { uri } })) ?? {};
  }
}
