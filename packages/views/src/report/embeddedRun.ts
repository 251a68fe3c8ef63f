import type {
  Change,
  Comparison,
  Nearest,
  NodeDetails,
  Page,
  ReasonCount,
  ResultRow,
  RunDocument,
  RunOverview,
  Why,
  WhyNot,
} from "@semantic-xpath/inspect";
import type { TraceDrop, TraceScore, TraceValue } from "@semantic-xpath/runtime";
import type { RunEntry } from "../protocol.js";

/** The answers that a page holds: plain JSON. Lists are cut to limits, their totals are those of the run. */
export interface EmbeddedRun {
  readonly entry: RunEntry;
  readonly isRedacted: boolean;
  readonly overview: RunOverview;
  readonly results: Page<ResultRow>;
  /** By operator, 0 for the cut: how many were dropped for each reason, and the first of them. */
  readonly dropped: Readonly<Record<number, readonly EmbeddedDrops[]>>;
  readonly scores: Readonly<Record<number, Page<TraceScore>>>;
  /** By operator: contributors of a value, and keys of an order by. */
  readonly values: Readonly<Record<number, Page<TraceValue>>>;
  /** A packed `TreeShape`: the first nodes in document order; `overview.treeSize` says how many there are. */
  readonly tree: string;
  /** Packed `EmbeddedContents` of the same nodes. */
  readonly contents: string;
  /** Packed `EmbeddedNode[]`: those that the page explains. */
  readonly nodes: string;
  readonly nearest: Nearest | null;
  /** Reason for a missing answer: the search may need the scorer, which may fail. */
  readonly nearestProblem: string | null;
  readonly mermaid: string;
  readonly document: RunDocument;
  /** The command that answers what is not in the page, without its question; null if none is known. */
  readonly command: string | null;
  readonly comparison: { readonly before: RunEntry; readonly comparison: Comparison } | null;
}

export interface EmbeddedDrops extends ReasonCount {
  readonly rows: readonly TraceDrop[];
}

export interface EmbeddedNode {
  readonly details: NodeDetails;
  readonly why: Why | null;
  readonly whyNot: WhyNot | null;
  /** Absent: not tried, or the scorer failed while it was. */
  readonly change?: Change | null;
}
