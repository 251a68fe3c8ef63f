import { compilePattern, type Pattern } from "@semantic-xpath/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../support/characters.js";
import { runs } from "../../support/runs.js";

/** What XPath and JavaScript write alike and mean alike, on characters that both class alike. */
const atom = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "A",
    "é",
    "😀",
    ".",
    "\\d",
    "\\s",
    "\\.",
    "\\n",
    "[ab]",
    "[^a]",
    "[a-cé]",
    "[\\d-]",
    "^",
    "$",
  ),
  fc.constantFrom("\\p{Lu}", "\\P{Ll}", "[\\p{L}b]"),
);
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc
    .array(
      fc.array(tie("piece"), { maxLength: 4 }).map((pieces) => pieces.join("")),
      { minLength: 1, maxLength: 3 },
    )
    .map((branches) => branches.join("|")),
  piece: fc.oneof(
    { depthSize: "small" },
    atom,
    fc
      .tuple(tie("pattern"), fc.constantFrom("", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "{0}"))
      .map(([inner, quantifier]) => `(${inner})${quantifier}`),
    fc
      .tuple(fc.constantFrom("a", "b", ".", "[ab]", "\\d"), fc.constantFrom("*", "+", "?", "{2,3}", "+?"))
      .map((parts) => parts.join("")),
  ),
}));
const text = fc
  .array(fc.constantFrom("a", "b", "A", "é", "É", "😀", "1", " ", "\n", "."), { maxLength: 10 })
  .map((all) => all.join(""));

const compiled = (source: string, flags = ""): Pattern => compilePattern(source, flags) as Pattern;

it("agrees with the regular expressions of the platform", () => {
  fc.assert(
    fc.property(pattern, fc.subarray(["s", "m", "i"]), text, (source, flags, input) => {
      // What differs on purpose: a line after the last newline; categories, which "i" does not touch.
      fc.pre(!(flags.includes("m") && input.endsWith("\n")) && !(flags.includes("i") && /\\p/i.test(source)));
      const own = compiled(source, flags.join(""));
      expect(own.test(input)).toBe(new RegExp(source, `u${flags.join("")}`).test(input));
    }),
    { numRuns: runs(2000) },
  );
});

it("never throws, and says what is wrong within the source", () => {
  const noise = fc.string({ unit: fc.constantFrom(..."ab\\[](){}^$|?*+-.,12pLu{IsGreek}:idw \n😀"), maxLength: 20 });
  fc.assert(
    fc.property(noise, fc.constantFrom("", "x", "i", "sm", "q"), (source, flags) => {
      const pattern = compilePattern(source, flags);
      if (pattern.kind === "Pattern") pattern.test("ab12");
      else {
        expect(pattern.start).toBeLessThanOrEqual(pattern.end);
        expect(source.slice(pattern.start, pattern.end)).toBe(pattern.text);
      }
    }),
    { numRuns: runs(2000) },
  );
});

it("a literal is found where it is", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 8 }),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
      (source, around) => {
        expect(compiled(source, "q").test(`${around}${source}${around}`)).toBe(true);
      },
    ),
    { numRuns: runs(500, 50) },
  );
});

describe("work grows with the text, not faster", () => {
  const steps = (source: string, input: string): number => {
    const own = compiled(source);
    own.test(input);
    return own.steps;
  };
  it.each([
    ["^(a+)+$", "a", "!"],
    ["^(a|aa)+$", "a", "!"],
    ["^(a|a?)+$", "a", "b"],
    ["(.*a){20}", "a", "b"],
    ["(a*)*b", "a", "c"],
    ["^([a-z0-9]+.)*@$", "a0", "!"],
    ["(x+x+)+y", "x", "z"],
    ["\\s+$", " ", "x"],
    ["(.*)(.*)(.*)(.*)(.*)z", "ab", "!"],
    ["(a|b|ab)*c{30,60}$", "ab", "!"],
  ])("%s", (source, unit, end) => {
    const short = steps(source, unit.repeat(2000) + end);
    const long = steps(source, unit.repeat(4000) + end);
    expect(long).toBeLessThan(short * 2.2);
    expect(long).toBeLessThan(8000 * 200);
  });

  it("also where every state is a new one", () => {
    // The number of states is exponential in the bound: they are forgotten, not kept.
    const random = (length: number): string =>
      Array.from({ length }, (_, i) => "ab"[(Math.imul(i ^ (i >>> 3), 2654435761) >>> 15) & 1]).join("");
    const source = "[ab]*a[ab]{60}c";
    expect(steps(source, random(8000))).toBeLessThan(steps(source, random(4000)) * 2.4);
  });
});

it("finds what the platform finds, and its groups", () => {
  fc.assert(
    fc.property(pattern, text, fc.nat(10), (source, input, from) => {
      // JavaScript empties the groups of a repeated part before each round and ends a loop that takes nothing: XPath says neither.
      fc.pre(!/\)[*+?{]/.test(source));
      const start = Math.min(from, [...input].length);
      const at = [...input].slice(0, start).join("").length;
      const regex = new RegExp(source, "gu");
      regex.lastIndex = at;
      const theirs = regex.exec(input);
      const ours = compiled(source).find(input, at);
      expect(ours && [ours.start, ...ours.groups]).toEqual(
        theirs && [theirs.index, ...Array.from(theirs, (group) => group ?? null)],
      );
    }),
    { numRuns: runs(2000) },
  );
});
