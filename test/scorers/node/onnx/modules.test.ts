import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { embeddingScorer } from "../../../../packages/scorers/src/node/onnx/embeddingScorer.js";
import { familyOf } from "../../../../packages/scorers/src/node/onnx/families.js";
import { ModelFolder } from "../../../../packages/scorers/src/node/onnx/modelFolder.js";
import { readModules } from "../../../../packages/scorers/src/node/onnx/modules.js";
import { Tokeniser } from "../../../../packages/scorers/src/node/onnx/tokeniser.js";
import { RunError } from "../../../../packages/tree/src/index.js";
import { bertGraph, bertWeights, SMALL } from "../../../support/onnx/bertModel.js";
import { folderWith, onnxMissing } from "../../../support/onnx/modelFolders.js";
import { writeOnnx } from "../../../support/onnx/onnxWriter.js";
import { cosineOf, meanOf, plainBert } from "../../../support/onnx/plainBert.js";
import { numbersFrom, randomVector } from "../../../support/onnx/random.js";
import { f32, writeSafetensors } from "../../../support/onnx/safetensorsWriter.js";
import { vocabularySize, wordPieceTokenizer } from "../../../support/onnx/tokenizerFiles.js";
import { runs } from "../../../support/runs.js";

const SHAPE = { ...SMALL, vocabulary: vocabularySize(wordPieceTokenizer()) };
const WEIGHTS = bertWeights(SHAPE);
const module = (type: string, path: string) => ({ type: `sentence_transformers.models.${type}`, path });
const LISTED = [module("Transformer", ""), module("Pooling", "1_Pooling"), module("Dense", "2_Dense")];
const TEXTS = ["the cat sat on the mat.", "museum", "art museum, running cats!", ""];
const WIDE = 5;

const next = numbersFrom(3);
const matrix = randomVector(next, WIDE * SMALL.width, 0.5);
const bias = randomVector(next, WIDE, 0.5);
const dense = {
  "2_Dense/config.json": {
    in_features: SMALL.width,
    out_features: WIDE,
    bias: true,
    activation_function: "torch.nn.modules.activation.Tanh",
  },
  "2_Dense/model.safetensors": writeSafetensors({
    "linear.weight": f32([WIDE, SMALL.width], matrix),
    "linear.bias": f32([WIDE], bias),
  }),
};
const files = (how: Parameters<typeof bertGraph>[2] = {}) => ({
  "config.json": { model_type: "bert", vocab_size: SHAPE.vocabulary, max_position_embeddings: 64 },
  "tokenizer.json": wordPieceTokenizer(),
  "modules.json": [...LISTED, module("Normalize", "3_Normalize")],
  "1_Pooling/config.json": { pooling_mode_mean_tokens: true },
  ...dense,
  "onnx/model.onnx": writeOnnx(bertGraph(SHAPE, WEIGHTS, how)),
});
const project = (vector: readonly number[]) =>
  Array.from({ length: WIDE }, (_, row) =>
    Math.tanh(vector.reduce((sum, x, i) => sum + matrix[row * SMALL.width + i]! * x, bias[row]!)),
  );

const missing = await onnxMissing();

describe.skipIf(missing !== undefined)("dense modules", () => {
  const expectCosines = async (
    folder: string,
    options: object,
    change: (vector: readonly number[]) => readonly number[],
  ) => {
    const tokeniser = await Tokeniser.open(ModelFolder.open(folder), 0);
    const vector = (text: string) => {
      const { ids, types } = tokeniser.encode(text, 64).windows[0]!;
      return change(meanOf(plainBert(SHAPE, WEIGHTS, ids, types)));
    };
    const cosines = await (await embeddingScorer(folder, options)).cosines(TEXTS, "art cat");
    for (const [i, text] of TEXTS.entries()) {
      expect(Math.abs(cosines[i]! - cosineOf(vector(text), vector("art cat"))), text).toBeLessThan(1e-5);
    }
  };

  test("come after the pooling", () => expectCosines(folderWith(files()), {}, project));
  test("come after an output that is pooled, where its width says that it is not the end", () =>
    expectCosines(folderWith(files({ sentence: "sentence_embedding" })), {}, project));
  test("are left out where a pooling is named", () =>
    expectCosines(folderWith(files()), { pooling: "mean" }, (x) => [...x]));

  test("that take another width than the graph gives are reported", async () => {
    const narrow = { in_features: 3, out_features: 2 };
    const folder = folderWith({
      ...files(),
      "2_Dense/config.json": narrow,
      "2_Dense/model.safetensors": writeSafetensors({ "linear.weight": f32([2, 3], randomVector(next, 6, 1)) }),
    });
    const scorer = await embeddingScorer(folder);
    await expect(scorer.score(["cat"], "art", {})).rejects.toThrow("takes 3 numbers, and the graph gives 16");
  });
});

