/** What the bridge needs to know of a language server, whichever it is. */
import type { ClientCapabilities, DocumentSymbol, Range, SymbolInformation } from 'vscode-languageserver-protocol';
import type { LspClient, RequestOptions } from '../lsp/client.ts';
import type { OutgoingMessage } from '../lsp/connection.ts';
import type { Documents } from '../lsp/documents.ts';
import type { Launch } from '../lsp/process.ts';
import type { Plan, Report, Subscribe } from '../lsp/start.ts';
import type { Severity } from '../model/codes.ts';
import type { CSharpKind } from '../model/kinds.ts';
import type { LoadProblem } from '../model/problem.ts';

/** A language server that was found on this machine. */
export interface FoundServer {
  readonly adapter: ServerAdapter;
  /** Absolute path of the executable or of the .dll. */
  readonly path: string;
  /** Where it was found, as a person reads it. */
  readonly origin: string;
}

/** What is to be loaded; every path is absolute. */
export interface LoadTarget {
  /** The one folder that holds the workspace root and all loaded documents. */
  readonly folder: string;
  /** A solution file with what was chosen; it may be one that the bridge wrote outside of the workspace. */
  readonly solution: string;
  /** Whether the solution file is the user's own, and holds all projects. */
  readonly isWhole: boolean;
  /** What was chosen, and all that it references. */
  readonly projects: readonly string[];
  /** Whether packages may be restored. */
  readonly restore: boolean;
}

/** The environment of the server: a dotnet that is known to exist, and the variables it is started with. */
export interface ServerEnvironment {
  readonly dotnet: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder that the server may write into. */
  readonly folder: string;
}

/** A declared name, taken apart from the text in which the server shows it. */
export interface DeclaredName {
  /** The bare name: `Add`, `this[]`, `operator +`, `~Square`; a constructor has the name of its type. */
  readonly name: string;
  readonly kind: CSharpKind;
  /** Names of the type parameters, `[]` without any. */
  readonly typeParameters: readonly string[];
  /** Types of the parameters without their names and modifiers; absent where there is no parameter list. */
  readonly parameters?: readonly string[];
  /** The interface that an explicit implementation names, as the server writes it. */
  readonly explicitInterface?: string;
}

/** A hit of the name search: it tells the types around a member, and no namespace. */
export interface FoundName extends DeclaredName {
  readonly containingTypes: readonly string[];
}

/** Text that no file of the workspace has: a type of an assembly, decompiled, or what a source generator wrote. */
export interface MetadataSource {
  readonly assembly: string;
  /** The full name of the type, or the name of the generated document. */
  readonly type: string;
  readonly text: string;
}

/** A problem as a server tells it; the range is LSP's. */
export interface FoundProblem {
  readonly range: Range;
  readonly severity: Severity;
  readonly id: string;
  readonly message: string;
}

/** Asks the server, within the call. */
export type Ask = <Result>(method: string, params: unknown) => Promise<Result>;

/** How a question reaches the server. */
export interface Asking {
  readonly request: Ask;
  readonly documents: Documents;
  /** The text of a file, as the answer is to be about it. */
  readonly text: (uri: string) => Promise<string>;
  /** Ends the question. */
  readonly signal: AbortSignal;
}

/** The problems of a file as one project has it. */
export interface FileReport {
  readonly uri: string;
  readonly problems: readonly FoundProblem[];
}

/** How a server is asked what is wrong with the code; `analyzers` says whether what analyzers say is wanted, too. */
export interface ProblemQuestions {
  /**
   * Of one file, or undefined where the server does not count it to a project, or tells nothing about a file of several. It
   * is the quick question, and leaves out what is told only of whole projects, unless analyzers run.
   */
  ofFile(uri: string, analyzers: boolean, server: Asking): Promise<readonly FoundProblem[] | undefined>;
  /**
   * Of all files that anything is wrong with, and of those that are named, once for each project that has the file. A
   * server may leave out whole projects: then it has nothing about those of the named files that are theirs.
   */
  ofAll(named: readonly string[], analyzers: boolean, server: Asking): Promise<readonly FileReport[]>;
  /** Whether `ofAll` may leave out whole projects, or never reports on what builds have written. */
  readonly leavesOut: boolean;
  /** Whether `ofAll` can tell what analyzers say; else each file is asked about singly. */
  readonly analyzesAll: boolean;
  /**
   * The notification that makes the server run analyzers, or not any more. It holds for all questions that follow. Absent
   * where nothing has to be switched.
   */
  analyzers?(run: boolean): { readonly method: string; readonly params: unknown };
}

