/**
 * What the strict fake of Microsoft's language server can be made to do, and what it always does: one row each, with what
 * is known of the real one.
 */
import type { Faults } from '../fake/faults.ts';

/** Off unless a test turns them on. */
export const switches = {
  tenRegistrations: 'registers ten kinds of diagnostics in one request and in any order: nine identifiers, and Razor with none',
  manyItems: 'asks for 80 values in two requests, 75 and 5; each wants a list of that length',
  manyWatchers: 'registers 120 watchers, one request each: half while it loads, the others one by one as the session goes on',
  stringIds: 'its requests have strings for ids',
  asksUnknown: 'sends requests of its own making; the right answer is the error -32601',
  positionalProgress: 'sends the params of $/progress as a list of token and value',
  logsType5: 'sends log messages of type 5, which no other server does',
  textBeforeFrames: 'writes text for people before its first frame',
  splitFrames: 'writes frames in pieces that end inside of characters',
  loadsByPokes: 'loads in two steps, each at a poke (SIGUSR2)',
  completesTwice: 'says twice that the load is complete',
  refusesSolution: 'cannot read the solution: it logs an exception, and the load never completes',
  restoreStalls: 'restores, tells so once and then nothing more',
  nodeReuseStalls: 'restores, and stalls unless MSBUILDDISABLENODEREUSE is 1',
  awaitsAssets:
    'restores by itself and goes on at the watched-file event for obj/project.assets.json, unless told not to restore',
  oldProfile:
    'is a build of 2025: asks _roslyn_projectNeedsRestore (an error blocks the load), knows no call or type hierarchy, and needs --logLevel and --extensionLogDirectory',
  contentModified: 'answers the first request of each method about code with -32801',
  mixedLineEnds: 'mixes CRLF and LF within one newText',
  otherProcess: 'holds the workspace in a process of its own, in a session of its own, which _roslyn_processId names',
  diesMidRequest: 'is killed in the middle of its first answer about references; once',
  hangsMidRequest: 'never answers the first request for references; once',
  ignoresExit: 'does not end at exit, nor at the end of its input',
} as const;

export type Switch = keyof typeof switches;

/** True of every one of them. */
export const rules = {
  options: 'an unknown option, or none of --stdio and --pipe, is a parse error and a non-zero exit',
  order: 'initialize, initialized, requests, shutdown, exit: anything out of order ends it',
  noVisualStudio: 'a client that says it is Visual Studio gets another protocol',
  answersOwed: 'the load completes only when every request so far is answered; one that is never answered is told at exit',
  registrationFails: 'an error in answer to a registration ends it, since that is an exception in a mutating handler',
  emptyUntilComplete: 'before the load is complete every request about code is answered with nothing, as a success',
  badSolution: 'a solution that does not exist or is no file URI is logged, and the load never completes',
  emptyProjects: 'an empty list of projects is no load: it never completes',
  openOnce: 'a second didOpen, and didChange or didClose of a file that is not open, end it',
  openPulls: 'a document pull about a file that is not open is empty',
  identifiers: 'a pull with an identifier has only what that source of problems finds; without one it has all',
  compilerScope: 'a workspace pull finds nothing unless the compiler scope was fullSolution from the first answer on',
  longPoll: 'a second workspace pull is held until something changes, and ends at $/cancelRequest with -32800',
  decoratedNames: 'names of an outline have parameters and type: `Add(int, int) : int`',
  lateEvents: 'a watched-file event is taken in after 0.3 s',
  nudge: 'a new or deleted file is taken in when its event and one for the csproj have come',
  nestedActions: 'an action with children has no edit of its own: the child is resolved',
  fixAll: 'codeAction/resolve of a fix-all action gives no edit; resolveFixAll wants a scope, spelled exactly',
  versionNull: 'edits are for version null of a document',
  unknownMethods: 'a request that it does not know is answered with -32601',
} as const;

export type Rule = keyof typeof rules;

/** What the fake reads when it starts; `load` lets the load take steps. */
export interface Setup extends Pick<Faults, 'silent'> {
  readonly on: readonly Switch[];
  /** For what comes in any order. */
  readonly seed: number;
}

/** Under these a client in order gets right answers, all of them at once, without a word from anybody else. */
export const harmless = [
  'tenRegistrations',
  'manyItems',
  'manyWatchers',
  'stringIds',
  'asksUnknown',
  'positionalProgress',
  'logsType5',
  'textBeforeFrames',
  'splitFrames',
  'completesTwice',
  'nodeReuseStalls',
  'awaitsAssets',
  'contentModified',
  'mixedLineEnds',
  'otherProcess',
] as const satisfies readonly Switch[];
