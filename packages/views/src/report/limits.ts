/** How much of a run one page holds. What is left out is said where it would stand. */
export interface ReportLimits {
  /** Result rows. */
  readonly results: number;
  /** Entries that fell out, and score algebras, of each operator. */
  readonly dropped: number;
  readonly scores: number;
  /** Nodes of the tree's shape and heat, from the root on in document order. */
  readonly treeNodes: number;
  /** Nodes with attributes, text and an answer to why or why not: results first, then what passed, was dropped, and the rest. */
  readonly explained: number;
  /** Of these, nodes whose answer has its score algebra and what outranked them. */
  readonly algebras: number;
  /** Nodes with the smallest change that admits them. Each change is tried, and that may ask the scorer. */
  readonly changes: number;
  /** Characters of one text. */
  readonly text: number;
}

/** The page of the largest tree stays below about 15 MB. */
export const REPORT_LIMITS: ReportLimits = {
  results: 1_000,
  dropped: 500,
  scores: 200,
  treeNodes: 100_000,
  explained: 5_000,
  algebras: 500,
  changes: 12,
  text: 2_000,
};
