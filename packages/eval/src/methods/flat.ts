import type { Scorer } from "@semantic-xpath/scorers";
import type { Answer, Item, Method, Source } from "../method.js";
import { BM25_SETTINGS, Bm25 } from "./bm25.js";
import { type Entries, entriesOf } from "./nodes.js";

/** Entries of a ranking that are kept: what a budget of tokens holds is far less. */
const MAX_RANKED = 1000;

interface Flat {
  readonly entries: Entries;
  rank(request: string, signal: AbortSignal | undefined): Promise<ArrayLike<number>>;
}

interface FlatOptions {
  /** Whether what is above a node, or around a turn, is scored with it. Default false. */
  readonly withContext?: boolean;
}

/** All nodes, or all turns, ranked by a scorer without any path: retrieval as it is usually done. */
export function flatMethod(scorer: Scorer, name = "flat", { withContext = false }: FlatOptions = {}): Method<Flat> {
  return ranking(`flat@2 ${scorer.id}${withContext ? " context" : ""}`, name, true, async (source) => {
    const entries = entriesOf(source, withContext);
    const bound = scorer.forTree?.(entries.tree) ?? scorer;
    return {
      entries,
      rank: (request, signal) =>
        bound.score(entries.texts, request, { contexts: entries.contexts, ...(signal && { signal }) }),
    };
  });
}

/** The same by BM25 over stems. */
export function bm25Method(name = "bm25", { withContext = false }: FlatOptions = {}): Method<Flat> {
  const { k1, b } = BM25_SETTINGS;
  return ranking(`bm25@1 k1=${k1} b=${b}${withContext ? " context" : ""}`, name, false, async (source) => {
    const entries = entriesOf(source, withContext);
    const index = new Bm25(entries.texts);
    return { entries, rank: async (request) => index.score(request) };
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
      const scores = await rank(request!, signal);
      const items = topOf(scores, MAX_RANKED).map(
        (place): Item => ({
          sources: [entries.sources[place]!],
          text: entries.shown[place]!,
          ...(isWeight && { weight: Math.min(1, scores[place]!) }),
        }),
      );
      return { items, usage: { scorerCalls: 1, scorerPairs: entries.texts.length } };
    },
  };
}

/** The places of the best scores above 0; equal ones stay in order. */
function topOf(scores: ArrayLike<number>, most: number): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < scores.length; place++) if (scores[place]! > 0) places.push(place);
  return places.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, most);
}
