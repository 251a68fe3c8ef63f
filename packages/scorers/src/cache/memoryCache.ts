import { ByteLru } from "./byteLru.js";
import type { ScoreCache } from "./scoreCache.js";

export interface MemoryCacheOptions {
  /** Default 64 MiB. The pairs used longest ago go first. */
  readonly maxBytes?: number;
}

/** What an entry takes beside its strings, roughly. */
const ENTRY_BYTES = 96;

/** Keeps scores for the life of the process. */
export function memoryCache({ maxBytes = 2 ** 26 }: MemoryCacheOptions = {}): ScoreCache {
  if (!(maxBytes >= 0)) throw new RangeError(`"maxBytes" is a number from 0 up, not ${maxBytes}.`);
  const scores = new ByteLru<number>(maxBytes);
  return {
    async get(scorer, condition, texts) {
      const prefix = prefixOf(scorer, condition);
      return Float32Array.from(texts, (text) => scores.get(prefix + text) ?? Number.NaN);
    },
    async set(scorer, condition, texts, given) {
      const prefix = prefixOf(scorer, condition);
      texts.forEach((text, place) => {
        scores.set(prefix + text, given[place]!, 2 * (prefix.length + text.length) + ENTRY_BYTES);
      });
    },
  };
}

/** Lengths in front, so that no other pair of strings has the same prefix. */
const prefixOf = (scorer: string, condition: string): string =>
  `${scorer.length}:${condition.length}:${scorer}${condition}`;
