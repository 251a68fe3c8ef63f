import type { WhyNot } from "../answers.js";

/** What an operator says of a node that it let fall. */
export type Told = Pick<WhyNot, "reason" | "message" | "measured" | "algebra" | "ranked">;

/** Without numbers where none are given. */
export const told = (reason: Told["reason"], message: string, more: Partial<Told> = {}): Told => ({
  reason,
  message,
  measured: null,
  algebra: null,
  ranked: null,
  ...more,
});
