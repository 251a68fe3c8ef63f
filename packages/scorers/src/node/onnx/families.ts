import { bandCalibration, type Calibration, CUT_AT_ZERO } from "../../calibration.js";
import type { Pooling } from "./modules.js";

/** Requirements of a family of embedders from its authors, for models whose files lack them. */
interface Family {
  readonly pooling: Pooling;
  /** Put before a condition. `{instruction}` is where a task goes. */
  readonly query: string;
  /** Put before a text. */
  readonly passage: string;
  /** Function from cosine to score; null if the authors published no band, so that cosines are taken as they are, cut at 0. */
  readonly band: Calibration | null;
}

/** The task of retrieval as the instruction-tuned families were trained on it. */
export const INSTRUCTION = "Given a web search query, retrieve relevant passages that answer the query";

const INSTRUCT = "Instruct: {instruction}\nQuery: ";
const BGE_QUERY = "Represent this sentence for searching relevant passages: ";
const BGE_QUERY_ZH = "为这个句子生成表示以用于检索相关文章：";
const GEMMA: Partial<Family> = {
  pooling: "mean",
  query: "task: search result | query: ",
  passage: "title: none | text: ",
  band: bandCalibration(0.3, 0.75),
};
const E5_BAND = bandCalibration(0.7, 1);

/**
 * Families by name; the first one with all its words in the name counts. Pooling and prefixes are those of the model cards. A band is
 * the one that the authors publish for their cosines. Without one it is estimated from the example of the card: from the cosine of a
 * text that does not answer, to a little above that of a text that does. These are two to four pairs, so the estimate is rough: a fitted
 * calibration takes precedence.
 *
 * - E5: "cosine similarity scores distribute around 0.7 to 1.0". BGE before v1.5: "about in the interval [0.6, 1]".
 * - BGE-M3 .35 .35, .63 .68; GTE v1.5 .37 .42, .77; GTE ModernBERT .34 .43, .71; GTE multilingual .30 .32, .75; GTE-Qwen2 .15 .17, .75 .78;
 * Qwen3-Embedding .14 .14, .60 .76; mxbai .17 .36, .64 .79; EmbeddingGemma .30 (of the same topic .49), .64; Arctic .46 .50, .56 .58;
 * Arctic v1.5 .24 .24, .35 .39.
 * - GTE v1 is trained with E5's temperature of .01 and crowds as E5 does: unrelated pairs have .71 on average. BGE v1.5 is "more
 * reasonable" than [0.6, 1], in its authors' words, who advise thresholds of .8 to .9: unrelated pairs have about .4.
 * - MiniLM and MPNet of Sentence Transformers have about 0 for unrelated pairs: there the cosine is a score already.
 */
export const FAMILIES: readonly (readonly [words: string, wanted: Partial<Family>])[] = [
  ["qwen3-embedding", { pooling: "last", query: "Instruct: {instruction}\nQuery:", band: bandCalibration(0.1, 0.8) }],
  ["gte-qwen", { pooling: "last", query: INSTRUCT, band: bandCalibration(0.15, 0.85) }],
  ["e5-mistral", { pooling: "last", query: INSTRUCT }],
  ["e5- instruct", { pooling: "mean", query: INSTRUCT, band: E5_BAND }],
  ["e5-", { pooling: "mean", query: "query: ", passage: "passage: ", band: E5_BAND }],
  ["bge-m3", { pooling: "cls", band: bandCalibration(0.35, 0.75) }],
  ["bge- zh v1.5", { pooling: "cls", query: BGE_QUERY_ZH, band: bandCalibration(0.4, 1) }],
  ["bge- zh", { pooling: "cls", query: BGE_QUERY_ZH, band: bandCalibration(0.6, 1) }],
  ["bge- v1.5", { pooling: "cls", query: BGE_QUERY, band: bandCalibration(0.4, 1) }],
  ["bge-", { pooling: "cls", query: BGE_QUERY, band: bandCalibration(0.6, 1) }],
  ["arctic-embed v2", { pooling: "cls", query: "query: " }],
  ["arctic-embed v1.5", { pooling: "cls", query: BGE_QUERY, band: bandCalibration(0.24, 0.6) }],
  ["arctic-embed", { pooling: "cls", query: BGE_QUERY, band: bandCalibration(0.46, 0.8) }],
  ["mxbai-embed", { pooling: "cls", query: BGE_QUERY, band: bandCalibration(0.3, 0.85) }],
  ["gte-multilingual", { pooling: "cls", band: bandCalibration(0.3, 0.85) }],
  ["gte-modernbert", { pooling: "cls", band: bandCalibration(0.4, 0.85) }],
  ["gte- v1.5", { pooling: "cls", band: bandCalibration(0.4, 0.85) }],
  ["gte-", { pooling: "mean", band: E5_BAND }],
  ["nomic-embed", { pooling: "mean", query: "search_query: ", passage: "search_document: " }],
  ["jina-embeddings", { pooling: "mean" }],
  ["embeddinggemma", GEMMA],
  ["embedding-gemma", GEMMA],
  ["minilm", { band: CUT_AT_ZERO }],
  ["mpnet", { band: CUT_AT_ZERO }],
  ["distiluse", { band: CUT_AT_ZERO }],
  ["distilroberta", { band: CUT_AT_ZERO }],
];

/** Model types (of config.json) that read from left to right, so that only the last token has seen the whole text. */
const DECODERS = new Set(["qwen2", "qwen3", "mistral", "llama", "gemma", "gemma2", "phi", "phi3"]);

/**
 * The family of a model by its names, else by its type: mean pooling and no prefixes, or the last token for a decoder. A name may be a path, whose
 * last part counts first. The words of a family are words of one part, so that a folder above the model can't change its prefixes.
 */
export function familyOf(names: readonly string[], modelType: unknown): Family {
  const parts = names.flatMap((name) => name.toLowerCase().replaceAll("_", "-").split(/[\\/]/).reverse());
  const pooling = DECODERS.has(String(modelType)) ? "last" : "mean";
  const families = parts.map((part) =>
    FAMILIES.find(([words]) => words.split(" ").every((word, i) => hasWord(part, word, i > 0))),
  );
  const family = families.find((each) => each !== undefined);
  return { pooling, query: "", passage: "", band: null, ...family?.[1] };
}

/** True if a part has a word that starts after a sign or at the beginning; `isWhole`: and ends so. */
function hasWord(part: string, word: string, isWhole: boolean): boolean {
  for (let at = part.indexOf(word); at >= 0; at = part.indexOf(word, at + 1)) {
    const isEnded = !isWhole || !/[a-z0-9]/.test(part.charAt(at + word.length));
    if (isEnded && !/[a-z0-9]/.test(part.charAt(at - 1))) return true;
  }
  return false;
}
