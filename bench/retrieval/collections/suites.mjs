import { fileURLToPath } from "node:url";
import { openSuite } from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { nodePath } from "@semantic-xpath/tree";

/** Single requests of a suite over a tree that have right nodes, each with the numbers of these. */
export async function nodeCases(path) {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  const { suite, problems } = await openSuite(file, nodeHost());
  if (suite === null) throw new Error(problems.map(({ diagnostic }) => diagnostic.message).join("\n"));
  const numbers = new Map();
  return suite.cases.flatMap(({ kind, source, question, golds: [{ references }] }) => {
    if (references === null || question.request === null || kind === "conversation") return [];
    const { tree } = source;
    if (!numbers.has(tree)) numbers.set(tree, numbersOf(tree));
    const right = new Set(references.include.flat().map((reference) => numbers.get(tree).get(reference)));
    return [{ tree, condition: question.request, right }];
  });
}

const numbersOf = (tree) => new Map(Array.from({ length: tree.size }, (_, i) => [nodePath(tree, i + 1), i + 1]));

/** Nodes of some types in document order. */
export function nodesOf(tree, types) {
  return types.flatMap((type) => Array.from(tree.postings[tree.typeId(type)] ?? [])).sort((a, b) => a - b);
}