/** A change on disk that concerns the server; paths are absolute. */
export interface DiskChange {
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'deleted';
  /** The project files of those that compile it; empty where the server knows it and nobody else was asked. */
  readonly projects: readonly string[];
}

/** How telling of changes is bounded, and what it may read. */
export interface Telling extends RequestOptions {
  /** The text of a file by its absolute path, or undefined where it cannot be read. */
  readonly text: (path: string) => Promise<string | undefined>;
}

/** How a server is kept in step with the disk. */
export interface DiskSteps {
  /** Whether it renews each copy of a file that it has for several projects or frameworks. */
  readonly keepsCopies: boolean;
  /** Whether it can be told of so many changed files; else it is to load again. */
  canTell(client: LspClient, changed: number): boolean;
  /**
   * Tells of changes; the next answer is about what they have left on disk. Rejects as requests do; the result says whether
   * the server has taken them in, else it is to load again.
   */
  tell(client: LspClient, changes: readonly DiskChange[], telling: Telling): Promise<boolean>;
}

/** The differences between language servers, behind one interface. */
export interface ServerAdapter {
  readonly name: string;
  /** Whether it reads `%` and two digits in a path as one character, however often they are escaped. */
  readonly unescapesTwice: boolean;
  /** What the bridge claims in the handshake. */
  readonly capabilities: ClientCapabilities;
  /** The process that does the work, where the reply to initialize names another one than was started. */
  worker?(reply: unknown): number | undefined;
  launch(found: FoundServer, target: LoadTarget, environment: ServerEnvironment): Launch;
  /**
   * Where the server keeps a file in step only while it has it once: gives the environment in which it loads projects
   * (absolute paths) that have several target frameworks under one of them each. It may write into `folder`. Absent where
   * the server answers for all frameworks by itself.
   */
  underFrameworks?(
    frameworks: ReadonlyMap<string, string>,
    folder: string,
    env: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>;
  /** Whether this server bears the message; the client layer writes nothing else. */
  allowed(message: OutgoingMessage): boolean;
  /** The answer to one of the server's own requests; undefined where there is no such method. */
  reply(method: string, params: unknown, target: LoadTarget): unknown;
  /**
   * Makes the server load the target and resolves when its answers can be believed, with the load problems of single
   * projects. Rejects with `workspace_load_failed` when nothing was loaded.
   */
  load(
    client: LspClient,
    target: LoadTarget,
    heard: Subscribe,
    report: Report,
    signal: AbortSignal,
  ): Promise<readonly LoadProblem[]>;
  readonly probe: Plan['probe'];
  /** Takes the displayed name of an outline's symbol apart. */
  declaredName(symbol: DocumentSymbol): DeclaredName;
  /** Takes the displayed name of a hit of the name search apart. */
  foundName(symbol: SymbolInformation): FoundName;
  /**
   * Whether the first answer about the uses of such a symbol can be short, so that it has to be asked again before it is
   * believed; undefined where the kind is not known.
   */
  mayAnswerEarly(kind: CSharpKind | undefined): boolean;
  readonly problems: ProblemQuestions;
  readonly disk: DiskSteps;
  /**
   * Asks in the way in which the server gives a whole answer, and gives it in the form in which the bridge reads it; absent
   * where nothing is to be done for that. Rejects as the questions do.
   */
  asked?(method: string, params: unknown, ask: Ask): Promise<unknown>;
  /** The text behind a URI that names no file of the workspace; undefined where nothing is known of such a URI. */
  metadata(uri: string, ask: Ask): Promise<MetadataSource | undefined>;
  /** How many hits the name search returns at most; at that number it may have cut some off. */
  readonly nameSearchCap: number;
}
