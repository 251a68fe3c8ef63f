import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, readTree } from "@semantic-xpath/runtime";
import { collectionOf } from "./collection.mjs";
import { nodesOf } from "./everyday.mjs";

const FOLDER = "examples/requests";

/** What people ask of the example trees: the request as it is said finds its nodes among all of the same types. */
export async function requests() {
  const found = [];
  for (const name of readdirSync(FOLDER).sort()) {
    if (!name.endsWith(".json")) continue;
    const { data, requests } = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
    const tree = readTree(readFileSync(join(FOLDER, data), "utf8"));
    for (const { request, gold } of requests) {
      if (gold.nodes === undefined) continue;
      const right = new Set();
      for (const path of gold.nodes) {
        for (const { id } of (await compile(path).query.run(tree)).matches) right.add(id);
      }
      const types = new Set(Array.from(right, (node) => tree.typeNames[tree.type[node]]));
      const nodes = nodesOf(tree, [...types]);
      if (right.size === 0 || right.size * 2 > nodes.length) continue;
      const places = new Set(nodes.flatMap((node, place) => (right.has(node) ? [place] : [])));
      found.push({ ...collectionOf(tree, nodes), queries: [{ condition: request, gold: places }] });
    }
  }
  return found;
}
