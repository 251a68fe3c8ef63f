import type { NodeKey } from "../keys.js";
import type { Provenance } from "../store/records.js";
import type { BrokenOccurrence } from "./updateResult.js";

/** How a checked update is written. */
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
  /** Of two updates of a task with the same key the second does nothing, and its result is the version of the first: so it is safe to try again. */
  readonly idempotencyKey?: string;
  readonly provenance?: Provenance;
  /** The node that is all that the update may see and change, with what is in it: nothing in the result says what is around it. Default: all. */
  readonly root?: NodeKey;
  /** Everything but the write. */
  readonly dryRun?: boolean;
  /**
   * What happens where a bound on occurrences is broken, or a required attribute is missing. Default "refuse". A function decides for each whether it is allowed. A schema
   * that is `strict` allows none.
   */
  readonly onBroken?: "refuse" | "allow" | ((broken: BrokenOccurrence) => boolean);
  /**
   * The node that the one inserted node takes the place of: it stays, and says so in the attribute `supersededBy`; `validTo` of it and `validFrom` of
   * the new one are the time of the event.
   */
  readonly supersedes?: NodeKey;
  /** What happens with content that is there already, or nearly so. Default "report"; "skip" leaves out its insertion. */
  readonly duplicates?: "report" | "refuse" | "skip";
  /** From which similarity on content counts as being there already, in (0, 1]. Default 0.85. */
  readonly duplicateThreshold?: number;
}
