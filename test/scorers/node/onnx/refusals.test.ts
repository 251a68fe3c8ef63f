import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { embeddingScorer } from "../../../../packages/scorers/src/node/onnx/embeddingScorer.js";
import { bertGraph, bertWeights, SMALL } from "../../../support/onnx/bertModel.js";
import { folderWith, onnxMissing } from "../../../support/onnx/modelFolders.js";
import { bytesOf, type ModelSpec, type NodeSpec, writeOnnx } from "../../../support/onnx/onnxWriter.js";
import { vocabularySize, wordPieceTokenizer } from "../../../support/onnx/tokenizerFiles.js";

const SHAPE = { ...SMALL, vocabulary: vocabularySize(wordPieceTokenizer()) };
const WEIGHTS = bertWeights(SHAPE);
const MODEL = bertGraph(SHAPE, WEIGHTS);
const FILES = {
  "config.json": { model_type: "bert", vocab_size: SHAPE.vocabulary, max_position_embeddings: 64 },
  "tokenizer.json": wordPieceTokenizer(),
  "onnx/model.onnx": writeOnnx(MODEL),
};
const missing = await onnxMissing();

const opening = (files: Parameters<typeof folderWith>[0]) => embeddingScorer(folderWith(files));
const withNode = (node: NodeSpec): ModelSpec => ({ ...MODEL, nodes: [...MODEL.nodes, node] });
const withExternal = (entries: Readonly<Record<string, string>>): ModelSpec => ({
  ...MODEL,
  external: new Map([["words", entries]]),
});

describe("a folder that is no model", () => {
  test("no folder", async () => {
    await expect(embeddingScorer("no/such/folder")).rejects.toThrow(
      /SXP4001.*there is no model folder "no\/such\/folder"/,
    );
  });

  test.each(["config.json", "tokenizer.json", "onnx/model.onnx"] as const)("without %s", async (file) => {
    const { [file]: _, ...rest } = FILES;
    await expect(opening(rest)).rejects.toThrow(new RegExp(`SXP4001.*the model folder has no file "${file}"`));
  });

  test.each([
    ["config.json", "{", '"config.json" is not JSON'],
    ["tokenizer.json", "[", '"tokenizer.json" is not JSON'],
    ["config.json", "7", '"config.json" holds no JSON object'],
    ["sxp-calibration.json", '{"kind":"affine"}', '"sxp-calibration.json" can\'t be used'],
    [
      "1_Pooling/config.json",
      '{"pooling_mode_weightedmean_tokens":true}',
      "its pooling (pooling_mode_weightedmean_tokens) is not supported",
    ],
    ["modules.json", '[{"type":"sentence_transformers.models.LSTM"}]', 'has a module "LSTM"'],
    ["modules.json", '[{"type":"x.Dense","path":"2_Dense"}]', 'has no file "2_Dense/config.json"'],
    ["modules.json", '[{"type":"x.Pooling"},{"type":"x.Pooling"}]', "two modules of pooling"],
    ["modules.json", '[{"type":"x.Pooling","path":"../../etc"}]', "is not a plain path inside the model folder"],
  ])("%s with %j", async (file, content, message) => {
    await expect(opening({ ...FILES, [file]: content })).rejects.toThrow(message);
  });

  test.each(["../secret.onnx", "/etc/passwd", "onnx/../../x", "onnx\\model.onnx", "C:/x", "a//b", "*", ""])(
    "with the file %j",
    async (file) => {
      await expect(embeddingScorer(folderWith(FILES), { file })).rejects.toThrow("is not a plain path");
    },
  );
});

