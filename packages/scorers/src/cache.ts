import type { Tree } from "@semantic-xpath/tree";
import { ByteLru } from "./byteLru.js";
import { checkedScore } from "./checkedScore.js";
import { around } from "./combined.js";
import { contextsAt, keyOf } from "./context.js";
import { bytes, checkOptions, isShare, whole } from "./options.js";
import type { ScoreOptions, Scorer } from "./scorer.js";

/** Cache of the scores of pairs. Entries may disappear at any time; an entry never changes. */
export interface ScoreCache {
  /** The kept scores of a scorer, NaN if there is none. What is read with a context is kept under a text that names that too. */
  get(scorer: string, condition: string, texts: readonly string[]): Promise<Float32Array>;
  /** Keeps scores. A cache that can't write forgets and does not fail. */
  set(scorer: string, condition: string, texts: readonly string[], scores: Float32Array): Promise<void>;
}

export interface CachedOptions {
  /** Caches a cheap scorer too. By default it is given back as it is: asking it costs less than looking up. */
  readonly cheap?: boolean;
  /** Pairs after which answers are kept while others are still to be asked for: a run that is cut short has kept them. Default 1024. */
  readonly chunk?: number;
}

/**
 * Wraps a scorer so that only pairs missing from the cache are scored. The id stays that of the scorer, since a cached score equals a
 * computed one: a score is a function of (text, condition), and of the context if the scorer reads it. The id identifies all other inputs.
 *
 * @example cachedScorer(judge, memoryCache())
 */
export function cachedScorer(scorer: Scorer, cache: ScoreCache, options: CachedOptions = {}): Scorer {
  const { cheap = false, chunk = 1024 } = options;
  checkOptions(options, { chunk: whole(1) });
  if (scorer.cost === "cheap" && !cheap) return scorer;
  return around(scorer, {
    score: (texts, condition, asked) => scoreCached({ scorer, cache, chunk }, texts, condition, asked),
    ...(scorer.forTree && { forTree: (tree: Tree) => cachedScorer(scorer.forTree!(tree), cache, options) }),
  } satisfies Partial<Scorer>);
}

async function scoreCached(
  { scorer, cache, chunk }: { readonly scorer: Scorer; readonly cache: ScoreCache; readonly chunk: number },
  texts: readonly string[],
  condition: string,
  { signal, onScored, contexts }: ScoreOptions,
): Promise<Float32Array> {
  signal?.throwIfAborted();
  const { id } = scorer;
  const read = scorer.readsContext === true ? contexts : undefined;
  const keys = read === undefined ? texts : texts.map((text, place) => keyOf(text, read[place]));
  const cached = await cache.get(id, condition, keys);
  const missing = [...new Map(keys.map((key, place) => [key, place]))].filter(([, place]) => !isShare(cached[place]));
  const scores = new Map<string, number>();
  for (let from = 0; from < missing.length; from += chunk) {
    const batch = missing.slice(from, from + chunk);
    const names = batch.map(([key]) => key);
    const places = batch.map(([, place]) => place);
    const requested = places.map((place) => texts[place]!);
    const answers = await checkedScore(scorer, requested, condition, { signal, ...contextsAt(read, places) });
    names.forEach((key, at) => {
      scores.set(key, answers[at]!);
    });
    await cache.set(id, condition, names, answers);
    onScored?.(texts.length - missing.length + from + batch.length);
  }
  return cached.map((score, place) => scores.get(keys[place]!) ?? score);
}

export interface MemoryCacheOptions {
  /** Default 64 MiB. The pairs used longest ago go first. */
  readonly maxBytes?: number;
}

/** Bytes of an entry beside its strings, as measured with 200 000 of them. */
const ENTRY_BYTES = 96;

/** Keeps scores for the life of the process. */
export function memoryCache({ maxBytes = 2 ** 26 }: MemoryCacheOptions = {}): ScoreCache {
  checkOptions({ maxBytes }, { maxBytes: bytes });
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
