import { BM25_SETTINGS, Bm25Index } from "./bm25.mjs";
import { intervalOf, meanOf } from "./bootstrap.mjs";
import { MEASURES } from "./measures.mjs";

/** Of a kind, the measure of each question under each setting of BM25. */
export function measureBm25({ collections, measure }) {
  const columns = BM25_SETTINGS.map(() => []);
  for (const { plain, queries } of collections) {
    const index = new Bm25Index(plain);
    for (const { condition, gold } of queries) {
      BM25_SETTINGS.forEach((settings, i) => {
        columns[i].push(MEASURES[measure](index.score(condition, settings), gold));
      });
    }
  }
  return columns;
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
    const marks = BM25_SETTINGS.map((_, i) => meanOf(others.map((columns) => meanOf(columns[i]))));
    return marks.indexOf(Math.max(...marks));
  });
}

/** A scorer beside a baseline, question by question. */
export function comparison(ours, theirs, samples) {
  const difference = intervalOf(
    ours.map((value, i) => value - theirs[i]),
    samples,
  );
  return { questions: ours.length, ours: meanOf(ours), theirs: meanOf(theirs), difference };
}
