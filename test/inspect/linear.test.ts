import { inspect } from "@semantic-xpath/inspect";
import { compile, readTree, type Tree } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { countReads } from "../runtime/execute/support/countReads.js";
import { written } from "./support/trip.js";

/** A view asks about every node: what it costs in reads of the tree grows as the tree does, and not with its square. */
const plan = (days: number): Tree =>
  readTree({
    type: "Plan",
    children: Array.from({ length: days }, (_, i) => ({
      type: "Day",
      attributes: { lake: `${(i % 10) / 10}` },
      children: Array.from({ length: 4 }, (_, k) => ({
        type: k % 2 === 0 ? "POI" : "Note",
        attributes: { lake: `${((i + k) % 8) / 8}` },
      })),
    })),
  });

const QUERIES = [
  '//POI[node =~ "lake" >= 0.5]',
  "/Plan/Day[2]/POI",
  "//POI[3]",
  '//POI[node =~ "lake"][2]',
  "//Note/following::POI[2]",
  '//Note[node =~ "lake" >= 0.9]/preceding::Day',
  "//POI[@lake][@+1]",
  '//Note/ancestor::Day | (//POI[node =~ "lake"])[1:3]',
  "/Plan/Note",
];

async function readsOf(text: string, of: Tree): Promise<number> {
  const { tree, reads } = countReads(of);
  const inspection = await inspect(compile(text).query!, tree, { scorer: written(), limit: 5 });
  const before = reads();
  for (let node = 1; node <= tree.size; node++) inspection.whyNot(node);
  return reads() - before;
}

/** One day of everything: all that falls out hangs on the same node, and its evidence is as long as the tree. */
const oneDay = (nodes: number): Tree =>
  readTree({
    type: "Plan",
    children: [
      {
        type: "Day",
        attributes: { lake: "0.5" },
        children: Array.from({ length: nodes }, (_, k) => ({
          type: k % 2 === 0 ? "POI" : "Note",
          attributes: { lake: `${(k % 8) / 8}` },
        })),
      },
    ],
  });

const SHARED = [
  '/Plan/Day[avg(/POI[node =~ "lake"])]/POI[node =~ "lake"][2]',
  '/Plan/Day[avg(/POI[node =~ "lake"]) >= 0.9]/POI',
  '/Plan/Day[min(/POI[node =~ "lake"])]/POI',
  '/Plan/Day[1-max(/POI[node =~ "lake"])][2]/POI',
  "/Plan/Day[count(/POI) < 3]/POI",
  '/Plan/Day[exists(/POI[node =~ "lake" >= 0.99])]/POI',
];

/** Evidence that goes up and down again: it is as long as the tree for each node, and the same for all of them. */
const TURNING = [
  '//POI[avg(/..//Note[node =~ "lake"]) >= 0.99]',
  '//POI[avg(/ancestor::Plan//Note[node =~ "lake"]) >= 0.99]',
  '//POI[1-max(/../Note[node =~ "lake"]) >= 0.99]',
  '//POI[min(avg(/..//Note[node =~ "lake"]), node =~ "lake")][2]',
  '//POI[avg(/..//Note[node =~ "lake"])]',
];

describe("why-not of all nodes that hang on one is linear in the tree", () => {
  for (const text of [...SHARED, ...TURNING])
    it(text, async () => {
      const few = await readsOf(text, oneDay(400));
      const many = await readsOf(text, oneDay(1600));
      expect(many / few).toBeLessThan(5);
    });
});

describe("why-not of all nodes is linear in the tree", () => {
  for (const text of QUERIES)
    it(text, async () => {
      const few = await readsOf(text, plan(100));
      const many = await readsOf(text, plan(400));
      expect(many / few).toBeLessThan(5);
    });
});
