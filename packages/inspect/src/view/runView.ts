import type { Span, Token } from "@semantic-xpath/parser";
import type { ExplainedPlan } from "@semantic-xpath/planner";
import type {
  DropReason,
  Emptiness,
  Given,
  RecordValue,
  Trace,
  TraceDrop,
  TraceOperator,
  TraceScore,
  TraceValue,
} from "@semantic-xpath/runtime/internal";
import type { Cause, Change, Comparison, Nearest, Why, WhyNot } from "../answers.js";
import type { OrderKeyText } from "../entryValues.js";

/** Changes when a reader of the documents below would have to change. */
export const RUN_VIEW_VERSION = 1;

/**
 * One run as every surface shows it: plain JSON, page by page, so that a view over a hundred thousand nodes fetches what is on the
 * screen. Editor panels call it over messages, the HTML report has the answers in it. Views compute nothing of their own.
 */
export interface RunView {
  overview(): Promise<RunOverview>;
  results(page: PageRequest): Promise<Page<ResultRow>>;
  /** Nodes that reached the end of the plan and are not in the result. */
  cut(request: PageRequest & OfReason): Promise<Page<TraceDrop>>;
  dropped(request: OperatorPage & OfReason): Promise<Page<TraceDrop>>;
  /** Number of nodes that an operator dropped for each reason, in the order in which the reasons first occur. Operator 0 is the cut. */
  reasons(request: { readonly operatorId: number }): Promise<readonly ReasonCount[]>;
  /** The score algebra of every entry that the operator scored. */
  scores(request: OperatorPage): Promise<Page<TraceScore>>;
  /** For a value, its contributors with their contributions; for an order by, its input with the keys. */
  values(request: OperatorPage): Promise<Page<TraceValue>>;
  /** The shape of the queried tree (fields folded), and what became of every node. */
  tree(): Promise<TreeShape>;
  /** Labels of some nodes, in the order of the request. */
  labels(request: { readonly nodes: readonly number[] }): Promise<readonly NodeLabel[]>;
  node(request: { readonly node: number }): Promise<NodeDetails>;
  /** Contents of nodes, in document order from node `from` on, up to the end of the tree. Values and texts are cut to `characters`. */
  contents(request: PageRequest & { readonly characters: number }): Promise<readonly NodeContent[]>;
  /** Nodes whose type, attributes or text contain the words, case and accents left out, in document order. */
  search(request: { readonly text: string; readonly limit: number }): Promise<SearchResult>;
  /** null: it is not in the result. */
  why(request: { readonly node: number }): Promise<Why | null>;
  /** null: it is in the result. */
  whyNot(request: { readonly node: number }): Promise<WhyNot | null>;
  /** The smallest change that admits the node; null: it is in the result already. */
  change(request: { readonly node: number }): Promise<Change | null>;
  /** For an empty result. */
  nearest(): Promise<Nearest | null>;
  /** The node with this path, null when there is none. */
  locate(request: { readonly path: string }): Promise<number | null>;
  /**
   * The plan that was run as a Mermaid flow chart: a box per operator with what went in and out, pairs of text and condition scored
   * and cache hits. Its own time is in the boxes if `times` is set: without, the same run always gives the same text.
   */
  mermaid(request?: { readonly times?: boolean }): Promise<string>;
  /** The run as one JSON document: see `RunDocument`. `limit` bounds each of its lists; without it they are whole. */
  document(request?: { readonly limit?: number }): Promise<RunDocument>;
}

/** Changes when a reader of the exported document would have to change. */
export const RUN_DOCUMENT_VERSION = 1;

/**
 * A run as one JSON document, for files and other programs: what `:export json`, the HTML report and editors write. `overview` has the
 * query, its arguments and options, the plan with bounds, the causes, and the counts of the lists, which may be cut here.
 */
export interface RunDocument {
  readonly format: "semantic-xpath-run";
  readonly version: typeof RUN_DOCUMENT_VERSION;
  /** Maximum number of entries in each list below; null: all. */
  readonly limit: number | null;
  readonly overview: RunOverview;
  /** The results with the contents of their nodes. */
  readonly results: readonly ResultRow[];
  /** The trace document, its lists (`results`, `cut`, and each operator's `dropped`, `scores` and `values`) cut to the limit. */
  readonly trace: Trace;
}

export interface PageRequest {
  readonly from: number;
  readonly count: number;
}

export interface OperatorPage extends PageRequest {
  readonly operatorId: number;
}

/** Only what was dropped for this reason; absent: everything. */
export interface OfReason {
  readonly reason?: DropReason;
}

export interface ReasonCount {
  readonly reason: DropReason;
  readonly count: number;
}

export interface Page<T> {
  readonly total: number;
  readonly from: number;
  readonly rows: readonly T[];
}

