/** The kinds of cases that can be run: how each is asked, in all its ways, and what its answer is held against. */
import { type Call, type Page, type Question, collect, definitionShape, referencesShape, symbolsShape } from './asking.ts';
import {
  type Case,
  type DefinitionCase,
  type ReferencesCase,
  type Spot,
  type SymbolsCase,
  asDefinitionCase,
  asReferencesCase,
  asSymbolsCase,
} from './case-file.ts';
import {
  type DefinitionPage,
  type Difference,
  type ReferencesPage,
  type SymbolsPage,
  compareDefinition,
  compareReferences,
  compareSymbols,
} from './comparison.ts';
import { type DiagsCase, type DiagsPage, asDiagsCase, compareDiags, diagsAsking, diagsShape } from './diags-case.ts';
import { type OutlineCase, type OutlinePage, asOutlineCase, compareOutline, outlineShape } from './outline-case.ts';

/** One way of asking one case. */
export interface Outcome {
  readonly id: string;
  /** The case's id and how it was asked. */
  readonly title: string;
  readonly differences: readonly Difference[];
  readonly warnings: readonly string[];
}

export interface Asking {
  readonly how: string;
  readonly parameters: Question['parameters'];
}

interface Kind<C extends Case, P extends Page> extends Pick<Question, 'tool' | 'page'> {
  /** Checks the parts that only this kind has. */
  readonly read: (each: Case) => Promise<C>;
  readonly askings: (truth: C) => readonly Asking[];
  readonly compare: (truth: C, pages: readonly P[], warnings: readonly string[]) => readonly Difference[];
}

type Runner = (call: Call, each: Case) => Promise<readonly Outcome[]>;

const runner =
  <C extends Case, P extends Page>({ tool, page, read, askings, compare }: Kind<C, P>): Runner =>
  async (call, each) => {
    const truth = await read(each);
    const outcomes: Outcome[] = [];
    for (const { how, parameters } of askings(truth)) {
      const answer = await collect<P>(call, { tool, page, parameters });
      outcomes.push({
        id: each.id,
        title: `${each.id} ${how} ${JSON.stringify(parameters)}`,
        differences: answer.ok ? compare(truth, answer.pages, answer.warnings) : [{ what: 'fault', text: answer.problem }],
        warnings: answer.ok ? answer.warnings : [],
      });
    }
    return outcomes;
  };

/** Every other kind is reported as not run. */
export const caseKinds: Readonly<Record<string, Runner>> = {
  refs: runner<ReferencesCase, ReferencesPage>({
    tool: 'references',
    page: referencesShape,
    read: asReferencesCase,
    askings: referencesAskings,
    compare: compareReferences,
  }),
  def: runner<DefinitionCase, DefinitionPage>({
    tool: 'definition',
    page: definitionShape,
    read: asDefinitionCase,
    askings: definitionAskings,
    compare: compareDefinition,
  }),
  symbols: runner<SymbolsCase, SymbolsPage>({
    tool: 'symbols',
    page: symbolsShape,
    read: asSymbolsCase,
    askings: ({ input }) => [{ how: 'by query', parameters: { query: input.query } }],
    compare: compareSymbols,
  }),
  outline: runner<OutlineCase, OutlinePage>({
    tool: 'outline',
    page: outlineShape,
    read: asOutlineCase,
    askings: ({ input }) => [{ how: 'by path', parameters: { path: input.file } }],
    compare: compareOutline,
  }),
  diags: runner<DiagsCase, DiagsPage>({
    tool: 'diagnostics',
    page: diagsShape,
    read: asDiagsCase,
    askings: (truth) => [diagsAsking(truth)],
    compare: compareDiags,
  }),
};

/** No name reaches these from outside of the member that declares them. */
const nameless: ReadonlySet<string> = new Set([
  'local function',
  'local',
  'parameter',
  'type parameter',
  'rangevariable',
  'label',
]);

export function referencesAskings({ input }: ReferencesCase): readonly Asking[] {
  return [byPosition(input), ...byNames(input)];
}

/** What an assembly declares has no name in the loaded projects. */
export function definitionAskings({ input, expected }: DefinitionCase): readonly Asking[] {
  const given: Asking[] = 'name' in input ? [{ how: 'by name', parameters: { symbol: input.name } }] : [byPosition(input)];
  const names = expected.inMetadata === undefined ? byNames(expected) : [];
  const asked = new Set(given.map(({ parameters }) => parameters['symbol']));
  return [...given, ...names.filter(({ parameters }) => !asked.has(parameters['symbol']))];
}

const byPosition = ({ file, line, col }: Spot): Asking => ({
  how: 'by position',
  parameters: { path: file, line, column: col },
});

/** The names that denote one symbol only are its signature and its documentation id. */
function byNames(named: { readonly kind: string; readonly signature: string; readonly docId?: string }): Asking[] {
  if (nameless.has(named.kind)) return [];
  const name: Asking = { how: 'by name', parameters: { symbol: named.signature } };
  const { docId } = named;
  return docId === undefined ? [name] : [name, { how: 'by documentation id', parameters: { symbol: docId } }];
}
