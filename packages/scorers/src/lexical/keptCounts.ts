import type { Tree } from "@semantic-xpath/tree";

/** What was counted in trees, kept for other processes. Whatever fails, there is nothing. */
export interface KeptCounts {
  /** The bytes that were kept for a tree with the same content under the same settings. */
  get(tree: Tree, settings: string): Promise<Uint8Array | null>;
  set(tree: Tree, settings: string, bytes: Uint8Array): Promise<void>;
}

/** Characters of a tree from which it takes longer to count than to look up, and names and values for each of them. */
const FEWEST_CHARACTERS = 2 ** 18;

/** Whether the counts of a tree are worth keeping. */
export function isWorthKeeping({ values: { chunks } }: Tree): boolean {
  let characters = 0;
  for (const chunk of chunks) characters += chunk.length;
  return characters >= FEWEST_CHARACTERS;
}
