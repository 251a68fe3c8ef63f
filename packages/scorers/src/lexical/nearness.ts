import type { Pair } from "./condition.js";

/** Beyond this many words more than in the condition, two words are not near each other. */
const WINDOW = 4;
/** The place of a word that was not met: near nothing. */
export const NOWHERE = -1e9;
/** Places between lines, so that words of two fields are never near each other. */
export const LINE_GAP = 1000;

/** 1 for a pair as near as in the condition, falling with each word between; half of it in the other order. */
export function nearness(pair: Pair, left: number, right: number): number {
  if (left === NOWHERE || right === NOWHERE) return 0;
  const ahead = right - left;
  const extra = Math.max(0, Math.abs(ahead) - pair.distance);
  if (extra > WINDOW) return 0;
  return (ahead >= 0 ? 1 : 0.5) / (1 + extra);
}