export interface RunOverview {
  readonly version: typeof RUN_VIEW_VERSION;
  /** The name of a declared query, null for a bare one. */
  readonly name: string | null;
  /** The text that was compiled (of a whole document), and which part of it is this query. */
  readonly text: string;
  readonly span: Span;
  /** The tokens of this part in source order, for its colours. */
  readonly tokens: readonly Token[];
  /** Names of the files, for a reader; null when the run had none. */
  readonly dataName: string | null;
  readonly schemaName: string | null;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly limit: number | null;
  readonly minScore: number;
  readonly isSemantic: boolean;
  /** The plan with counts from the data. */
  readonly plan: ExplainedPlan;
  /** The trace's own figures; its lists are fetched page by page. */
  readonly trace: Omit<Trace, "operators" | "results" | "cut">;
  readonly operators: readonly OperatorSummary[];
  /** Keys of a result in the order of an `order by`; else empty. */
  readonly keys: readonly OrderKeyText[];
  /** The names of the fields of a result of records; empty for other results. */
  readonly fields: readonly string[];
  readonly resultCount: number;
  readonly cutCount: number;
  /** Number of cut entries for each reason, with the words after the number: `weigh 0`. The document node is not counted. */
  readonly cutReasons: readonly (ReasonCount & { readonly words: string })[];
  readonly treeSize: number;
  readonly approximation: string | null;
  /** Reservations about the result, a sentence each: values that were left out, columns that count as text. */
  readonly caveats: readonly string[];
  readonly empty: Emptiness | null;
  readonly causes: readonly Cause[];
  /** Nodes that each step's part of the query text let through: for heat under the query. */
  readonly heat: readonly StepHeat[];
}

export interface OperatorSummary extends Omit<TraceOperator, "dropped" | "scores" | "values"> {
  /** Nesting in the plan: evidence is one deeper than its bracket. */
  readonly depth: number;
  readonly droppedCount: number;
  readonly scoresCount: number;
  /** For a value, its contributors; for an order by, its input. Else 0. */
  readonly valuesCount: number;
  /** Bounds before the run, null when nothing bounds them. */
  readonly estimatedRows: number | null;
  readonly estimatedPairs: number | null;
  /** Scores of the operator in ten equal bins of [0, 1], the last one closed; empty when it scores nothing. */
  readonly histogram: readonly number[];
}

export interface StepHeat {
  readonly operatorId: number;
  readonly span: Span;
  /** The nodes that came out with a weight above 0, each once: what the query up to here would find. */
  readonly rowsOut: number;
  /** The highest weight that came out, 0 when nothing did. */
  readonly best: number;
}

export interface ResultRow {
  readonly rank: number;
  readonly node: number;
  readonly path: string;
  readonly weight: number;
  readonly type: string;
  /** Attributes in the tree's order, the most telling ones first. */
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
  /** The value if the query ends with an attribute or with `text()`. */
  readonly value: string | null;
  /** Values of a result for each of `RunOverview.keys`, in a result in the order of keys; null for a missing one. Else empty. */
  readonly keys: TraceValue["values"];
  /** Contributions to the value of a query that gives one, one for each path that reached it; else empty. */
  readonly gave: Given["values"];
  /** Its share of the sum or the mean, in [0, 1]; null if there is no such share, or a contribution is below 0. */
  readonly share: Given["share"];
  /** UTF-16 range in the data file, null when the reader has none. */
  readonly source: Span | null;
  /** The members of a group. Null if the result is not a group. The keys are the attributes of its row, the first member is the node. */
  readonly group: GroupRow | null;
  /** The fields of a record, in the order of `RunOverview.fields`. Null if the result is not a record. */
  readonly record: readonly RecordValue[] | null;
}

export interface GroupRow {
  /** The number of nodes in the group. */
  readonly count: number;
  /** The first hundred, in their order. */
  readonly members: readonly { readonly path: string; readonly weight: number }[];
}

/** State of a node after a run. If several apply, the last one counts. */
export const NODE_STATES = ["unvisited", "dropped", "passed", "result"] as const;
export type NodeState = (typeof NODE_STATES)[number];

/**
 * Columns over preorder numbers 1 … size, little endian, in base64. `end` is one past the last node of a subtree; the first child
 * of n is n + 1 when that is below end[n].
 */
export interface TreeShape {
  readonly size: number;
  readonly types: readonly string[];
  /** Uint16, index into `types`. */
  readonly type: string;
  /** Int32, 0 for the root. */
  readonly parent: string;
  /** Int32. */
  readonly end: string;
  /** Uint8, index into NODE_STATES. */
  readonly state: string;
  /**
   * Float32 in [0, 1]. Of a result its weight; of a node that led to one the highest weight with which it came out of a step; of a
   * dropped one what its scores gave it, at a threshold times the score that was compared, and 0 if no score did; 0 if unvisited.
   */
  readonly heat: string;
}

export interface NodeLabel {
  readonly node: number;
  readonly type: string;
  /** Its last step in paths: `Day[2]`. */
  readonly step: string;
  /** The most specific attributes and text, cut to about 80 columns. */
  readonly summary: string;
}

export interface NodeContent extends NodeLabel {
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
}

export interface NodeDetails extends NodeContent {
  readonly path: string;
  readonly source: Span | null;
  readonly state: NodeState;
  readonly weight: number;
}

export interface SearchResult {
  readonly total: number;
  readonly nodes: readonly number[];
}

/** A comparison with another run is requested from the one who keeps the runs. */
export type CompareViews = (before: RunView, after: RunView) => Promise<Comparison>;
