import {
  type BooleanExpression,
  describeBracket,
  describeScore,
  type Order,
  type Threshold,
} from "@semantic-xpath/planner";
import { type Frame, type Observation, reaches } from "@semantic-xpath/runtime/internal";
import type { Cause } from "../answers.js";
import { zerosOf } from "../change/relevances.js";
import { counted, countText } from "../numbers.js";
import { scoresOf } from "../view/recorded.js";
import { rankingOf } from "../why/ranking.js";
import { shortNumber, shortNumbers } from "../words.js";
import { causeAt, endOf, passedBrackets } from "./brackets.js";
import { nearestValue } from "./evidence.js";

/** Fewest candidates for which a share is meaningful. */
const FEWEST = 5;
const FEW_RESULTS = 2;
const SMALL_SHARE = 0.2;
/** A candidate with this share of the threshold just missed it. */
const NEAR = 0.8;
/** Fewest results for which a tie at the top is worth a warning. */
const FEWEST_TIED = 3;

/** Causes visible in the result as a whole: it is empty or small, cut, or undecided. */
export function outcomeCauses(observation: Observation, found: readonly Cause[]): Cause[] {
  return [
    ...emptyResult(observation, found),
    ...allWeighNothing(observation, found),
    ...fewResults(observation),
    ...cutByMinimum(observation),
    ...cutByLimit(observation),
    ...ties(observation),
    ...everything(observation),
  ];
}

/** An empty result has a cause, at least in the words of the run itself. */
function emptyResult(observation: Observation, found: readonly Cause[]): Cause[] {
  const { empty } = observation.result.stats;
  if (empty === null || empty.operatorId === 0 || found.some(({ operatorId }) => operatorId === empty.operatorId))
    return [];
  if (found.some(({ kind }) => kind === "unknown-type")) return [];
  const message = empty.message.replace(/\.$/, "").replace(/^(?:The|No|None|Nothing)\b/, (word) => word.toLowerCase());
  const emptyBracket = passedBrackets(observation).find(({ bracket }) => bracket.id === empty.operatorId);
  const advice = emptyBracket === undefined ? null : nearestValue(observation, emptyBracket);
  return [causeAt("few-results", { id: empty.operatorId, span: empty.span }, message, advice)];
}

/** Maximum number of nodes examined for the score that made most of them 0. */
const MAX_LOOKED_AT = 500;

/** An empty result of which something reached the end, when no score was 0 for everything: which one was 0 most often. */
function allWeighNothing(observation: Observation, found: readonly Cause[]): Cause[] {
  const { reached, result, minScore, limit } = observation;
  const isSaid = found.some(({ kind }) => kind === "all-zero" || kind === "no-text" || kind === "no-evidence");
  if (result.stats.empty?.operatorId !== 0 || reached === null || minScore > 0 || limit === 0 || isSaid) return [];
  const { frame } = rankingOf(observation);
  const examined = Math.min(frame.ids.length, MAX_LOOKED_AT);
  const counts = new Map<string, number>();
  for (let i = 0; i < examined; i++)
    for (const { score } of zerosOf(observation, { kind: "cut", place: i + 1 })) {
      const text = describeScore(score);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined) return [];
  const [text, count] = most;
  const who =
    examined === 1
      ? "the only node that reached the end weighs"
      : `all ${countText(examined)} nodes that reached the end weigh`;
  const message = `${who} 0: ${text} is 0 ${examined === 1 ? "for it" : count === examined ? "for each" : `for ${countText(count)} of them`}`;
  const advice = "A weight is a product: one score of 0 is enough. Leave that score out, or try other words.";
  return [causeAt("all-zero", endOf(observation), message, advice)];
}

/**
 * A threshold of the query's own that left few results and that another candidate just missed. A condition that leaves few results is
 * as intended, and no reason for a warning.
 */
function fewResults(observation: Observation): Cause[] {
  const { limit, frame } = observation;
  const count = frame.ids.length;
  const isFew = count <= FEW_RESULTS || (limit < Number.POSITIVE_INFINITY && count < limit);
  if (count === 0 || !isFew) return [];
  return passedBrackets(observation)
    .filter(({ depth, rowsIn, rowsOut }) => depth === 0 && rowsIn >= FEWEST && rowsOut <= rowsIn * SMALL_SHARE)
    .sort((a, b) => a.rowsOut / a.rowsIn - b.rowsOut / b.rowsIn)
    .flatMap(({ bracket, records, rowsIn, rowsOut }): Cause[] => {
      if (bracket.kind !== "Filter" || !isFloor(bracket.condition)) return [];
      const { score, right } = bracket.condition;
      const needed = Number(observation.run.value(right));
      const next = records
        .flatMap(({ before, mask }) =>
          Array.from(scoresOf(observation, score, before)).filter((_, i) => mask?.[i] === 0),
        )
        .reduce((best, missed) => (missed > best ? missed : best), 0);
      if (next < needed * NEAR) return [];
      const meet = rowsOut === 1 ? "meets" : "meet";
      const message = `${rowsOut} of ${rowsIn} candidates ${meet} ${describeBracket(bracket)}`;
      const [own, limit] = shortNumbers(next, needed);
      return [causeAt("few-results", bracket, message, `The next one scored ${own}, and the threshold is ${limit}.`)];
    })
    .slice(0, 1);
}

