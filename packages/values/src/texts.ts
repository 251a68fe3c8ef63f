import { collationOf } from "./collation.js";
import { compilePattern, type Pattern } from "./pattern/compilePattern.js";
import type { PatternErrorReason } from "./pattern/syntax.js";
import { type ArgumentError, READINGS } from "./row.js";

/** Characters (code points) of a text. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The characters at positions `p` with `round(start) <= p < round(start) + round(length)`; nothing if a bound is NaN. */
export function substringOf(text: string, start: number, length?: number): string {
  const first = Math.round(start);
  const end = length === undefined ? Number.POSITIVE_INFINITY : first + Math.round(length);
  const characters = Array.from(text);
  return characters.filter((_, i) => i + 1 >= first && i + 1 < end).join("");
}

/** Each character that is in `from` as the one at the same place of `to`; left out if `to` is shorter. */
export function translated(text: string, from: string, to: string): string {
  const targets = Array.from(to);
  const map = new Map<string, string>();
  for (const [i, character] of Array.from(from).entries())
    if (!map.has(character)) map.set(character, targets[i] ?? "");
  return Array.from(text, (character) => map.get(character) ?? character).join("");
}

const WHITE = /[ \t\r\n]+/;

/** White space at the ends left out, any other as one space. */
export const normalized = (text: string): string => text.split(WHITE).filter(Boolean).join(" ");

/** The folding of a collation; an error for an unknown name. */
export function foldOf(name: string | undefined, index: number): ((text: string) => string) | ArgumentError {
  const collation = collationOf(name ?? "codepoint");
  if (collation !== null) return collation.fold;
  return { kind: "ArgumentError", index, needed: READINGS.collation.noun, text: name ?? "" };
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** The first occurrence of a text in another, in UTF-16 units of the other as written. */
export function placeOf(text: string, wanted: string, fold: (text: string) => string): Part | null {
  const folded = fold(text);
  const from = folded.indexOf(fold(wanted));
  if (from < 0) return null;
  const { length } = fold(wanted);
  if (folded === text) return { start: from, end: from + length };
  // Folding may change lengths: any part of a text folds as it does alone.
  let start = 0;
  let units = 0;
  const characters = Array.from(text);
  let i = 0;
  for (; i < characters.length && units < from; i++) {
    units += fold(characters[i]!).length;
    start += characters[i]!.length;
  }
  let end = start;
  for (; i < characters.length && units < from + length; i++) {
    units += fold(characters[i]!).length;
    end += characters[i]!.length;
  }
  return { start, end };
}

/** Compiled patterns by flags and source, the most recently made last: a call has the same for all nodes. */
const patterns = new Map<string, Pattern>();
const MAX_PATTERNS = 16;

function patternOf(source: string, flags: string, index: number): Pattern | ArgumentError {
  const key = `${flags}\n${source}`;
  const cached = patterns.get(key);
  if (cached !== undefined) return cached;
  const pattern = compilePattern(source, flags);
  if (pattern.kind === "PatternError") {
    const { reason, text } = pattern;
    const isFlag = reason === "flag";
    return {
      kind: "ArgumentError",
      index: isFlag ? index + 1 : index,
      needed: PATTERN_NEEDS[reason],
      text: isFlag ? flags : text === "" ? source : text,
    };
  }
  if (patterns.size >= MAX_PATTERNS) patterns.delete(patterns.keys().next().value!);
  patterns.set(key, pattern);
  return pattern;
}

/** True if a part of the text matches a regular expression. */
export function matchesPattern(text: string, source: string, flags = ""): boolean | ArgumentError {
  const pattern = patternOf(source, flags, 1);
  return pattern.kind === "Pattern" ? pattern.test(text) : pattern;
}

/** Every match replaced; `$0` to `$9` stand for its groups, `\$` and `\\` for themselves. */
export function replaced(text: string, source: string, by: string, flags = ""): string | ArgumentError {
  const pattern = patternOf(source, flags, 1);
  if (pattern.kind !== "Pattern") return pattern.index === 2 ? { ...pattern, index: 3 } : pattern;
  if (pattern.test(""))
    return argumentError(1, "a regular expression that does not match the empty text (FORX0003)", source);
  const isLiteral = flags.includes("q");
  if (!isLiteral && !/^(?:[^$\\]|\$\d|\\[$\\])*$/s.test(by))
    return argumentError(2, "a replacement with a digit after each $, and $ or \\ after each \\ (FORX0004)", by);
  let result = "";
  let from = 0;
  for (;;) {
    const match = pattern.find(text, from);
    if (match === null) return result + text.slice(from);
    const filled = isLiteral
      ? by
      : by.replace(/\$(\d)|\\([$\\])/g, (_, digit, escaped) => escaped ?? match.groups[Number(digit)] ?? "");
    result += text.slice(from, match.start) + filled;
    from = match.end;
  }
}

const argumentError = (index: number, needed: string, text: string): ArgumentError => ({
  ...{ kind: "ArgumentError", index, needed, text },
});

/** The expectation in a message about a pattern, by what is wrong with it. */
const PATTERN_NEEDS: Readonly<Record<PatternErrorReason, string>> = {
  flag: "flags of s, m, i, x and q",
  backReference: "a regular expression without back-references",
  escape: "a regular expression with known escapes",
  category: "a regular expression with known categories",
  range: "a regular expression with ranges from a lower to a higher character",
  quantifier: "a regular expression with something before each quantifier",
  unclosed: "a regular expression with all groups and classes closed",
  unexpected: "a regular expression without a character that has no meaning there",
  tooDeep: "a regular expression that is nested less deeply",
  tooLarge: "a smaller regular expression",
};
