import type { Translation } from "@semantic-xpath/chat/translate";
import type { Change, Inspection, Stepper } from "@semantic-xpath/inspect";
import type { Diagnostic } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import type { OpenedTree } from "@semantic-xpath/readers/node";
import type { ArgumentValue, CollectionResult, CompiledQuery } from "@semantic-xpath/runtime";
import type { Data, Reading } from "../../input/data.js";
import type { Scoring } from "../../input/scorer.js";
import { wrap } from "../../render/columns.js";
import type { Source } from "../../render/diagnostics.js";
import { type Screen, screenOf, type World } from "../../render/screen.js";
import { EXIT, type ExitCode, Stop } from "../../stop.js";
import type { Definition } from "./definitions.js";

/** A query that can run, with everything that it runs with. */
export interface Prepared {
  /** As it was asked for. */
  readonly asked: string;
  readonly source: Source;
  /** Name of a declared query. */
  readonly name: string | null;
  readonly query: CompiledQuery;
  /** Diagnostics of the query. */
  readonly diagnostics: readonly Diagnostic[];
  readonly params: Readonly<Record<string, ArgumentValue>>;
}

/** A run of the session: numbered, so that it can be asked about and compared. */
export interface Run extends Prepared {
  readonly number: number;
  readonly inspection: Inspection;
  readonly scorer: string;
  readonly dataName: string;
  /** Over several trees: what all of them gave; `inspection` is of the one with the best match. */
  readonly whole: CollectionResult | null;
  readonly schemaName: string | null;
  readonly limit: number | null;
}

/** A breakpoint as the user set it: a part of the query text, with a condition. */
export interface UserBreakpoint {
  readonly id: number;
  /** `#3`, an operator of the plan, or text of the query. */
  readonly place: string;
  readonly condition: string | null;
  readonly hits: number;
}

/**
 * State of one session at the prompt: the world with the signal of the present command and the present width of the terminal, and loaded queries,
 * data and results.
 */
export interface Session extends World {
  /** True if a person types; a script has no pages, no questions and no times. */
  readonly isInteractive: boolean;
  readonly useCache: boolean;
  readonly timeout: number | undefined;
  /** Options of the command line for reading data. */
  readonly reading: Reading;
  settings: Settings;
  /** Settings before the last changes, the newest last. */
  readonly before: { readonly settings: Settings; readonly what: string }[];
  readonly runs: Run[];
  breakpoints: readonly UserBreakpoint[];
  stepping: { readonly stepper: Stepper; readonly run: Omit<Run, "number" | "inspection">; last: string } | null;
  /** Change of `:apply`. */
  suggested: { readonly change: Change; readonly run: Run } | null;
  /** Last reading of `:ask`, for `:ask N`. */
  asked: Translation | null;
  /** Result from which `:more` goes on. */
  shown: number;
  scoring: { readonly key: string; readonly opened: Promise<Scoring> } | null;
  history: readonly string[];
  /** Scorers that the project's configuration has names for. */
  projectScorers: readonly string[];
  interruption: AbortController;
  isLeaving: boolean;
  /** Called when the settings have changed. */
  onSettings: (() => void) | null;
}

type SessionOptions = Pick<Session, "isInteractive" | "useCache" | "timeout" | "reading"> & {
  readonly columns: () => number;
  readonly settings: Partial<Settings>;
};

export function createSession(world: World, { columns, settings, ...options }: SessionOptions): Session {
  const { stdout, stderr, env, cwd, examples, color } = world;
  const session: Session = {
    ...{ stdin: nothing(), stdout, stderr, env, cwd, examples, color },
    get columns() {
      return columns();
    },
    get signal() {
      return session.interruption.signal;
    },
    get screen() {
      return screenFor(session, "stdout");
    },
    get errors() {
      return screenFor(session, "stderr");
    },
    ...options,
    settings: { ...NO_SETTINGS, timed: options.isInteractive, ...settings },
    ...nothingYet(),
  };
  return session;
}

