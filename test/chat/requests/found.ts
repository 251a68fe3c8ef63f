import type { Match } from "@semantic-xpath/runtime";

/** The nodes of matches: of an attribute or a text, the node that has it. */
export const foundNodes = (matches: readonly Pick<Match, "path">[]): Set<string> =>
  new Set(matches.map(({ path }) => path.replace(/\/(?:@[^/]+|text\(\))$/, "")));

/** Numbers up to rounding, amounts by their number, lists as sets. */
export function sameValue(found: unknown, gold: unknown): boolean {
  if (Array.isArray(gold))
    return (
      Array.isArray(found) &&
      found.length === gold.length &&
      gold.every((value) => found.some((other) => sameValue(other, value)))
    );
  if (Array.isArray(found)) return found.length === 1 && sameValue(found[0], gold);
  if (typeof gold !== "number") return found === gold;
  const number = typeof found === "string" ? Number(found.replace(/[^\d.-]/g, "")) : found;
  return typeof number === "number" && Math.abs(number - gold) < 0.01;
}