describe("modules that are refused", () => {
  const { "2_Dense/model.safetensors": table, ...rest } = files();
  test.each<[string, object, string]>([
    ["weights that can hold code", { "2_Dense/pytorch_model.bin": "x" }, "which can hold code and is not read"],
    ["no weights", {}, 'has no file "2_Dense/model.safetensors"'],
    [
      "weights of another shape",
      { "2_Dense/model.safetensors": writeSafetensors({ "linear.weight": f32([1], [1]) }) },
      "are not the 5 × 16",
    ],
    [
      "weights that are none",
      { "2_Dense/model.safetensors": "<html>" },
      '"2_Dense/model.safetensors" can\'t be read: it is cut short',
    ],
    [
      "no sizes",
      { "2_Dense/config.json": {}, "2_Dense/model.safetensors": table },
      'has no "in_features" and "out_features"',
    ],
    [
      "an activation that nobody knows",
      {
        "2_Dense/config.json": { ...dense["2_Dense/config.json"], activation_function: "a.toString" },
        "2_Dense/model.safetensors": table,
      },
      'an activation "toString"',
    ],
    [
      "two that do not fit",
      { "modules.json": [...LISTED, module("Dense", "2_Dense")], "2_Dense/model.safetensors": table },
      "takes 16 numbers where 5 come in",
    ],
  ])("%s", async (_, more, message) => {
    await expect(embeddingScorer(folderWith({ ...rest, ...more }))).rejects.toThrow(message);
  });

  test("law: any modules.json is read or refused with SXP4001", () => {
    const type = fc.constantFrom(
      "x.Transformer",
      "x.Pooling",
      "x.Dense",
      "x.Normalize",
      "x.Other",
      "constructor",
      7,
      null,
    );
    const path = fc.constantFrom("", "1_Pooling", "2_Dense", "../x", "/etc", 3, null);
    const list = fc.array(fc.oneof(fc.record({ type, path }), fc.jsonValue()), { maxLength: 5 });
    fc.assert(
      fc.property(fc.oneof(list, fc.dictionary(fc.string(), fc.jsonValue())), fc.jsonValue(), (modules, pooling) => {
        const folder = folderWith({
          "modules.json": modules,
          "1_Pooling/config.json": JSON.stringify(pooling),
          ...dense,
        });
        try {
          expect(readModules(ModelFolder.open(folder)).dense.length).toBeLessThan(6);
        } catch (error) {
          expect(error).toBeInstanceOf(RunError);
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

describe("families", () => {
  test.each([
    ["all-MiniLM-L6-v2", "mean", "", [0, 1]],
    ["all-mpnet-base-v2", "mean", "", [0, 1]],
    ["multilingual-e5-small", "mean", "query: ", [0.7, 1]],
    ["e5-base-v2", "mean", "query: ", [0.7, 1]],
    ["bge-small-en", "cls", "Represent", [0.6, 1]],
    ["bge-small-en-v1.5", "cls", "Represent", [0.4, 1]],
    ["bge-large-zh-v1.5", "cls", "为", [0.4, 1]],
    ["bge-m3", "cls", "", [0.35, 0.75]],
    ["gte-small", "mean", "", [0.7, 1]],
    ["gte-base-en-v1.5", "cls", "", [0.4, 0.85]],
    ["gte-modernbert-base", "cls", "", [0.4, 0.85]],
    ["gte-multilingual-base", "cls", "", [0.3, 0.85]],
    ["gte-Qwen2-1.5B-instruct", "last", "Instruct", [0.15, 0.85]],
    ["Qwen3-Embedding-0.6B", "last", "Instruct", [0.1, 0.8]],
    ["mxbai-embed-large-v1", "cls", "Represent", [0.3, 0.85]],
    ["snowflake-arctic-embed-xs", "cls", "Represent", [0.46, 0.8]],
    ["snowflake-arctic-embed-m-v1.5", "cls", "Represent", [0.24, 0.6]],
    ["embeddinggemma-300m-ONNX", "mean", "task: search result | query: ", [0.3, 0.75]],
    ["snowflake-arctic-embed-l-v2.0", "cls", "query: ", null],
    ["nomic-embed-text-v1.5", "mean", "search_query: ", null],
    ["jina-embeddings-v2-base-en", "mean", "", null],
    ["e5-mistral-7b-instruct", "last", "Instruct", null],
    ["my-own", "mean", "", null],
  ] as const)("%s", (name, pooling, query, band) => {
    const family = familyOf([name], "bert");
    expect(family.pooling).toBe(pooling);
    expect(family.query.startsWith(query)).toBe(true);
    const { slope = Number.NaN, intercept = Number.NaN } = family.band ?? {};
    const ends = family.band && [0, 1].map((score) => Math.round(((score - intercept) / slope) * 1000) / 1000 + 0);
    expect(ends).toEqual(band);
  });

  test.each([
    ["models/zhang/bge-small-en-v1.5", "Represent"],
    ["tmp/x-zh-1/bge-small-en-v1.5", "Represent"],
    ["e5-models/my-own", "query: "],
    ["e5-models/gte-small", ""],
    ["models--BAAI--bge-large-zh-v1.5/snapshots/0a1b2c", "为"],
    ["cache\\intfloat_multilingual-e5-small", "query: "],
    ["code5-small", ""],
  ])("of %s the folders above change nothing, unless the model has no name of its own", (path, query) => {
    expect(familyOf([path], "bert").query.slice(0, query.length || undefined)).toBe(query);
  });

  test.skipIf(missing !== undefined)("one without a band says so, with the command that calibrates it", async () => {
    const { "modules.json": _, ...plain } = files();
    const unknown = await embeddingScorer(folderWith(plain, "house"));
    expect(unknown.notes!()).toBe(
      'scores of house are bare cosines, whose band is not known: "sxp models calibrate" fits a calibration',
    );
    expect((await embeddingScorer(folderWith(plain, "e5-small"))).notes!()).toBe(null);
    expect(
      (await embeddingScorer(folderWith(plain), { calibration: { kind: "affine", slope: 1, intercept: 0 } })).notes!(),
    ).toBe(null);
  });
});
