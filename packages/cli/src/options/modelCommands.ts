import { ANY_FILES, FOLDERS, format, MODEL_OPERAND, NOTHING, YES } from "./shared.js";
import { command, options } from "./spec.js";

/** The commands about models and about kept scores. */

export const MODELS_LIST_OPTIONS = options([format("text", "json")]);

export const MODELS_LIST = command({
  name: "models list",
  summary: "list the models on this machine",
  description:
    "Lists models with what they give, where they came from, and their size. They live in SXP_MODELS_DIR, else in sxp/models of XDG_DATA_HOME.",
  operands: [],
  options: MODELS_LIST_OPTIONS,
  examples: [
    { line: "models list", says: "What there is." },
    { line: "models list --format json", says: "For programs." },
    { line: "models list --no-color", says: "Without colour." },
  ],
  load: async () => (await import("../commands/models/list.js")).list,
});

const NAME = {
  name: "name",
  short: "n",
  summary: "what to call it here. Default: the last part of its own name",
  value: { name: "NAME", type: "text" },
} as const;

export const MODELS_PULL_OPTIONS = options([
  NAME,
  {
    name: "variant",
    summary: "which weights: VARIANT of onnx/model_VARIANT.onnx. Default: onnx/model.onnx",
    value: { name: "VARIANT", type: "text" },
  },
]);

export const MODELS_PULL = command({
  name: "models pull",
  summary: "fetch a model from the hub, pinned and verified",
  description:
    "Fetches the files that are needed of one commit, each checked against its digest. An interrupted pull goes on where it ended. No " +
    "other command fetches a model. Environment: HF_ENDPOINT, HF_TOKEN, HTTPS_PROXY, NO_PROXY.",
  operands: [{ name: "REPO[@REVISION]", required: true, multiple: false, completes: NOTHING }],
  options: MODELS_PULL_OPTIONS,
  examples: [
    { line: "models pull sentence-transformers/all-MiniLM-L6-v2", says: "A small embedding model." },
    { line: "models pull intfloat/multilingual-e5-small@main --name e5", says: "A revision, and a name of one's own." },
    { line: "models pull Xenova/nli-deberta-v3-xsmall --variant quantized", says: "Entailment, with smaller weights." },
  ],
  load: async () => (await import("../commands/models/pull.js")).pull,
});

export const MODELS_ADD_OPTIONS = options([NAME]);

export const MODELS_ADD = command({
  name: "models add",
  summary: "give a folder with a model a name",
  description:
    "The files stay where they are. A folder has config.json, tokenizer.json and onnx/model.onnx; links, weights that lie elsewhere and operators that " +
    "are not standard are refused.",
  operands: [{ name: "FOLDER", required: true, multiple: false, completes: FOLDERS }],
  options: MODELS_ADD_OPTIONS,
  examples: [
    { line: "models add ./my-model", says: "Call it my-model." },
    { line: "models add ./my-model --name house", says: "Call it house." },
    { line: "models add ../exports/my-model -n house", says: "From anywhere." },
  ],
  load: async () => (await import("../commands/models/add.js")).add,
});

export const MODELS_REMOVE = command({
  name: "models remove",
  summary: "remove a model, or what is left of a pull",
  description: "Removes what was fetched. Of a folder that was added only the name goes.",
  operands: [MODEL_OPERAND],
  options: [],
  examples: [
    { line: "models remove all-MiniLM-L6-v2", says: "Remove what was fetched." },
    { line: "models remove e5", says: "By the name that it has here." },
    { line: "models remove house", says: "Forget a folder, and leave it as it is." },
  ],
  load: async () => (await import("../commands/models/remove.js")).remove,
});

export const MODELS_CALIBRATE_OPTIONS = options([
  {
    name: "pairs",
    summary: "JSON or JSON Lines: objects with text, condition, and relevant (true, false, or 0 to 1)",
    value: { name: "FILE", type: "text", completes: ANY_FILES },
  },
]);

export const MODELS_CALIBRATE = command({
  name: "models calibrate",
  summary: "fit a model's scores to judged pairs",
  description:
    "Fits how a cosine becomes a score, and writes it beside the model, where it is used from then on. It changes how high scores are, and no order. A few " +
    "hundred pairs are plenty.",
  operands: [MODEL_OPERAND],
  options: MODELS_CALIBRATE_OPTIONS,
  examples: [
    { line: "models calibrate all-MiniLM-L6-v2 --pairs pairs.jsonl", says: "One pair a line." },
    { line: "models calibrate house --pairs pairs.json", says: "A list of pairs." },
    { line: "models calibrate house --pairs -", says: "From standard input." },
  ],
  load: async () => (await import("../commands/models/calibrate.js")).calibrate,
});

export const MODELS_BENCH_OPTIONS = options([format("text", "json")]);

export const MODELS_BENCH = command({
  name: "models bench",
  summary: "measure how fast a model is here",
  description:
    "Prints texts and pairs in a second by size of batch, and how many times as many as one by one. A text is embedded once; a pair is a known text " +
    "with a new condition.",
  operands: [MODEL_OPERAND],
  options: MODELS_BENCH_OPTIONS,
  examples: [
    { line: "models bench all-MiniLM-L6-v2", says: "A table." },
    { line: "models bench house", says: "One that was added." },
    { line: "models bench house --format json", says: "For programs." },
  ],
  load: async () => (await import("../commands/models/bench.js")).bench,
});

export const CACHE_STATS_OPTIONS = options([format("text", "json")]);

export const CACHE_STATS = command({
  name: "cache stats",
  summary: "show what is kept of scores",
  description:
    "Scores of expensive scorers are kept on disk, in the folder that SXP_CACHE_DIR or the configuration names, else in the user's cache.",
  operands: [],
  options: CACHE_STATS_OPTIONS,
  examples: [
    { line: "cache stats", says: "Where, how many and how large." },
    { line: "cache stats --format json", says: "For programs." },
    { line: "cache stats --no-color", says: "Without colour." },
  ],
  load: async () => (await import("../commands/cache/stats.js")).stats,
});

export const CACHE_CLEAR_OPTIONS = options([YES]);

export const CACHE_CLEAR = command({
  name: "cache clear",
  summary: "forget all kept scores",
  description: "Without --yes it says what would go. Results stay the same; scorers are asked again.",
  operands: [],
  options: CACHE_CLEAR_OPTIONS,
  examples: [
    { line: "cache clear", says: "What would go." },
    { line: "cache clear --yes", says: "Do it." },
    { line: "cache clear -y", says: "The same." },
  ],
  load: async () => (await import("../commands/cache/clear.js")).clear,
});
