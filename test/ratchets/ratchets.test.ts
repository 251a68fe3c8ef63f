import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { currentFigures, type Figures, lowered, risesOf } from "./figures.js";
import { countRiddles } from "./plainEnglish.js";
import { countTokens, withoutComments } from "./tokens.js";

const FILE = new URL("figures.json", import.meta.url);
const HELP =
  "Make it smaller; or write the new figure into test/ratchets/figures.json in a commit of its own that gives the reason.";

describe("figures that may only fall", () => {
  it("have not risen", () => {
    const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Figures;
    const current = currentFigures();
    if (process.env.SXP_RATCHETS === "lower")
      writeFileSync(FILE, `${JSON.stringify(lowered(recorded, current), null, 2)}\n`);
    const rises = risesOf(process.env.SXP_RATCHETS === "lower" ? lowered(recorded, current) : recorded, current);
    expect(rises, HELP).toEqual([]);
  });

  it("are lowered and never raised", () => {
    expect(lowered({ a: 2, b: 2, gone: 1 }, { a: 1, b: 3, c: 4 })).toEqual({ a: 1, b: 2, c: 4 });
    expect(risesOf({ a: 2, b: 2 }, { a: 1, b: 3, c: 4 })).toEqual([
      '"b" rose from 2 to 3.',
      '"c" is not recorded: run `npm run ratchets`.',
    ]);
  });
});

describe("what is counted", () => {
  it.each([
    ["const a = 1;", 5],
    ["const a = /* one */ 1; // two", 5],
    ['const url = "https://a"; // x', 11],
    ["const words = `mon tue`;", 8],
    ["const re = /a\\/*b/;", 11],
  ])("%s has %i tokens", (code, count) => {
    expect(countTokens(withoutComments("a.ts", code))).toBe(count);
  });

  it.each([
    ["/** What it is. */\nconst a = 1;", 1],
    ["/** Whoever reads it. */\nconst a = 1;", 1],
    ["/** The node is no leaf. */\nconst a = 1;", 1],
    ["const found = 1;", 1],
    ["/** Maximum length of a chain. */\nconst a = 1;", 0],
    ['const text = "// What it is";', 0],
  ])("%s has %i riddles", (source, count) => {
    expect(countRiddles("a.ts", source)).toBe(count);
  });
});
