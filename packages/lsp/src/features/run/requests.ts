import type { Cause, Comparison, RunView } from "@semantic-xpath/inspect";
import type { PlanRow } from "@semantic-xpath/planner";
import type { Emptiness, QueryValue } from "@semantic-xpath/runtime";
import type { Location, Diagnostic as LspDiagnostic, Position, Range, TextEdit } from "vscode-languageserver";
import type { MemoryQuery } from "../memory/requests.js";

/** Which query of a file: by name, or by an offset in the file; neither: the only one, or the first. */
export interface QueryParams {
  readonly uri: string;
  readonly name?: string | null;
  readonly offset?: number | null;
}

/** `sxp/compile`: what a file declares and what is wrong with it. */
export interface CompileResult {
  readonly queries: readonly CompiledEntry[];
  /** None of them is a query, so a cursor there is about no query. */
  readonly updates: readonly UpdateEntry[];
  readonly diagnostics: readonly LspDiagnostic[];
  /** What the first query text of the file is understood by. */
  readonly schema: SourceEntry;
  readonly data: SourceEntry;
}

/** A schema or data file. */
export interface SourceEntry {
  /** Null if none is named. */
  readonly uri: string | null;
  readonly state: "none" | "loading" | "missing" | "broken" | "ready";
  /** Where the file itself names it, quotes included; null: it comes from the settings. */
  readonly importedAt: Range | null;
}

export interface CompiledEntry {
  /** Null for a bare query. */
  readonly name: string | null;
  readonly range: Range;
  readonly parameters: readonly { readonly name: string; readonly type: "string" | "number" | null }[];
  /** Whether running it calls a scorer. */
  readonly isSemantic: boolean;
  readonly canRun: boolean;
}

export interface UpdateEntry {
  /** Null for a bare update. */
  readonly name: string | null;
  readonly range: Range;
  readonly parameters: readonly { readonly name: string; readonly type: "string" | "number" | "node" | null }[];
  readonly canRun: boolean;
}

/** `sxp/run`, `sxp/trace` and `sxp/test`. What is absent or null is as in the settings. */
export interface RunParams extends QueryParams {
  /** Arguments by parameter name, without the sign. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Most results; null: all. */
  readonly limit?: number | null;
  /** In [0, 1]. */
  readonly minScore?: number | null;
  /** As the command line takes it with `--scorer`. */
  readonly scorer?: string | null;
  /** Of a query with a relevance only the data is kept, as a run of `/*`: for the one who steps through the query, so that nothing is scored twice. */
  readonly dataOnly?: boolean;
  /** A query on a memory: `uri` is then the memory, and names no query. */
  readonly memory?: MemoryQuery;
}

/** What could not be done says why in `problem`; the other fields are then empty. */
interface Answer {
  readonly problem: string | null;
  /** What the problem is about, when something can be done about it. */
  readonly about?: ProblemKind;
}

/** What has to be changed for a request to succeed; `noData`: no data is named at all. */
export type ProblemKind = "trust" | "noData" | "data" | "unsaved" | "scorer" | "arguments";

export interface RunOutcome extends Answer {
  /** Where the problem can be seen, when it is in the data; else null. */
  readonly at: Location | null;
  /** By which the other requests name the run until it is forgotten; null if there was none. */
  readonly run: string | null;
  /** Of a query whose result is a value; its matches are what the value was computed from, each at weight 1. */
  readonly value?: QueryValue;
  /** How many results there are, in a collection in all trees; `matches` are the first of them, 200 at the most. `run` is of the tree of the first. */
  readonly count: number;
  readonly matches: readonly MatchEntry[];
  /** Why there is no result; null if there are some. */
  readonly empty: Emptiness | null;
  /** What the commonest causes of a disappointing result say about this run, the most telling first. */
  readonly causes: readonly Cause[];
  /** What is not exact about the scores, null if all is exact. */
  readonly approximation: string | null;
  /** Reservations about the result, a sentence each: values that were left out, columns that count as text. */
  readonly caveats: readonly string[];
  /** The scorer's id: model, revision and settings. */
  readonly scorer: string;
  readonly scorerPairs: number;
  readonly milliseconds: number;
}

