/**
 * Answers over all target frameworks: what is dormant under the loaded ones is asked of a server that has another
 * framework loaded; what nobody was asked about is named in a warning.
 */
import { byPreference } from '../../dotnet/target-framework.ts';
import type { Warning } from '../../model/codes.ts';
import { Problem, isEverybodys } from '../../model/problem.ts';
import type { Dormant } from '../text/dormant.ts';
import { placeKey } from '../places.ts';
import type { View } from '../view.ts';

/** Frameworks that one call asks beside the loaded ones; each takes a load, once. */
export const mostAsked = 2;
/** Places that the warning names; the rest is counted. */
const mostNamed = 10;

export interface OverOthers<T> {
  readonly answers: readonly T[];
  /** What is dormant in all that was asked. */
  readonly left: readonly Dormant[];
  /** Why frameworks that were wanted were not asked. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Why the time did not suffice for all of them, where that is the reason. */
  readonly timedOut: Problem | undefined;
}

/**
 * Asks under other frameworks until each place was compiled under one that was asked. An answer of undefined does not
 * tell of the places. Rejects as the question does, but where time ends: what was answered before is still worth telling.
 */
export async function overOthers<T>(
  view: View,
  places: readonly Dormant[],
  question: (other: View) => Promise<T | undefined>,
): Promise<OverOthers<T>> {
  const answers: T[] = [];
  const reasons = new Map<string, string>();
  const tried = new Set<string>();
  let left = [...places];
  let timedOut: Problem | undefined;
  while (tried.size < mostAsked) {
    const framework = nextOf(view, left, tried);
    if (framework === undefined) break;
    tried.add(framework);
    const asked = await inTime(
      seenUnder(view, framework).then(async (other) => ({
        other,
        answer: typeof other === 'string' ? undefined : await question(other),
      })),
    );
    if (asked instanceof Problem) {
      timedOut = asked;
      reasons.set(framework, 'did not answer in time, ask again');
      break;
    }
    if (typeof asked.other === 'string') reasons.set(framework, asked.other);
    if (asked.answer === undefined) continue;
    answers.push(asked.answer);
    left = left.filter(({ frameworks }) => !frameworks.includes(framework));
  }
  return { answers, left, reasons, timedOut };
}

/** What somebody answers, or the problem that the time for it is over. */
export async function inTime<T>(answer: Promise<T>): Promise<T | Problem> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && error.code === 'request_timed_out') return error;
    throw error;
  }
}

/** The framework under which most of the places are compiled; one with a server before all others. */
function nextOf({ frameworks }: View, places: readonly Dormant[], tried: ReadonlySet<string>): string | undefined {
  const open = places.flatMap((each) => each.frameworks).filter((each) => !tried.has(each));
  const count = (framework: string): number => open.filter((each) => each === framework).length;
  const runs = (framework: string): number => Number(frameworks?.running.includes(framework) === true);
  const [next] = [...new Set(open)].sort((a, b) => runs(b) - runs(a) || count(b) - count(a) || byPreference(a, b));
  return next;
}

/** The code under a framework, or why it cannot be seen. */
export async function seenUnder(view: View, framework: string): Promise<View | string> {
  try {
    return await view.under(framework);
  } catch (error) {
    if (!(error instanceof Problem) || isEverybodys(error)) throw error;
    return error.code === 'workspace_loading'
      ? 'is being loaded, ask again'
      : `cannot be loaded: ${error.message.split('\n')[0]}`;
  }
}

/** The warning that names places where something stands that was not judged; none for none. */
export function notSeen(what: string, left: readonly Dormant[], reasons: ReadonlyMap<string, string> = new Map()): Warning[] {
  if (left.length === 0) return [];
  const named = left.slice(0, mostNamed).map((each) => `${placeKey(each.place)} (${whyOf(each)})`);
  const more = left.length > mostNamed ? ` and ${left.length - mostNamed} more places` : '';
  const why = [...reasons].map(([framework, reason]) => `; ${framework} ${reason}`).join('');
  return [
    {
      code: 'frameworks_not_seen',
      message: `${what} also stands in code that was not looked at: ${named.join(', ')}${more}${why}`,
    },
  ];
}

function whyOf({ frameworks, condition }: Dormant): string {
  const where = condition === undefined ? '' : `#if ${condition}`;
  if (frameworks.length === 0) return `${where}, under no loaded framework`.replace(/^, /, '');
  return `${where}, ${frameworks.join(', ')}`.replace(/^, /, '');
}
