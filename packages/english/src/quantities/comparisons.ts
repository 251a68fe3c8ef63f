import type { Tokens } from "./tokens.js";

/** Comparison with a quantity: below or above it (`strict`: not equal to it), about it, or a range from it. */
export type Comparison = "less" | "most" | "least" | "more" | "about" | "exactly" | "from" | "between";

const phrases = (comparison: Comparison, text: string): [string, Comparison][] =>
  text.split("; ").map((phrase) => [phrase, comparison]);

/** Comparisons before a quantity. */
const BEFORE = new Map<string, Comparison>([
  ...phrases(
    "less",
    "under; below; less than; fewer than; cheaper than; shorter than; smaller than; lighter than; lower than; younger than; " +
      "quicker than; faster than; nearer than; closer than; earlier than; before; <; not even; less",
  ),
  ...phrases(
    "most",
    "at most; up to; no more than; not more than; no longer than; not longer than; no later than; not later than; no higher than; " +
      "no greater than; no bigger than; no larger than; no older than; no further than; maximum; maximum of; max; max of; within; not over; " +
      "not above; not exceeding; not after; until; till; by; <=; ≤; at the most; costs up to",
  ),
  ...phrases(
    "least",
    "at least; no less than; not less than; no fewer than; not fewer than; no shorter than; no lower than; no earlier than; minimum; " +
      "minimum of; min; min of; not under; not below; not before; since; starting at; starting from; upwards of; >=; ≥; at the least",
  ),
  ...phrases(
    "more",
    "over; above; more than; longer than; greater than; bigger than; larger than; heavier than; higher than; older than; farther than; " +
      "further than; taller than; beyond; exceeding; dearer than; pricier than; later than; after; past; >; better than",
  ),
  ...phrases(
    "about",
    "about; around; roughly; approximately; some; circa; ca; near; nearly; almost; close to; ~; ≈; at about; at around; towards",
  ),
  ...phrases("exactly", "exactly; precisely; just; at; on; in; of; during"),
  ...phrases("from", "from"),
  ...phrases("between", "between"),
]);

const AFTER = new Map<string, Comparison>([
  ...phrases(
    "most",
    "or less; or under; or below; or cheaper; or fewer; or shorter; or lower; or earlier; max; maximum; at most; tops; or before",
  ),
  ...phrases(
    "least",
    "or more; or above; or over; or longer; or higher; or better; or greater; or later; or after; at least; plus; +; and up; and over; and more; minimum",
  ),
  ...phrases("about", "or so"),
]);

/** A comparison, and how many tokens say it. */
export interface Compared {
  readonly comparison: Comparison;
  readonly tokens: number;
}

const LONGEST = 3;

/** The longest comparison that ends before a token. */
export const comparedBefore = (tokens: Tokens, at: number): Compared | null =>
  longest((length) => BEFORE.get(textOf(tokens, at - length, length)));

/** The longest comparison that begins at a token. */
export const comparedAfter = (tokens: Tokens, at: number): Compared | null =>
  longest((length) => AFTER.get(textOf(tokens, at, length)));

function longest(look: (length: number) => Comparison | undefined): Compared | null {
  for (let length = LONGEST; length > 0; length--) {
    const comparison = look(length);
    if (comparison !== undefined) return { comparison, tokens: length };
  }
  return null;
}

/** Signs that touch are one: "<=". */
function textOf(tokens: Tokens, at: number, length: number): string {
  let text = tokens.text(at);
  for (let i = at + 1; i < at + length; i++)
    text += tokens.is(i, "=") && tokens.isGlued(i) ? "=" : ` ${tokens.text(i)}`;
  return text;
}
