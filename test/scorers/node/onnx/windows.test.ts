import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { embeddingScorer } from "../../../../packages/scorers/src/node/onnx/embeddingScorer.js";
import { entailmentScorer } from "../../../../packages/scorers/src/node/onnx/entailmentScorer.js";
import { ModelFolder } from "../../../../packages/scorers/src/node/onnx/modelFolder.js";
import { Tokeniser } from "../../../../packages/scorers/src/node/onnx/tokeniser.js";
import { windowsOf } from "../../../../packages/scorers/src/node/onnx/windows.js";
import { bertGraph, bertWeights, SMALL } from "../../../support/onnx/bertModel.js";
import { folderWith, onnxMissing } from "../../../support/onnx/modelFolders.js";
import { writeOnnx } from "../../../support/onnx/onnxWriter.js";
import { cosineOf, meanOf, plainBert, plainLogits, softmax, unit } from "../../../support/onnx/plainBert.js";
import { vocabularySize, wordPieceTokenizer } from "../../../support/onnx/tokenizerFiles.js";
import { runs } from "../../../support/runs.js";

const none = () => [];
const count = (length: number) => Array.from({ length }, (_, i) => i);
const cut = (length: number, room: number, limit: number, lead: () => readonly number[] = none) =>
  windowsOf((needed) => count(length).slice(0, Math.max(needed, 0)), { room, limit, lead });

test("neighbours share an eighth, and the last window reaches back", () => {
  expect(cut(8, 8, 9)).toEqual({ windows: [count(8)], isCut: false });
  const { windows, isCut } = cut(20, 8, 9);
  expect(windows.map(([first]) => first)).toEqual([0, 7, 12]);
  expect(windows.every(({ length }) => length === 8)).toBe(true);
  expect(isCut).toBe(false);
});

test("at the limit: as many windows as are allowed and no more, and what is left out is known", () => {
  expect(cut(22, 8, 3)).toMatchObject({ isCut: false, windows: { length: 3 } });
  expect(cut(23, 8, 3)).toMatchObject({ isCut: true, windows: { length: 3 } });
  expect(cut(9, 8, 1)).toEqual({ windows: [count(8)], isCut: true });
});

test("law: windows hold every token up to the limit in order, none is too long, and each begins with what leads", () =>
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(5),
      (length, room, limit, led) => {
        const lead = Array.from({ length: led }, () => -1);
        const { windows, isCut } = cut(length, room, limit, () => lead);
        expect(windows.length).toBeLessThanOrEqual(limit);
        const seen = new Set(windows.flat());
        seen.delete(-1);
        expect([...seen]).toEqual(count(seen.size));
        expect(isCut).toBe(seen.size < length);
        for (const [i, window] of windows.entries()) {
          expect(window.length).toBeLessThanOrEqual(room);
          if (i > 0) expect(window.filter((token) => token === -1).length).toBe(Math.min(led, room - 1));
        }
      },
    ),
    { numRuns: runs(200) },
  ));

const missing = await onnxMissing();
if (missing !== undefined) console.warn(missing);

const SHAPE = { ...SMALL, vocabulary: vocabularySize(wordPieceTokenizer()) };
const WEIGHTS = bertWeights(SHAPE);
const LONG = `${"the cat sat on the mat. ".repeat(12)}running art museum! ${"the mat sat ".repeat(14)}`;
const SHORT = "museum";

const files = {
  "config.json": { model_type: "bert", vocab_size: SHAPE.vocabulary, max_position_embeddings: 64 },
  "tokenizer.json": wordPieceTokenizer(),
  "onnx/model.onnx": writeOnnx(bertGraph(SHAPE, WEIGHTS)),
};

