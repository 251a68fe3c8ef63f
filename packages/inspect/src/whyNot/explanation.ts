import type { ScoreAlgebra } from "@semantic-xpath/runtime/internal";
import type { WhyNot } from "../answers.js";

/** Why an operator dropped a node: what of a `WhyNot` the operator itself knows. */
export interface Explanation extends Pick<WhyNot, "reason" | "message" | "measured" | "ranked"> {
  /** Made when it is read: its evidence may be as long as the tree, for each of its nodes. */
  readonly algebra: (() => ScoreAlgebra) | null;
}

/** Without numbers unless some are given. */
export const explanation = (
  reason: Explanation["reason"],
  message: string,
  more: Partial<Explanation> = {},
): Explanation => ({ reason, message, measured: null, algebra: null, ranked: null, ...more });
