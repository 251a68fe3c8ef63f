import type { Span } from "@semantic-xpath/parser";
import type {
  ArgumentValue,
  DropReason,
  FieldContributor,
  QueryValue,
  RecordValue,
  ScoreAlgebra,
  SingleValue,
  TraceFactor,
} from "@semantic-xpath/runtime/internal";
import type { PairedBy } from "@semantic-xpath/tree";

/** Why a node is in the result: its place, and the chain of scores that made its weight. */
export interface Why {
  readonly node: number;
  readonly path: string;
  /** Place in the result, from 1, and how many results there are. */
  readonly rank: number;
  readonly count: number;
  /** In (0, 1]: the product of the factors from left to right. */
  readonly weight: number;
  readonly factors: readonly TraceFactor[];
  /** Costs that made the weight less than 1, the most expensive first: see `Cost`. */
  readonly costs: readonly Cost[];
  /** The result right above, null for the first. */
  readonly above: Rival | null;
  /** For a query that gives a value: the value, and this entry's contributions to it, one for each path that reached it; null for other queries. */
  readonly contribution: { readonly gave: readonly SingleValue[]; readonly value: QueryValue } | null;
  /** The fields of a record with their contributors; null of results without a record. */
  readonly fields: readonly WhyField[] | null;
  /** In words, one thought each, the most important first. */
  readonly sentences: readonly string[];
  /** For a result that is a group, or is read from one: the group, and its members with their weights. The highest of them is the group's weight. */
  readonly group?: {
    readonly label: string;
    readonly weight: number;
    readonly members: readonly { readonly path: string; readonly weight: number }[];
  };
}

/**
 * A field of a record, and what it is computed from: the nodes and attributes that its paths reach, and the attributes of the entry that it reads. Law: without
 * a contributor and what is below it, the field is `without`, as long as no condition in its paths looks at that and no type changes.
 */
export interface WhyField {
  readonly name: string;
  readonly value: RecordValue;
  /** The first hundred. */
  readonly contributors: readonly FieldContributor[];
  /** The number of all contributors. */
  readonly count: number;
}

/**
 * The cost of one operand of a score algebra for a node: how much higher the node's weight would be if this operand alone scored 1,
 * everything else as it was. 0 when it would change nothing, such as the higher operand of a `min`.
 */
export interface Cost {
  readonly operatorId: number;
  readonly expressionId: number;
  readonly span: Span;
  /** The operand in the notation of queries, and what it scored for which node. */
  readonly text: string;
  readonly path: string;
  readonly score: number;
  readonly lost: number;
}

/** A result that outranks a node. */
export interface Rival {
  readonly path: string;
  readonly rank: number;
  readonly weight: number;
}

/** Why a node was dropped, or was never there: the reasons of drops, and those of nodes that no axis reached. */
export type WhyNotReason =
  | DropReason
  /** The moment of the run hides the node, or what it is in: see `as of`. */
  | "validity"
  /** A step would reach the node, but its node test names other types. */
  | "type"
  /** No step's axis reaches it from the nodes that the path comes to: it is elsewhere in the tree. */
  | "axis";

/**
 * Why a node is not in the result: the first operator after which neither it nor anything that leads to it was left. Every node of
 * the tree that is not in the result has exactly one.
 */
export interface WhyNot {
  readonly node: number;
  readonly path: string;
  readonly reason: WhyNotReason;
  /** The operator of the plan (`planRows`) that excluded it; 0: the cut by limit, minimum score or weight 0. */
  readonly operatorId: number;
  /** The operator's part of the query text. */
  readonly span: Span;
  /** The node that was dropped there: itself, or one through which the path leads to it, such as its day. */
  readonly via: string;
  /** A sentence with its numbers: `its score 0.31 is not >= 0.5`. */
  readonly message: string;
  /** Measurement and requirement, if there are numbers: a score and a threshold, a place and the number of places kept. */
  readonly measured: { readonly value: number; readonly needed: number } | null;
  /** The algebra of the score that decided, if one did. */
  readonly algebra: ScoreAlgebra | null;
  /** For a node that ranked too low (`limit`, `min-score`, a position by rank): its place and what ranks above it. */
  readonly ranked: Ranked | null;
}

/** Why no result is a group for which a condition holds. */
export interface WhyNotGroup {
  /** `[@who = "Dan"]` */
  readonly condition: string;
  /** The bracket that left the group out; else the one that makes the groups. */
  readonly span: Span;
  readonly message: string;
  /** The first hundred nodes that are or would be in it: the keys of each, and why it was not grouped; null if it was. */
  readonly members: readonly {
    readonly node: number;
    readonly path: string;
    readonly key: Readonly<Record<string, SingleValue | null>>;
    readonly whyNot: string | null;
  }[];
  readonly count: number;
}

