import { describe, expect, test } from "vitest";
import { checkedScore } from "../../../../packages/scorers/src/checkedScore.js";
import { kindOfModel } from "../../../../packages/scorers/src/node/models/open.js";
import { ModelFolder } from "../../../../packages/scorers/src/node/onnx/modelFolder.js";
import { staticScorer } from "../../../../packages/scorers/src/node/onnx/staticScorer.js";
import { Tokeniser } from "../../../../packages/scorers/src/node/onnx/tokeniser.js";
import { folderWith } from "../../../support/onnx/modelFolders.js";
import { cosineOf } from "../../../support/onnx/plainBert.js";
import { numbersFrom, randomVector } from "../../../support/onnx/random.js";
import { f32, type TensorFile, writeSafetensors } from "../../../support/onnx/safetensorsWriter.js";
import { unigramTokenizer, vocabularySize, wordPieceTokenizer } from "../../../support/onnx/tokenizerFiles.js";

const TOKENS = vocabularySize(wordPieceTokenizer());
const WIDTH = 12;
const TABLE = randomVector(numbersFrom(5), TOKENS * WIDTH, 1);
const TEXTS = ["the cat sat on the mat.", "museum", "art museum, running cats!", "", "☃", "the cat ☃"];
const UNKNOWN = 1;

const filesOf = (tensors: Readonly<Record<string, TensorFile>>, more: object = {}) => ({
  "config.json": { model_type: "model2vec", normalize: true },
  "tokenizer.json": wordPieceTokenizer(),
  "model.safetensors": writeSafetensors(tensors),
  ...more,
});
const PLAIN = { embeddings: f32([TOKENS, WIDTH], TABLE) };

/** Means of the rows of tokens, from the definition. */
async function plainVectors(row: (token: number) => readonly number[], folder: string) {
  const tokeniser = await Tokeniser.open(ModelFolder.open(folder), 0);
  return (text: string): number[] => {
    const ids = [...tokeniser.words(text)].filter((id) => id !== UNKNOWN);
    return Array.from({ length: WIDTH }, (_, i) => ids.reduce((sum, id) => sum + row(id)[i]!, 0) / (ids.length || 1));
  };
}
const rowOf = (token: number): number[] => [...TABLE.subarray(token * WIDTH, (token + 1) * WIDTH)];

async function expectCosines(folder: string, row: (token: number) => readonly number[], within = 1e-6) {
  const vector = await plainVectors(row, folder);
  const scorer = await staticScorer(folder);
  const cosines = await scorer.cosines(TEXTS, "art cat");
  for (const [i, text] of TEXTS.entries()) {
    const expected = vector(text).some((x) => x !== 0) ? cosineOf(vector(text), vector("art cat")) : 0;
    expect(Math.abs(cosines[i]! - expected), text).toBeLessThan(within);
  }
  expect(await checkedScore(scorer, TEXTS, "art cat")).toEqual(
    cosines.map((cosine) => Math.max(0, Math.min(1, cosine))),
  );
}

