import type {
  Change,
  Comparison,
  Nearest,
  NodeDetails,
  Page,
  ResultRow,
  RunDocument,
  RunOverview,
  TraceDrop,
  TraceScore,
  TreeShape,
  Why,
  WhyNot,
} from "@semantic-xpath/runtime";
import type { RunEntry } from "../protocol.js";

/** The answers that a page holds: plain JSON. Lists are cut to limits, their totals are those of the run. */
export interface EmbeddedRun {
  readonly entry: RunEntry;
  readonly isRedacted: boolean;
  readonly overview: RunOverview;
  readonly results: Page<ResultRow>;
  readonly cut: Page<TraceDrop>;
  readonly dropped: Readonly<Record<number, Page<TraceDrop>>>;
  readonly scores: Readonly<Record<number, Page<TraceScore>>>;
  /** The first nodes in document order; `overview.treeSize` says how many there are. */
  readonly tree: TreeShape;
  readonly nodes: readonly EmbeddedNode[];
  readonly nearest: Nearest | null;
  /** Why there is no answer to that: looking for it may ask the scorer, which may fail. */
  readonly nearestProblem: string | null;
  readonly mermaid: string;
  readonly document: RunDocument;
  readonly comparison: { readonly before: RunEntry; readonly comparison: Comparison } | null;
}

export interface EmbeddedNode {
  readonly details: NodeDetails;
  readonly why: Why | null;
  readonly whyNot: WhyNot | null;
  /** Absent: not tried, or the scorer failed while it was. */
  readonly change?: Change | null;
}
