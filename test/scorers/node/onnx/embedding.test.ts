import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkedScore } from "../../../../packages/scorers/src/checkedScore.js";
import {
  type EmbeddingScorerOptions,
  embeddingScorer,
} from "../../../../packages/scorers/src/node/onnx/embeddingScorer.js";
import { ModelFolder } from "../../../../packages/scorers/src/node/onnx/modelFolder.js";
import { Tokeniser } from "../../../../packages/scorers/src/node/onnx/tokeniser.js";
import { type BertExport, type BertShape, bertGraph, bertWeights, SMALL } from "../../../support/onnx/bertModel.js";
import { folderWith, onnxMissing } from "../../../support/onnx/modelFolders.js";
import { type ModelSpec, type NodeSpec, writeOnnx } from "../../../support/onnx/onnxWriter.js";
import { cosineOf, meanOf, plainBert } from "../../../support/onnx/plainBert.js";
import { qwenTokenizer, vocabularySize, wordPieceTokenizer } from "../../../support/onnx/tokenizerFiles.js";

const TEXTS = [
  "the cat sat on the mat.",
  "museum",
  "art museum, running cats!",
  "東京",
  "",
  `${"the cat sat ".repeat(40)}on`,
];
const CONDITION = "art: the cat";
const missing = await onnxMissing();
if (missing !== undefined) console.warn(missing);

interface Made {
  readonly shape?: BertShape;
  readonly tokenizer?: object;
  readonly config?: object;
  readonly files?: Readonly<Record<string, object>>;
  readonly name?: string;
  readonly how?: BertExport;
}

const shapeFor = (tokenizer: object, more: Partial<BertShape> = {}): BertShape => ({
  ...SMALL,
  vocabulary: vocabularySize(tokenizer),
  ...more,
});

/** A model folder in the Hugging Face layout, and what computes its vectors independently. */
function made({ tokenizer = wordPieceTokenizer(), shape = shapeFor(tokenizer), ...more }: Made = {}) {
  const weights = bertWeights(shape);
  const config = { model_type: "bert", vocab_size: shape.vocabulary, max_position_embeddings: shape.positions };
  const folder = folderWith(
    {
      "config.json": { ...config, ...more.config },
      "tokenizer.json": tokenizer,
      "tokenizer_config.json": { pad_token: "[PAD]" },
      "onnx/model.onnx": writeOnnx(bertGraph(shape, weights, more.how)),
      ...more.files,
    },
    more.name,
  );
  const hidden = async (text: string) => {
    const tokeniser = await Tokeniser.open(ModelFolder.open(folder), 0);
    const { ids, types } = tokeniser.encode(text, shape.positions).windows[0]!;
    return plainBert(shape, weights, ids, types);
  };
  return { folder, hidden };
}

const POOLS = {
  mean: meanOf,
  cls: (rows: readonly (readonly number[])[]) => rows[0]!,
  last: (rows: readonly (readonly number[])[]) => rows.at(-1)!,
};

/** Cosines of the scorer equal those of the plain computation. */
async function expectCosines(
  { folder, hidden }: ReturnType<typeof made>,
  options: EmbeddingScorerOptions,
  pooling: keyof typeof POOLS,
  [query, passage] = ["", ""],
) {
  const scorer = await embeddingScorer(folder, { maxWindows: 1, ...options });
  const cosines = await scorer.cosines(TEXTS, CONDITION);
  const condition = POOLS[pooling](await hidden(query + CONDITION));
  for (const [i, text] of TEXTS.entries()) {
    const expected = cosineOf(POOLS[pooling](await hidden(passage + text)), condition);
    expect(Math.abs(cosines[i]! - expected), text).toBeLessThan(1e-5);
  }
  await scorer.dispose();
}

const poolingFile = (mode: string) => ({
  "modules.json": [
    { idx: 0, name: "0", path: "", type: "sentence_transformers.models.Transformer" },
    { idx: 1, name: "1", path: "1_Pooling", type: "sentence_transformers.models.Pooling" },
    { idx: 2, name: "2", path: "2_Normalize", type: "sentence_transformers.models.Normalize" },
  ] as object,
  "1_Pooling/config.json": { word_embedding_dimension: 16, pooling_mode_mean_tokens: false, [mode]: true },
});

/** Texts in a batch. */
const ROWS = 64;

