import { type ReadLimits, readError } from "@semantic-xpath/tree";

/** Deeper, the parser would fill the stack; the time that it takes grows with the square of the depth. */
const MOST = 1_000;

/**
 * Refuses lines that begin with the marks of too many quotes and lists. Each opens a level of the tree, and it costs the parser much to
 * find that out.
 */
export function checkNesting(text: string, { maxDepth }: ReadLimits, shift: number): void {
  const most = Math.min(maxDepth, MOST);
  for (let start = 0; start < text.length; ) {
    const refused = deepMark(text, start, most);
    if (refused >= 0) throw tooDeep(most, refused + shift);
    const end = text.indexOf("\n", start);
    if (end < 0) return;
    start = end + 1;
  }
}

export const tooDeep = (limit: number, start: number): Error =>
  readError("SXP4003", { what: "levels of nesting", limit, option: "limits.maxDepth" }, { start, end: start + 1 });

/** The mark in a line that is one too many, or -1. */
function deepMark(text: string, start: number, most: number): number {
  let marks = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === " " || character === "\t") continue;
    const end = endOfMark(text, at);
    if (end === at) return -1;
    if (++marks > most) return at;
    at = end - 1;
  }
  return -1;
}

const isSpace = (character: string | undefined): boolean => character === " " || character === "\t";
const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= "0" && character <= "9";

/** Where a mark of a quote or list item ends that begins here; `at` where there is none. */
function endOfMark(text: string, at: number): number {
  const character = text[at]!;
  if (character === ">") return at + 1;
  if ("-+*".includes(character)) return isSpace(text[at + 1]) ? at + 1 : at;
  let end = at;
  while (end - at < DIGITS && isDigit(text[end])) end++;
  const isMark = end > at && (text[end] === "." || text[end] === ")") && isSpace(text[end + 1]);
  return isMark ? end + 1 : at;
}

/** Of the number of an item. */
const DIGITS = 9;
