/**
 * Problems under several target frameworks. A server has each project under one framework, and what it tells of a project
 * is true only where all that the project references is loaded as its build takes it: under another framework members are
 * missing that are there. So each project and framework is asked about on a server that has it so.
 */
import type { ProjectFacts } from '../../dotnet/facts.ts';
import { byPreference, canUse } from '../../dotnet/target-framework.ts';
import { Problem } from '../../model/problem.ts';
import { inTime, seenUnder } from '../symbols/other-frameworks.ts';
import type { Told } from './kept.ts';
import type { LoadedFrameworks } from '../load/frameworks.ts';
import type { View } from '../view.ts';

/** The answer of one server to one question, under the key by which it is kept. */
export interface Part {
  readonly key: string;
  readonly told: Told;
}

/** Projects (absolute paths) under a framework of theirs about which nothing was asked. */
export interface Untold {
  readonly framework: string;
  readonly projects: readonly string[];
  /** Completes "it …". */
  readonly why: string;
}

export interface UnderFrameworks {
  readonly parts: readonly Part[];
  readonly untold: readonly Untold[];
}

/** A server, and the projects about which it is believed; undefined for all. */
export interface Stand {
  /** The framework that is wanted of it; undefined for the usual one. */
  readonly framework: string | undefined;
  readonly projects: ReadonlySet<string> | undefined;
}

/** Asks one server; the question is the key by which the answer is kept. */
export type AskUnder = (view: View, question: string, projects: Stand['projects']) => Promise<Told>;

/** Each further server takes as long as a load and as much memory; no more of them are kept at once. */
const mostServers = 2;

/** Asks under all frameworks of the projects (absolute paths), as far as servers for them can be had within the call. */
export async function everyFramework(
  view: View,
  { key, projects: meant }: { readonly key: string; readonly projects: readonly string[] },
  ask: AskUnder,
): Promise<UnderFrameworks> {
  const { stands, untold } = standsOf(await view.facts(), view.frameworks, new Set(meant));
  const parts: Part[] = [];
  for (const { framework, projects } of stands) {
    const question = framework === undefined ? key : `${key} under ${framework}`;
    const under = framework === undefined ? view : await seenUnder(view, framework);
    if (typeof under !== 'string') {
      const told = await inTime(ask(under, question, projects));
      if (!(told instanceof Problem)) parts.push({ key: question, told });
      else if (parts.length === 0) throw told;
      else untold.push({ framework: framework ?? '', projects: [...(projects ?? [])], why: 'did not answer in time, ask again' });
    } else untold.push({ framework: framework ?? '', projects: [...(projects ?? [])], why: under });
  }
  return { parts, untold };
}

/** Asks about a file (absolute path) on the servers that run; one is started where no other can be believed. */
export async function runningFrameworks(view: View, path: string, key: string, ask: AskUnder): Promise<UnderFrameworks> {
  const { frameworks } = view;
  if (frameworks === undefined || frameworks.several.size === 0) {
    return { parts: [{ key, told: await ask(view, key, undefined) }], untold: [] };
  }
  const facts = await view.facts();
  const homes = new Set(facts.projectsOf(path).map(({ project }) => project));
  const { stands, untold } = standsOf(facts, frameworks, homes);
  const parts: Part[] = [];
  for (const { framework, projects } of stands) {
    const question = framework === undefined ? key : `${key} under ${framework}`;
    if (framework === undefined) parts.push({ key: question, told: await ask(view, question, projects) });
    else if (parts.length === 0 || frameworks.running.includes(framework)) {
      parts.push({ key: question, told: await ask(await view.under(framework), question, projects) });
    } else untold.push({ framework, projects: [...homes], why: 'was not asked; scope project asks' });
  }
  return { parts, untold };
}

/**
 * The servers that are needed for all frameworks of the projects (all, where none are named), the usual one first and
 * those that run before others; and what too many servers would be needed for.
 */