const nothingYet = (): Omit<Session, keyof World | keyof SessionOptions> => ({
  before: [],
  runs: [],
  breakpoints: [],
  stepping: null,
  suggested: null,
  asked: null,
  shown: 0,
  scoring: null,
  history: [],
  projectScorers: [],
  interruption: new AbortController(),
  isLeaving: false,
  onSettings: null,
});

/** Standard input is where commands come from: no command reads it. */
async function* nothing(): AsyncIterable<string> {}

/** How to write on an output; here also on a terminal that is narrower than other commands lay out for. */
const screenFor = (session: Session, output: "stdout" | "stderr"): Screen => ({
  ...screenOf(session, output, session.color),
  columns: Math.max(MIN_COLUMNS, session.columns),
});

const MIN_COLUMNS = 16;

/** Prints a requested text, or lines. */
export function say({ stdout }: Pick<Session, "stdout">, said: string | readonly string[]): void {
  const text = typeof said === "string" ? said : said.join("\n");
  if (text !== "") stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Prints a note. On a terminal, long sentences are broken between words. */
export function note(session: Session, said: string | readonly string[]): void {
  const { stderr, errors } = session;
  const lines = [said].flat().flatMap((text) => text.split("\n"));
  // Indented lines are laid out already.
  const fits = (line: string): boolean => !stderr.isTerminal || line.startsWith("  ");
  say(
    { stdout: stderr },
    lines.flatMap((line) => (fits(line) ? [line] : wrap(line, errors.columns))),
  );
}

/** A change that `:undo` takes back, and what is said about it. */
export function change(session: Session, what: string, settings: Partial<Settings>, says = ""): void {
  session.before.push({ settings: session.settings, what });
  if (session.before.length > MAX_UNDO) session.before.shift();
  session.settings = { ...session.settings, ...settings };
  note(session, says);
}

const MAX_UNDO = 100;

/** Ends a command with a message. */
export const failure = (message: string, code: ExitCode = EXIT.diagnostics): Stop => new Stop(code, message);

/** A command that is not written as it is meant. */
export const misuse = (message: string): Stop => failure(message, EXIT.usage);

/** The last run. */
export function lastRun({ runs }: Session): Run {
  const run = runs.at(-1);
  if (run === undefined) throw misuse("No query has run yet. Type one, such as //*");
  return run;
}

/** Settings of queries. A command replaces them as a whole, so that `:undo` restores the earlier ones. */
export interface Settings {
  readonly data: LoadedData | null;
  readonly schema: LoadedSchema | null;
  /** The file whose queries were loaded last. */
  readonly module: string | null;
  /** The data and the schema that it imports: what was chosen instead stays when it is read again. */
  readonly imported: { readonly data: string | null; readonly schema: string | null };
  /** As one asks for it; undefined: the project's own, else lexical. */
  readonly scorer: string | undefined;
  /** Language of the texts from the command line; undefined: that of the configuration, else of the schema. */
  readonly language: string | undefined;
  readonly limit: number | null;
  readonly minScore: number;
  /** Value of current-date(), with its zone; null: the clock. */
  readonly now: string | null;
  readonly params: Readonly<Record<string, string>>;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly watches: readonly string[];
  readonly redact: boolean;
  /** True if times are printed: not in a script, whose output is the same each time. */
  readonly timed: boolean;
}

export interface LoadedData extends Data {
  /** As they were named. */
  readonly paths: readonly string[];
  /** All of them, for messages. */
  readonly path: string;
  /** The mapping that was named with them. */
  readonly mapping?: string | undefined;
  /** The tree that queries run over; null: all of several. */
  readonly chosen: OpenedTree | null;
}

export interface LoadedSchema {
  readonly path: string;
  readonly text: string;
  readonly schema: Schema;
  /** True if it is the configured one for the data; then other data bring another. */
  readonly isOfData?: true;
}

const NO_SETTINGS: Settings = {
  data: null,
  schema: null,
  module: null,
  imported: { data: null, schema: null },
  scorer: undefined,
  language: undefined,
  limit: null,
  minScore: 0,
  now: null,
  params: {},
  definitions: new Map(),
  watches: [],
  redact: false,
  timed: true,
};
