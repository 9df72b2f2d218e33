/** The elements of project files, as they are written. */
import { readFile } from 'node:fs/promises';
import { XMLParser } from 'fast-xml-parser';
import { log } from '../log.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own text, without that of the elements in it. */
  readonly text: string;
  /** Whether it, or what it stands in, has a condition, or is a target, which a build may not run. */
  readonly conditional: boolean;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  attributesGroupName: ':@',
  htmlEntities: true,
  parseTagValue: false,
  preserveOrder: true,
});

/** All elements of a file in their order; undefined where it cannot be read. */
export async function elementsIn(file: string): Promise<readonly Element[] | undefined> {
  try {
    return elements(parser.parse(await readFile(file, 'utf8'), true), false);
  } catch (error) {
    // The load reports a broken project in the server's own words.
    log.debug(`${file}: ${String(error)}`);
    return undefined;
  }
}

type Node = Readonly<Record<string, unknown>>;

function elements(nodes: unknown, within: boolean): Element[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: Node) => {
    const attributes = (node[':@'] ?? {}) as Readonly<Record<string, string>>;
    return Object.entries(node)
      .filter(([name]) => name !== ':@' && name !== '#text')
      .flatMap(([name, children]) => {
        const conditional = within || attributes['Condition'] !== undefined || /^(?:When|Otherwise|Target)$/.test(name);
        return [{ name, attributes, text: textOf(children), conditional }, ...elements(children, conditional)];
      });
  });
}

const textOf = (children: unknown): string =>
  Array.isArray(children) ? children.map((child: Node) => String(child['#text'] ?? '')).join('') : '';
