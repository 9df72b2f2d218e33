/** A family of files: the same shape of code again and again, each time in a namespace of its own, using an earlier one. */
import type { CodeSymbol } from './symbols.ts';
import { type Piece, type SourceFile, cs } from './text.ts';

/** Where a member of a family is written. */
export interface Site {
  /** `Gen.P07.Shapes05`. */
  readonly namespace: string;
  /** The path of a file of it, relative to the root; `part` tells several apart. */
  readonly path: (part?: string) => string;
  /** Whether code of another project can be used here. */
  readonly sees: (project: number) => boolean;
  readonly project: number;
}

/** What was written. */
export interface Written {
  readonly files: readonly SourceFile[];
  /** The symbols that questions are asked about. */
  readonly asked: readonly CodeSymbol[];
}

/** Writes the next member of a family. */
export interface Writer {
  readonly name: string;
  readonly write: (site: Site) => Written;
}

/** A family whose members hand `exported` to later ones in projects that see them. */
export const family =
  <E>(name: string, write: (site: Site, peer: E | undefined) => Written & { readonly exported: E }): (() => Writer) =>
  () => {
    const earlier: { readonly project: number; readonly exported: E }[] = [];
    return {
      name,
      write: (site) => {
        // Another project's, so that uses cross the border between projects.
        const peer = earlier.findLast(({ project }) => project !== site.project && site.sees(project));
        const { exported, ...written } = write(site, peer?.exported);
        earlier.push({ project: site.project, exported });
        return written;
      },
    };
  };

/** A file of C# in the namespace of its site. */
export const source = (site: Site, usings: readonly string[], body: Piece, part?: string): SourceFile => ({
  path: site.path(part),
  body: cs`${[...usings, 'Gen.P00'].map((each) => `using ${each};\n`).join('')}\nnamespace ${site.namespace};\n\n${body}`,
});
