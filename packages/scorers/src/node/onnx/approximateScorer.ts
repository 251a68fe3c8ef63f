import { getOrMake, type Tree } from "@semantic-xpath/tree";
import { notesOf, oncePerCondition } from "../../combined.js";
import { nodeTexts, populationOf } from "../../population.js";
import type { ScoreOptions, Scorer, TextList } from "../../scorer.js";
import { newVectorRows, type VectorRows } from "../../vectors/vectorRows.js";
import { type NearestIndex, type NearestOptions, newNearestIndex } from "./nearest.js";
import type { EmbeddingScorer } from "./vectorScorer.js";

/** What an exact scorer lets one that approximates it do. */
export interface Embeddings {
  /** The vector of a condition, of length 1. */
  condition(condition: string, signal: AbortSignal | undefined): Promise<Float32Array>;
  /** Gives the vectors of each text, in any order. */
  texts(
    texts: readonly string[],
    condition: string,
    signal: AbortSignal | undefined,
    onText: (text: string, vectors: readonly Float32Array[]) => void,
  ): Promise<void>;
  /** The score of a cosine. */
  scoreOf(cosine: number): number;
}

const FROM = 100_000;
const CANDIDATES = 1000;
/** Conditions on which it is measured what the index finds, and how many of the best are looked at. */
const MEASURED = 8;
const BEST = 100;
/** Vectors that are added between two looks at the signal. */
const CHUNK = 1024;

/**
 * A scorer that finds what is near in an index where a tree has very many texts. Bound to such a tree, a text of it has its score, bit for bit, if it is
 * among the candidates that the index finds for the condition, and 0 if it is not: a function of text, condition and tree. Texts that are no texts
 * of nodes are scored exactly. On smaller trees, and where the index is not installed, it is the exact scorer; the notes say which.
 */
export function approximateScorer(
  exact: EmbeddingScorer,
  embeddings: Embeddings,
  { nearestFrom = FROM, candidates = CANDIDATES, nearestAmong }: NearestOptions,
): EmbeddingScorer {
  const population = nodeTexts(nearestAmong);
  const bound = new WeakMap<Tree, Scorer>();
  const among = nearestAmong === undefined ? "" : ` ${nearestAmong.join("|")}`;
  const over = (trees: readonly Tree[]): Scorer => {
    const texts = populationOf(population, trees);
    return texts.length < nearestFrom ? exact : approximated(exact, embeddings, { texts, candidates, among });
  };
  return {
    ...exact,
    id: `${exact.id} nearest(${candidates} from ${nearestFrom}${among})`,
    // Everything is asked at once: it is one search, and what is not found costs nothing.
    cost: "cheap",
    forTree(tree) {
      return getOrMake(bound, tree, () => over([tree]));
    },
    forTrees: over,
  };
}

interface Among {
  readonly texts: readonly string[];
  readonly candidates: number;
  readonly among: string;
}

/** The texts of a tree with their vectors. */
interface Built {
  readonly rows: VectorRows;
  /** Whose vector a row is, as a place in the texts; and the first row of each place, with the end of all. */
  readonly owners: Int32Array;
  readonly starts: Int32Array;
  readonly index: NearestIndex;
}

