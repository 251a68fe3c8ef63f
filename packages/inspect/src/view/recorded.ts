import type { PathPlan, ScoreExpression } from "@semantic-xpath/planner";
import {
  batchOf,
  evaluateScore,
  type List,
  type Seen as Occurrence,
  type PassedOperator,
  placedAt,
  type Recorder,
  scoredBy,
  segmentOf,
  settle,
} from "@semantic-xpath/runtime/internal";
import { getOrMake, lowerBound } from "@semantic-xpath/tree";
import { remembered } from "../memo.js";

/** The evidence that a path found in one evaluation: entry i is `ids[i]`, found from the node `origin[i]`. */
interface EvidenceEntries {
  /** The nodes that the path started from. */
  readonly starts: Int32Array;
  readonly ids: Int32Array;
  readonly origin: Int32Array;
}

/** Entries that an evidence path found, by evaluation, each with the node that it is evidence for. */
export function evidenceEntries({ axes, brackets }: Recorder, path: PathPlan): EvidenceEntries[] {
  const [first, last] = [path.steps[0], path.steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  const starts = axes.get(first.axis.id) ?? [];
  const bracket = last.brackets.at(-1);
  const afters = bracket === undefined ? null : (brackets.get(bracket.id) ?? []);
  const entries: EvidenceEntries[] = [];
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
    entries.push({ starts: from, ids: after.ids, origin });
  }
  return entries;
}

/** The range of ascending offsets that an index is in. */
const placeIn = (offsets: Int32Array, index: number): number =>
  lowerBound(offsets, index + 1, 0, offsets.length - 1) - 1;

/** Entries of a list with the scores that an operator gave them; NaN: a score that was never needed. */
export interface ScoredEntries {
  readonly ids: Int32Array;
  readonly scores: Float64Array;
}

/** Scores of an operator, one part per input list, without calling the scorer; empty if it scores nothing. */
export function scoredEntries(seen: Occurrence, operator: PassedOperator): ScoredEntries[] {
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
export const scoresOf = (seen: Occurrence, score: ScoreExpression, list: List): Float64Array =>
  getOrMake(scoresOfList(list), score.id, () => makeScores(seen, score, list));

/** In one go, as the run did; if a pruned run left some open, one by one. */
function makeScores({ run, knownScores }: Occurrence, score: ScoreExpression, list: List): Float64Array {
  const values = settle(evaluateScore(run, score, batchOf(list, true)));
  if (values !== null) return values;
  return Float64Array.from(list.ids, (_, i) => {
    const { low, high } = knownScores.score(score, placedAt(list, i));
    return low === high ? low : Number.NaN;
  });
}
