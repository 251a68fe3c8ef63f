import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readWanted } from "../../../packages/english/src/quantities/wanted.js";
import { ENGLISH } from "../../../packages/scorers/src/lexical/languages/language.js";
import { Vocabulary } from "../../../packages/scorers/src/lexical/vocabulary.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { TreeBuilder } from "../../../packages/tree/src/builder.js";
import { countedClock } from "../../support/countedClock.js";
import { isLong } from "../../support/runs.js";
import { quantitiesIn } from "./quantitiesIn.js";

/** Of each, 128 KB, or a part of it: with an expression that is more than linear in it a test would not end in its time. */
const LENGTH = isLong ? 2 ** 17 : 2 ** 14;
const ATTACKS = [
  "1 hundred ",
  "1 h ",
  "under 1 ",
  "a under   ",
  "1 - ",
  "1,111",
  "$1 ",
  "9 to ",
  "may ",
  "1 of ",
  "free ",
];
const ENDS = ["", "1:", "x", "%"];
const SPACES = " ".repeat(100_000);

describe("long texts are read in linear time", () => {
  test.each(ATTACKS)("%j again and again", async (piece) => {
    for (const end of ENDS) {
      const long = piece.repeat(LENGTH / piece.length) + end;
      readWanted(long);
      quantitiesIn(long);
    }
  });

  test.each(["dinner under", "9", "9 to", "1", "1 of", "between 6 and", "what", "?"])(
    "%j before white space",
    async (piece) => {
      for (const end of ENDS) {
        readWanted(piece + SPACES + end);
        quantitiesIn(piece + SPACES + end);
        await lexicalScorer().score([piece + SPACES + end], piece + SPACES + end, {});
      }
    },
  );

  test("a condition has its quantities in the first 4096 characters", () => {
    expect(readWanted(`${" ".repeat(4000)}under 30 dollars`)).toHaveLength(1);
    expect(readWanted(`${" ".repeat(5000)}under 30 dollars`)).toEqual([]);
  });
});

describe("an abort within what is long", () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i % 5000}`).join(" ");

  /** Chunks that were read until the abort of the first pause took effect. */
  async function chunksUntilAborted(run: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
    const read = vi.spyOn(Vocabulary.prototype, "wordsFrom");
    onTestFinished(() => void read.mockRestore());
    countedClock(10);
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error("enough")));
    await expect(run(controller.signal)).rejects.toThrow("enough");
    return read.mock.calls.length;
  }

  test("one text: a fraction of it is read", async () => {
    const text = words(400_000);
    const read = await chunksUntilAborted((signal) => lexicalScorer().score([text], "museum", { signal }));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(40_000);
  });

  test("the statistics of few nodes with long texts: a fraction of them is counted", async () => {
    const builder = new TreeBuilder({ format: "object", spans: false });
    builder.open("List");
    for (let i = 0; i < 100; i++) {
      builder.open("Item");
      builder.addText(`${i} ${words(10_000)}`);
      builder.close();
    }
    builder.close();
    const scorer = lexicalScorer().forTree(builder.finish());
    const read = await chunksUntilAborted((signal) => scorer.score(["a"], "museum", { signal }));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(100_000);
  });

  const distinct = Array.from({ length: 8000 }, (_, i) => `${"abcdefgh"[i % 8]}${i.toString(36)}`).join(" ");

  test("one condition: a fraction of it is read", async () => {
    const read = vi.spyOn(ENGLISH, "share");
    onTestFinished(() => void read.mockRestore());
    await chunksUntilAborted((signal) => lexicalScorer().score(["museum"], distinct, { signal }));
    expect(read.mock.calls.length).toBeLessThan(800);
  });

  test("one text and a long condition: there is a pause at each word that is new, for each takes long", {
    tags: "slow",
  }, async () => {
    const scorer = lexicalScorer();
    await scorer.score(["museum"], distinct, {});
    const clock = countedClock(10);
    await scorer.score([distinct.slice(0, 500)], distinct, {});
    expect(clock.looks()).toBeGreaterThan(100);
    const looks = clock.looks();
    await scorer.score([distinct.slice(0, 500)], distinct, {});
    expect(clock.looks() - looks).toBeLessThan(10);
  });

  test("what was read in steps scores as what was read at once", async () => {
    const text = `Item\nname: ${words(9000)}\n${words(3000)}. Is it a museum?\nkind: museum`;
    const scorer = lexicalScorer();
    const [stepped] = await scorer.score([text], "word7 museum", {});
    expect(stepped).toBe(lexicalScorer().explain(text, "word7 museum").score);
    const [same] = await Promise.all([
      scorer.score([`${text}s`], "museum", {}),
      scorer.score([`${text}s`], "museum", {}),
    ]);
    expect(same).toEqual(await lexicalScorer().score([`${text}s`], "museum", {}));
  });
});

test("weights that are no numbers are refused", () => {
  for (const name of [Number.NaN, -1]) expect(() => lexicalScorer({ fields: { name } })).toThrow(RangeError);
});