function cutByMinimum(observation: Observation): Cause[] {
  const { minScore, reached, result, frame } = observation;
  if (minScore === 0) return [];
  const at = endOf(observation);
  const advice = `Lower the minimum score of ${minScore}.`;
  const below = Array.from(reached?.weights ?? []).filter((weight) => weight > 0 && !reaches(weight, minScore));
  if (below.length > 0) {
    const [best, minimum] = shortNumbers(below.reduce(larger), minScore);
    const who = `${counted(below.length, frame.ids.length === 0 ? "node" : "more node")} ${below.length === 1 ? "weighs" : "weigh"}`;
    const message = `${who} less than the minimum score ${minimum}, ${below.length === 1 ? "at" : "the best of them"} ${best}`;
    return [causeAt("min-score", at, message, advice)];
  }
  // A pruned run does not know what it left out.
  if (reached !== null || result.stats.empty?.operatorId !== 0) return [];
  return [causeAt("min-score", at, `no node reaches the minimum score ${minScore}`, advice)];
}

function cutByLimit(observation: Observation): Cause[] {
  const { limit, reached, minScore, frame, query } = observation;
  if (limit === Number.POSITIVE_INFINITY || reached === null) return [];
  const { weights } = reached;
  const passing = Array.from(reached.ids, (node, i) => (node === 0 ? 0 : (weights?.[i] ?? 1))).filter(
    (weight) => weight > 0 && reaches(weight, minScore),
  );
  const more = passing.length - frame.ids.length;
  if (more <= 0) return [];
  const message =
    limit === 0
      ? `the limit is 0, and ${counted(passing.length, "node")} would be in the result`
      : `the limit of ${limit} left out ${counted(more, "more result")}${bestLeftOut(passing, frame, query.plan.order)}`;
  return [causeAt("limit", endOf(observation), message, "Raise the limit, or filter further.")];
}

function bestLeftOut(weights: readonly number[], { weights: kept }: Frame, order: Order): string {
  if (order !== "rank" || kept === null) return "";
  const last = kept.at(-1) ?? 1;
  const below = weights.reduce((best, weight) => (weight < last && weight > best ? weight : best), 0);
  return `, the best of weight ${shortNumber(countOf(weights, last) > countOf(kept, last) ? last : below)}`;
}

function countOf(list: Iterable<number>, value: number): number {
  let count = 0;
  for (const each of list) if (each === value) count++;
  return count;
}

/** Equal weights at the top, or at the place of the limit. */
function ties(observation: Observation): Cause[] {
  const { frame, reached, limit, query } = observation;
  const { weights } = frame;
  if (weights === null || weights.length === 0 || query.plan.order !== "rank") return [];
  const tie = (message: string): Cause[] => [
    causeAt(
      "ties",
      endOf(observation),
      message,
      "A second relevance, or a more special condition, would tell them apart.",
    ),
  ];
  const first = weights.findIndex((weight) => weight !== weights[0]);
  const tied = first < 0 ? weights.length : first;
  const last = weights.at(-1)!;
  const equal = weights.length < limit ? 0 : countOf(reached?.weights ?? [], last);
  if (equal > countOf(weights, last))
    return tie(`the limit cuts through ${equal} nodes of the same weight ${shortNumber(last)}: document order decides`);
  const all = tied === weights.length;
  if (tied < 2 || (tied < FEWEST_TIED && !all)) return [];
  const who = all ? (tied === 2 ? "both results have" : `all ${tied} results have`) : `the first ${tied} results have`;
  return tie(`${who} the same weight ${shortNumber(weights[0]!)}: they are in document order`);
}

const larger = (a: number, b: number): number => Math.max(a, b);

type Floor = Threshold & { readonly operator: ">=" | ">" };

const isFloor = (condition: BooleanExpression): condition is Floor =>
  condition.kind === "Threshold" && (condition.operator === ">=" || condition.operator === ">");

/** Filters of the query's own that everything passed. */
function everything(observation: Observation): Cause[] {
  return passedBrackets(observation).flatMap(({ bracket, depth, rowsIn, rowsOut, records }): Cause[] => {
    if (bracket.kind !== "Filter" || depth > 0 || rowsIn < FEWEST || rowsOut < rowsIn) return [];
    const { condition } = bracket;
    const everythingMatches = (message: string, advice: string): Cause[] => [
      causeAt("everything-matches", bracket, message, advice),
    ];
    if (!isFloor(condition))
      return everythingMatches(
        `${describeBracket(bracket)} holds for all ${rowsIn} candidates`,
        "It leaves nothing out of this data.",
      );
    const scores = records.flatMap(({ before }) => Array.from(scoresOf(observation, condition.score, before)));
    const [lowest, limit] = shortNumbers(
      scores.reduce((a, b) => Math.min(a, b), 1),
      Number(observation.run.value(condition.right)),
    );
    return everythingMatches(
      `all ${rowsIn} candidates reach the threshold ${limit}: the lowest scored ${lowest}`,
      "A higher threshold would tell them apart.",
    );
  });
}
