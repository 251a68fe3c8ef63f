import type { ScoreAlgebra } from "@semantic-xpath/runtime/internal";
import type { WhyNot } from "../answers.js";

/** What an operator says of a node that it let fall. */
export interface Told extends Pick<WhyNot, "reason" | "message" | "measured" | "ranked"> {
  /** Told when it is read: its evidence may be as long as the tree, for each of its nodes. */
  readonly algebra: (() => ScoreAlgebra) | null;
}

/** Without numbers where none are given. */
export const told = (reason: Told["reason"], message: string, more: Partial<Told> = {}): Told => ({
  reason,
  message,
  measured: null,
  algebra: null,
  ranked: null,
  ...more,
});
