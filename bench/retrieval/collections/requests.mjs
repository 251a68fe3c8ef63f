import { readdirSync } from "node:fs";
import { collectionOf } from "./collection.mjs";
import { nodeCases, nodesOf } from "./suites.mjs";

const FOLDER = "examples/requests";

/** What people ask of the example trees: the request as it is said finds its nodes among all of the same types. */
export async function requests() {
  const collections = [];
  for (const name of readdirSync(FOLDER).sort()) {
    // Recorded answers of a model to the requests stand beside them.
    if (!name.endsWith(".json") || name.endsWith(".answers.json")) continue;
    for (const { tree, condition, right } of await nodeCases(`${FOLDER}/${name}`)) {
      const types = new Set(Array.from(right, (node) => tree.typeNames[tree.type[node]]));
      const nodes = nodesOf(tree, [...types]);
      if (right.size === 0 || right.size * 2 > nodes.length) continue;
      const gold = new Set(nodes.flatMap((node, place) => (right.has(node) ? [place] : [])));
      collections.push({ ...collectionOf(tree, nodes), queries: [{ condition, gold }] });
    }
  }
  return collections;
}
