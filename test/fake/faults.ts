/**
 * What the fake language server can be made to do wrong. Without any it behaves as csharp-ls does, and punishes what
 * csharp-ls punishes: a notification off its list, a batch, a request after shutdown or an unanswered request of its own
 * wedge it for good.
 */

/** Methods by name; `*` stands for all of them. */
type Methods = readonly string[];

export interface Faults {
  /** Never answered, not even after a cancel. */
  readonly silent?: Methods;
  /** Answered only when they are cancelled; all else works meanwhile. */
  readonly holds?: Methods;
  /** The first so many requests of a method get no answer. */
  readonly drops?: { readonly method: string; readonly times: number };
  /** The first so many answers to a method are empty lists. */
  readonly hasty?: { readonly method: string; readonly times: number };
  readonly dies?: Death;
  /** Text on standard output before anything else. */
  readonly rubbish?: { readonly text: string; readonly exits?: true };
  /** How the load goes: a step per so many milliseconds or per poke (SIGUSR2), or one step of two and then nothing. */
  readonly load?: 'never' | { readonly steps: number; readonly every: number | 'poke' };
  /** Reads no more input after it got this method. */
  readonly stopsReading?: string;
  /** `split`: a pause inside of every character that takes more than a byte; `paired`: two frames in one write. */
  readonly frames?: 'split' | 'paired';
  readonly stringIds?: true;
  /** Requests to the client before the load begins; it waits for the answer to each. */
  readonly asks?: readonly { readonly method: string; readonly params?: unknown }[];
  /** Does not end at these. */
  readonly ignores?: readonly ('exit' | 'eof' | 'SIGTERM')[];
  /** Bytes on standard error after the handshake. */
  readonly flood?: number;
  /** Loads nothing without a dotnet on PATH. */
  readonly needsDotnet?: true;
  /** The message with which `initialize` fails. */
  readonly initializeError?: string;
  /** Why the solution cannot be loaded; every answer is empty then. */
  readonly failsToLoad?: string;
  /** Goes on to tell of loads, and of their end, after it has answered. */
  readonly restless?: true;
  /** Log messages during the load. */
  readonly logs?: readonly string[];
  /** Starts a process of its own that holds its standard error open and never ends. */
  readonly helper?: true;
  /** Closes its standard output when it gets this method, and lives on. */
  readonly closesOutput?: string;
}

export interface Death {
  /** `loading`: in the middle of the load; `answer`: in the middle of writing the answer. */
  readonly at: 'start' | 'handshake' | 'loading' | 'request' | 'answer';
  /** The method, for `request` and `answer`; any that asks about code where it is absent. */
  readonly method?: string;
  /** How many processes die so, the first ones; all of them where it is absent. */
  readonly times?: number;
  /** The exit code; without one it is ended by SIGKILL. */
  readonly code?: number;
  /** Its last words on standard error. */
  readonly says?: string;
}

/** One line of the record. */
export type Entry = { readonly start: number } & (
  | {
      readonly kind: 'started';
      readonly pid: number;
      readonly parent: number;
      readonly args: readonly string[];
      readonly helper?: number;
    }
  /** A whole frame as it came, header and body as text. */
  | { readonly kind: 'received'; readonly header: string; readonly body: string }
  /** Something that no client may do; `wedged` where the fake answers nothing from now on. */
  | { readonly kind: 'complaint' | 'wedged'; readonly what: string }
  | { readonly kind: 'dropped'; readonly method: string }
  | { readonly kind: 'signal'; readonly signal: string }
);
