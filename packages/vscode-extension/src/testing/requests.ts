import type { CompiledEntry } from "@semantic-xpath/lsp";

type Range = CompiledEntry["range"];

/** Requests about suites of `sxp eval`, beside those of the language server, in whose process they are answered. */
export const SUITE_REQUESTS = {
  /** SuiteParams → SuiteResult: the cases of a file. No data is read, and nothing runs. */
  cases: "sxp/suiteCases",
  /** EvaluateParams → EvaluateResult: runs cases as `sxp eval` does. */
  evaluate: "sxp/evaluate",
} as const;

export interface SuiteParams {
  readonly uri: string;
}

export interface SuiteResult {
  /** Why the file can't be read; null: it can. */
  readonly problem: string | null;
  /** Cases of this file, without those of its imports. */
  readonly cases: readonly SuiteCase[];
}

export interface SuiteCase {
  readonly id: string;
  /** The request, or else the query. */
  readonly asks: string;
  readonly range: Range;
}

export interface EvaluateParams extends SuiteParams {
  /** Ids of cases of the file; null: all of it. */
  readonly cases: readonly string[] | null;
}

export interface EvaluateResult {
  /** Why nothing ran, with the place if it is in a file; null: it did. */
  readonly problem: string | null;
  readonly at: { readonly uri: string; readonly position: Range["start"] } | null;
  readonly results: readonly EvaluatedCase[];
}

/** One result for a case, or for a turn of a conversation: then its id begins with that of the case. */
export interface EvaluatedCase {
  readonly id: string;
  /** `gold`: its query ran; `english`: its request was read. */
  readonly method: "gold" | "english";
  readonly outcome: "right" | "asked" | "wrong" | "open" | "failed" | "skipped";
  /** Why it is not right, or was skipped. */
  readonly why: string | null;
  /** The expected and the actual answer: a line for each node, or a value. */
  readonly expected: string;
  readonly actual: string;
  /** A reason for nodes that are missing, one in a sentence. */
  readonly whyNot: readonly string[];
  /** The first missing node; null: no node is missing, or no query ran on a file. */
  readonly missing: MissingNode | null;
  readonly milliseconds: number;
}

/** A node that should have been found, with the query that did not find it. */
export interface MissingNode {
  /** URI of the suite. */
  readonly uri: string;
  readonly query: string;
  /** Relative to the suite. */
  readonly data: string;
  /** A path, or the name of a schema; null: there is none. */
  readonly schema: string | null;
  readonly path: string;
}
