import type { Scorer } from "../../../packages/scorers/src/scorer.js";
import { TreeBuilder } from "../../../packages/tree/src/builder.js";
import type { Tree } from "../../../packages/tree/src/tree.js";

/** A root with one `Item` for each text. */
export function treeOf(texts: readonly string[]): Tree {
  const builder = new TreeBuilder({ format: "object", spans: false });
  builder.open("List");
  for (const text of texts) {
    builder.open("Item");
    builder.addText(text);
    builder.close();
  }
  builder.close();
  return builder.finish();
}

/** What `node =~` is given for an item of `treeOf`. */
export const itemText = (text: string): string => `Item\n${text}`;

export interface Counting extends Scorer {
  /** The texts that were asked about, call by call. */
  readonly calls: string[][];
}

/** A scorer from a function, that counts. */
export function scorerOf(
  id: string,
  score: (text: string, condition: string) => number,
  cost: Scorer["cost"] = "expensive",
): Counting {
  const calls: string[][] = [];
  return {
    id,
    cost,
    calls,
    async score(texts, condition) {
      calls.push([...texts]);
      return Float32Array.from(texts, (text) => score(text, condition));
    },
  };
}

/** A number in [0, 1] that depends on everything in a text. */
export function pseudo(text: string, seed = 0): number {
  let hash = 2166136261 ^ seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32;
}
