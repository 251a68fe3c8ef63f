import { createHash, type Hash } from "node:crypto";
import type { Tree } from "@semantic-xpath/tree";
import type { DerivedStore } from "../../derivedStore.js";
import type { KeptCounts } from "../../lexical/keptCounts.js";

const COUNTS = "trees/1";

/** Keeps what the embedded scorer counts in trees, by a hash of all that the counts depend on. */
export function derivedCounts(store: DerivedStore): KeptCounts {
  return {
    get: async (tree, settings) => store.get(COUNTS, [nameOf(tree, settings)])[0] ?? null,
    set: async (tree, settings, bytes) => store.put(COUNTS, [{ source: nameOf(tree, settings), bytes }]),
  };
}

const names = new WeakMap<Tree, Map<string, string>>();

/** Made once for a tree: half of it is hashing its texts. */
function nameOf(tree: Tree, settings: string): string {
  const known = names.get(tree)?.get(settings);
  if (known !== undefined) return known;
  const hash = createHash("sha256");
  // Which characters are letters changes with Unicode.
  addText(hash, JSON.stringify([settings, process.versions.unicode, tree.size, tree.typeNames, tree.attributeNames]));
  addTree(hash, tree);
  const name = hash.digest("base64url");
  names.set(tree, (names.get(tree) ?? new Map<string, string>()).set(settings, name));
  return name;
}

/** All that is counted: types, attributes and own texts of nodes in their order. */
function addTree(hash: Hash, tree: Tree): void {
  const { type, text, columns, values } = tree;
  for (const column of [type, text]) addBytes(hash, column);
  for (const [attribute, ofTypes] of columns.entries()) {
    for (const [ofType, column] of ofTypes.entries()) {
      if (column === undefined) continue;
      addText(hash, `${attribute} ${ofType} ${column.kind}`);
      addBytes(hash, column.values);
      if (column.kind === "sparse") addBytes(hash, column.ranks);
    }
  }
  addBytes(hash, values.starts.subarray(0, values.size));
  for (const chunk of values.chunks) addText(hash, chunk);
}

/** With its length in front, so that the parts can't run together. As UTF-16 units, which a lone surrogate is too. */
function addText(hash: Hash, text: string): void {
  hash.update(`${text.length}:`).update(Buffer.from(text, "utf16le"));
}

function addBytes(hash: Hash, column: Int32Array | Uint32Array): void {
  hash.update(`${column.length}:`).update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
}
