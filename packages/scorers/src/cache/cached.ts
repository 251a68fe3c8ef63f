import type { Tree } from "@semantic-xpath/tree";
import { checkedScore } from "../batch.js";
import type { ScoreOptions, Scorer } from "../scorer.js";
import type { ScoreCache } from "./scoreCache.js";

export interface CachedOptions {
  /** Caches a cheap scorer too. By default it is given back as it is: asking it costs less than looking up. */
  readonly cheap?: boolean;
  /** Pairs after which answers are kept while others are still to be asked for: a run that is cut short has kept them. Default 1024. */
  readonly chunk?: number;
}

/**
 * A scorer that asks only for pairs that the cache does not have, with the id of the scorer itself: a cached score is the same
 * score. Valid because a score is a function of (text, condition), and the id names everything else that it depends on.
 *
 * @example cachedScorer(judge, memoryCache())
 */
export function cachedScorer(scorer: Scorer, cache: ScoreCache, options: CachedOptions = {}): Scorer {
  const { cheap = false, chunk = 1024 } = options;
  if (!(Number.isSafeInteger(chunk) && chunk >= 1))
    throw new RangeError(`"chunk" is a whole number from 1 up, not ${chunk}.`);
  if (scorer.cost === "cheap" && !cheap) return scorer;
  return {
    get id() {
      return scorer.id;
    },
    cost: scorer.cost,
    score: (texts, condition, asked) => scoreCached(scorer, cache, chunk, texts, condition, asked),
    ...(scorer.forTree && { forTree: (tree: Tree) => cachedScorer(scorer.forTree!(tree), cache, options) }),
    ...(scorer.explain && { explain: scorer.explain.bind(scorer) }),
    ...(scorer.bounds && { bounds: scorer.bounds.bind(scorer) }),
    ...(scorer.notes && { notes: scorer.notes.bind(scorer) }),
  };
}

async function scoreCached(
  scorer: Scorer,
  cache: ScoreCache,
  chunk: number,
  texts: readonly string[],
  condition: string,
  options: ScoreOptions,
): Promise<Float32Array> {
  options.signal?.throwIfAborted();
  const { id } = scorer;
  const scores = await cache.get(id, condition, texts);
  const places = new Map<string, number[]>();
  for (let i = 0; i < texts.length; i++) {
    if (scores[i]! >= 0 && scores[i]! <= 1) continue;
    const same = places.get(texts[i]!);
    if (same === undefined) places.set(texts[i]!, [i]);
    else same.push(i);
  }
  const missing = [...places.keys()];
  for (let from = 0; from < missing.length; from += chunk) {
    const asked = missing.slice(from, from + chunk);
    const answers = await checkedScore(scorer, asked, condition, options);
    asked.forEach((text, at) => {
      for (const place of places.get(text)!) scores[place] = answers[at]!;
    });
    await cache.set(id, condition, asked, answers);
  }
  return scores;
}
