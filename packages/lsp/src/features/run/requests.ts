import type { Diagnostic as LspDiagnostic, Range } from "vscode-languageserver";

/** Which query of a file: by name, or by an offset in the file; neither: the only one, or the first. */
export interface QueryParams {
  readonly uri: string;
  readonly name?: string | null;
  readonly offset?: number | null;
}

/** `sxp/compile`: what a file declares and what is wrong with it. */
export interface CompileResult {
  readonly queries: readonly CompiledEntry[];
  readonly diagnostics: readonly LspDiagnostic[];
}

export interface CompiledEntry {
  /** Null for a bare query. */
  readonly name: string | null;
  readonly range: Range;
  readonly parameters: readonly { readonly name: string; readonly type: "string" | "number" | null }[];
  /** Whether running it asks a scorer. */
  readonly isSemantic: boolean;
  readonly canRun: boolean;
}

/** `sxp/run` and `sxp/trace`. */
export interface RunParams extends QueryParams {
  /** Arguments by parameter name, without the sign. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Default 50. */
  readonly limit?: number;
  /** In [0, 1], default 0. */
  readonly minScore?: number;
}

/** A query that could not run says why in `problem`; the other fields are then empty. */
export interface RunOutcome {
  readonly problem: string | null;
  readonly matches: readonly MatchEntry[];
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
  /** The value where the query ends with an attribute. */
  readonly value: string | null;
  /** Where the node stands in the data file, where the reader knows. */
  readonly source: { readonly uri: string; readonly range: Range } | null;
}

/** `$/progress` of a run, with the token of the request. */
export interface RunProgress {
  readonly pairs: number;
  readonly wanted: number;
}

/** `sxp/explain`. `operators` are the rows of the plan with their bounds. */
export interface ExplainResult {
  readonly problem: string | null;
  readonly text: string;
  readonly mermaid: string;
  readonly operators: readonly object[];
}

/** `sxp/trace`: the trace document of the runtime, version in it. */
export interface TraceResult {
  readonly problem: string | null;
  readonly trace: object | null;
}

/** `sxp/test`: the query with its present results as a test. */
export interface TestResult {
  readonly problem: string | null;
  readonly text: string;
}
