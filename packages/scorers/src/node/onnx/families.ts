import type { Calibration } from "../../calibration.js";
import { bandCalibration } from "../../vectors/readCalibration.js";
import type { Pooling } from "./pooling.js";

/** What the authors of a family of embedders say it wants, where its files do not. */
export interface Family {
  readonly pooling: Pooling;
  /** Put before a condition. `{instruction}` is where a task goes. */
  readonly query: string;
  /** Put before a text. */
  readonly passage: string;
  /** The band that cosines of the family lie in, where its authors say so. */
  readonly band?: Calibration;
}

/** The task of retrieval as the instruction-tuned families were trained on it. */
export const INSTRUCTION = "Given a web search query, retrieve relevant passages that answer the query";

const E5_BAND = bandCalibration(0.7, 1);
const BGE_QUERY = "Represent this sentence for searching relevant passages: ";

/**
 * By name, the first that matches; sources are the model cards. E5: "cosine similarity scores distribute around 0.7 to 1.0". BGE
 * before v1.5: "about in the interval [0.6, 1]".
 */
const FAMILIES: readonly (readonly [RegExp, Family])[] = [
  [/qwen3-embedding/, { pooling: "last", query: "Instruct: {instruction}\nQuery:", passage: "" }],
  [/e5-mistral|gte-qwen/, { pooling: "last", query: "Instruct: {instruction}\nQuery: ", passage: "" }],
  [/\be5-.*instruct/, { pooling: "mean", query: "Instruct: {instruction}\nQuery: ", passage: "", band: E5_BAND }],
  [/\be5-/, { pooling: "mean", query: "query: ", passage: "passage: ", band: E5_BAND }],
  [/bge-m3/, { pooling: "cls", query: "", passage: "" }],
  [/bge-.*zh/, { pooling: "cls", query: "为这个句子生成表示以用于检索相关文章：", passage: "" }],
  [/bge-.*v1\.5/, { pooling: "cls", query: BGE_QUERY, passage: "" }],
  [/bge-/, { pooling: "cls", query: BGE_QUERY, passage: "", band: bandCalibration(0.6, 1) }],
  [/arctic-embed.*v2/, { pooling: "cls", query: "query: ", passage: "" }],
  [/mxbai-embed|arctic-embed/, { pooling: "cls", query: BGE_QUERY, passage: "" }],
  [/gte-(modernbert|multilingual|.*v1\.5)/, { pooling: "cls", query: "", passage: "" }],
  [/nomic-embed/, { pooling: "mean", query: "search_query: ", passage: "search_document: " }],
];

/** Model types (of config.json) that read from left to right, so that only the last token has seen the whole text. */
const DECODERS = new Set(["qwen2", "qwen3", "mistral", "llama", "gemma", "gemma2", "phi", "phi3"]);

/** The family of a model by its names, else by its type: mean pooling and no prefixes, or the last token for a decoder. */
export function familyOf(names: readonly string[], modelType: unknown): Family {
  const all = names.join(" ").toLowerCase().replaceAll("_", "-");
  const found = FAMILIES.find(([pattern]) => pattern.test(all));
  return found?.[1] ?? { pooling: DECODERS.has(String(modelType)) ? "last" : "mean", query: "", passage: "" };
}
