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

const OFF: Readonly<Record<string, LexicalOptions>> = {
  all: {},
  "no thesaurus": { thesaurus: 0 },
  "no quantity": { quantity: 0 },
  "no company": { company: 0 },
  "no when, frame, asking": { when: 0, asking: 1 },
  "none of these": { thesaurus: 0, quantity: 0, company: 0, when: 0, asking: 1 },
};

describe("everyday conditions on the example trees", () => {
  test("each has right nodes and wrong ones", async () => {
    for (const one of EVERYDAY) {
      const { count, of } = await rank(one, {});
      expect(count > 0 && count < of, `${one.condition}: ${count} of ${of}`).toBe(true);
    }
  });

  test("the ingredients find them", { tags: "slow" }, async () => {
    const figures = new Map<string, Figures>();
    for (const [name, options] of Object.entries(OFF)) {
      const found = await measure(options);
      figures.set(name, found);
      console.info(
        `${name.padEnd(24)} MRR ${found.mrr.toFixed(3)}  P@1 ${found.first.toFixed(3)}  MAP ${found.average.toFixed(3)}`,
      );
    }
    for (const about of new Set(EVERYDAY.map((one) => one.about))) {
      const [on, off] = [await measure({}, about), await measure(OFF["none of these"]!, about)];
      console.info(`${about.padEnd(24)} MRR ${on.mrr.toFixed(3)}, without ${off.mrr.toFixed(3)}`);
    }
    const all = figures.get("all")!;
    // Measured 0.947.
    expect(all.mrr).toBeGreaterThan(0.93);
    expect(all.mrr).toBeGreaterThan(figures.get("none of these")!.mrr + 0.2);
    expect(all.mrr).toBeGreaterThan(figures.get("no thesaurus")!.mrr);
    expect(all.mrr).toBeGreaterThan(figures.get("no quantity")!.mrr);
  });
});
