import type { NodeKey } from "../keys.js";

/** One thing that a version changed of the version before it, by key, and in words. */
export interface Change {
  readonly kind: "insert" | "delete" | "replace" | "move" | "setAttribute" | "setText" | "rename";
  /** The node; of `replace` the new one. */
  readonly key: NodeKey;
  /** First key and number of the nodes that came or went with it, if their keys follow each other. */
  readonly keys?: readonly [first: NodeKey, count: number];
  /** Ranges of keys that are not consecutive, for example after a revert. */
  readonly ranges?: readonly (readonly [first: NodeKey, count: number])[];
  /** For `replace`: the removed node. */
  readonly replaced?: NodeKey;
  /** Path of the node: a query on the version, or on the version before it if the node is gone. */
  readonly path: string;
  /** In plain words: `moved Museum of Nature from Day 1 to Day 2`. */
  readonly text: string;
  /** Name for `setAttribute`. */
  readonly name?: string;
  /** The value, text, type or place before; null: there was none. Of `delete` and `replace` what the subtree said. */
  readonly before?: string | null;
  /** Content after the change, null without one. For `insert` and `replace` the content of the subtree. */
  readonly after?: string | null;
  /** The parent after the change; null: the node is the root, or gone. */
  readonly parent?: NodeKey | null;
}

/** True if a node came or went with a change: it is the node of the change, or one of those in its keys. */
export function isWithin({ key: top, keys, ranges }: Change, key: NodeKey): boolean {
  const all = ranges ?? (keys === undefined ? [[top, 1] as const] : [keys]);
  return all.some(([first, count]) => key >= first && key < first + count);
}
