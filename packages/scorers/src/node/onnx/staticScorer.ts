import type { Calibration } from "../../calibration.js";
import { printCalibration } from "../../calibration.js";
import { isObject } from "../../json.js";
import { Slices } from "../../lexical/slices.js";
import { checkOptions, VECTORS, whole } from "../../options.js";
import { type EmbeddingScorer, normalised, vectorScorer } from "../../vectors/vectorScorer.js";
import { calibrationOf } from "./embeddingModel.js";
import { ModelFolder, modelError } from "./modelFolder.js";
import { tensorsOf } from "./modules.js";
import { type NumberAt, numbersOf, type RawTensor } from "./safetensors.js";
import { Tokeniser, type Tokens, USUAL_TOKENS } from "./tokeniser.js";
import { cutNote, WINDOWS, type WindowOptions, windowLimit, windowsOf } from "./windows.js";

/** The beginning of its id. The number changes with every change that can change a score. */
const NAME = "static-1";

export interface StaticScorerOptions extends WindowOptions {
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** Tokens of a window. From 8; default 512. */
  readonly maxTokens?: number;
  /** By default that of `sxp-calibration.json` in the folder, else cosines cut at 0: the band of these models begins about there. */
  readonly calibration?: Calibration;
  /** Bound of the store of vectors, in bytes. It changes no score. Default 256 MiB. */
  readonly kept?: number;
}

/**
 * Scores by cosine of static embeddings, calibrated: a table with a vector for each token, of which a text is the mean. No transformer and no
 * onnxruntime, so a text costs microseconds and nothing else needs to be installed. Reads the layout of Model2Vec
 * (`tokenizer.json`, `model.safetensors` with `embeddings`, optionally `weights` and `mapping`) and that of the StaticEmbedding of Sentence
 * Transformers (`embedding.weight`). The table stays in memory as it is in the file: f32, f16, bf16 or int8.
 *
 * @example const scorer = await staticScorer("models/potion-base-8M");
 * @throws RunError SXP4001 if the folder can't be used; RangeError for options out of range.
 */
export async function staticScorer(folder: string, options: StaticScorerOptions = {}): Promise<EmbeddingScorer> {
  checkOptions(options, { ...VECTORS, ...WINDOWS, maxTokens: whole(8) });
  const { queryPrefix: query = "", passagePrefix: passage = "", maxTokens: longest = USUAL_TOKENS, kept } = options;
  const opened = ModelFolder.open(folder);
  const { table, inside } = openTable(opened);
  const tokeniser = await Tokeniser.open(opened, 0, inside);
  const { calibration } = calibrationOf(opened, options.calibration, null);
  const limit = windowLimit(options);
  const settings = { query, passage, longest, limit, calibration: printCalibration(calibration) };
  let isDisposed = false;
  return vectorScorer(
    {
      read(text, prefix, most) {
        const ids = [...tokeniser.words(prefix + text)].filter((id) => id !== table.unknown);
        const lead = () => [...tokeniser.words(prefix)];
        const { windows, isCut } = windowsOf(() => ids, { room: longest, limit: most, lead });
        return { isCut, windows: windows.map((window) => ({ ids: window, types: [] })) };
      },
      async embed(windows, signal, onVector) {
        if (isDisposed) throw modelError(folder, "it was disposed.");
        signal?.throwIfAborted();
        const slices = new Slices({ signal });
        for (const [i, window] of windows.entries()) {
          if (slices.due) await slices.pause();
          onVector(i, meanOf(table, window));
        }
      },
      sizeOf: ({ ids }) => ids.length,
      async dispose() {
        isDisposed = true;
      },
    },
    {
      ...{ query, passage, calibration, limit, kept, note: null, cutNote: cutNote(longest, limit), cost: "cheap" },
      id: `${NAME}(${opened.title} ${opened.identity()} ${JSON.stringify(settings)})`,
    },
  );
}

