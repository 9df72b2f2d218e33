/** How one symbol is described: its declaration, what holds it, documentation, and what else has its name. */
import type { Place } from '../model/places.ts';
import { fitting } from './budget.ts';
import { type Budget, type Rendered, keeps } from './page.ts';

/** A declaration without what it holds. */
export interface DescribedHeader {
  readonly kind: string | undefined;
  readonly accessibility: string | undefined;
  readonly modifiers: readonly string[];
  readonly signature: string;
}

export interface DescribedOverload extends DescribedHeader {
  readonly place?: Place;
}

/** One place of a declaration, with the lines of the file that it takes. */
export interface DescribedPart {
  readonly place: Place;
  readonly lines: { readonly first: number; readonly last: number } | undefined;
}

export interface DescribeAnswer extends Budget, DescribedHeader {
  readonly symbol: string;
  readonly notes: readonly string[];
  readonly constraints: readonly string[];
  readonly attributes: readonly string[];
  readonly bases: readonly string[];
  readonly containing: string | undefined;
  readonly namespace: string | undefined;
  readonly documentation: string;
  readonly declared: readonly DescribedPart[];
  readonly assembly: string | undefined;
  readonly overloads: readonly DescribedOverload[];
  /** How many declarations, and how many overloads, are shown at most. */
  readonly mostRows: number;
}

export interface DescribePage extends Rendered {
  /** What the budget left out, in words. */
  readonly left: string | undefined;
}

/** What of an answer is shown. */
type Shown = Pick<DescribeAnswer, 'declared' | 'attributes' | 'overloads'> & { readonly documentation: readonly string[] };

/** Longer texts are cut. */
const longest = { line: 1000, attribute: 200 };

/** Where it is declared first and how always stand there; the rest goes by what tells most. */
export function describeAnswer(answer: DescribeAnswer): DescribePage {
  const documentation = answer.documentation === '' ? [] : answer.documentation.split('\n').map((line) => cut(line));
  const blank = documentation.indexOf('');
  const whole = { ...answer, documentation, attributes: answer.attributes.map((each) => cut(each, longest.attribute)) };
  const paragraph = blank < 0 ? documentation.length : blank;
  const first = Math.min(1, answer.declared.length);
  const upTo = (rows: readonly unknown[]): number => Math.min(rows.length, answer.mostRows);
  const sizes = [paragraph, whole.attributes.length, upTo(answer.overloads), upTo(answer.declared) - first];
  const most = sizes.reduce((sum, each) => sum + each, documentation.length - paragraph);
  const render = (count: number): DescribePage => {
    let left = count;
    const [lines = 0, attributes = 0, overloads = 0, declared = 0] = sizes.map((size) => {
      const taken = Math.min(size, left);
      left -= taken;
      return taken;
    });
    const shown = {
      documentation: documentation.slice(0, lines + left),
      attributes: whole.attributes.slice(0, attributes),
      overloads: answer.overloads.slice(0, overloads),
      declared: answer.declared.slice(0, first + declared),
    };
    return { text: textOf(answer, shown), data: dataOf(answer, shown), left: leftOf(whole, shown) };
  };
  return render(fitting(most, (count) => keeps(answer, render(count))));
}

const cut = (text: string, most = longest.line): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

const nouns = {
  documentation: ['line of documentation', 'lines of documentation'],
  attributes: ['attribute', 'attributes'],
  overloads: ['overload', 'overloads'],
  declared: ['declaration', 'declarations'],
} as const;

function leftOf(whole: Shown, shown: Shown): string | undefined {
  const left = (['documentation', 'attributes', 'overloads', 'declared'] as const).flatMap((part) => {
    const count = whole[part].length - shown[part].length;
    return count === 0 ? [] : [`${count} ${nouns[part][count === 1 ? 0 : 1]}`];
  });
  return left.length === 0 ? undefined : left.join(', ');
}

function textOf(answer: DescribeAnswer, { documentation, attributes, overloads, declared }: Shown): string {
  const { symbol, kind, notes, constraints, containing, namespace, bases, assembly } = answer;
  const holder = containing ?? (namespace === undefined ? undefined : `namespace ${namespace}`);
  return [
    kind === undefined ? symbol : `${kind} ${symbol}`,
    ...notes.map((each) => `(${each})`),
    [headerText(answer), ...constraints].join(' '),
    ...(holder === undefined ? [] : [`in ${holder}`]),
    ...(attributes.length === 0 ? [] : [`attributes: ${attributes.map((each) => `[${each}]`).join(' ')}`]),
    ...(bases.length === 0 ? [] : [`base types: ${bases.join(', ')}`]),
    ...(assembly === undefined ? [] : [`declared in the assembly ${assembly}; read-only`]),
    ...declared.map(({ place, lines }) => `declared at ${placeText(place)}${rangeText(lines)}`),
    ...(documentation.length === 0 ? [] : ['', ...documentation, '']),
    ...(answer.overloads.length === 0 ? [] : [`other overloads: ${answer.overloads.length}`]),
    ...overloads.map((each) => `  ${headerText(each)}${each.place === undefined ? '' : `  ${placeText(each.place)}`}`),
  ]
    .join('\n')
    .trimEnd();
}

/** An operator's signature says what it is. */
const headerText = ({ kind, accessibility, modifiers, signature }: DescribedHeader): string =>
  [accessibility, ...modifiers, kind === 'operator' ? undefined : kind, cut(signature)]
    .filter((each) => each !== undefined)
    .join(' ');

const placeText = ({ path, line, column }: Place): string => `${path}:${line}:${column}`;

const rangeText = (lines: DescribedPart['lines']): string =>
  lines === undefined || lines.first === lines.last ? '' : ` (lines ${lines.first}–${lines.last})`;

function dataOf(answer: DescribeAnswer, { documentation, attributes, overloads, declared }: Shown): Record<string, unknown> {
  const { symbol, notes, constraints, containing, namespace, bases, assembly } = answer;
  const list = (name: string, values: readonly string[]) => (values.length === 0 ? {} : { [name]: values });
  const one = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });
  return {
    symbol,
    ...headerData(answer),
    ...list('notes', notes),
    ...list('constraints', constraints),
    ...one('containing', containing),
    ...one('namespace', namespace),
    ...list('attributes', attributes),
    ...list('bases', bases),
    ...(documentation.length === 0 ? {} : { documentation: documentation.join('\n') }),
    ...one('assembly', assembly),
    ...(answer.declared.length > declared.length ? { declarationCount: answer.declared.length } : {}),
    declarations: declared.map(({ place, lines }) => ({
      ...place,
      ...(lines === undefined ? {} : { firstLine: lines.first, lastLine: lines.last }),
    })),
    ...(answer.overloads.length === 0 ? {} : { overloadCount: answer.overloads.length }),
    ...(overloads.length === 0 ? {} : { overloads: overloads.map((each) => ({ ...headerData(each), ...each.place })) }),
  };
}

const headerData = ({ kind, accessibility, modifiers, signature }: DescribedHeader): Record<string, unknown> => ({
  ...(kind === undefined ? {} : { kind }),
  ...(accessibility === undefined ? {} : { accessibility }),
  ...(modifiers.length === 0 ? {} : { modifiers: modifiers.join(' ') }),
  signature: cut(signature),
});
