import { readFileSync } from "node:fs";
import { reciprocalRankOf } from "@semantic-xpath/eval";
import { describe, expect, test } from "vitest";
import { readTree } from "../../../packages/readers/src/readTree.js";
import { type LexicalOptions, lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { nodeText } from "../../../packages/tree/src/text.js";
import type { Tree } from "../../../packages/tree/src/tree.js";
import { EVERYDAY, type Everyday } from "./everyday.js";

const files = new Map<string, Tree>();
function treeOf(file: string): Tree {
  const tree = files.get(file) ?? readTree(readFileSync(`examples/${file}`, "utf8"));
  files.set(file, tree);
  return tree;
}

/** A scorer that knows a tree, made once for each way to score. */
const known = new Map<string, ReturnType<typeof lexicalScorer>>();
function scorerOf(file: string, options: LexicalOptions): ReturnType<typeof lexicalScorer> {
  const name = `${file} ${JSON.stringify(options)}`;
  const scorer = known.get(name) ?? lexicalScorer(options).forTree(treeOf(file));
  known.set(name, scorer);
  return scorer;
}

/** The nodes of the type that is asked for, whether each is right, and its score; equal scores share the mean of their ranks. */
async function rank({ file, type, condition, relevant }: Everyday, options: LexicalOptions) {
  const tree = treeOf(file);
  const nodes = Array.from(tree.postings[tree.typeId(type)]!);
  const texts = nodes.map((node) => nodeText(tree, node));
  const scores = await scorerOf(file, options).score(texts, condition, {});
  const right = nodes.map((node, at) => relevant((name) => tree.node(node).attribute(name) ?? "", texts[at]!));
  const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  return { count: right.filter(Boolean).length, of: right.length, order, scores, right };
}

async function mrr(options: LexicalOptions, about?: string): Promise<number> {
  const cases = EVERYDAY.filter((one) => about === undefined || one.about === about);
  let sum = 0;
  for (const one of cases) {
    const { order, scores, right } = await rank(one, options);
    const ranking = order.filter((at) => scores[at]! > 0).map((at) => [String(at)]);
    const include = [...right.keys()].filter((at) => right[at]).map((at) => [String(at)]);
    sum += reciprocalRankOf(ranking, { include, exclude: new Set(), grades: new Map() });
  }
  return sum / cases.length;
}

describe("everyday conditions on the example trees", () => {
  test("each has right nodes and wrong ones", async () => {
    for (const one of EVERYDAY) {
      const { count, of } = await rank(one, {});
      expect(count > 0 && count < of, `${one.condition}: ${count} of ${of}`).toBe(true);
    }
  });

  test("are found", { tags: "slow" }, async () => {
    for (const about of new Set(EVERYDAY.map((one) => one.about)))
      console.info(`${about.padEnd(24)} MRR ${(await mrr({}, about)).toFixed(3)}`);
    expect(await mrr({})).toBeGreaterThan(0.9);
  });
});
