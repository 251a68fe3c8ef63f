import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { PieceCounter } from "../../packages/scorers/src/lexical/pieces.js";
import { sxp } from "./sxp.js";

const folder = mkdtempSync(join(tmpdir(), "counts-"));
const data = join(folder, "plan.xml");
const places = Array.from(
  { length: 12_000 },
  (_, i) => `<POI name="place ${i}">museum of art ${i % 90} by harbour${i}</POI>`,
);
writeFileSync(data, `<Plan>${places.join("")}</Plan>`);

const query = (...words: string[]) =>
  sxp(["run", '//POI[node =~ "art museum"]', "--data", data, "--limit", "3", ...words], {
    env: { SXP_CACHE_DIR: join(folder, "cache") },
    cwd: folder,
  });

/** What it found, without how long that took. */
const found = async (...words: string[]) => (await query(...words)).out.replace(/[\d.,]+ (?:ms|s|µs)\b/g, "");

it("the second run on the same data does not count them again, and finds the same", { tags: "slow" }, async () => {
  const count = vi.spyOn(PieceCounter.prototype, "count");
  onTestFinished(() => void count.mockRestore());
  const first = await found();
  expect(first).toContain("3 matches");
  expect(count.mock.calls.length).toBe(1);
  expect(await found()).toBe(first);
  expect(count.mock.calls.length).toBe(1);
  expect(await found("--no-cache")).toBe(first);
  expect(count.mock.calls.length).toBe(2);
  expect(readdirSync(join(folder, "cache"))).toHaveLength(1);
});

it("says what is kept, and removes it", async () => {
  await query();
  const env = { SXP_CACHE_DIR: join(folder, "cache") };
  expect((await sxp(["cache", "stats"], { env })).out).toContain("statistics of 1 tree in ");
  expect((await sxp(["cache", "clear"], { env })).out).toContain("0 scores and statistics of 1 tree, ");
  await sxp(["cache", "clear", "--yes"], { env });
  expect(readdirSync(join(folder, "cache"))).toEqual([]);
});
