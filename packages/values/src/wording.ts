/** A text of at most `max` UTF-16 units: a longer one ends with an ellipsis, and not within a pair of surrogates. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;

/** A text on one line, without control characters, of at most `max` UTF-16 units. Of a longer one not all is looked at. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = text
    .slice(0, 2 * max)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return shortened(text.length > 2 * max ? line.padEnd(max + 1) : line, max);
}

/** `a`, `a or b`, `a, b or c` */
export const listed = (words: readonly string[], last: "and" | "or"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
