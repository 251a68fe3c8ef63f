import type { ScoreExpression } from "@semantic-xpath/planner";
import {
  batchOf,
  evaluateScore,
  type List,
  type PassedOperator,
  placedAt,
  type Seen,
  scoredBy,
  settle,
} from "@semantic-xpath/runtime/internal";

/** Entries of a list with the scores that an operator gave them; NaN: a score that was never needed. */
export interface ScoredEntries {
  readonly ids: Int32Array;
  readonly scores: Float64Array;
}

/** What an operator scored, one part per list that went in, without asking for anything; none where it scores nothing. */
export function scoredEntries(seen: Seen, operator: PassedOperator): ScoredEntries[] {
  const score = scoredBy(operator);
  if (score === null) return [];
  return (seen.recorder.brackets.get(operator.id) ?? []).map(({ before, after }) =>
    // The first relevance on a list: the products are the scores themselves.
    operator.kind === "Relevance" && before.own === null && after.own !== null
      ? { ids: after.ids, scores: after.own }
      : { ids: before.ids, scores: scoresOf(seen, score, before) },
  );
}

const made = new WeakMap<List, Map<number, Float64Array>>();

/** The scores of an expression for the entries of a list, made once; NaN: never needed. */
export function scoresOf(seen: Seen, score: ScoreExpression, list: List): Float64Array {
  let ofList = made.get(list);
  if (ofList === undefined) {
    ofList = new Map();
    made.set(list, ofList);
  }
  const scores = ofList.get(score.id) ?? makeScores(seen, score, list);
  ofList.set(score.id, scores);
  return scores;
}

/** In one go, as the run did; where a pruned run left some open, one by one. */
function makeScores({ run, known }: Seen, score: ScoreExpression, list: List): Float64Array {
  const values = settle(evaluateScore(run, score, batchOf(list, true)));
  if (values !== null) return values;
  return Float64Array.from(list.ids, (_, i) => {
    const { low, high } = known.score(score, placedAt(list, i));
    return low === high ? low : Number.NaN;
  });
}
