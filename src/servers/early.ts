/** Answers of Roslyn's search for uses that come too early; both servers hand on what it finds. */
import type { CSharpKind } from '../model/kinds.ts';

const overriding: ReadonlySet<CSharpKind> = new Set(['method', 'property', 'indexer', 'event']);

/**
 * Whether the first answer about the uses of such a symbol can be short. Seen with csharp-ls for an indexer that implements
 * interfaces from metadata: 165, 167 and 183 uses in first answers, 242 in later ones. What can neither implement nor
 * override anything was steady.
 */
export const mayAnswerEarly = (kind: CSharpKind | undefined): boolean => kind === undefined || overriding.has(kind);
