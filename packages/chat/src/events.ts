import type { DiffHunk, NodeKey, UpdateResult } from "@semantic-xpath/memory";
import type { Reading } from "./translate/translation.js";

/**
 * Events of a turn, in order. Plain JSON, the same for the command, the page and programs. A turn ends with `done` or
 * `failed`; one that waits for a person ends with `done` whose state is `waiting`, and continues with `choose`.
 */
export type ChatEvent = { readonly turn: string } & (
  | {
      readonly type: "began";
      /** The words with which the turn starts. */
      readonly request: string;
    }
  /** The readings of the request; `chosen` is the index of the one in use, null for none yet. */
  | {
      readonly type: "read";
      readonly by: "translator" | "model";
      readonly readings: readonly Reading[];
      readonly chosen: number | null;
    }
  /** The model's text has errors, which it gets back. */
  | { readonly type: "repair"; readonly round: number; readonly text: string; readonly problems: readonly string[] }
  /** The query found nothing; this is the nearest one that does. */
  | { readonly type: "widened"; readonly from: string; readonly to: string; readonly change: string }
  /** A choice was made in a turn that waited. */
  | { readonly type: "chosen"; readonly choice: number; readonly text: string }
  /** Results of the query, and the part of them that is handed over. `run` names the run for memory and execution views. */
  | {
      readonly type: "retrieved";
      readonly run: string;
      readonly query: string;
      readonly task: string;
      /** Null for a query on the whole store. */
      readonly version: number | null;
      /** Nodes that are handed over, the best first. */
      readonly nodes: readonly RetrievedNode[];
      /** Number of nodes that the query found. */
      readonly found: number;
      readonly value?: unknown;
    }
  /** A question before the turn continues: its answer is a choice by its place, or `yes` or `no`. */
  | {
      readonly type: "question";
      readonly question: string;
      readonly choices: readonly string[];
      /** The first changes; null if nothing is about to be changed. */
      readonly dryRun: UpdateResult | null;
      /** Number of changes that take something away. */
      readonly losses: number;
    }
  /** A change was made. `result` has the first changes; `omitted` is the number of others. */
  | { readonly type: "changed"; readonly result: UpdateResult; readonly omitted: number }
  /** Two versions were compared. */
  | {
      readonly type: "compared";
      readonly task: string;
      readonly from: number;
      readonly to: number;
      readonly diff: readonly DiffHunk[];
      readonly omitted: number;
    }
  /** The task or version that the conversation is at changed. */
  | { readonly type: "moved"; readonly task: string; readonly version: number }
  /** Something a person should know, such as that the model failed and the translator continued. */
  | { readonly type: "note"; readonly code: string | null; readonly message: string }
  /** A piece of the answer. */
  | { readonly type: "text"; readonly text: string }
  /** Tokens of the turn, if the conversation counts them. */
  | { readonly type: "cost"; readonly cost: TurnCost }
  /** The end of a turn, with its state. */
  | { readonly type: "done"; readonly state: TurnState }
  /** The end of a turn that failed: a code of the diagnostics, and its message. */
  | { readonly type: "failed"; readonly code: string; readonly message: string }
);

export type TurnState = "answered" | "changed" | "waiting" | "cancelled" | "failed";

export interface RetrievedNode {
  readonly path: string;
  /** The permanent key of the node; null for a node outside every version. */
  readonly key: NodeKey | null;
  readonly weight: number;
  /** The beginning of its text; for an attribute its value. */
  readonly text: string;
}

/** Tokens of one turn, by part; and what the same turn would have taken otherwise. */
export interface TurnCost {
  /** In and out of the model, by what the call was for. Empty without a model. */
  readonly calls: readonly { readonly purpose: string; readonly input: number; readonly output: number }[];
  /** Tokens of the subtrees that were handed on, of the whole memory, and of what a flat search has to hand on for the same: see `flatTokens`. */
  readonly retrieved: number;
  readonly whole: number;
  readonly flat: number;
}
