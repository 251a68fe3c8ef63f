import { describeScore, type Local, type Threshold } from "@semantic-xpath/planner";
import type { Observation } from "@semantic-xpath/runtime/internal";
import type { Cause } from "../answers.js";
import { counted, countText } from "../numbers.js";
import { scoredEntries, scoresOf } from "../view/recorded.js";
import { decimal, shortNumbers } from "../words.js";
import { bracketParts, causeAt, nodesInto, type PassedBracket, passedBrackets } from "./brackets.js";

/** Below this share of nodes without text, nothing is said about them. */
const NOTABLE_SHARE = 0.1;

/** Scores that were too low, all 0, or given to no text at all. */
export function scoreCauses(observation: Observation): Cause[] {
  return passedBrackets(observation).flatMap((passed) => {
    const silent = noText(observation, passed);
    return [
      ...silent,
      ...tooHighThresholds(observation, passed),
      ...(silent.length > 0 ? [] : allZero(observation, passed)),
    ];
  });
}

function tooHighThresholds(observation: Observation, { bracket, records, rowsOut }: PassedBracket): Cause[] {
  if (rowsOut > 0) return [];
  return bracketParts(bracket).thresholds.flatMap((threshold): Cause[] => {
    const scores = records.flatMap(({ before }) => Array.from(scoresOf(observation, threshold.score, before)));
    const text = thresholdText(
      scores.filter((score) => !Number.isNaN(score)),
      threshold,
      Number(observation.run.value(threshold.right)),
    );
    return text === null ? [] : [{ kind: "threshold-too-high", operatorId: bracket.id, span: threshold.span, ...text }];
  });
}

/** null when a score is on the right side of the threshold: then something else dropped the candidates. */
function thresholdText(
  scores: readonly number[],
  { operator }: Threshold,
  limit: number,
): Pick<Cause, "message" | "advice"> | null {
  if (scores.length === 0 || operator === "=" || operator === "!=") return null;
  const isFloor = operator === ">=" || operator === ">";
  const best = scores.reduce((a, b) => (isFloor ? Math.max(a, b) : Math.min(a, b)));
  const passes = { ">=": best >= limit, ">": best > limit, "<=": best <= limit, "<": best < limit }[operator];
  if (passes) return null;
  const [own, needed] = shortNumbers(best, limit);
  const subject =
    scores.length === 1
      ? "the only candidate"
      : `the ${isFloor ? "best" : "lowest"} of ${countText(scores.length)} candidates`;
  const message = `${subject} scored ${own} and the threshold is ${needed}`;
  if (isFloor && best === 0)
    return { message, advice: "No threshold helps if nothing scores above 0: try another condition." };
  const nearest = isFloor ? floored(best) : Math.ceil(best * 100) / 100;
  return {
    message,
    advice: `Try the threshold ${decimal(nearest)}, or leave the comparison out: then the candidates are ranked.`,
  };
}

/** To two decimals, or as many as leave something. */
function floored(score: number): number {
  for (let factor = 100; ; factor *= 10) {
    const below = Math.floor(score * factor) / factor;
    if (below > 0 || factor > 1e15) return below;
  }
}

/** Evidence that scores 0 is reported where it is scored, not again where it is aggregated. */
function allZero(observation: Observation, { bracket, rowsIn }: PassedBracket): Cause[] {
  if (bracket.kind !== "Relevance" || bracketParts(bracket).locals.length === 0) return [];
  const parts = scoredEntries(observation, bracket);
  const count = parts.reduce((sum, { scores }) => sum + scores.length, 0);
  if (count < rowsIn || !parts.every(({ scores }) => scores.every((score) => score === 0))) return [];
  const subject = count === 1 ? "the only candidate" : `all ${countText(count)} candidates`;
  const message = `${subject} scored 0 for ${describeScore(bracket.score)}`;
  const { explain, ifNothing } = observation.scorer;
  const advice =
    explain !== undefined
      ? [
          "The embedded scorer compares words: try words that occur in the data, or a scorer with a model.",
          ifNothing ?? [],
        ]
          .flat()
          .join(" ")
      : "Try another condition, or another scorer.";
  return [causeAt("all-zero", bracket, message, advice)];
}

function noText(observation: Observation, { bracket, records }: PassedBracket): Cause[] {
  const scored = bracketParts(bracket).locals.filter(({ target }) => target.kind !== "Node");
  if (scored.length === 0) return [];
  const nodes = nodesInto(records);
  return scored.flatMap((local): Cause[] => {
    let silent = 0;
    for (const node of nodes) if (isSilent(observation, local, node)) silent++;
    if (silent === 0 || silent < nodes.size * NOTABLE_SHARE) return [];
    const all = silent === nodes.size;
    const who = all
      ? silent === 1
        ? "the only node"
        : `all ${silent} nodes`
      : `${counted(silent, "node")} out of ${nodes.size}`;
    const message = `the scorer saw no text for ${who}: ${targetText(local)} is not there or empty`;
    const advice = `${silent === 1 ? "It scores" : "They score"} 0 whatever the condition; use node =~ … for everything in a node.`;
    return [causeAt("no-text", { id: bracket.id, span: local.span }, message, advice)];
  });
}

function isSilent({ run }: Observation, { slot }: Local, node: number): boolean {
  const scores = run.scores.slot(slot);
  const { texts } = scores;
  const code = scores.codeOf(node);
  const numbers = code >= 0 ? [code] : texts.numbersOf(code);
  return numbers.every((number) => texts.texts[number]!.trim() === "");
}

function targetText({ target }: Local): string {
  if (target.kind === "Attribute") return `@${target.name}`;
  return target.kind === "Field" ? `"${target.name}"` : "text()";
}

/** A run that takes this long is worth a word about what it waits for. */
const SLOW_MILLISECONDS = 10_000;
const MAX_OF_THE_TIME = 0.5;

/**
 * Time spent in the scorer. A cache is not advised: a named expensive scorer has one already, and the scores of a cheap one are not
 * worth caching.
 */
export function slowScorerCauses({ result: { trace }, scorer, limit }: Observation): Cause[] {
  const scoring = trace.operators.filter(({ pairs }) => pairs > 0);
  const spent = scoring.reduce((sum, { selfMilliseconds }) => sum + selfMilliseconds, 0);
  const slowest = scoring.toSorted((a, b) => b.selfMilliseconds - a.selfMilliseconds)[0];
  if (slowest === undefined || trace.milliseconds < SLOW_MILLISECONDS || spent < trace.milliseconds * MAX_OF_THE_TIME)
    return [];
  const amount = `${counted(trace.scorerPairs, "text")} in ${counted(trace.scorerCalls, "call")}`;
  const message = `scoring took ${seconds(spent)} of ${seconds(trace.milliseconds)}: ${amount}`;
  const canPrune = scorer.cost === "expensive" && limit === Number.POSITIVE_INFINITY;
  const advice = `Filter before the relevance${canPrune ? ", set a limit so that only what can still reach the result is scored" : ""}.`;
  return [causeAt("slow-scorer", slowest, message, advice)];
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
