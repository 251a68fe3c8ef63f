import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { embeddingScorer } from "../../../../packages/scorers/src/node/onnx/embeddingScorer.js";
import { openModelFile } from "../../../../packages/scorers/src/node/onnx/modelFile.js";
import { ModelFolder } from "../../../../packages/scorers/src/node/onnx/modelFolder.js";
import { summariseOnnx } from "../../../../packages/scorers/src/node/onnx/onnxGraph.js";
import { type ByteSource, ProtobufError } from "../../../../packages/scorers/src/node/onnx/protobuf.js";
import { bertGraph, bertWeights, SMALL } from "../../../support/onnx/bertModel.js";
import { folderWith, onnxMissing } from "../../../support/onnx/modelFolders.js";
import {
  bytesOf,
  Message,
  type ModelSpec,
  type NodeSpec,
  writeGraph,
  writeOnnx,
} from "../../../support/onnx/onnxWriter.js";
import { numbersFrom } from "../../../support/onnx/random.js";
import { vocabularySize, wordPieceTokenizer } from "../../../support/onnx/tokenizerFiles.js";

const bytesSource = (bytes: Uint8Array): ByteSource => ({
  length: bytes.length,
  read: (position, length) => bytes.subarray(position, position + length),
});

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
    ["onnx/model.onnx", "<html>not found</html>", '"onnx/model.onnx" is not an ONNX model'],
    ["onnx/model.onnx", "", "is not an ONNX model: it has no nodes"],
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

