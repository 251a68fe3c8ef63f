import type { NodeKey } from "../keys.js";

/** One thing that a version changed of the version before it, by key, and in words. */
export interface Change {
  readonly kind: "insert" | "delete" | "replace" | "move" | "setAttribute" | "setText" | "rename";
  /** The node; of `replace` the new one. */
  readonly key: NodeKey;
  /** First key and number of the nodes that came or went with it, if their keys follow each other. */
  readonly keys?: readonly [first: NodeKey, count: number];
  /** The same where they don't: of what a revert brings back, for one. */
  readonly ranges?: readonly (readonly [first: NodeKey, count: number])[];
  /** Of `replace`: the node that is gone. */
  readonly replaced?: NodeKey;
  /** Where the node is: a query on the version, or on the version before it where the node is gone. */
  readonly path: string;
  /** In plain words: `moved Museum of Nature from Day 1 to Day 2`. */
  readonly text: string;
  /** Of `setAttribute`. */
  readonly name?: string;
  /** The value, text, type or place before; null: there was none. Of `delete` and `replace` what the subtree said. */
  readonly before?: string | null;
  /** The same after. Of `insert` and `replace` what the subtree says. */
  readonly after?: string | null;
  /** The parent after the change; null: the node is the root, or gone. */
  readonly parent?: NodeKey | null;
}