describe.skipIf(missing !== undefined)("a graph that onnxruntime refuses", () => {
  const scoring = async (spec: ModelSpec, files: Parameters<typeof folderWith>[0] = {}) =>
    (await opening({ ...FILES, ...files, "onnx/model.onnx": writeOnnx(spec) })).score(["the cat"], "cat", {});

  test.each<[string, NodeSpec]>([
    ["an operator that nobody knows", { op: "Telepathy", inputs: [], outputs: ["x"] }],
    ["a domain of its own", { op: "Add", domain: "evil.corp", inputs: [], outputs: ["x"] }],
    ["an operator that loads files", { op: "EPContext", domain: "com.microsoft", inputs: [], outputs: ["x"] }],
  ])("%s", async (_, node) => {
    await expect(scoring(withNode(node))).rejects.toThrow(/SXP4001.*onnxruntime can't load the model/);
  });

  const words = bytesOf(WEIGHTS.get("words")!.data);
  const length = String(words.length);

  test.each(["../weights.bin", "/etc/passwd", "sub/../../weights.bin", "*/_ORT_MEM_ADDR_/*", "absent.bin"])(
    "weights in %j",
    async (location) => {
      const files = { "weights.bin": words, "onnx/sub/x": "x" };
      await expect(scoring(withExternal({ location, offset: "0", length }), files)).rejects.toThrow(
        /SXP4001.*onnxruntime can't load the model/,
      );
    },
  );

  test.each([
    { location: "short.bin", offset: "0", length: "999999" },
    { location: "short.bin", offset: "-1", length },
    { offset: "0" },
  ])("weights at %j", async (entries) => {
    const spec = withExternal(entries as Record<string, string>);
    await expect(scoring(spec, { "onnx/short.bin": "short" })).rejects.toThrow(
      /SXP4001.*onnxruntime can't load the model/,
    );
  });

  test("weights beside the model are read, and are a part of its identity", async () => {
    const bytes = writeOnnx(withExternal({ location: "w.bin", offset: "0", length }));
    const inside = await opening(FILES);
    const beside = await opening({ ...FILES, "onnx/model.onnx": bytes, "onnx/w.bin": words });
    expect(await beside.cosines(["the cat"], "mat")).toEqual(await inside.cosines(["the cat"], "mat"));
    const other = await opening({ ...FILES, "onnx/model.onnx": bytes, "onnx/w.bin": words.map((byte) => byte ^ 1) });
    expect(new Set([inside.id, beside.id, other.id]).size).toBe(3);
  });
});

describe("links", () => {
  let folder: string;
  beforeEach(() => {
    folder = folderWith(FILES);
  });

  test.each(["config.json", "tokenizer.json", "onnx/model.onnx"])("%s that leads out is refused", async (path) => {
    const outside = join(folder, "..", "outside");
    writeFileSync(outside, "{}");
    rmSync(join(folder, path));
    symlinkSync(outside, join(folder, path));
    await expect(embeddingScorer(folder)).rejects.toThrow("is a link that leads out of the model folder");
  });

  test("a folder that leads out is refused, one that stays inside is not", async () => {
    const outside = join(folder, "..", "elsewhere");
    mkdirSync(outside);
    writeFileSync(join(outside, "model.onnx"), FILES["onnx/model.onnx"]);
    symlinkSync(outside, join(folder, "out"));
    symlinkSync(join(folder, "onnx"), join(folder, "in"));
    await expect(embeddingScorer(folder, { file: "out/model.onnx" })).rejects.toThrow("is a link that leads out");
    expect((await embeddingScorer(folder, { file: "in/model.onnx" })).cost).toBe("expensive");
  });

  test("weights are looked for beside the real model file", async () => {
    const bytes = writeOnnx(withExternal({ location: "w.bin" }));
    const linked = folderWith({ ...FILES, "b/model.onnx": bytes, "a/w.bin": "harmless" });
    writeFileSync(join(linked, "..", "secret"), "secret");
    symlinkSync(join(linked, "b/model.onnx"), join(linked, "a/model.onnx"));
    symlinkSync(join(linked, "..", "secret"), join(linked, "b/w.bin"));
    await expect(embeddingScorer(linked, { file: "a/model.onnx" })).rejects.toThrow(
      '"b/w.bin" is a link that leads out',
    );
  });

  test("the folder itself may be a link", async () => {
    symlinkSync(folder, `${folder}-link`);
    expect((await embeddingScorer(`${folder}-link`)).id).toBe((await embeddingScorer(folder)).id);
  });
});

describe.skipIf(missing !== undefined)("a graph that can't embed", () => {
  const scoring = async (spec: ModelSpec) =>
    (await opening({ ...FILES, "onnx/model.onnx": writeOnnx(spec) })).score(["the cat"], "cat", {});

  test("an unknown input", async () => {
    const inputs = [...MODEL.inputs, { name: "pixel_values", type: "float" as const, dims: ["batch", 3] }];
    await expect(scoring({ ...MODEL, inputs })).rejects.toThrow('has an input "pixel_values" that is not known');
  });

  test("no output of vectors", async () => {
    const nodes = [...MODEL.nodes, { op: "Shape", inputs: ["input_ids"], outputs: ["sizes"] }];
    const outputs = [{ name: "sizes", type: "int64" as const, dims: [2] }];
    await expect(scoring({ ...MODEL, nodes, outputs })).rejects.toThrow('none of its outputs ("sizes")');
  });

  test("an output of another shape than it says", async () => {
    const nodes = [
      ...MODEL.nodes,
      { op: "Transpose", inputs: ["last_hidden_state"], outputs: ["turned"], attributes: { perm: [1, 0, 2] } },
    ];
    const outputs = [{ name: "turned", type: "float" as const, dims: ["x", "y", 16] }];
    await expect(scoring({ ...MODEL, nodes, outputs })).rejects.toThrow(
      /the output "turned" has the shape \[.*\] where/,
    );
  });

  test.each(["", "<html>not found</html>"])("%j", async (bytes) => {
    const scorer = await opening({ ...FILES, "onnx/model.onnx": bytes });
    await expect(scorer.score(["the cat"], "cat", {})).rejects.toThrow(/SXP4001.*onnxruntime can't load the model/);
  });

  test("what measures its whole input is noticed: the same score in any batch", async () => {
    const nodes: NodeSpec[] = [
      ...MODEL.nodes,
      { op: "DynamicQuantizeLinear", inputs: ["last_hidden_state"], outputs: ["q", "q.scale", "q.zero"] },
      { op: "DequantizeLinear", inputs: ["q", "q.scale", "q.zero"], outputs: ["rounded"] },
    ];
    const outputs = [{ ...MODEL.outputs[0]!, name: "rounded" }];
    const scorer = await opening({ ...FILES, "onnx/model.onnx": writeOnnx({ ...MODEL, nodes, outputs }) });
    const texts = ["the cat", "a dog runs", "the mat"];
    const alone = await Promise.all(texts.map(async (text) => (await scorer.cosines([text], "cat"))[0]));
    expect([...(await scorer.cosines(texts, "cat"))]).toEqual(alone);
  });

  test("weights that do not fit: the reason is onnxruntime's", async () => {
    const weights = new Map(MODEL.weights).set("norm.g", { dims: [3], data: Float32Array.of(1, 2, 3) });
    await expect(scoring({ ...MODEL, weights })).rejects.toThrow(/SXP4001.*onnxruntime/);
  });
});
