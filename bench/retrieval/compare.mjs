import { areaOf, BM25_SETTINGS, Bm25, difference, ndcgOf } from "@semantic-xpath/eval";

/** Candidates; each kind of text is reported with those that do best on the other kinds. */
export const SETTINGS = [
  BM25_SETTINGS,
  { k1: 0.9, b: 0.4 },
  { k1: 1.2, b: 0.4 },
  { k1: 0.8, b: 0.2 },
  { k1: 0.8, b: 0 },
];

/** Measures of the scores of nodes; `gold` are the places of those that are right. */
export const MEASURES = {
  ndcg10: (scores, gold) => ndcgOf(rankingOf(scores, 10), goldOf(gold), 10),
  auc: (scores, gold) => areaOf(scores, (place) => gold.has(place)),
};

/** The first entries of what has a score; equal scores stay in the order of the document. */
function rankingOf(scores, most) {
  const places = Array.from(scores.keys()).filter((place) => scores[place] > 0);
  return places
    .sort((a, b) => scores[b] - scores[a] || a - b)
    .slice(0, most)
    .map((place) => [String(place)]);
}

export const goldOf = (gold) => ({
  include: Array.from(gold, (place) => [String(place)]),
  exclude: new Set(),
  grades: new Map(),
});

export const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a kind, the measure of each question under each setting of BM25. */
export function measureBm25({ collections, measure }) {
  return SETTINGS.map((settings) =>
    collections.flatMap(({ plain, queries }) => {
      const index = new Bm25(plain, settings);
      return queries.map(({ condition, gold }) => MEASURES[measure](index.score(condition), gold));
    }),
  );
}

/** Of a kind, the measure of each question under a scorer, which is bound to each tree. */
export async function measureScorer({ collections, measure }, scorer) {
  const column = [];
  for (const { tree, texts, contexts, queries } of collections) {
    const bound = scorer.forTree?.(tree) ?? scorer;
    for (const { condition, gold } of queries) {
      column.push(MEASURES[measure](await bound.score(texts, condition, { contexts }), gold));
    }
  }
  return column;
}

/** For each kind the setting of BM25 that has the best mean over all other kinds. */
export function tunedElsewhere(columnsOf) {
  return columnsOf.map((_, kind) => {
    const others = columnsOf.length === 1 ? columnsOf : columnsOf.filter((_, other) => other !== kind);
    const marks = SETTINGS.map((_, i) => meanOf(others.map((columns) => meanOf(columns[i]))));
    return marks.indexOf(Math.max(...marks));
  });
}

/** A scorer beside a baseline, question by question. */
export function comparison(ours, theirs, samples) {
  const differences = ours.map((value, i) => value - theirs[i]);
  const questions = differences.map((_, i) => String(i));
  const { mean, interval } = difference(differences, questions, { samples, isShare: true });
  const [low, high] = interval ?? [mean, mean];
  return { questions: ours.length, ours: meanOf(ours), theirs: meanOf(theirs), difference: { mean, low, high } };
}
