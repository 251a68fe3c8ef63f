/**
 * How many entries of a ranking fit into so many tokens: they are taken in order, and the first one that does not fit ends it, as a prompt that is
 * filled from the top. `costs` are the tokens of each entry.
 */
export function fitting(costs: readonly number[], tokens: number): number {
  let sum = 0;
  for (const [place, cost] of costs.entries()) {
    sum += cost;
    if (sum > tokens) return place;
  }
  return costs.length;
}

/** References of an entry beyond these cost a token each: an entry that cites everything is not free. */
const MAX_FREE_SOURCES = 3;

/** The tokens of an entry: of its text, and one for each reference beyond three. */
export const costOf = (textTokens: number, sources: number): number =>
  textTokens + Math.max(0, sources - MAX_FREE_SOURCES);