function approximated(exact: EmbeddingScorer, embeddings: Embeddings, { texts, candidates, among }: Among): Scorer {
  const recalls: number[] = [];
  let why: string | null = null;
  // The same for every condition, shared by calls that come at once.
  const built = oncePerCondition((_, { signal }) => build(embeddings, texts, candidates, signal));
  /** The scores of the candidates by their places; null where there is no index. */
  const candidatesFor = oncePerCondition(async (condition, options) => {
    const made = await built("", options);
    if (typeof made === "string") {
      why = made;
      return null;
    }
    const query = await embeddings.condition(condition, options.signal);
    const found = made.index.nearest(query, candidates);
    if (recalls.length < MEASURED) recalls.push(recallOf(made, query, found));
    const places = [...new Set(Array.from(found, (row) => made.owners[row]!))];
    return new Map(places.map((place) => [place, Math.fround(embeddings.scoreOf(bestOf(made, query, place)))]));
  });
  const placesOf = placesIn(texts);
  const scoreListed = async (list: TextList, numbers: Int32Array, condition: string, options: ScoreOptions) => {
    const found = await candidatesFor(condition, options);
    if (found === null) return exact.scoreListed!(list, numbers, condition, options);
    const places = placesOf(list);
    const scores = new Float32Array(numbers.length);
    const others: number[] = [];
    numbers.forEach((number, i) => {
      const place = places[number]!;
      if (place < 0) others.push(i);
      else scores[i] = found.get(place) ?? 0;
    });
    const asked = others.map((i) => list.texts[numbers[i]!]!);
    const answers = asked.length === 0 ? [] : await exact.score(asked, condition, options);
    others.forEach((i, at) => {
      scores[i] = answers[at]!;
    });
    return scores;
  };
  return {
    id: `${exact.id} nearest(${candidates} of ${texts.length}${among})`,
    cost: "cheap",
    scoreListed,
    score: (asked, condition, options) =>
      scoreListed({ texts: asked }, Int32Array.from(asked.keys()), condition, options),
    notes() {
      if (why !== null) return notesOf([exact], `every text was compared: ${why}`);
      const whole = `approximate: the ${candidates} nearest of ${texts.length} texts are scored`;
      const recall = recalls.reduce((sum, each) => sum + each, 0) / recalls.length;
      const conditions = recalls.length === 1 ? "1 condition" : `${recalls.length} conditions`;
      const best = Math.min(BEST, candidates);
      const measured = recalls.length === 0 ? "" : `; recall@${best} ${recall.toFixed(3)} measured on ${conditions}`;
      return notesOf([exact], whole + measured);
    },
  };
}

/** Places of the texts of a list, by their numbers; -1 for a text of no node. */
function placesIn(texts: readonly string[]): (list: TextList) => Int32Array {
  const placeOf = new Map(texts.map((text, place) => [text, place]));
  const listed = new WeakMap<TextList, Int32Array>();
  return (list) => {
    let places = listed.get(list) ?? new Int32Array(0);
    if (places.length < list.texts.length) {
      const known = places;
      places = Int32Array.from(list.texts, (text, i) => (i < known.length ? known[i]! : (placeOf.get(text) ?? -1)));
      listed.set(list, places);
    }
    return places;
  };
}

/** Embeds all texts and puts them into an index; why it can't where there is none. */
async function build(
  embeddings: Embeddings,
  texts: readonly string[],
  candidates: number,
  signal: AbortSignal | undefined,
): Promise<Built | string> {
  const { length: dimensions } = await embeddings.condition("", signal);
  const index = await newNearestIndex(dimensions, candidates);
  if (typeof index === "string") return index;
  const rows = newVectorRows(dimensions);
  const owners: number[] = [];
  const starts = new Int32Array(texts.length + 1);
  for (let from = 0; from < texts.length; from += CHUNK) {
    const chunk = texts.slice(from, from + CHUNK);
    const vectors = new Map<string, readonly Float32Array[]>();
    await embeddings.texts(chunk, "", signal, (text, made) => vectors.set(text, made));
    const made = chunk.flatMap((text, i) => {
      const own = vectors.get(text)!;
      owners.push(...own.map(() => from + i));
      starts[from + i + 1] = owners.length;
      return own;
    });
    const all = new Float32Array(made.length * dimensions);
    made.forEach((vector, i) => {
      rows.push(vector);
      all.set(vector, i * dimensions);
    });
    index.add(all);
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
  return { rows, starts, owners: Int32Array.from(owners), index };
}

/** The cosine of the best vector of a text. */
function bestOf({ rows, starts }: Built, query: Float32Array, place: number): number {
  const first = starts[place]!;
  return Math.max(
    ...rows.dots(
      query,
      Int32Array.from({ length: starts[place + 1]! - first }, (_, i) => first + i),
    ),
  );
}

/** The share of the best that the index has found, of all that were compared for this. */
function recallOf({ rows, owners }: Built, query: Float32Array, found: Int32Array): number {
  const cosines = rows.dots(query, Int32Array.from(owners.keys()));
  const wanted = Math.min(BEST, found.length, cosines.length);
  const least = cosines.toSorted().at(-wanted)!;
  return Math.min(1, found.filter((row) => cosines[row]! >= least).length / wanted);
}