describe("a static model", () => {
  test("a text is the mean of its tokens, without special and unknown ones", () =>
    expectCosines(folderWith(filesOf(PLAIN)), rowOf));

  test("tokens have weights, and rows that several share", () => {
    const weights = Float32Array.from({ length: TOKENS }, (_, i) => 1 / (1 + i));
    const mapping = BigInt64Array.from({ length: TOKENS }, (_, i) => BigInt(i % 7));
    const tensors = {
      embeddings: f32([7, WIDTH], TABLE.subarray(0, 7 * WIDTH)),
      weights: f32([TOKENS], weights),
      mapping: { dtype: "I64", shape: [TOKENS], data: mapping },
    };
    return expectCosines(folderWith(filesOf(tensors)), (token) => rowOf(token % 7).map((x) => x * weights[token]!));
  });

  test("numbers of 8 bits, whose scale is lost, give nearly the same cosines", () => {
    const whole = Int8Array.from(TABLE, (x) => Math.round(x * 127));
    const embeddings = { dtype: "I8", shape: [TOKENS, WIDTH], data: whole };
    return expectCosines(folderWith(filesOf({ embeddings })), rowOf, 0.02);
  });

  test("numbers of 16 bits are read as they are", () => {
    const halves = Uint16Array.from(TABLE, (x) => new Uint32Array(Float32Array.of(x).buffer)[0]! >>> 16);
    const rounded = Float32Array.from(halves, (bits) => new Float32Array(Uint32Array.of(bits << 16).buffer)[0]!);
    const embeddings = { dtype: "BF16", shape: [TOKENS, WIDTH], data: halves };
    return expectCosines(folderWith(filesOf({ embeddings })), (token) => [
      ...rounded.subarray(token * WIDTH, (token + 1) * WIDTH),
    ]);
  });

  test("the layout of Sentence Transformers is read too", async () => {
    const folder = folderWith({
      "modules.json": [{ type: "sentence_transformers.models.StaticEmbedding", path: "0_StaticEmbedding" }],
      "0_StaticEmbedding/tokenizer.json": wordPieceTokenizer(),
      "0_StaticEmbedding/model.safetensors": writeSafetensors({ "embedding.weight": PLAIN.embeddings }),
    });
    expect(await kindOfModel(folder)).toBe("static");
    const plain = folderWith(filesOf(PLAIN));
    const cosines = async (at: string) => (await staticScorer(at)).cosines(TEXTS, "art cat");
    expect(await cosines(folder)).toEqual(await cosines(plain));
  });

  test("a Unigram tokeniser names its unknown token by number", async () => {
    const tokens = vocabularySize(unigramTokenizer());
    const table = randomVector(numbersFrom(6), tokens * WIDTH, 1);
    const folder = folderWith(
      filesOf({ embeddings: f32([tokens, WIDTH], table) }, { "tokenizer.json": unigramTokenizer() }),
    );
    const cosines = await (await staticScorer(folder)).cosines(["the cat", "the cat ☃", "☃"], "the cat");
    expect([...cosines].map((x) => Math.round(x * 1e5) / 1e5)).not.toContain(Number.NaN);
    expect(cosines[0]).toBeCloseTo(1, 5);
  });

  test("a long text is read in windows", async () => {
    const folder = folderWith(filesOf(PLAIN));
    const long = `${"the mat sat on ".repeat(20)} art art art art art art art art ${"the mat ".repeat(20)}`;
    const cosine = async (maxWindows: number) =>
      (await (await staticScorer(folder, { maxWindows, maxTokens: 8 })).cosines([long], "art"))[0]!;
    expect(await cosine(32)).toBeGreaterThan(0.9);
    expect(await cosine(1)).toBeLessThan(await cosine(32));
  });

  test("scores have the same bits whatever is asked with them; it is cheap; its id is that of content and settings", async () => {
    const folder = folderWith(filesOf(PLAIN));
    const texts = Array.from(
      { length: 700 },
      (_, i) => `${"the cat ".repeat(i % 9)}museum ${"art ".repeat((i * 7) % 13)}`,
    );
    const scorer = await staticScorer(folder);
    const together = await scorer.cosines(texts, "cat");
    const alone = await staticScorer(folder, { kept: 1 });
    for (let i = 0; i < 40; i++) expect((await alone.cosines([texts[i]!], "cat"))[0]).toBe(together[i]);
    expect(scorer.cost).toBe("cheap");
    expect(scorer.id).toMatch(/^static-1\(model [0-9a-f]{16} \{"query":"","passage":"","longest":512,"limit":32/);
    expect((await staticScorer(folder, { maxTokens: 9 })).id).not.toBe(scorer.id);
    expect(alone.id).toBe(scorer.id);
    await expect(scorer.score(texts, "new", { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
    await scorer.dispose();
    await expect(scorer.score(["x"], "cat", {})).rejects.toThrow("it was disposed.");
  });
});

describe("what is no static model", () => {
  test.each<[string, Readonly<Record<string, string | Uint8Array | object>>, string]>([
    [
      "no table",
      { "model.safetensors": writeSafetensors({ "encoder.weight": f32([1], [1]) }) },
      'has no table "embeddings", so it is no static model',
    ],
    [
      "a table of one dimension",
      { "model.safetensors": writeSafetensors({ embeddings: f32([4], [1, 2, 3, 4]) }) },
      'no table "embeddings"',
    ],
    [
      "weights of two dimensions",
      { "model.safetensors": writeSafetensors({ ...PLAIN, weights: f32([1, 1], [1]) }) },
      '"weights" in "model.safetensors" is no list',
    ],
    ["a page of HTML", { "model.safetensors": "<html>" }, '"model.safetensors" can\'t be read: it is cut short'],
    ["another tokeniser", { "tokenizer.json": "{}" }, '"tokenizer.json" can\'t be used'],
  ])("%s", async (_, more, message) => {
    await expect(staticScorer(folderWith(filesOf(PLAIN, more)))).rejects.toThrow(message);
  });

  test("no file at all", async () => {
    const { "model.safetensors": _, ...rest } = filesOf(PLAIN);
    await expect(staticScorer(folderWith(rest))).rejects.toThrow('has no file "model.safetensors"');
  });
});
