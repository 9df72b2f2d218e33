/** How a failure is worded: what it lists, and what it quotes at length, is cut to the budget of the call, and counted. */
import type { ErrorCode, Warning } from '../model/codes.ts';
import type { Continuation, Diagnostic, Problem } from '../model/problem.ts';
import { fitting, tokensOf } from './budget.ts';
import { printable } from './printable.ts';
import { limitReached, warningText } from './warnings.ts';

/** The same facts twice; `data` is that of the envelope. */
export interface WordedFailure {
  readonly text: string;
  readonly data: {
    readonly error: { readonly code: ErrorCode; readonly message: string };
    readonly continuation?: Continuation;
    readonly diagnostics?: readonly Diagnostic[];
    readonly warnings?: readonly Warning[];
  };
}

/** What it says comes first, then warnings (`labels` and its own), which have half of the budget at most, then its diagnostics. */
export function failureAnswer(problem: Problem, maxTokens: number, labels: readonly Warning[] = []): WordedFailure {
  const said = [...labels, ...problem.warnings];
  const worded = (message: string, warnings: number, diagnostics: number): WordedFailure =>
    wordedWith(problem, said, { message, warnings, diagnostics, maxTokens });
  const fits = ({ text, data }: WordedFailure, most = maxTokens): boolean =>
    tokensOf(text) <= most && tokensOf(JSON.stringify({ ok: false, ...data })) <= most;
  const warnings = fitting(said.length, (count) => fits(worded('', count, 0), maxTokens / 2));
  const message = messageWithin(problem, (text) => fits(worded(text, warnings, 0)));
  const diagnostics = fitting(problem.diagnostics.length, (count) => fits(worded(message, warnings, count)));
  return worded(message, warnings, diagnostics);
}

/** Rows of a problem that are shown at most: whoever has to choose from more asks more exactly. */
const mostRows = 20;

/** As much of what a problem says as fits: rows, or lines, are left out at the end, and only then its first line is cut. */
export function messageWithin(problem: Problem, fits: (message: string) => boolean): string {
  const [head = '', ...lines] = printable(problem.message).split('\n');
  const what = problem.rows.length > 0 ? 'more' : 'more lines';
  const message = (count: number): string => {
    const more = lines.length > count ? [`… and ${lines.length - count} ${what}`] : [];
    return [head, ...lines.slice(0, count), ...more].join('\n');
  };
  const count = fitting(problem.rows.length > 0 ? Math.min(lines.length, mostRows) : lines.length, (some) => fits(message(some)));
  if (fits(message(count))) return message(count);
  const cut = (length: number): string => `${head.slice(0, length).toWellFormed()}…`;
  return cut(fitting(head.length, (length) => fits(cut(length))));
}

interface Shown {
  readonly message: string;
  /** How many of them. */
  readonly warnings: number;
  readonly diagnostics: number;
  readonly maxTokens: number;
}

function wordedWith({ code, continuation, diagnostics }: Problem, warnings: readonly Warning[], shown: Shown): WordedFailure {
  const left = [
    ...counted(warnings.length - shown.warnings, 'warning'),
    ...counted(diagnostics.length - shown.diagnostics, 'diagnostic'),
  ];
  const told = [
    ...warnings.slice(0, shown.warnings),
    ...(left.length === 0 ? [] : [limitReached(left.join(' and '), `maxTokens ${shown.maxTokens}`)]),
  ];
  const next = continuation === undefined ? [] : [continuation.instruction];
  const some = diagnostics.slice(0, shown.diagnostics);
  return {
    text: printable([`${code}: ${shown.message}`, ...next, ...told.map(warningText)].join('\n')),
    data: {
      error: { code, message: shown.message },
      ...(continuation === undefined ? {} : { continuation }),
      ...(some.length > 0 ? { diagnostics: some } : {}),
      ...(told.length > 0 ? { warnings: told } : {}),
    },
  };
}

const counted = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]);
