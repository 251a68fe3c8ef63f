import type { Observation } from "@semantic-xpath/runtime/internal";
import type { Cause } from "../answers.js";
import { counted } from "../words.js";

/** A run that takes this long is worth a word about what it waits for. */
const SLOW_MILLISECONDS = 500;
const MOST_OF_THE_TIME = 0.5;

/** Time that went into the scorer. */
export function scorerCauses({ result: { trace }, scorer, limit }: Observation): Cause[] {
  const scoring = trace.operators.filter(({ pairs }) => pairs > 0);
  const spent = scoring.reduce((sum, { selfMilliseconds }) => sum + selfMilliseconds, 0);
  const slowest = [...scoring].sort((a, b) => b.selfMilliseconds - a.selfMilliseconds)[0];
  if (slowest === undefined || trace.milliseconds < SLOW_MILLISECONDS || spent < trace.milliseconds * MOST_OF_THE_TIME)
    return [];
  const asked = `${counted(trace.scorerPairs, "text")} in ${counted(trace.scorerCalls, "call")}`;
  const message = `scoring took ${seconds(spent)} of ${seconds(trace.milliseconds)}: ${asked}`;
  const canPrune = scorer.cost === "expensive" && limit === Number.POSITIVE_INFINITY;
  const advice = `Filter before the relevance${canPrune ? ", set a limit so that only what can still reach the result is scored" : ""}, or keep scores in a cache.`;
  return [{ kind: "slow-scorer", operatorId: slowest.id, span: slowest.span, message, advice }];
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
