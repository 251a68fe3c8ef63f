import type { TurnCost } from "../events.js";
import { versionTokens } from "./tokens.js";
import type { Turn } from "./turn.js";

/** What a turn took, and what it would have taken with the whole memory in the prompt. */
export function costOf(turn: Turn): TurnCost {
  const { calls, retrieved } = turn;
  return { calls: [...calls], retrieved, whole: versionTokens(turn.head()), flat: 0 };
}