export interface MatchEntry {
  readonly path: string;
  /** In (0, 1]. */
  readonly weight: number;
  readonly type: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  /** The value if the query ends with an attribute. */
  readonly value: string | null;
  /** Where the node is in the data file, if the reader knows. */
  readonly source: { readonly uri: string; readonly range: Range } | null;
}

/** Fields of a `$/progress` report of a run or a search beside the protocol's own: pairs scored, or queries tried. `of` 0: not known. */
export interface ProgressCounts {
  readonly done: number;
  readonly of: number;
}

/** How far the scoring of a run is. */
export interface RunProgress {
  readonly pairs: number;
  readonly wanted: number;
}

/** `sxp/update`: what an update would do to the data file that its file imports. */
export interface UpdateParams extends QueryParams {
  /** Arguments by parameter name, without the sign; a node by its path. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** As in `RunParams`. */
  readonly scorer?: string | null;
}

export interface UpdateOutcome extends Answer {
  /** The place of the problem in the data; null if it is not in the data. */
  readonly at: Location | null;
  /** `ready`: there are edits. The others are those of an `UpdateResult`; null: there is a problem. */
  readonly status: "ready" | "unchanged" | "invalid" | "unclear" | "refused" | null;
  /** In words: how many nodes come, go and change, or why nothing does. */
  readonly summary: string;
  /** The targets, the lines that come and go, and what the checks found, as text. */
  readonly report: string;
  /** The data file, and what would be written into it; the rest of its text stays as it is. */
  readonly data: string | null;
  readonly edits: readonly TextEdit[];
  /** The nodes that an unclear update may mean, the best first, each with the edit that makes the update mean it. */
  readonly candidates: readonly UpdateCandidate[];
}

export interface UpdateCandidate {
  /** As the update says it. */
  readonly target: string;
  readonly path: string;
  readonly weight: number;
  /** The beginning of what the node says. */
  readonly text: string;
  /** In the file with the update; null: the update does not say it by a text. */
  readonly edit: TextEdit | null;
}

/** `sxp/explain`. `operators` are the rows of the plan with their bounds. */
export interface ExplainResult extends Answer {
  readonly text: string;
  readonly mermaid: string;
  readonly operators: readonly PlanRow[];
}

/** `sxp/trace`: the trace document of the runtime, version in it. */
export interface TraceResult extends Answer {
  readonly trace: object | null;
}

/** A run that is kept. */
export interface RunEntry {
  readonly id: string;
  /** The query's name, or the beginning of its text. */
  readonly title: string;
  readonly query: string;
  /** As a request names it. */
  readonly scorer: string;
  /** Of a query whose result is a value. */
  readonly value?: QueryValue;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What was requested: the same request runs it again. */
  readonly request: RunParams;
  /** Where the text that was run begins in the file, in UTF-16 units: what a span of the run adds to. */
  readonly start: number;
  /** The data file, into which the sources of nodes point. */
  readonly data: string | null;
  readonly schema: string | null;
}

/** `sxp/runs`: oldest first. */
export interface RunsResult {
  readonly runs: readonly RunEntry[];
}

export interface OfRun {
  readonly run: string;
}

/** `sxp/view`: one method of a run's `RunView`. */
export interface ViewParams extends OfRun {
  /** `facts` and `recall` are about the facts of a memory of conversations; `facts` gives null for any other tree. */
  readonly method: keyof RunView | "facts" | "recall";
  /** The method's own parameters. */
  readonly params?: unknown;
  /** With the words of the data written as bars. */
  readonly redacted?: boolean;
}

export interface ViewResult extends Answer {
  /** What the method of `RunView` answers. */
  readonly answer: unknown;
}

