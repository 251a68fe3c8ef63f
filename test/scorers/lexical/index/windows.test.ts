import { lexicalScorer } from "@semantic-xpath/scorers";
import { expect, it, onTestFinished, vi } from "vitest";
import { Window } from "../../../../packages/scorers/src/lexical/window.js";

const TEXTS = 20_000;
const list = {
  texts: Array.from(
    { length: TEXTS },
    (_, i) => `${i % 4 === 0 ? "walo" : "xepi"} ${i % 500 === 0 ? "yuma" : "zoni"} n${i}`,
  ),
};

/** The number of windows that a search for the best ten texts scores. */
async function windowsOf(condition: string): Promise<number> {
  const take = vi.spyOn(Window.prototype, "take");
  onTestFinished(() => take.mockRestore());
  take.mockClear();
  const best = { count: 10, weigh: (_: number, score: number) => score };
  const found = await scorer.findListed(list, condition, { best });
  expect(found!.numbers.length).toBeGreaterThanOrEqual(10);
  return take.mock.calls.length;
}

const scorer = lexicalScorer();

it("texts that few words lead to are scored in few windows, and those of frequent words in small ones", async () => {
  expect(await windowsOf("yuma")).toBe(1);
  expect(await windowsOf("walo")).toBeGreaterThan(4);
});
