import { applyEdits, byStart, errorsOf, parse } from "@semantic-xpath/parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../support/runs.js";
import { MODULES, QUERIES, REPORTS, UPDATES } from "./samples.js";

const SLIPS = ["", "]", "(", "and", "is", "an", "=>", "=", ",", "4", '"x"', "name", 'sem("x")', "=<", "minus"];

/** A sample with a word or sign that is left out, misspelt or replaced by another. */
const broken = fc
  .tuple(
    fc.constantFrom(...QUERIES, ...REPORTS, ...MODULES, ...UPDATES),
    fc.nat(),
    fc.constantFrom("short", "swapped", ...SLIPS),
  )
  .map(([text, at, how]) => {
    const words = [...text.matchAll(/[\p{L}-]+|[^\s\p{L}]/gu)];
    const { 0: word, index } = words[at % words.length]!;
    const slip =
      how === "short" ? word.slice(0, -1) : how === "swapped" ? word.slice(1, 2) + word[0] + word.slice(2) : how;
    return text.slice(0, index) + slip + text.slice(index + word.length);
  });

/** What is unclosed: where its end belongs is a guess. */
const UNCLOSED: ReadonlySet<string> = new Set(["SXP1002", "SXP1003", "SXP1008", "SXP1034"]);

test("law: a fix that is made without a question leaves no more errors", () => {
  let fixes = 0;
  fc.assert(
    fc.property(broken, (text) => {
      const { diagnostics } = parse(text);
      for (const { code, fixes: offered } of diagnostics) {
        const [fix] = offered;
        if (fix?.isSafe !== true || UNCLOSED.has(code)) continue;
        const repaired = applyEdits(text, [...fix.edits].sort(byStart));
        const left = errorsOf(parse(repaired).diagnostics);
        expect(left.length, `${text} → ${repaired}`).toBeLessThanOrEqual(errorsOf(diagnostics).length);
        fixes++;
      }
    }),
    { numRuns: runs(4000, 100) },
  );
  expect(fixes).toBeGreaterThan(runs(4000, 100) / 50);
});