/** `sxp/source`: where a node of a run is in its data file. */
export interface SourceParams extends OfRun {
  readonly node: number;
}

export interface SourceResult extends Answer {
  /** Null if the reader of the data keeps no places. */
  readonly source: Location | null;
  /** The data file is not the one any more that the query ran over, so that the place may be another one now. */
  readonly isOld: boolean;
}

/** `sxp/compare`. */
export interface CompareParams {
  readonly before: string;
  readonly after: string;
  /** Without the values of the data that its reasons quote. */
  readonly redacted?: boolean;
}

export interface CompareResult extends Answer {
  readonly comparison: Comparison | null;
}

/** `sxp/export`. A page in HTML is made from the answers of `sxp/view` by the one who has the views. */
export interface ExportParams extends OfRun {
  readonly format: "json" | "mermaid";
  readonly redacted?: boolean;
}

/** Also of `sxp/inferSchema` and `sxp/types`. */
export interface TextResult extends Answer {
  readonly text: string;
}

/** `sxp/test`: the query with its present results as a test. */
export type TestResult = TextResult;

/** `sxp/forget`. */
export interface ForgetResult {
  /** Whether it was kept. */
  readonly forgotten: boolean;
}

/** `sxp/inferSchema`: of a data file. `sxp/types`: of a schema file. */
export interface FileParams {
  readonly uri: string;
}

/** `sxp/ask`: a request in English, about the data that a file imports. */
export interface AskParams extends FileParams {
  readonly request: string;
  /** What `today` is: an instant with its zone's offset. Default: the clock. */
  readonly now?: string | null;
}

export interface AskResult extends Answer {
  /** Whether the first reading is clear enough to go on with. */
  readonly isClear: boolean;
  /** What to ask where none is. */
  readonly question: string | null;
  /** The surest first, three at the most. */
  readonly readings: readonly AskReading[];
  /** Where a declaration is added: after all that is in the file. */
  readonly at: Position | null;
}

/** `sxp/question`: a query, or a request in English, about a data file that need have no file of queries. */
export interface QuestionParams extends FileParams {
  readonly text: string;
  /** Maximum number of results, 1 to 200. Default 20. */
  readonly limit?: number | null;
  /** As in `AskParams`. */
  readonly now?: string | null;
}

export interface QuestionResult extends Answer {
  /** The query that ran: the text itself, or what the request was read as; null if none ran. */
  readonly query: string | null;
  /** The meaning of the query in words; null for a text that is a query. */
  readonly said: string | null;
  /** Confidence in the reading of a request, in [0, 1]; 1 for a query. */
  readonly confidence: number;
  /** Other queries that the request may mean. */
  readonly others: readonly { readonly query: string; readonly said: string }[];
  readonly count: number;
  readonly matches: readonly QuestionMatch[];
  readonly value?: QueryValue;
  /** As in `RunOutcome`. */
  readonly empty: Emptiness | null;
  readonly caveats: readonly string[];
}

export interface QuestionMatch extends MatchEntry {
  /** Name of the node, in one line. */
  readonly summary: string;
}

export interface AskReading {
  readonly kind: "query" | "update" | "create" | "history" | "facts" | "talk";
  /** What was understood, in plain words. */
  readonly said: string;
  /** In [0, 1]. */
  readonly confidence: number;
  /** The query or update; null: it is neither. */
  readonly text: string | null;
  /** The query under a name, with the request as its comment; null: it is not a query on this data. */
  readonly declaration: string | null;
}

/** `sxp/nodeAt`: a place in a data file, in UTF-16 units. */
export interface NodeAtParams extends FileParams {
  readonly offset: number;
}

export interface NodeAtResult {
  /** Null if there is no node, or the file can't be read. */
  readonly path: string | null;
}

export interface InferSchemaParams extends FileParams {
  /** Whether child elements that only hold text become attributes. */
  readonly fields?: boolean;
}
