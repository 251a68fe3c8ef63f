import { contentStems } from "@semantic-xpath/english";
import type { LanguageModel } from "@semantic-xpath/llm";
import type { Vector } from "./vectors.js";

/** Texts as points: near texts have a cosine near 1. The same text always has the same vector. */
export interface VectorSpace {
  /** Name, dimension and settings: vectors of different ids are never compared. */
  readonly id: string;
  /** One vector a text, in the order of `texts`, all of the same length. */
  embed(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<readonly Vector[]>;
}

/** Vectors of a language model's server. The model must embed. */
export function modelSpace(model: LanguageModel): VectorSpace {
  const { embed } = model;
  if (embed === undefined) throw new RangeError(`The model ${model.id} gives no embeddings`);
  return { id: model.id, embed: (texts, options) => embed.call(model, texts, options) };
}

/** Vectors of English texts without a model. */
export const ENGLISH_SPACE: VectorSpace = hashedSpace(contentStems);

/**
 * Vectors without a model: counts of the words' keys, each hashed to a coordinate and a sign (Weinberger et al., Feature Hashing, 2009), as
 * 1 + ln(count), of length 1. A text without words is the zero vector.
 *
 * @param wordsOf keys of a text's words: stems, without function words
 */
export function hashedSpace(wordsOf: (text: string) => Iterable<string>, dimension = 1024): VectorSpace {
  const embed = (text: string): Float64Array => {
    const counts = new Map<string, number>();
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const vector = new Float64Array(dimension);
    for (const [word, count] of counts) {
      const hash = fnv1a(word);
      vector[(hash >>> 1) % dimension]! += (hash & 1 ? 1 : -1) * (1 + Math.log(count));
    }
    const norm = Math.sqrt(vector.reduce((sum, coordinate) => sum + coordinate * coordinate, 0));
    return norm === 0 ? vector : vector.map((coordinate) => coordinate / norm);
  };
  return { id: `hashed-${dimension}`, embed: async (texts) => texts.map(embed) };
}

/** FNV-1a over UTF-16 units, as an unsigned integer of 32 bits, with its bits mixed so that the low ones depend on all. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
