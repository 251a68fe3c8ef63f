import type { Cause, Comparison, RunView } from "@semantic-xpath/inspect";
import type { PlanRow } from "@semantic-xpath/planner";
import type { Emptiness, QueryValue } from "@semantic-xpath/runtime";
import type { Location, Diagnostic as LspDiagnostic, Position, Range, TextEdit } from "vscode-languageserver";
import type { MemoryQuery } from "../memory/requests.js";

/** Query of a file: by name, or by an offset in the file; neither: the only one, or the first. */
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
  /** Schema of the first query text of the file. */
  readonly schema: SourceEntry;
  readonly data: SourceEntry;
}

/** A schema or data file. */
export interface SourceEntry {
  /** Null if none is named. */
  readonly uri: string | null;
  readonly state: "none" | "loading" | "missing" | "broken" | "ready";
  /** Place of its name in the file, quotes included; null: it comes from the settings. */
  readonly importedAt: Range | null;
}

export interface CompiledEntry {
  /** Null for a bare query. */
  readonly name: string | null;
  readonly range: Range;
  readonly parameters: readonly { readonly name: string; readonly type: "string" | "number" | null }[];
  /** True if running it calls a scorer. */
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
  /** For a query with a relevance only the data is kept, as a run of `/*`: for stepping through the query, so that nothing is scored twice. */
  readonly dataOnly?: boolean;
  /** A query on a memory: `uri` is then the memory, and names no query. */
  readonly memory?: MemoryQuery;
}

/** A failed request has its reason in `problem`; the other fields are then empty. */
interface Answer {
  readonly problem: string | null;
  /** Cause of the problem, if it can be changed. */
  readonly about?: ProblemKind;
}

/** Required change for a request to succeed; `noData`: no data is named at all. */
export type ProblemKind = "trust" | "noData" | "data" | "unsaved" | "scorer" | "arguments";

export interface RunOutcome extends Answer {
  /** Place of the problem in the data; else null. */
  readonly at: Location | null;
  /** By which the other requests name the run until it is forgotten; null if there was none. */
  readonly run: string | null;
  /** Value of a query that gives one; its matches are the nodes that the value was computed from, each at weight 1. */
  readonly value?: QueryValue;
  /** Number of results, in a collection in all trees; `matches` are the first of them, at most 200. `run` is of the tree of the first. */
  readonly count: number;
  readonly matches: readonly MatchEntry[];
  /** Reason for an empty result; null for others. */
  readonly empty: Emptiness | null;
  /** The commonest causes of a disappointing result that apply to this run, the most specific first. */
  readonly causes: readonly Cause[];
  /** Approximation of the scores, null for exact ones. */
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
  /** Place of the node in the data file, if the reader provides it. */
  readonly source: { readonly uri: string; readonly range: Range } | null;
}

/** Fields of a `$/progress` report of a run or a search beside the protocol's own: pairs scored, or queries tried. `of` 0: not known. */
export interface ProgressCounts {
  readonly done: number;
  readonly of: number;
}

/** Progress of scoring in a run. */
export interface RunProgress {
  readonly pairs: number;
  readonly wanted: number;
}

/** `sxp/update`: what an update would do to the data file that its file imports. Data may be a version of a memory, where it can be made, too. */
export interface UpdateParams extends QueryParams {
  /** An update that is in no file: `uri` is then its data. */
  readonly draft?: { readonly text: string; readonly author: string; readonly reason?: string | null } | null;
  /** Arguments by parameter name, without the sign; a node by its path. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** As in `RunParams`. */
  readonly scorer?: string | null;
  /** The version, by the URI of its file, that a preview was made for: the update is made if it is still the newest of its branch. null: a preview. */
  readonly apply?: string | null;
}

export interface UpdateOutcome extends Answer {
  /** The place of the problem in the data; null if it is not in the data. */
  readonly at: Location | null;
  /** `ready`: there are edits. `outdated`: there is a newer version. The others are those of an `UpdateResult`; null: there is a problem. */
  readonly status: "ready" | "applied" | "outdated" | "unchanged" | "invalid" | "unclear" | "refused" | null;
  /** In words: how many nodes come, go and change, or why nothing does. */
  readonly summary: string;
  /** The targets, the lines that come and go, and what the checks found, as text. */
  readonly report: string;
  /** The data file, and what would be written into it; the rest of its text stays as it is. */
  readonly data: string | null;
  /** The version of a memory that was made; null: none. */
  readonly made: MadeVersion | null;
  readonly edits: readonly TextEdit[];
  /** The nodes that an unclear update may mean, the best first, each with the edit that makes the update mean it. */
  readonly candidates: readonly UpdateCandidate[];
}

export interface MadeVersion {
  /** The URI of the memory's folder. */
  readonly memory: string;
  readonly task: string;
  readonly branch: string;
  readonly version: number;
}

export interface UpdateCandidate {
  /** As the update says it. */
  readonly target: string;
  readonly path: string;
  readonly weight: number;
  /** The beginning of the node's content. */
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
  /** Value of a query that gives one. */
  readonly value?: QueryValue;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The request: the same request runs it again. */
  readonly request: RunParams;
  /** Start of the text of the run in the file, in UTF-16 units: added to the spans of the run. */
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
  /** Answer of the method of `RunView`. */
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
  /** True if it was kept. */
  readonly forgotten: boolean;
}

/** `sxp/inferSchema`: of a data file. `sxp/types`: of a schema file. */
export interface FileParams {
  readonly uri: string;
}

/** `sxp/ask`: a request in English, about the data that a file imports. */
export interface AskParams extends FileParams {
  readonly request: string;
  /** Value of `today`: an instant with its zone's offset. Default: the clock. */
  readonly now?: string | null;
}

export interface AskResult extends Answer {
  /** True if the first reading is clear enough to continue with. */
  readonly isClear: boolean;
  /** Question without a clear reading. */
  readonly question: string | null;
  /** The most certain first, at most three. */
  readonly readings: readonly AskReading[];
  /** Place for a declaration: after the content of the file. */
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
  /** The update that the request was read as, which is not made; null: the request is not a change. */
  readonly update: string | null;
  /** The meaning of the query or update in words; null for a text that is one. */
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
  /** Reading of the request, in plain words. */
  readonly said: string;
  /** In [0, 1]. */
  readonly confidence: number;
  /** The query or update; null: it is neither. */
  readonly text: string | null;
  /** The query or update under a name, with the request as its comment; null: it is not one of this data. */
  readonly declaration: string | null;
}

/** `sxp/nodeAt`: a place in a data file, in UTF-16 units. */
export interface NodeAtParams extends FileParams {
  readonly offset: number;
}

export interface NodeAtResult {
  /** Null without a node, or for an unreadable file. */
  readonly path: string | null;
}

export interface InferSchemaParams extends FileParams {
  /** Turns child elements that only hold text into attributes. */
  readonly fields?: boolean;
}
