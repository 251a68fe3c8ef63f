import type { PathPlan, ScoreExpression } from "@semantic-xpath/planner";
import {
  batchOf,
  evaluateScore,
  type List,
  type PassedOperator,
  placedAt,
  type Recorder,
  type Seen,
  scoredBy,
  segmentOf,
  settle,
} from "@semantic-xpath/runtime/internal";
import { lowerBound } from "@semantic-xpath/tree";
import { kept, remembered } from "../memo.js";

/** The evidence that a path found in one evaluation: entry i is `ids[i]`, found from the node `origin[i]`. */
interface EvidenceEntries {
  /** The nodes that the path started from. */
  readonly starts: Int32Array;
  readonly ids: Int32Array;
  readonly origin: Int32Array;
}

/** What an evidence path found, evaluation by evaluation, each entry with the node that it is evidence for. */
export function evidenceEntries({ axes, brackets }: Recorder, path: PathPlan): EvidenceEntries[] {
  const [first, last] = [path.steps[0], path.steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  const starts = axes.get(first.axis.id) ?? [];
  const bracket = last.brackets.at(-1);
  const afters = bracket === undefined ? null : (brackets.get(bracket.id) ?? []);
  const found: EvidenceEntries[] = [];
  for (const [k, { contexts, list }] of (axes.get(last.axis.id) ?? []).entries()) {
    const from = starts[k]?.contexts.ids;
    const after = afters === null ? list : afters[k]?.after;
    if (from === undefined || after === undefined) continue;
    const { offsets } = contexts;
    const origin = new Int32Array(after.ids.length);
    for (let i = 0; i < origin.length; i++) {
      const segment = segmentOf(after, i);
      const sequence = offsets === null ? 0 : last.grouping === "context" ? placeIn(offsets, segment) : segment;
      origin[i] = from[sequence]!;
    }
    found.push({ starts: from, ids: after.ids, origin });
  }
  return found;
}

/** The range of ascending offsets that an index is in. */
const placeIn = (offsets: Int32Array, index: number): number =>
  lowerBound(offsets, index + 1, 0, offsets.length - 1) - 1;

/** Entries of a list with the scores that an operator gave them; NaN: a score that was never needed. */
export interface ScoredEntries {
  readonly ids: Int32Array;
  readonly scores: Float64Array;
}

/** What an operator scored, one part per list that went in, without calling the scorer; none if it scores nothing. */
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

const scoresOfList = remembered((_: List) => new Map<number, Float64Array>());

/** The scores of an expression for the entries of a list, made once; NaN: never needed. */
export const scoresOf = (seen: Seen, score: ScoreExpression, list: List): Float64Array =>
  kept(scoresOfList(list), score.id, () => makeScores(seen, score, list));

/** In one go, as the run did; if a pruned run left some open, one by one. */
function makeScores({ run, known }: Seen, score: ScoreExpression, list: List): Float64Array {
  const values = settle(evaluateScore(run, score, batchOf(list, true)));
  if (values !== null) return values;
  return Float64Array.from(list.ids, (_, i) => {
    const { low, high } = known.score(score, placedAt(list, i));
    return low === high ? low : Number.NaN;
  });
}
