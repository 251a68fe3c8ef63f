import type { Span } from "@semantic-xpath/parser";

/** Message of the protocol in either direction. */
export interface ProtocolMessage {
  seq: number;
  type: string;
}

/** Body of the event `sxp/session`: what is being debugged. */
export interface SessionInfo {
  /** The file of the query; null for a bare one. */
  readonly program: string | null;
  /** The declared query; null for a bare one. */
  readonly query: string | null;
  /** The query's text: of a declared query, its part of the file. */
  readonly text: string;
  readonly data: string;
  readonly schema: string | null;
  readonly scorer: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly limit: number | null;
  readonly minScore: number;
  /** Nodes of the tree. */
  readonly nodes: number;
}

/** Answer to `sxp/steps`: what operators have given so far, at their places in the query. Lines and columns as the client counts them. */
export interface StepsSoFar {
  readonly steps: readonly {
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
    /** `32`; if several operators end on a line, with the name: `[node…] 32, best 0.64`. */
    readonly text: string;
  }[];
}

/** Body of the event `sxp/step`: where the run is. */
export interface StepInfo {
  /** The number of the stop, from 1; 0: before the first operator. */
  readonly stop: number;
  /** 0 at the start and at the end. */
  readonly operatorId: number;
  /** Span of the operator, in the text of `program`. */
  readonly span: Span;
  /** The operator as `explain` prints it. */
  readonly text: string;
  /** Numbers of the first 1000 nodes of the current sequence, as the queried tree numbers them. */
  readonly nodes: readonly number[];
  /** Number of entries of the current sequence. */
  readonly count: number;
}
