import { applyEdits, chooseEdits, type Diagnostic, type Fix, parse, tokenize } from "@semantic-xpath/parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryQueryText } from "../../parser/arbitraryAst.js";
import { checkText } from "./marked.js";
import { trip } from "./trip.js";

/** What may be lost: names, literals, parameters, numbers. Numbers are compared by value: `01` is 1. */
const wordsOf = (text: string): string[] =>
  tokenize(text)
    .filter(({ kind }) => kind !== "punctuation" && kind !== "comment")
    .map(({ span }) => text.slice(span.start, span.end).replace(/^["']|["']$/g, ""))
    .map((word) => (/^\d+(?:\.\d+)?$/.test(word) ? String(Number(word)) : word))
    .filter((word) => /\w/.test(word));

/** The words of `text` that `other` does not have as often. */
function lost(text: string, other: string): string[] {
  const left = wordsOf(other);
  return wordsOf(text).filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** One name or operator that is written as another: the only loss that a repair may have. */
const isRenaming = ({ title, edits }: Fix, text: string): boolean =>
  edits.length === 1 &&
  title.startsWith("Replace by") &&
  lost(text.slice(edits[0]!.span.start, edits[0]!.span.end), edits[0]!.newText).length <= 1;

const diagnosticsOf = (text: string): readonly Diagnostic[] => {
  const syntax = parse(text).diagnostics;
  return syntax.length > 0 ? syntax : checkText(text, trip).diagnostics;
};

/** As `sxp check --fix` does. */
function repair(text: string): string {
  const diagnostics = diagnosticsOf(text);
  const edits = chooseEdits(diagnostics);
  for (const fix of diagnostics.flatMap(({ fixes }) => fixes.slice(0, 1))) {
    if (!fix.isSafe || !fix.edits.every((edit) => edits.includes(edit)) || isRenaming(fix, text)) continue;
    const before = fix.edits.map(({ span }) => text.slice(span.start, span.end)).join(" ");
    const after = fix.edits.map(({ newText }) => newText).join(" ");
    expect(lost(before, after), `${text}: ${fix.title}`).toEqual([]);
  }
  return applyEdits(text, edits);
}

/** What people and models write that the language does not have. */
const SLIPS = [
  "!",
  "!=",
  " AND ",
  " && ",
  " like ",
  " adn ",
  "]",
  "[",
  "(",
  ")",
  '"',
  "'",
  "/",
  "//",
  "|",
  ",",
  ";",
  "- 1",
  " * 2",
  " mod 2 = 0",
  "text()",
  ".",
  "..",
  "@",
  "$x",
  "[+1]",
  "[01]",
  "[1-3]",
  "[1..3]",
  "[0]",
  "not ",
  "NOT(",
  "count(",
  "count(POI)",
  "agg_exists(",
  "atom(",
  "desc::",
  "child:",
  "last()-1",
  "\u201cpark\u201d",
  ' = "x"',
  " =~ park",
  "Dya",
  "POIs",
  "#",
  "{",
  "declare ",
];
const damaged = fc
  .tuple(
    fc.oneof(
      arbitraryQueryText,
      fc.constantFrom(
        '/Itinerary/Day[2]/POI[node =~ "museum"][1:3]',
        '//Day[avg(/POI[node =~ "quiet park"])]',
        '//POI[@price < 30 and not(@name = "x")]',
      ),
    ),
    fc.array(fc.record({ at: fc.nat(), cut: fc.nat(3), text: fc.constantFrom("", ...SLIPS) }), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([text, slips]) =>
    slips.reduce((whole, { at, cut, text: slip }) => {
      const start = at % (whole.length + 1);
      return whole.slice(0, start) + slip + whole.slice(start + cut);
    }, text),
  );

describe("what is repaired without looking", () => {
  it("loses no name, no literal and no condition", () => {
    fc.assert(
      fc.property(damaged, (text) => {
        let now = text;
        for (let round = 0; round < 12; round++) {
          const next = repair(now);
          if (next === now) return;
          now = next;
        }
        expect.fail(`${text} is repaired for ever: ${now}`);
      }),
    );
  });

  it.each([
    ["//Book[!exists(/x)]", "//Book[not(exists(/x))]"],
    ["//Book[!(@year = 1999)]", "//Book[not(@year = 1999)]"],
    ["//Book[!@year]", "//Book[not(@year)]"],
    ["//A[@x AND @y == 1]", "//A[@x and @y = 1]"],
    ["//A[+1][01][1 to 3]", "//A[1][1][1:3]"],
  ])("%s becomes %s", (text, expected) => {
    expect(repair(text)).toBe(expected);
  });

  it.each([
    "//Book[!@year = 1999]",
    "//A[@minutes * 2 > 100]",
    "//A[last()-1]",
    "count(//POI)",
    '//A[node like "bread"]',
    "//A[@a unless @b]",
    'Read(/A[atom(content =~ "x")])',
    "//A[1-3]",
    "//A[@a any @b]",
    "//A#",
    "//A[0]",
  ])("%s is left to a person", (text) => {
    expect(repair(text)).toBe(text);
  });
});