describe.skipIf(missing !== undefined)("long texts", () => {
  const made = async (prefix = "") => {
    const folder = folderWith(files);
    const tokeniser = await Tokeniser.open(ModelFolder.open(folder), 0);
    const vectors = (text: string) =>
      tokeniser
        .encode(text, 64, { prefix, limit: 32 })
        .windows.map(({ ids, types }) => unit(meanOf(plainBert(SHAPE, WEIGHTS, ids, types))));
    const query = (text: string) => {
      const { ids, types } = tokeniser.encode(text, 64).windows[0]!;
      return meanOf(plainBert(SHAPE, WEIGHTS, ids, types));
    };
    return { folder, vectors, query };
  };

  test.each(["", "passage: "])("the best window counts, or the first alone (after %j)", async (prefix) => {
    const { folder, vectors, query } = await made(prefix);
    const windows = vectors(LONG);
    expect(windows.length).toBeGreaterThan(2);
    const cosines = windows.map((vector) => cosineOf(vector, query("art")));
    const expected = [
      [32, Math.max(...cosines)],
      [1, cosines[0]!],
    ] as const;
    for (const [maxWindows, cosine] of expected) {
      const scorer = await embeddingScorer(folder, { maxWindows, passagePrefix: prefix });
      const [long, short] = await scorer.cosines([LONG, SHORT], "art");
      expect(Math.abs(long! - cosine)).toBeLessThan(1e-5);
      expect(Math.abs(short! - cosineOf(vectors(SHORT)[0]!, query("art")))).toBeLessThan(1e-5);
      expect(scorer.id).toContain(`"limit":${maxWindows}`);
    }
  });

  test("nothing is cut silently: a note says when texts are longer than all windows", async () => {
    const { folder } = await made();
    const first = await embeddingScorer(folder, { maxWindows: 1 });
    const enough = await embeddingScorer(folder, { maxWindows: 3 });
    const short = await embeddingScorer(folder, { maxWindows: 2 });
    for (const scorer of [first, enough, short]) await scorer.score([SHORT], "art", {});
    const notes = () => [first, enough, short].map((scorer) => /texts of .*/.exec(scorer.notes!() ?? "")?.[0]);
    expect(notes()).toEqual([undefined, undefined, undefined]);
    for (const scorer of [first, enough, short]) await scorer.score([LONG], "art", {});
    expect(notes()).toEqual([
      "texts of more than 64 tokens were cut there",
      undefined,
      "texts of more than 2 windows of 64 tokens were cut there",
    ]);
  });

  test("the score of a long text has the same bits whatever is asked with it", async () => {
    const { folder } = await made();
    const texts = Array.from({ length: 30 }, (_, i) => `${"the cat sat ".repeat((i * 7) % 50)}museum ${i}`);
    const together = await (await embeddingScorer(folder)).cosines(texts, "art");
    const single = await embeddingScorer(folder, { kept: 1 });
    for (const [i, text] of texts.entries()) expect((await single.cosines([text], "art"))[0]).toBe(together[i]);
  });

  test("a condition in several windows is their mean", async () => {
    const { folder, vectors } = await made();
    const [cosine] = await (await embeddingScorer(folder)).cosines([SHORT], LONG);
    expect(Math.abs(cosine! - cosineOf(vectors(SHORT)[0]!, meanOf(vectors(LONG))))).toBeLessThan(1e-5);
  });

  test("of a pair the text goes into windows, each with the whole condition", async () => {
    const shape = { ...SHAPE, labels: 2 };
    const weights = bertWeights(shape);
    const id2label = { 0: "entailment", 1: "not_entailment" };
    const folder = folderWith({
      ...files,
      "config.json": { ...files["config.json"], id2label },
      "onnx/model.onnx": writeOnnx(bertGraph(shape, weights)),
    });
    const tokeniser = await Tokeniser.open(ModelFolder.open(folder), 0);
    const { windows } = tokeniser.encodePair([LONG, "This is related to art."], 64, { limit: 32 })!;
    const kept = tokeniser.encodePair(["", "This is related to art."], 64)!.windows[0]!.ids.slice(2);
    expect(windows.length).toBeGreaterThan(3);
    for (const { ids } of windows) expect(ids.slice(-kept.length)).toEqual(kept);
    const scores = windows.map(({ ids, types }) => softmax(plainLogits(shape, weights, ids, types))[0]!);
    for (const [maxWindows, score] of [
      [32, Math.max(...scores)],
      [1, scores[0]!],
    ] as const) {
      const scorer = await entailmentScorer(folder, { maxWindows });
      expect(Math.abs((await scorer.score([LONG], "art", {}))[0]! - score)).toBeLessThan(1e-5);
      expect(scorer.notes!() === null).toBe(maxWindows !== 1);
    }
  });

  test.each([{ maxWindows: 0 }, { maxWindows: 2000 }])("%j is out of range", async (options) => {
    await expect(embeddingScorer((await made()).folder, options)).rejects.toThrow(RangeError);
  });
});
