import { mkdtempSync } from "node:fs";
import { chmod, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { cacheStats, clearCache, diskCounts } from "@semantic-xpath/scorers/node";
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
  const scorer = lexicalScorer({ ...settings, counts: diskCounts({ directory }) }).forTree!(tree);
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
  expect(await cacheStats(directory)).toMatchObject({ trees: 3, scores: 0 });
});

it("small trees are not kept, and without a folder nothing is", async () => {
  const directory = temporaryFolder();
  await answers(treeOf({ type: "Plan", text: "a museum" }), directory);
  await lexicalScorer().forTree!(largeTree()).score(texts, "museum", {});
  expect(await readdir(directory)).toEqual([]);
});

it("whatever was damaged, cut short or renamed is counted anew, and kept again", async () => {
  const directory = temporaryFolder();
  const first = await answers(largeTree(), directory);
  const [name] = await readdir(directory);
  const path = join(directory, name!);
  const whole = await readFile(path);
  const counted = counting();
  const damages = [
    whole.subarray(0, whole.length - 9),
    whole.subarray(0, 3),
    Buffer.alloc(0),
    Buffer.concat([whole, Buffer.of(0)]),
    Buffer.from(whole.map((byte, i) => (i === 90 ? byte ^ 1 : byte))),
  ];
  for (const [i, bytes] of damages.entries()) {
    await writeFile(path, bytes);
    expect(await answers(largeTree(), directory)).toEqual(first);
    expect(counted()).toBe(i + 1);
    expect(await readFile(path)).toEqual(whole);
  }
  await answers(largeTree(" glass"), directory);
  const other = (await readdir(directory)).find((one) => one !== name)!;
  await rename(join(directory, other), path);
  expect(await answers(largeTree(), directory)).toEqual(first);
  expect(counted()).toBe(damages.length + 2);
});

it("counts are bounded together, those used longest ago go first, and clearing removes them", async () => {
  const directory = temporaryFolder();
  await answers(largeTree("0"), directory);
  const { treeBytes } = await cacheStats(directory);
  for (const extra of ["1", "2", "3"]) {
    const counts = diskCounts({ directory, maxBytes: treeBytes * 2.5 });
    await lexicalScorer({ counts }).forTree!(largeTree(extra)).score(texts, "museum", {});
  }
  expect((await cacheStats(directory)).trees).toBe(2);
  await clearCache(directory);
  expect(await readdir(directory)).toEqual([]);
});

it("a folder that can't be written to is no error", async () => {
  const directory = temporaryFolder();
  await chmod(directory, 0o500);
  const { scores } = await answers(largeTree(), join(directory, "in it"));
  expect(scores[0]).toBeGreaterThan(0.5);
});