describe.skipIf(missing !== undefined)("embedding", () => {
  test("cosines are those of an independent computation", () => expectCosines(made(), {}, "mean"));

  test.each([
    ["pooling_mode_mean_tokens", "mean"],
    ["pooling_mode_cls_token", "cls"],
    ["pooling_mode_lasttoken", "last"],
  ] as const)("the model's own file says %s", (mode, pooling) =>
    expectCosines(made({ files: poolingFile(mode) }), {}, pooling),
  );

  test("an option goes before the file, and before an output that is pooled already", () =>
    expectCosines(
      made({ files: poolingFile("pooling_mode_mean_tokens"), how: { sentence: "sentence_embedding" } }),
      { pooling: "cls" },
      "cls",
    ));

  test("an output that is pooled already is taken", () =>
    expectCosines(made({ how: { sentence: "sentence_embedding" } }), {}, "mean"));

  test("inputs may be of 32 bits, and the output of another name", () =>
    expectCosines(made({ how: { inputType: "int32", outputName: "anything" } }), {}, "mean"));

  test.each([
    ["e5-small-v2", "mean", ["query: ", "passage: "]],
    ["bge-small-en-v1.5", "cls", ["Represent this sentence for searching relevant passages: ", ""]],
    ["gte-small", "mean", ["", ""]],
  ] as const)("%s is known by its name", (name, pooling, prefixes) =>
    expectCosines(made({ name }), {}, pooling, [...prefixes]),
  );

  test("prefixes are taken from the files, and from options first", async () => {
    const files = { "config_sentence_transformers.json": { prompts: { query: "art ", document: "mat " } } };
    await expectCosines(made({ files, name: "e5-small" }), {}, "mean", ["art ", "mat "]);
    await expectCosines(made({ files }), { queryPrefix: "on ", passagePrefix: "" }, "mean", ["on ", ""]);
  });

  test("a decoder with an instruction reads the last token", async () => {
    const tokenizer = qwenTokenizer();
    const shape = shapeFor(tokenizer, { causal: true, positions: 256 });
    const qwen = made({ tokenizer, shape, name: "Qwen3-Embedding-0.6B", config: { model_type: "qwen3" } });
    await expectCosines(qwen, {}, "last", [
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
      "",
    ]);
    await expectCosines(qwen, { instruction: "find cats" }, "last", ["Instruct: find cats\nQuery:", ""]);
  });

  test("the score of a text has the same bits whatever is asked with it, in whatever order", async () => {
    const { folder } = made();
    const texts = Array.from(
      { length: 90 },
      (_, i) => `${"the cat ".repeat(i % 9)}museum ${"art ".repeat((i * 7) % 13)}`,
    );
    const batched = await (await embeddingScorer(folder)).cosines(texts, CONDITION);
    const single = await embeddingScorer(folder);
    for (const [i, text] of texts.entries()) expect((await single.cosines([text], CONDITION))[0]).toBe(batched[i]);
    const odd = await embeddingScorer(folder);
    expect([...(await odd.cosines(texts.toReversed(), CONDITION))].reverse()).toEqual([...batched]);
  });

  test("scores are calibrated: by the file of the folder, by options, else cut at 0", async () => {
    const plain = await embeddingScorer(made().folder);
    const cosines = await plain.cosines(TEXTS, CONDITION);
    expect(await plain.score(TEXTS, CONDITION, {})).toEqual(cosines.map((cosine) => Math.min(1, Math.max(0, cosine))));
    const calibration = { kind: "logistic", slope: 9, intercept: -4 } as const;
    const expected = cosines.map((cosine) => 1 / (1 + Math.exp(4 - 9 * cosine)));
    const filed = await embeddingScorer(made({ files: { "sxp-calibration.json": calibration } }).folder);
    expect(await checkedScore(filed, TEXTS, CONDITION)).toEqual(expected);
    const opted = await embeddingScorer(made().folder, { calibration });
    expect(await opted.score(TEXTS, CONDITION, {})).toEqual(expected);
  });

  test("a small store gives the same scores as a large one", async () => {
    const { folder } = made();
    const large = await embeddingScorer(folder);
    const small = await embeddingScorer(folder, { kept: 1 });
    for (const condition of ["cat", "museum", "cat"]) {
      expect(await small.cosines(TEXTS, condition)).toEqual(await large.cosines(TEXTS, condition));
    }
  });

  test("the identity is that of content and settings", async () => {
    const id = async (more: Made, options: EmbeddingScorerOptions = {}) =>
      (await embeddingScorer(made(more).folder, options)).id;
    const base = await id({});
    expect(await id({})).toBe(base);
    expect(base).toMatch(/^embedding-2\(model [0-9a-f]{16} \{"pooling":"mean"/);
    const others = [
      await id({}, { pooling: "cls" }),
      await id({}, { queryPrefix: "x" }),
      await id({}, { maxTokens: 9 }),
      await id({ how: { sentence: "sentence_embedding" } }),
      await id({ files: { "sxp-calibration.json": { kind: "affine", slope: 2, intercept: -1 } } }),
    ];
    expect(new Set([base, ...others]).size).toBe(6);
    const threaded = await id({}, { threads: 2 });
    expect(threaded).toBe(base);
  });

  test("what a decoder export asks for beside its tokens is fed: positions, and a past without tokens", async () => {
    const shape = shapeFor(wordPieceTokenizer());
    const weights = bertWeights(shape);
    const graph = bertGraph(shape, weights);
    // The positions come from the input, and the empty past is joined with what would be kept.
    const nodes: NodeSpec[] = graph.nodes.map((node) =>
      node.outputs[0] === "p" ? { ...node, inputs: ["positions", "position_ids"] } : node,
    );
    nodes.push({
      op: "Concat",
      inputs: ["past_key_values.0.key", "0.qt"],
      outputs: ["present.0.key"],
      attributes: { axis: 2 },
    });
    const { inputs, outputs } = graph;
    const spec: ModelSpec = {
      ...graph,
      nodes,
      inputs: [
        ...inputs,
        { name: "position_ids", type: "int64", dims: ["batch", "tokens"] },
        { name: "past_key_values.0.key", type: "float", dims: ["batch", 2, "past", 8] },
      ],
      outputs: [{ name: "present.0.key", type: "float", dims: ["batch", 2, "total", 8] }, ...outputs],
    };
    const asked = made({ shape });
    writeFileSync(`${asked.folder}/onnx/model.onnx`, writeOnnx(spec));
    await expectCosines(asked, {}, "mean");
  });

  test("a model that measures its whole input gives a text the same score in every batch", async () => {
    const shape = shapeFor(wordPieceTokenizer());
    const graph = bertGraph(shape, bertWeights(shape));
    const nodes: NodeSpec[] = graph.nodes.map((node) =>
      node.outputs[0] === "last_hidden_state" ? { ...node, op: "Identity", outputs: ["exact"] } : node,
    );
    nodes.push({ op: "DynamicQuantizeLinear", inputs: ["exact"], outputs: ["bytes", "step", "zeroPoint"] });
    nodes.push({ op: "DequantizeLinear", inputs: ["bytes", "step", "zeroPoint"], outputs: ["last_hidden_state"] });
    const { folder } = made({ shape });
    writeFileSync(`${folder}/onnx/model.onnx`, writeOnnx({ ...graph, nodes }));
    const together = await (await embeddingScorer(folder)).cosines(TEXTS, CONDITION);
    const alone = await embeddingScorer(folder);
    for (const [i, text] of TEXTS.entries()) expect((await alone.cosines([text], CONDITION))[0]).toBe(together[i]);
  });

  test.each([{ threads: 0 }, { maxTokens: 3 }, { kept: Number.NaN }, { kept: -1 }])(
    "%j is out of range",
    async (options) => {
      await expect(embeddingScorer(made().folder, options)).rejects.toThrow(RangeError);
    },
  );

  test("an abort ends the work between batches, and what was done is kept", async () => {
    const scorer = await embeddingScorer(made().folder);
    await expect(scorer.score(TEXTS, CONDITION, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
    const many = Array.from({ length: 60 * ROWS }, (_, i) => `cat ${i}`);
    const enough = new Error("enough");
    // The signal is looked at before each batch.
    const score = async (abortAtLook: number) => {
      const controller = new AbortController();
      let looks = 0;
      controller.signal.throwIfAborted = () => {
        if (++looks === abortAtLook) controller.abort(enough);
        if (controller.signal.aborted) throw controller.signal.reason;
      };
      const failure = await scorer
        .score(many, CONDITION, { signal: controller.signal })
        .catch((error: unknown) => error);
      return { failure, looks };
    };
    expect(await score(20)).toMatchObject({ failure: enough, looks: 20 });
    const { failure, looks } = await score(Number.POSITIVE_INFINITY);
    expect(failure).toHaveLength(many.length);
    expect(looks).toBeGreaterThan(60 - 20);
    expect(looks).toBeLessThan(60 - 10);
  });

  test("calls at the same time do not disturb each other, and after dispose nothing is scored", async () => {
    const { folder } = made();
    const scorer = await embeddingScorer(folder);
    const [a, b] = await Promise.all([scorer.cosines(TEXTS, "cat"), scorer.cosines(TEXTS.toReversed(), "museum")]);
    const fresh = await embeddingScorer(folder);
    expect(await fresh.cosines(TEXTS, "cat")).toEqual(a);
    expect([...(await fresh.cosines(TEXTS, "museum"))].reverse()).toEqual([...b]);
    await scorer.dispose();
    await scorer.dispose();
    await expect(scorer.score(TEXTS, "cat", {})).rejects.toThrow("it was disposed.");
  });

  test("numbers that are none are reported, not scored", async () => {
    const shape = shapeFor(wordPieceTokenizer());
    const weights = bertWeights(shape);
    (weights.get("words")!.data as Float32Array).fill(Number.NaN, 9 * 16, 10 * 16);
    const { folder } = made();
    writeFileSync(`${folder}/onnx/model.onnx`, writeOnnx(bertGraph(shape, weights)));
    const scorer = await embeddingScorer(folder);
    await expect(scorer.score(["the mat"], "cat", {})).rejects.toThrow(/SXP4002.*gave NaN for "cat"/);
    expect(await scorer.score(["the cat"], "cat", {})).toHaveLength(1);
  });
});
