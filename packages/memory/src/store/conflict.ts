import type { NodeKey } from "../keys.js";

/**
 * A place where two sides contradict each other: both set a `value`, both `moved` a node to different parents, one `deleted` what the other
 * changed or put something into, both put nodes `into` each other, or both replaced the `root`.
 */
export type ConflictKind = "value" | "moved" | "deletedByUs" | "deletedByThem" | "into" | "root";

/** Sides of a merge: ours is what is there, theirs is what comes to it. */
export interface Conflict {
  readonly kind: ConflictKind;
  readonly key: NodeKey;
  /** Path of the node: in ours, else in theirs, else in the common base. */
  readonly path: string;
  /** For `value`: `@name`, `text()` or `type`. */
  readonly part?: string;
  /** The value or place in the version that both come from, in ours and in theirs; null: none. */
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  /** In plain words. */
  readonly text: string;
}

/** Winning side of a conflict; null leaves the conflict. */
export type Resolve = "ours" | "theirs" | ((conflict: Conflict) => "ours" | "theirs" | null);
