import type { Scorer } from "@semantic-xpath/scorers";
import type { Answer, Item, Method, Source } from "../format/method.js";
import { BM25_SETTINGS, Bm25 } from "./bm25.js";
import { type Entries, entriesOf } from "./nodes.js";

/** Entries of a ranking that are kept: what a budget of tokens holds is far less. */
const MAX_RANKED = 1000;

interface Flat {
  readonly entries: Entries;
  rank(request: string, signal: AbortSignal | undefined): Promise<readonly Ranked[]>;
}

interface Ranked {
  readonly place: number;
  readonly score: number;
}

interface FlatOptions {
  /** Scores the context of a node or a turn with it. Default false. */
  readonly withContext?: boolean;
}

/** All nodes, or all turns, ranked by a scorer without any path: retrieval as it is usually done. */
export function flatMethod(scorer: Scorer, name = "flat", { withContext = false }: FlatOptions = {}): Method<Flat> {
  return ranking(`flat@2 ${scorer.id}${withContext ? " context" : ""}`, name, true, async (source) => {
    const entries = entriesOf(source, withContext);
    const bound = scorer.forTree?.(entries.tree) ?? scorer;
    return {
      entries,
      rank: async (request, signal) =>
        topOf(await bound.score(entries.texts, request, { contexts: entries.contexts, ...(signal && { signal }) })),
    };
  });
}

/** Flat retrieval by BM25 over stems. */
export function bm25Method(name = "bm25", { withContext = false }: FlatOptions = {}): Method<Flat> {
  const { k1, b } = BM25_SETTINGS;
  return ranking(`bm25@1 k1=${k1} b=${b}${withContext ? " context" : ""}`, name, false, async (source) => {
    const entries = entriesOf(source, withContext);
    const index = new Bm25(entries.texts);
    // One buffer for all requests: at 10^5 nodes a new one for each fills the memory faster than it is given back.
    const scores = new Float64Array(entries.texts.length);
    return { entries, rank: async (request) => topOf(index.score(request, scores)) };
  });
}

function ranking(id: string, name: string, isWeight: boolean, build: (source: Source) => Promise<Flat>): Method<Flat> {
  return {
    id,
    name,
    ranks: true,
    cannot: (_, { request }) => (request === null ? "the case has no request in words" : null),
    build,
    async ask({ entries, rank }, { request }, { signal }): Promise<Answer> {
      const items = (await rank(request!, signal)).map(
        ({ place, score }): Item => ({
          sources: [entries.sources[place]!],
          text: entries.handedTexts[place]!,
          ...(isWeight && { weight: Math.min(1, score) }),
        }),
      );
      return { items, usage: { scorerCalls: 1, scorerPairs: entries.texts.length } };
    },
  };
}

/** The best scores above 0; equal ones stay in order. */
function topOf(scores: ArrayLike<number>): readonly Ranked[] {
  const order = (a: number, b: number): number => scores[b]! - scores[a]! || a - b;
  const places: number[] = [];
  let least = 0;
  for (let place = 0; place < scores.length; place++) {
    if (!(scores[place]! > least)) continue;
    places.push(place);
    if (places.length < 2 * MAX_RANKED) continue;
    places.sort(order).length = MAX_RANKED;
    least = scores[places.at(-1)!]!;
  }
  return places
    .sort(order)
    .slice(0, MAX_RANKED)
    .map((place) => ({ place, score: scores[place]! }));
}
