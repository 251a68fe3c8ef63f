import type { NodeKey } from "../keys.js";
import type { Provenance } from "../store/records.js";
import type { BrokenOccurrence } from "./updateResult.js";

/** Options for writing a checked update. */
export interface WritingOptions {
  /** Default: `main`. */
  readonly branch?: string;
  /** The update is for this version: if it is not the newest of the branch, nothing is written and the result is a conflict. */
  readonly ifVersion?: number;
  /**
   * The version that the caller has looked at, by default the newest one. Where others have written since, the targets are found again: if they are the
   * same nodes, and what the update changes is as it was, it is made on what is there now. Else the result is a conflict.
   */
  readonly base?: number | string;
  /** The second of two updates of a task with the same key does nothing, and its result is the version of the first: so a retry is safe. */
  readonly idempotencyKey?: string;
  readonly provenance?: Provenance;
  /** Everything but the write. */
  readonly dryRun?: boolean;
  /**
   * Handling of broken bounds on occurrences and of missing required attributes. Default "refuse". A function decides each case. A schema
   * that is `strict` allows none.
   */
  readonly onBroken?: "refuse" | "allow" | ((broken: BrokenOccurrence) => boolean);
  /**
   * The node that the one inserted node takes the place of: it stays, and says so in the attribute `supersededBy`; `validTo` of it and `validFrom` of
   * the new one are the time of the event.
   */
  readonly supersedes?: NodeKey;
  /** Handling of content that exists already, or nearly so. Default "report"; "skip" leaves out its insertion. */
  readonly duplicates?: "report" | "refuse" | "skip";
  /** From which similarity on content counts as being there already, in (0, 1]. Default 0.85. */
  readonly duplicateThreshold?: number;
}