/** Vectors of tokens: row `rowOf(token)`, times `weightOf(token)`. */
interface Table {
  readonly rows: number;
  readonly width: number;
  readonly number: NumberAt;
  readonly rowOf: NumberAt;
  readonly weightOf: NumberAt;
  /** The token of unknown words, which says nothing; undefined if there is none. */
  readonly unknown: number | undefined;
}

/** Possible places of the table: beside config.json, or in the folder of a module. */
const INSIDE = ["", "0_StaticEmbedding/"];
const NAMES = ["embeddings", "embedding.weight"];

/** Tests that a folder holds a static model: a table of tokens, declared by config.json or by the list of modules. */
export function isStatic(folder: ModelFolder): boolean {
  const types = Object.values(folder.json("modules.json") ?? {}).map(
    (module) => isObject(module) && String(module.type),
  );
  const first = types[0];
  return (
    (typeof first === "string" && first.endsWith(".StaticEmbedding")) ||
    String(folder.json("config.json")?.model_type) === "model2vec"
  );
}

/** Path of the table of a static model within its folder; null if there is none. */
export const tableFile = (folder: ModelFolder): string | null =>
  INSIDE.map((inside) => `${inside}model.safetensors`).find((path) => folder.find(path) !== undefined) ?? null;

function openTable(folder: ModelFolder): { readonly table: Table; readonly inside: string } {
  const path = tableFile(folder);
  if (path === null) {
    throw modelError(folder.name, 'the model folder has no file "model.safetensors" with a table of embeddings.');
  }
  const inside = path.slice(0, path.lastIndexOf("/") + 1);
  const tensors = tensorsOf(folder, path, folder.find(path)!, [...NAMES, "weights", "mapping"]);
  const embeddings = NAMES.map((name) => tensors.get(name)).find((tensor) => tensor !== undefined);
  if (embeddings === undefined || embeddings.shape.length !== 2 || embeddings.shape.includes(0)) {
    throw modelError(
      folder.name,
      `"${path}" has no table "embeddings", so it is no static model. One with a transformer is embedding:…, and needs an export to ONNX.`,
    );
  }
  const [rows = 0, width = 0] = embeddings.shape;
  const column = (name: string, otherwise: NumberAt): NumberAt => {
    const tensor = tensors.get(name);
    if (tensor === undefined) return otherwise;
    if (tensor.shape.length === 1) return within(tensor);
    throw modelError(folder.name, `"${name}" in "${path}" is no list of numbers.`);
  };
  return {
    inside,
    table: {
      ...{ rows, width, number: numbersOf(embeddings), unknown: unknownOf(folder, inside) },
      rowOf: column("mapping", (token) => token),
      weightOf: column("weights", () => 1),
    },
  };
}

/** NaN beyond the end. */
function within(tensor: RawTensor): NumberAt {
  const number = numbersOf(tensor);
  const length = tensor.shape[0]!;
  return (index) => (index < length ? number(index) : Number.NaN);
}

function unknownOf(folder: ModelFolder, inside: string): number | undefined {
  const { model } = folder.needJson(`${inside}tokenizer.json`);
  const { unk_token: name, unk_id: id, vocab } = isObject(model) ? model : {};
  if (typeof id === "number") return id;
  const number: unknown = typeof name === "string" && isObject(vocab) && Object.hasOwn(vocab, name) && vocab[name];
  return typeof number === "number" ? number : undefined;
}

/** The mean of the vectors of tokens, of length 1; of no tokens, zeros. Tokens that the table does not have are passed over. */
function meanOf({ rows, width, number, rowOf, weightOf }: Table, { ids }: Tokens): Float32Array {
  const sum = new Float64Array(width);
  for (const id of ids) {
    const row = rowOf(id);
    const weight = weightOf(id);
    if (!(row >= 0 && row < rows) || !Number.isFinite(weight)) continue;
    const base = row * width;
    for (let i = 0; i < width; i++) sum[i]! += weight * number(base + i);
  }
  return normalised(sum, 0, width);
}