export function standsOf(
  facts: ProjectFacts,
  frameworks: LoadedFrameworks | undefined,
  named?: ReadonlySet<string>,
): { readonly stands: readonly Stand[]; readonly untold: Untold[] } {
  if (frameworks === undefined || frameworks.several.size === 0) {
    return { stands: [{ framework: undefined, projects: undefined }], untold: [] };
  }
  const meant = named === undefined || named.size === 0 ? facts.projects : [...named];
  const open = new Set(meant.flatMap((project) => frameworksOf(facts, project).map((each) => pairOf(project, each))));
  const candidates = [undefined, ...new Set([...frameworks.several.values()].flat())].map((framework) => {
    const loaded = framework === undefined ? frameworks.loaded : frameworks.chosen(framework);
    // Where a project needs another one under two frameworks at once, no server has both: then its own references count.
    return { framework, pairs: believed(facts, loaded), nearly: believed(facts, loaded, false) };
  });
  const runs = (framework: string | undefined): number =>
    Number(framework === undefined) * 2 + Number(frameworks.running.includes(framework ?? ''));
  const stands = new Map<string | undefined, Set<string>>();
  for (const level of ['pairs', 'nearly'] as const) {
    const gain = (each: (typeof candidates)[number]): number => [...each[level].values()].filter((pair) => open.has(pair)).length;
    for (;;) {
      const [best] = candidates
        .filter((each) => gain(each) > 0 && (stands.has(each.framework) || stands.size <= mostServers))
        .sort((a, b) => runs(b.framework) - runs(a.framework) || gain(b) - gain(a));
      if (best === undefined) break;
      const told = stands.get(best.framework) ?? new Set<string>();
      for (const [project, pair] of best[level]) if (open.delete(pair) || level === 'pairs') told.add(project);
      stands.set(best.framework, told);
    }
  }
  return { stands: [...stands].map(([framework, projects]) => ({ framework, projects })), untold: left(open) };
}

/** A project of which no framework is known is loaded as the server does by itself. */
function frameworksOf(facts: ProjectFacts, project: string): readonly string[] {
  const known = facts.frameworks(project);
  return known.length > 0 ? known : [''];
}

const pairOf = (project: string, framework: string): string => `${project}\n${framework}`;

function left(open: ReadonlySet<string>): Untold[] {
  const pairs = [...open].map((pair) => pair.split('\n'));
  return [...Map.groupBy(pairs, ([, framework = '']) => framework)].map(([framework, of]) => ({
    framework,
    projects: of.map(([project = '']) => project),
    why: 'was not asked, as it needs one more language server',
  }));
}

/**
 * The projects that are loaded as their builds take them, each with its pair; with all that they reference, and what that
 * references (`deep`), or with their own references only.
 */
function believed(facts: ProjectFacts, loaded: ReadonlyMap<string, string>, deep = true): ReadonlyMap<string, string> {
  const frameworkOf = (project: string): string => loaded.get(project) ?? frameworksOf(facts, project)[0] ?? '';
  const judged = new Map<string, boolean>();
  const judge = (project: string): boolean => {
    const known = judged.get(project);
    if (known !== undefined) return known;
    // A circle, which MSBuild refuses, ends here.
    judged.set(project, true);
    const framework = frameworkOf(project);
    const references = facts.evaluated(project).find((each) => each.framework === framework)?.references ?? [];
    const right = references.every(({ project: used, kind }) => {
      if (kind !== 'code') return true;
      const all = facts.frameworks(used);
      return (all.length < 2 || framework === '' || frameworkOf(used) === nearest(framework, all)) && (!deep || judge(used));
    });
    judged.set(project, right);
    return right;
  };
  return new Map(facts.projects.filter(judge).map((project) => [project, pairOf(project, frameworkOf(project))]));
}

/** The framework of a referenced project that a build for `user` takes. */
export function nearest(user: string, frameworks: readonly string[]): string | undefined {
  const family = (name: string): string => /^[a-z]+/i.exec(name)?.[0] ?? '';
  const isOld = (name: string): boolean => /^net\d+$/i.test(name);
  const platform = (name: string): string => /-[a-z]+/i.exec(name)?.[0] ?? '';
  const alike = (name: string): number =>
    Number(name === user) * 4 +
    Number(family(name) === family(user) && isOld(name) === isOld(user)) * 2 +
    Number(platform(name) === platform(user));
  return frameworks.filter((each) => canUse(user, each)).sort((a, b) => alike(b) - alike(a) || byPreference(a, b))[0];
}
