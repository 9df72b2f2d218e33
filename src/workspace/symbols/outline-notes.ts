/** What an outline does not list, or not with certainty, in words. */
import type { Written } from '../../syntax/written.ts';
import type { FileMembers } from './members.ts';
import type { WrittenText } from '../text/written.ts';

/** Declarations that a note names; the rest is counted. */
const mostNamed = 5;

/** Of a file, or of a type in it; `server` is the name of the language server. */
export function outlineNotes({ written, byTextAlone }: FileMembers, server: string, type?: Written): string[] {
  if (written === undefined) return ['the file cannot be decoded, so signatures and line ranges are not known'];
  const holds = (offset: number): boolean => type === undefined || (type.start <= offset && offset < type.end);
  const unlisted = [
    ...(written.localFunctions.some(holds) ? ['local functions'] : []),
    ...(written.statements && type === undefined ? ['top-level statements'] : []),
  ];
  const inactive = written.inactive.filter(({ nameStart }) => holds(nameStart));
  return [
    ...(unlisted.length === 0 ? [] : [`${unlisted.join(' and ')} are not listed`]),
    ...(inactive.length === 0 ? [] : [inactiveNote(written, inactive)]),
    ...(written.constantsKnown ? [] : [unknownNote(byTextAlone === undefined ? server : undefined)]),
    ...(byTextAlone === undefined ? [] : [`${untold[byTextAlone](server)}: this is what its text declares`]),
  ];
}

/** What stands in a declaration that is not compiled needs no word of its own. */
function inactiveNote(text: WrittenText, inactive: readonly Written[]): string {
  const all = new Set(inactive);
  const outermost = inactive.filter(({ parent }) => parent === undefined || !all.has(parent));
  const named = outermost.slice(0, mostNamed).map((each) => {
    const condition = text.conditionOf(each);
    const line = `line ${text.position(each.nameStart).line}`;
    return `${each.kind} ${each.name} (${condition === undefined ? line : `${line}, #if ${condition}`})`;
  });
  const more = outermost.length > mostNamed ? ` and ${outermost.length - mostNamed} more` : '';
  return `compiled by no project, so not listed: ${named.join(', ')}${more}`;
}

const untold = {
  'several-projects': (server: string): string => `${server} tells nothing about a file that several projects compile`,
  'not-loaded': (server: string): string => `${server} does not have this file loaded`,
};

const unknownNote = (server: string | undefined): string =>
  `the constants of the projects are not known: what stands under #if is listed ${server === undefined ? 'in any case' : `where ${server} lists it`}`;
