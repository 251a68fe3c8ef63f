import { compile, inspect, readTree, type Tree } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { countReads } from "../execute/support/countReads.js";
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

async function readsOf(text: string, days: number): Promise<number> {
  const { tree, reads } = countReads(plan(days));
  const inspection = await inspect(compile(text).query!, tree, { scorer: written(), limit: 5 });
  const before = reads();
  for (let node = 1; node <= tree.size; node++) inspection.whyNot(node);
  return reads() - before;
}

describe("why-not of all nodes is linear in the tree", () => {
  for (const text of QUERIES)
    it(text, async () => {
      const few = await readsOf(text, 100);
      const many = await readsOf(text, 400);
      expect(many / few).toBeLessThan(5);
    });
});
