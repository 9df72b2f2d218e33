/**
 * Places in source text as everybody above `workspace/` knows them: lines and columns count from 1, columns in UTF-16
 * code units, paths are relative to the workspace root with `/` (absolute where the file lies outside of it).
 */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One occurrence of a name in a file. */
export interface Place extends Position {
  readonly path: string;
}
