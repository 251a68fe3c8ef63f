// Ratios of the vector kernels and of embedding throughput. Build first; `node bench/throughput.mjs [rows]`.
// Times are the best of several runs: ratios are fair on a shared machine, absolute times are not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";

const dist = new URL("../packages/scorers/dist/", import.meta.url);
const { newVectorRows } = await import(new URL("vectors/vectorRows.js", dist));
const { embeddingScorer } = await import(new URL("node/onnx/embeddingScorer.js", dist));
const { planBatches } = await import(new URL("node/onnx/encoder.js", dist));
const { ModelFolder } = await import(new URL("node/onnx/modelFolder.js", dist));
const { Tokeniser } = await import(new URL("node/onnx/tokeniser.js", dist));
const support = await supportModules();
const ort = await import("onnxruntime-node").then(
  (module) => module.default,
  () => null,
);

/** One thread that does not spin, as the scorers have it. */
const SESSION = {
  intraOpNumThreads: 1,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: "0" } } },
};

await kernels(Number(process.argv[2] ?? 100_000), 384);
if (ort !== null) await embedding();
else console.log("onnxruntime-node does not load here: its part is left out.");

async function kernels(count, dimensions) {
  const next = support.numbersFrom(5);
  const simd = newVectorRows(dimensions);
  const plain = newVectorRows(dimensions, "plain");
  const flat = new Float32Array(count * dimensions);
  for (let i = 0; i < count; i++) {
    const vector = support.unitVector(next, dimensions);
    simd.push(vector);
    plain.push(vector);
    flat.set(vector, i * dimensions);
  }
  const query = support.unitVector(next, dimensions);
  const all = Int32Array.from({ length: count }, (_, row) => row);
  console.log(`${count} vectors of ${dimensions}, one condition; times as fast as plain JavaScript`);
  const runs = {
    "plain JavaScript, f32": () => plain.dots(query, all),
    "wasm SIMD, f32": () => simd.dots(query, all),
  };
  if (ort !== null) runs["onnxruntime MatMul"] = await matMul(flat, query, count, dimensions);
  const times = await bestOf(15, runs);
  for (const [name, time] of Object.entries(times)) row(name, time, times["plain JavaScript, f32"]);
}

async function matMul(flat, query, count, dimensions) {
  const spec = {
    nodes: [{ op: "MatMul", inputs: ["a", "b"], outputs: ["c"] }],
    weights: new Map(),
    inputs: [
      { name: "a", type: "float", dims: [count, dimensions] },
      { name: "b", type: "float", dims: [dimensions, 1] },
    ],
    outputs: [{ name: "c", type: "float", dims: [count, 1] }],
  };
  const session = await ort.InferenceSession.create(support.writeOnnx(spec), SESSION);
  const feeds = {
    a: new ort.Tensor("float32", flat, [count, dimensions]),
    b: new ort.Tensor("float32", query, [dimensions, 1]),
  };
  return () => session.run(feeds);
}

/** The scorer against a bare loop over the same batches, made beforehand: a model of the shape of MiniLM-L6. */
async function embedding() {
  const shape = { vocabulary: 30522, width: 384, layers: 6, heads: 12, inner: 1536, positions: 512 };
  const folder = mkdtempSync(join(tmpdir(), "sxp-bench-"));
  mkdirSync(join(folder, "onnx"));
  writeFileSync(join(folder, "config.json"), JSON.stringify({ model_type: "bert", vocab_size: shape.vocabulary }));
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(support.wordPieceTokenizer()));
  const model = support.writeOnnx(support.bertGraph(shape, support.bertWeights(shape)));
  writeFileSync(join(folder, "onnx/model.onnx"), model);
  try {
    const words = ["the", "cat", "sat", "on", "mat.", "museum", "art", "running", "a"];
    const texts = Array.from({ length: 400 }, (_, i) =>
      [i, ...Array.from({ length: 4 + ((i * 37) % 60) }, (_, j) => words[(i * j + j) % words.length])].join(" "),
    );
    const session = await ort.InferenceSession.create(join(folder, "onnx/model.onnx"), SESSION);
    const feeds = await batches(folder, texts, 512);
    const fresh = async () => {
      const scorer = await embeddingScorer(folder);
      await scorer.cosines([], "warm");
      return scorer;
    };
    const run = (feed) => session.run(feed, ["last_hidden_state"]);
    const { bare, own } = await bestOf(5, {
      bare: () => feeds.reduce((last, feed) => last.then(() => run(feed)), Promise.resolve()),
      own: async () => {
        const scorer = await fresh();
        return async () => {
          await scorer.cosines(texts, "warm");
          await scorer.dispose();
        };
      },
    });
    const rate = (time) => `${((1000 * texts.length) / time).toFixed(0)} texts a second`;
    console.log(`${texts.length} texts, a model of the shape of MiniLM-L6, one thread`);
    console.log(`scorer ${rate(own)}, bare loop ${rate(bare)}: ${(bare / own).toFixed(3)} of its throughput`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function batches(folder, texts, longest) {
  const tokeniser = await Tokeniser.open(ModelFolder.open(folder), 0);
  const tokens = texts.map((text) => tokeniser.encode(text, longest));
  const lengths = tokens.map(({ ids }) => ids.length);
  return planBatches(lengths, { tokens: 1024, rows: 64, longest }).map(({ padded, members }) => {
    const table = (value) => {
      const data = new BigInt64Array(members.length * padded);
      members.forEach((member, row) => {
        for (let i = 0; i < lengths[member]; i++) data[row * padded + i] = BigInt(value(tokens[member], i));
      });
      return new ort.Tensor("int64", data, [members.length, padded]);
    };
    return {
      input_ids: table(({ ids }, i) => ids[i]),
      attention_mask: table(() => 1),
      token_type_ids: table(() => 0),
    };
  });
}

function row(name, time, base) {
  console.log(`  ${name.padEnd(36)} ${(base / time).toFixed(2).padStart(6)}   (${time.toFixed(2)} ms)`);
}

/**
 * The least time of each run, in milliseconds; the runs take turns, so that what disturbs one disturbs all. A run that gives a
 * function has prepared itself, and only that function is timed.
 */
async function bestOf(rounds, runs) {
  const least = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(runs)) {
      let start = performance.now();
      const prepared = await run();
      if (typeof prepared === "function") {
        start = performance.now();
        await prepared();
      }
      least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, performance.now() - start);
    }
  }
  return least;
}

/** The writers that the tests use. */
async function supportModules() {
  const contents = ["bertModel", "onnxWriter", "random", "tokenizerFiles"].map(
    (name) => `export * from "./${name}.js";`,
  );
  const resolveDir = new URL("../test/support/onnx", import.meta.url).pathname;
  const { outputFiles } = buildSync({
    stdin: { contents: contents.join("\n"), resolveDir, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
