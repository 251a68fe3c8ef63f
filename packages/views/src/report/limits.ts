/** Size limits of one page. Left-out parts are noted in their places. */
export interface ReportLimits {
  /** Result rows. */
  readonly results: number;
  /** Entries that each operator dropped for one reason or read a value of, and score algebras of each operator. */
  readonly dropped: number;
  readonly scores: number;
  /** Nodes of the tree's shape and heat, from the root on in document order. */
  readonly treeNodes: number;
  /** Characters of these nodes' contents: attributes, text and summary. A value has a fair share of them, at most `text`. */
  readonly contents: number;
  /** Nodes with an answer to why or why not: results first, then what was dropped, passed, and the rest. */
  readonly explained: number;
  /** Nodes among these whose answer has its score algebra and the higher results. */
  readonly algebras: number;
  /** Nodes with the smallest change that admits them. Each change is tried, and that may need the scorer. */
  readonly changes: number;
  /** Characters of one text. */
  readonly text: number;
}

/** The page of the largest tree stays below about 15 MB: contents of nodes are packed, and so are their reasons. */
export const REPORT_LIMITS: ReportLimits = {
  results: 1_000,
  dropped: 500,
  scores: 200,
  treeNodes: 100_000,
  contents: 24_000_000,
  explained: 5_000,
  algebras: 500,
  changes: 12,
  text: 2_000,
};