/** Why a node is not among the contributors of a field of a record. */
export interface WhyNotValue {
  readonly field: string;
  /** The result that has the record. */
  readonly of: string;
  readonly value: RecordValue;
  readonly whyNot: WhyNot;
}

export interface Ranked {
  readonly rank: number;
  readonly count: number;
  readonly weight: number;
  /** The last one that was kept. */
  readonly lastKept: Rival | null;
  readonly costs: readonly Cost[];
}

/** Part of a query that a change touches. `several`: no single change suffices. */
export type ChangeKind =
  | "threshold"
  | "index"
  | "axis"
  | "type"
  | "value"
  | "offset"
  | "bracket"
  | "argument"
  | "limit"
  | "min-score"
  | "path"
  | "moment"
  | "several";

/** A change under which a node is in the result. It was tried: running `text` with `options` gives the node. */
export interface Change {
  readonly kind: ChangeKind;
  /** Replacements in the query text that was run, in text order; empty when only options change. */
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
  /** The text with the edits in it. */
  readonly text: string;
  /** Options that change: only those that differ are there. */
  readonly options: { readonly limit?: number; readonly minScore?: number; readonly validAt?: "all" };
  /** The arguments to run the text with: all that it takes, those that change among them. */
  readonly params: Readonly<Record<string, ArgumentValue>>;
  /** `threshold 0.5 → 0.31` for one change, the parts joined by "and" for several. */
  readonly message: string;
  /** Number of results of the changed query. */
  readonly count: number;
}

/** The more important first: what cannot be meant, then what left nothing, then what only thinned out or mixed up the result. */
export const CAUSE_KINDS = [
  "unknown-type",
  "unknown-attribute",
  "position-out-of-range",
  "threshold-too-high",
  "no-text",
  "no-evidence",
  "all-zero",
  "few-results",
  "min-score",
  "position-before-relevance",
  "limit",
  "ties",
  "everything-matches",
  "slow-scorer",
] as const;

/** One of the commonest reasons why a run disappoints, in words and with its numbers. */
export interface Cause {
  readonly kind: (typeof CAUSE_KINDS)[number];
  readonly operatorId: number;
  readonly span: Span;
  /** `the best of 43 candidates scored 0.31 and the threshold is 0.5` */
  readonly message: string;
  /** Advice for a repair, null without one. */
  readonly advice: string | null;
}

/** Differences between two runs. A node of one run is paired with a node of the other if the data of both has it: see `PairedBy`. */
export interface Comparison {
  /** Inputs that differ: the text, the data, the schema, the scorer, the arguments, the options. Empty: the runs have equal inputs. */
  readonly changed: readonly ("query" | "data" | "schema" | "scorer" | "params" | "limit" | "minScore")[];
  readonly before: RunSummaryLine;
  readonly after: RunSummaryLine;
  /** Changes of the data's nodes; null when both runs are over the same data. */
  readonly data: DataChange | null;
  /** One row per node that is in either result: those in both with their moves, in the order of the later ranking; then those lost. */
  readonly rows: readonly ComparisonRow[];
  /** In words. */
  readonly sentences: readonly string[];
}

export interface RunSummaryLine {
  readonly query: string;
  readonly scorer: string;
  readonly count: number;
  /** Value of a query that gives one. */
  readonly value?: QueryValue;
  readonly scorerPairs: number;
  readonly milliseconds: number;
}

/** Two versions of data, counted in nodes. */
export interface DataChange {
  readonly before: number;
  readonly after: number;
  /** Nodes that both have, by how they were found. */
  readonly paired: Readonly<Record<PairedBy, number>>;
  /** Paired nodes with another parent, and paired nodes whose attributes or text differ. */
  readonly reparented: number;
  readonly edited: number;
}

export interface ComparisonRow {
  /** Its path in the later data; if that does not have it, in the earlier. */
  readonly path: string;
  /** Its path in each data, null when that does not have it. */
  readonly pathBefore: string | null;
  readonly pathAfter: string | null;
  /** null when only one of the two has it. */
  readonly by: PairedBy | null;
  /** It has another parent now. Siblings that come and go move a path, but not a node. */
  readonly reparented: boolean;
  /** Its content changed, or something below it did. */
  readonly edited: boolean;
  readonly kind: "kept" | "moved" | "added" | "lost";
  /** Ranks from 1 and weights, null when it is not in that result. */
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
  readonly weightBefore: number | null;
  readonly weightAfter: number | null;
  /** The values of the keys that a result is ordered by, or what it gave to the value of a query; absent where neither result has such. */
  readonly valuesBefore?: readonly (SingleValue | null)[];
  readonly valuesAfter?: readonly (SingleValue | null)[];
  /** For a lost or added node: the reason why the other result lacks it, for the first hundred of each; null for all others. */
  readonly whyNot: string | null;
}

/** The nearest query that finds something, for an empty result. */
export interface Nearest {
  readonly change: Change;
  /** The first results of it. */
  readonly paths: readonly string[];
}
