import {
  asksScorer,
  type BracketOperator,
  describeRange,
  type PositionOperator,
  placeInterval,
  type StepPlan,
} from "@semantic-xpath/planner";
import { IdBuffer, type List, type Observation, pushCandidates } from "@semantic-xpath/runtime/internal";
import type { Cause } from "../answers.js";
import { bracketLists } from "../bracketLists.js";
import { takenBracket } from "../change/positions.js";
import { Syntax } from "../change/syntax.js";
import { counted, countText } from "../numbers.js";
import { figuresOf } from "../passed.js";
import { placesOf } from "../whyNot/positions.js";
import { causeAt } from "./brackets.js";

/** Positions beyond the end of every list, and positions on the other side of a relevance than the reader may think. */
export function positionCauses(observation: Observation): Cause[] {
  return [...bracketLists(observation.query.plan.result)].flatMap(({ step, brackets, following }) => [
    ...(step === null || step.axis.take === null ? [] : takenPositions(observation, step.axis, following)),
    ...brackets.flatMap((bracket, i) => {
      if (bracket.kind !== "Position") return [];
      const isAfterRelevance = brackets.slice(0, i).some(({ kind }) => kind === "Relevance");
      return [
        ...(bracket.order === "rank" && isAfterRelevance ? byRank(observation, bracket) : []),
        ...inBracket(observation, bracket, brackets.slice(i + 1).some(asksScorer)),
      ];
    }),
  ]);
}

/** Candidates made again to find the longest list: more than this are not counted. */
const MAX_CANDIDATES = 1_000_000;

/** A position that its axis takes: the lists were never made, so they are made again to say how long they would be. */
function takenPositions(
  observation: Observation,
  axis: StepPlan["axis"],
  following: readonly BracketOperator[],
): Cause[] {
  const { rowsOut } = figuresOf(observation).get(axis.id)!;
  if (rowsOut > 0 && !following.some(asksScorer)) return [];
  const { longest, total } = listsOf(observation, axis);
  const text = `[${describeRange(axis.take!)}]`;
  const at = { id: axis.id, span: takenBracket(Syntax.of(observation), axis)?.span ?? axis.span };
  if (rowsOut === 0) return outOfRange(at, text, longest);
  return total > rowsOut ? beforeRelevance(at, text, rowsOut, total) : [];
}

function inBracket(observation: Observation, bracket: PositionOperator, isBeforeRelevance: boolean): Cause[] {
  const records = observation.recorder.brackets.get(bracket.id) ?? [];
  const { rowsIn, rowsOut } = figuresOf(observation).get(bracket.id)!;
  const text = `[${describeRange(bracket.range)}]`;
  if (rowsIn > 0 && rowsOut === 0)
    return outOfRange(bracket, text, longestOf(records.flatMap(({ before }) => segmentsOf(before))));
  const isEarly = isBeforeRelevance && bracket.order === "document" && rowsOut < rowsIn;
  return isEarly ? beforeRelevance(bracket, text, rowsOut, rowsIn) : [];
}

type Place = Parameters<typeof causeAt>[1];

function outOfRange(at: Place, text: string, longest: number): Cause[] {
  if (longest === 0) return [];
  const message = `there is nothing at position ${text}: the longest list of candidates has ${longest}`;
  const advice = "Positions count in the list of each context node; (…)[n] counts in the whole result.";
  return [causeAt("position-out-of-range", at, message, advice)];
}

function beforeRelevance(at: Place, text: string, count: number, total: number): Cause[] {
  const message = `position ${text} was applied before the relevance: ${countText(count)} of ${counted(total, "candidate")} ${count === 1 ? "was" : "were"} scored`;
  return [causeAt("position-before-relevance", at, message, `Write ${text} after the relevance to pick by rank.`)];
}

function byRank({ run, recorder }: Observation, bracket: PositionOperator): Cause[] {
  const places = placesOf(run, bracket);
  const differs = (ids: Int32Array): boolean => {
    const { start, stop } = placeInterval(places, ids.length);
    const byPlace = new Set(ids.slice().sort().subarray(start, stop));
    return ids.subarray(start, stop).some((node) => !byPlace.has(node));
  };
  if (!(recorder.brackets.get(bracket.id) ?? []).some(({ before }) => segmentsOf(before).some(differs))) return [];
  const text = `[${describeRange(bracket.range)}]`;
  const message = `position ${text} picks by rank because it comes after the relevance`;
  const advice = `Write ${text} before the relevance to pick by place in the document.`;
  return [causeAt("position-before-relevance", bracket, message, advice)];
}

function listsOf({ run, tree, recorder }: Observation, axis: StepPlan["axis"]) {
  const untaken = { ...run.axes.of(axis), take: null };
  const out = new IdBuffer();
  let [longest, total] = [0, 0];
  for (const { contexts } of recorder.axes.get(axis.id) ?? [])
    for (const context of contexts.ids) {
      if (total >= MAX_CANDIDATES) break;
      out.length = 0;
      pushCandidates(tree, untaken, context, out);
      longest = Math.max(longest, out.length);
      total += out.length;
    }
  return { longest, total };
}

function segmentsOf({ ids, segments }: List): Int32Array[] {
  if (segments === null) return [ids];
  return Array.from({ length: segments.length - 1 }, (_, s) => ids.subarray(segments[s]!, segments[s + 1]!));
}

const longestOf = (lists: readonly Int32Array[]): number =>
  lists.reduce((most, { length }) => Math.max(most, length), 0);
