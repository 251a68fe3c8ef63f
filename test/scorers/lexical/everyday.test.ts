import { readFileSync } from "node:fs";
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

interface Figures {
  mrr: number;
  first: number;
  /** Mean of the precisions at each right node; one with score 0 isn't found. */
  average: number;
}

async function measure(options: LexicalOptions, about?: string): Promise<Figures> {
  const cases = EVERYDAY.filter((one) => about === undefined || one.about === about);
  const sum: Figures = { mrr: 0, first: 0, average: 0 };
  for (const one of cases) {
    const { order, scores, right, count } = await rank(one, options);
    const found = order.filter((at) => scores[at]! > 0);
    const first = found.findIndex((at) => right[at]);
    if (first >= 0) sum.mrr += 1 / (first + 1);
    if (first === 0) sum.first++;
    let hits = 0;
    found.forEach((at, place) => {
      if (right[at]) sum.average += ++hits / (place + 1) / count;
    });
  }
  return { mrr: sum.mrr / cases.length, first: sum.first / cases.length, average: sum.average / cases.length };
}

describe("everyday conditions on the example trees", () => {
  test("each has right nodes and wrong ones", async () => {
    for (const one of EVERYDAY) {
      const { count, of } = await rank(one, {});
      expect(count > 0 && count < of, `${one.condition}: ${count} of ${of}`).toBe(true);
    }
  });

  test("are found", { tags: "slow" }, async () => {
    for (const about of new Set(EVERYDAY.map((one) => one.about))) {
      const { mrr } = await measure({}, about);
      console.info(`${about.padEnd(24)} MRR ${mrr.toFixed(3)}`);
    }
    expect((await measure({})).mrr).toBeGreaterThan(0.9);
  });
});
