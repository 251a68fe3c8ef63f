import { readFileSync } from "node:fs";
import { readTree } from "@semantic-xpath/runtime";
import { collectionOf } from "./collection.mjs";
import { JUDGED } from "./judged.mjs";

/** The judged conditions, on each tree those that share no stem with a node that is right, and those that do. */
export function everyday({ meets, wordsOf }) {
  return JUDGED.map(({ file, types, conditions, most }) => {
    const tree = readTree(readFileSync(`examples/${file}`, "utf8"));
    const nodes = nodesOf(tree, types).slice(0, most);
    const { texts, plain } = collectionOf(tree, nodes);
    const queries = Object.entries(conditions)
      .map(([condition, numbers]) => ({ condition, gold: new Set(numbers.map((number) => number - 1)) }))
      .filter(({ condition, gold }) => {
        const asked = new Set(wordsOf(condition));
        return [...gold].some((place) => wordsOf(plain[place]).some((word) => asked.has(word))) === meets;
      });
    return { tree, texts, plain, queries, nodes };
  });
}

/** Nodes of some types in document order. */
export function nodesOf(tree, types) {
  return types.flatMap((type) => Array.from(tree.postings[tree.typeId(type)] ?? [])).sort((a, b) => a - b);
}