describe("a graph that is refused before onnxruntime sees it", () => {
  test.each<[string, NodeSpec, string]>([
    ["an operator that nobody knows", { op: "Telepathy", inputs: [], outputs: ["x"] }, '"Telepathy"'],
    ["a domain of its own", { op: "Add", domain: "evil.corp", inputs: [], outputs: ["x"] }, '"evil.corp.Add"'],
    [
      "an operator that loads files",
      { op: "EPContext", domain: "com.microsoft", inputs: [], outputs: ["x"] },
      "EPContext",
    ],
    [
      "one in a branch",
      {
        op: "If",
        inputs: ["c"],
        outputs: ["x"],
        attributes: {
          then_branch: writeGraph({
            nodes: [{ op: "Spy", inputs: [], outputs: ["y"] }],
            weights: new Map(),
            inputs: [],
            outputs: [],
          }),
        },
      },
      '"Spy"',
    ],
  ])("%s", async (_, node, named) => {
    const opened = opening({ ...FILES, "onnx/model.onnx": writeOnnx(withNode(node)) });
    await expect(opened).rejects.toThrow(named);
  });

  test("a function that the file defines may be used, but not what it uses", () => {
    const call = writeOnnx(withNode({ op: "Mine", domain: "local", inputs: [], outputs: ["x"] }));
    const defining = (op: string) => {
      const inner = new Message().message(7, new Message().text(4, op)).text(1, "Mine").text(10, "local");
      return Buffer.concat([call, new Message().message(25, inner).done()]);
    };
    const open = (bytes: Uint8Array) => openModelFile(ModelFolder.open(folderWith({ "model.onnx": bytes })));
    expect(() => open(call)).toThrow('"local.Mine"');
    expect(open(defining("Add")).mixesRows).toBe(false);
    expect(() => open(defining("Spy"))).toThrow('"Spy"');
  });

  test.each([
    "../weights.bin",
    "/etc/passwd",
    "..\\weights.bin",
    "sub/../../weights.bin",
    "*/_ORT_MEM_ADDR_/*",
    "https://example.org/x",
    "",
  ])("weights in %j", async (location) => {
    const bytes = writeOnnx(withExternal({ location }));
    await expect(opening({ ...FILES, "onnx/model.onnx": bytes })).rejects.toThrow(
      "is not a plain path inside the model folder",
    );
  });

  test.each([
    [{ location: "absent.bin" }, 'keeps weights in "absent.bin", which is not in the model folder'],
    [{ location: "short.bin", offset: "0", length: "999999" }, "is cut short"],
    [{ location: "short.bin", offset: "-1" }, "a weight has no proper place in its file"],
    [{ offset: "0" }, "a weight lies in another file that is not named"],
  ])("weights at %j", async (entries, message) => {
    const bytes = writeOnnx(withExternal(entries as Record<string, string>));
    await expect(opening({ ...FILES, "onnx/model.onnx": bytes, "onnx/short.bin": "short" })).rejects.toThrow(message);
  });

  test.skipIf(missing !== undefined)("weights beside the model are read", async () => {
    const words = bytesOf(WEIGHTS.get("words")!.data);
    const bytes = writeOnnx(withExternal({ location: "model.onnx_data", offset: "0", length: String(words.length) }));
    const inside = await opening(FILES);
    const beside = await opening({ ...FILES, "onnx/model.onnx": bytes, "onnx/model.onnx_data": words });
    expect(await beside.cosines(["the cat"], "mat")).toEqual(await inside.cosines(["the cat"], "mat"));
    expect(beside.id).not.toBe(inside.id);
  });

  test("what measures its whole input is noticed: its texts go one by one", () => {
    const node: NodeSpec = { op: "DynamicQuantizeLinear", inputs: ["x"], outputs: ["y", "s", "z"] };
    const folder = ModelFolder.open(folderWith({ "model.onnx": writeOnnx(withNode(node)) }));
    expect(openModelFile(folder).mixesRows).toBe(true);
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

describe("mutated bytes", () => {
  const original = writeOnnx(withExternal({ location: "x.bin", offset: "0", length: "9" }));
  /** Small weights, so that most bytes are structure. */
  const small = writeOnnx({
    nodes: [
      {
        op: "If",
        inputs: ["c"],
        outputs: ["o"],
        attributes: { then_branch: writeGraph({ ...MODEL, weights: new Map() }) },
      },
    ],
    weights: new Map([["words", { dims: [2], data: Float32Array.of(1, 2) }]]),
    external: new Map([["words", { location: "x.bin" }]]),
    inputs: MODEL.inputs,
    outputs: MODEL.outputs,
  });

  test("the summary of the original", () => {
    const { external, operators, nodes } = summariseOnnx(bytesSource(original));
    expect([...external]).toEqual([["x.bin", 9]]);
    expect(operators).toContain(":LayerNormalization");
    expect(nodes).toBe(MODEL.nodes.length);
  });

  test("give a summary or a clear error, quickly, whatever they are", () => {
    const next = numbersFrom(99);
    const below = (n: number) => Math.floor(((next() + 1) / 2) * n);
    let refused = 0;
    for (let round = 0; round < 4000; round++) {
      const bytes = Uint8Array.from(round % 4 === 0 ? original.subarray(0, 4000) : small);
      for (let i = below(4); i >= 0; i--) bytes[below(bytes.length)] = below(256);
      const cut = round % 3 === 0 ? bytes.subarray(below(bytes.length)) : bytes.subarray(0, bytes.length - (round % 5));
      try {
        summariseOnnx(bytesSource(cut));
      } catch (failure) {
        refused++;
        if (!(failure instanceof ProtobufError)) throw failure;
      }
    }
    expect(refused).toBeGreaterThan(500);
  });

  test("graphs in graphs without end are refused", () => {
    let graph = new Message().message(1, new Message().text(4, "Add"));
    for (let i = 0; i < 200; i++) {
      const attribute = new Message().text(1, "body").message(6, graph);
      graph = new Message().message(1, new Message().text(4, "Loop").message(5, attribute));
    }
    const bytes = new Message().message(7, graph).done();
    expect(() => summariseOnnx(bytesSource(bytes))).toThrow("nested too deeply");
  });

  test.each([
    ["a length beyond the end", [0x3a, 0xff, 0xff, 0xff, 0xff, 0x0f]],
    ["a number without end", Array.from({ length: 12 }, () => 0xff)],
    ["a group", [0x3b, 0x3c]],
    ["field 0", [0x02, 0x00]],
    ["a graph that is a number", [0x38, 0x01]],
  ])("%s", (_, bytes) => {
    expect(() => summariseOnnx(bytesSource(Uint8Array.from(bytes)))).toThrow(ProtobufError);
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

  test("weights that do not fit: the reason is onnxruntime's", async () => {
    const weights = new Map(MODEL.weights).set("norm.g", { dims: [3], data: Float32Array.of(1, 2, 3) });
    await expect(scoring({ ...MODEL, weights })).rejects.toThrow(/SXP4001.*onnxruntime/);
  });
});
