import type { Diagnostic } from "@semantic-xpath/parser";
import type { BrokenBound } from "@semantic-xpath/readers/schema";
import type { NodeKey } from "../keys.js";
import type { Change } from "../store/change.js";
import type { NearDuplicate } from "./nearDuplicates.js";
import type { DiffHunk } from "./treeDiff.js";
import type { UpdateTarget } from "./updateTarget.js";

/**
 * Outcome of an update. Only `applied` wrote something.
 *
 * | status | |
 * |---|---|
 * | `applied` | it is the version `version` |
 * | `dry run` | it would be applied |
 * | `repeated` | an earlier update had the same idempotency key, and is the version `version` |
 * | `unchanged` | there is nothing to change: no edits, or all of them were skipped |
 * | `invalid` | its text, or an argument, has mistakes |
 * | `unclear` | a target is not a node, or not surely one: `targets` has them, with a repair for each candidate |
 * | `refused` | the tree would be against its schema, or hold the same content twice |
 * | `conflict` | another process has written since, and its targets are other nodes now |
 */
export type UpdateStatus =
  | "applied"
  | "dry run"
  | "repeated"
  | "unchanged"
  | "invalid"
  | "unclear"
  | "refused"
  | "conflict";

/** A bound on occurrences that an update breaks, or breaks further; an attribute that the schema requires and a node lacks is `@name`, at least once. */
export interface BrokenOccurrence extends Pick<BrokenBound, "type" | "bound" | "limit"> {
  /** The parent, in the tree after the update. */
  readonly path: string;
  /** Null: it is new. */
  readonly key: NodeKey | null;
  readonly before: number;
  readonly after: number;
  /** True if the caller allowed it. */
  readonly isAllowed: boolean;
}

/** Reason why an update was not carried over to a later write. */
export interface UpdateConflict {
  /** The version that the update was made for, and the newest one of the branch. */
  readonly expected: number;
  readonly head: number;
  /** Changes since, in words. */
  readonly since: readonly string[];
  /** Targets by their place in `targets`: which node they were, and are now (null: none, or not surely one). Empty with `ifVersion`. */
  readonly targets: readonly {
    readonly target: number;
    readonly before: NodeKey | null;
    readonly after: NodeKey | null;
  }[];
}

/** Result of an update or its dry run, as plain data. */
export interface UpdateResult {
  readonly status: UpdateStatus;
  readonly task: string;
  readonly branch: string;
  /** The version that it was made on. */
  readonly base: number;
  /** The version that it is; null: none. */
  readonly version: number | null;
  readonly isDryRun: boolean;
  readonly changes: readonly Change[];
  /** The changes as lines. */
  readonly diff: readonly DiffHunk[];
  readonly targets: readonly UpdateTarget[];
  readonly broken: readonly BrokenOccurrence[];
  readonly duplicates: readonly NearDuplicate[];
  readonly conflict: UpdateConflict | null;
  readonly diagnostics: readonly Diagnostic[];
}
