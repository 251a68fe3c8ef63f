import { handOver } from "@semantic-xpath/runtime";

/**
 * Number of entries of a ranking that fit into `tokens`: they are taken in order, and the first one that does not fit ends it, as in a prompt that is
 * filled from the top. `costs` are the tokens of each entry.
 */
export const fitting = (costs: readonly number[], tokens: number): number =>
  handOver(costs, { tokens, formsOf: (cost) => [cost], costOf: (cost) => cost }).items.length;

/** References of an entry beyond these cost a token each: an entry that cites everything is not free. */
const MAX_FREE_SOURCES = 3;

/** The tokens of an entry: of its text, and one for each reference beyond three. */
export const costOf = (textTokens: number, sources: number): number =>
  textTokens + Math.max(0, sources - MAX_FREE_SOURCES);
