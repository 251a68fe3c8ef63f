import { bandCalibration, type Calibration, CUT_AT_ZERO, readCalibration } from "../../calibration.js";
import type { Json } from "../../json.js";
import { type ModelFolder, modelError } from "./modelFolder.js";
import { longestOf } from "./tokeniser.js";

/** How one vector is made of those of the tokens. */
export type Pooling = "mean" | "cls" | "last";

const isPooling = (value: unknown): value is Pooling => value === "mean" || value === "cls" || value === "last";

/** The calibration of a model, beside its files. */
export const CALIBRATION_FILE = "sxp-calibration.json";

interface EmbeddingSettings {
  readonly pooling: Pooling;
  /** Whether the options name the pooling: then an output that is pooled already is not taken. */
  readonly poolingAsked: boolean;
  readonly query: string;
  readonly passage: string;
  readonly longest: number;
  readonly calibration: Calibration;
}

export interface EmbeddingModelOptions {
  readonly pooling?: Pooling;
  /** Put before a condition, before a text. By default what the model's files say, else what its family wants. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** The task, for families that want an instruction before a condition. */
  readonly instruction?: string;
  readonly maxTokens?: number;
  /** By default that of `sxp-calibration.json` in the folder, else the band of the family, else cosines cut at 0. */
  readonly calibration?: Calibration;
}

/** What a folder and the options say about an embedder. Options come first, then the files, then the table of families. */
export function embeddingSettings(folder: ModelFolder, options: EmbeddingModelOptions): EmbeddingSettings {
  const { config } = folder;
  const family = familyOf(
    [folder.root.split(/[\\/]/).slice(-4).join("/"), String(config._name_or_path ?? "")],
    config.model_type,
  );
  const prompts = (folder.json("config_sentence_transformers.json")?.prompts ?? {}) as Json;
  const prompt = (name: string) => (typeof prompts[name] === "string" ? prompts[name] : undefined);
  const instructed = options.instruction === undefined ? undefined : family.query;
  const query = options.queryPrefix ?? instructed ?? prompt("query") ?? family.query;
  return {
    pooling: options.pooling ?? filePooling(folder) ?? family.pooling,
    poolingAsked: options.pooling !== undefined,
    query: query.replace("{instruction}", () => options.instruction ?? INSTRUCTION),
    passage: options.passagePrefix ?? prompt("document") ?? prompt("passage") ?? family.passage,
    longest: longestOf(folder, options.maxTokens),
    calibration:
      (options.calibration && readCalibration(options.calibration)) ??
      fileCalibration(folder) ??
      family.band ??
      CUT_AT_ZERO,
  };
}

/** The pooling of the model's own files (the layout of Sentence Transformers), if it has any. */
function filePooling(folder: ModelFolder): Pooling | undefined {
  const modules = Object.values(folder.json("modules.json") ?? {}) as Json[];
  const other = modules.map(({ type }) => String(type).split(".").at(-1)!).find((type) => !KNOWN_MODULES.has(type));
  if (other !== undefined) {
    throw modelError(
      folder.name,
      `modules.json has a module "${other}", which is not supported. Name a "pooling" to leave it out.`,
    );
  }
  const path = modules.find(({ type }) => String(type).endsWith(".Pooling"))?.path ?? "1_Pooling";
  const file = folder.json(`${String(path).replace(/\/$/, "")}/config.json`);
  if (file === undefined) return undefined;
  const modes = Object.keys(file).filter((key) => key.startsWith("pooling_mode") && file[key] === true);
  const pooling = modes.length === 1 ? POOLING_MODES[modes[0]!] : undefined;
  if (pooling !== undefined) return pooling;
  if (isPooling(file.pooling_mode)) return file.pooling_mode;
  throw modelError(
    folder.name,
    `its pooling (${modes.join(", ") || "none"}) is not supported. Name a "pooling": mean, cls or last.`,
  );
}

const KNOWN_MODULES = new Set(["Transformer", "Pooling", "Normalize"]);

const POOLING_MODES: Readonly<Record<string, Pooling>> = {
  pooling_mode_mean_tokens: "mean",
  pooling_mode_cls_token: "cls",
  pooling_mode_lasttoken: "last",
};

function fileCalibration(folder: ModelFolder): Calibration | undefined {
  const file = folder.json(CALIBRATION_FILE);
  if (file === undefined) return undefined;
  try {
    return readCalibration(file);
  } catch (failure) {
    throw modelError(folder.name, `"${CALIBRATION_FILE}" can't be used. ${(failure as Error).message}`, failure);
  }
}

/** What the authors of a family of embedders say it wants, where its files do not. */
interface Family {
  readonly pooling: Pooling;
  /** Put before a condition. `{instruction}` is where a task goes. */
  readonly query: string;
  /** Put before a text. */
  readonly passage: string;
  /** The band that cosines of the family lie in, where its authors say so. */
  readonly band?: Calibration;
}

/** The task of retrieval as the instruction-tuned families were trained on it. */
const INSTRUCTION = "Given a web search query, retrieve relevant passages that answer the query";

const E5_BAND = bandCalibration(0.7, 1);
const BGE_QUERY = "Represent this sentence for searching relevant passages: ";

/**
 * By name, the first that matches; sources are the model cards. E5: "cosine similarity scores distribute around 0.7 to 1.0". BGE
 * before v1.5: "about in the interval [0.6, 1]".
 */
const FAMILIES: readonly (readonly [RegExp, Partial<Family>])[] = [
  [/qwen3-embedding/, { pooling: "last", query: "Instruct: {instruction}\nQuery:" }],
  [/e5-mistral|gte-qwen/, { pooling: "last", query: "Instruct: {instruction}\nQuery: " }],
  [/\be5-.*instruct/, { pooling: "mean", query: "Instruct: {instruction}\nQuery: ", band: E5_BAND }],
  [/\be5-/, { pooling: "mean", query: "query: ", passage: "passage: ", band: E5_BAND }],
  [/bge-m3/, { pooling: "cls" }],
  [/bge-.*zh/, { pooling: "cls", query: "为这个句子生成表示以用于检索相关文章：" }],
  [/bge-.*v1\.5/, { pooling: "cls", query: BGE_QUERY }],
  [/bge-/, { pooling: "cls", query: BGE_QUERY, band: bandCalibration(0.6, 1) }],
  [/arctic-embed.*v2/, { pooling: "cls", query: "query: " }],
  [/mxbai-embed|arctic-embed/, { pooling: "cls", query: BGE_QUERY }],
  [/gte-(modernbert|multilingual|.*v1\.5)/, { pooling: "cls" }],
  [/nomic-embed/, { pooling: "mean", query: "search_query: ", passage: "search_document: " }],
];

/** Model types (of config.json) that read from left to right, so that only the last token has seen the whole text. */
const DECODERS = new Set(["qwen2", "qwen3", "mistral", "llama", "gemma", "gemma2", "phi", "phi3"]);

/** The family of a model by its names, else by its type: mean pooling and no prefixes, or the last token for a decoder. */
function familyOf(names: readonly string[], modelType: unknown): Family {
  const all = names.join(" ").toLowerCase().replaceAll("_", "-");
  const found = FAMILIES.find(([pattern]) => pattern.test(all));
  const pooling = DECODERS.has(String(modelType)) ? "last" : "mean";
  return { pooling, query: "", passage: "", ...found?.[1] };
}
