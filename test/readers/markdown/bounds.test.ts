import { describe, expect, it } from "vitest";
import { readMarkdown } from "../../../packages/readers/src/markdown.js";
import { isLong } from "../../support/runs.js";

/** What costs a parser of Markdown the square of its length or its stack, at a length where that would not end. */
const N = isLong ? 100_000 : 10_000;
const HOSTILE: readonly (readonly [string, string])[] = [
  ["closing brackets", "]".repeat(N)],
  ["opening brackets", "[".repeat(N)],
  ["links in links", `${"[".repeat(N / 5)}a${"](u)".repeat(N / 5)}`],
  ["images in images", `${"![".repeat(N / 6)}a${"](u)".repeat(N / 6)}`],
  ["links without an end", "[a](b".repeat(N / 5)],
  ["calls of footnotes without an end", "[^a".repeat(N / 3)],
  ["wiki links without an end", "[[a ".repeat(N / 4)],
  ["words after an open bracket", `[${"a.b, ".repeat(N / 5)}`],
  ["marks that open and others that close", "*a_ ".repeat(N / 4)],
  ["marks that do both", "a**b".repeat(N / 4)],
  ["lines that continue a quote", `> a\n${"b\n".repeat(N / 4)}`],
  ["runs of backticks", Array.from({ length: isLong ? 400 : 200 }, (_, i) => `e${"`".repeat(i)}`).join("")],
  [
    "definitions and references",
    `${Array.from({ length: N / 40 }, (_, i) => `[a${i}]: b\n`).join("")}\n${Array.from({ length: N / 40 }, (_, i) => `[a${i}] `).join("")}`,
  ],
];

describe("reading ends soon, with every word, for", () => {
  it.each(HOSTILE)(
    "%s",
    (_, text) => {
      const tree = readMarkdown(text);
      expect(tree.node(2).type).toMatch(/Paragraph|Quote/);
    },
    60_000,
  );
});

describe("nesting", () => {
  it.each([
    ["quotes", "> ".repeat(N)],
    ["quotes without spaces", ">".repeat(N)],
    ["lists in lists", "1. ".repeat(N)],
    ["both", "> - ".repeat(N)],
    ["lists below each other", Array.from({ length: isLong ? 600 : 100 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n")],
    ["footnotes", "[^a]: ".repeat(N / 10)],
  ])("of %s ends far from any margin, and the rest is text", (_, text) => {
    expect(readMarkdown(text).size).toBeLessThan(3_000);
    expect(() => readMarkdown(text, { limits: { maxDepth: 30 } })).toThrow("limits.maxDepth");
  });
  it("is refused beyond the limit", () => {
    expect(readMarkdown("> > > a", { limits: { maxDepth: 4 } }).size).toBe(4);
    expect(() => readMarkdown("> > > a", { limits: { maxDepth: 3 } })).toThrow("limits.maxDepth");
  });
});

describe("what people write is within the bounds", () => {
  it("a long paragraph keeps all its links, marks and addresses", () => {
    const line = "See [[Note]], [a](b.md), **c**, ~~d~~ and https://e.fr.\n";
    const tree = readMarkdown(line.repeat(200));
    expect(tree.postings[tree.typeId("Link")]).toHaveLength(600);
    expect(tree.ownText(2)).toBe("See Note, a, c, d and https://e.fr. ".repeat(200).trim());
  });
  it("a list of a thousand lines after a quote is no part of it", () => {
    expect(readMarkdown(`> a\n\n${"- b\n".repeat(2_000)}`).size).toBe(2_003);
  });
});
