import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { cacheStats, derivedCounts, openSqlite, userDerived } from "@semantic-xpath/scorers/node";
import { type Tree, treeOf } from "@semantic-xpath/tree";
import { expect, it, onTestFinished, vi } from "vitest";
import { PieceCounter } from "../../../packages/scorers/src/lexical/pieces.js";

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "counts-"));

/** A tree that is worth it: some 300 KB of texts. */
const largeTree = (extra = ""): Tree =>
  treeOf({
    type: "Plan",
    children: Array.from({ length: 6000 }, (_, i) => ({
      type: "POI",
      attributes: { name: `place ${i}`, vegan: String(i % 3 === 0) },
      text: `museum ${i % 70} of art near the harbour${i % 200} ${"walk ".repeat(i % 9)}${i === 7 ? extra : ""}`,
    })),
  });

const counting = () => {
  const spy = vi.spyOn(PieceCounter.prototype, "count");
  onTestFinished(() => void spy.mockRestore());
  return () => spy.mock.calls.length;
};

const conditions = ["museum walk", "harbour7 place", "under 20 dollars"];
const texts = ["museum 7 of art near the harbour7 walk walk", "POI\nname: place 9\nvegan: true\nwalk"];

async function answers(tree: Tree, directory: string, settings = {}) {
  const scorer = lexicalScorer({ ...settings, counts: derivedCounts(userDerived({ directory })) }).forTree!(tree);
  const scores = [];
  for (const condition of conditions) scores.push(...(await scorer.score(texts, condition, {})));
  return { id: scorer.id, scores };
}

it("a tree with the same content is counted once, and scored the same", async () => {
  const directory = temporaryFolder();
  const counted = counting();
  const first = await answers(largeTree(), directory);
  expect(counted()).toBe(1);
  expect(await answers(largeTree(), directory)).toEqual(first);
  expect(counted()).toBe(1);
  const plain = lexicalScorer().forTree!(largeTree());
  expect(plain.id).toBe(first.id);
  expect(counted()).toBe(2);
});

it("another content, or other settings, are counted", async () => {
  const directory = temporaryFolder();
  const counted = counting();
  const first = await answers(largeTree(), directory);
  expect((await answers(largeTree(" glass"), directory)).id).not.toBe(first.id);
  expect(counted()).toBe(2);
  await answers(largeTree(), directory, { company: 0 });
  expect(counted()).toBe(3);
  expect(cacheStats(directory).kinds).toMatchObject([{ kind: "trees/1", entries: 3, damaged: 0 }]);
});

it("small trees are not kept, and without a store nothing is", async () => {
  const directory = join(temporaryFolder(), "none");
  await answers(treeOf({ type: "Plan", text: "a museum" }), directory);
  await lexicalScorer().forTree!(largeTree()).score(texts, "museum", {});
  expect(existsSync(directory)).toBe(false);
});

it("what was damaged is counted again, and kept again", async () => {
  const directory = temporaryFolder();
  const first = await answers(largeTree(), directory);
  const counted = counting();
  const database = openSqlite(join(directory, "derived-1.db"));
  database.exec("update derived set bytes = zeroblob(length(bytes))");
  database.close();
  expect(await answers(largeTree(), directory)).toEqual(first);
  expect(await answers(largeTree(), directory)).toEqual(first);
  expect(counted()).toBe(1);
});
