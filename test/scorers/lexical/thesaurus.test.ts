import { THESAURUS } from "@semantic-xpath/english";
import { describe, expect, test } from "vitest";
import { isStopWord, stemOf } from "../../../packages/scorers/src/lexical/english.js";
import { entryStem, readThesaurus, relationsOf } from "../../../packages/scorers/src/lexical/thesaurus.js";

const lines = THESAURUS.flatMap(readThesaurus);

describe("the thesaurus is well formed", () => {
  test("it has a few thousand entries", () => {
    const entries = new Set(lines.flatMap(({ head, words }) => [head, ...words]));
    expect(entries.size).toBeGreaterThan(2500);
    expect(lines.length).toBeGreaterThan(900);
  });

  test("it stays small: every bundle has it", () => {
    expect(THESAURUS.join("").length).toBeLessThan(47_000);
  });

  test("each head has each sign once", () => {
    const seen = lines.map(({ head, sign }) => `${head} ${sign}`);
    expect(seen.filter((one, at) => seen.indexOf(one) !== at)).toEqual([]);
  });

  test("entries are plain words, each line's with stems of their own", () => {
    for (const { head, sign, words } of lines) {
      const line = `${head} ${sign}`;
      const entries = [head, ...words];
      const stems = entries.map(entryStem);
      expect(isStopWord(head), line).toBe(false);
      expect(
        entries.filter((entry) => !/^[a-z]+(-[a-z]+)*$/.test(entry)),
        line,
      ).toEqual([]);
      expect(
        entries.filter((_, at) => stems.indexOf(stems[at]!) !== at),
        line,
      ).toEqual([]);
      // Entries are found by the first two letters of their stem.
      expect(
        entries.filter((entry, at) => stems[at]!.slice(0, 2) !== entry.slice(0, 2)),
        line,
      ).toEqual([]);
    }
  });

  test("nothing is a kind of itself", () => {
    const kinds = new Map(lines.filter(({ sign }) => sign === ">").map(({ head, words }) => [head, words]));
    const below = (word: string, path: readonly string[]): string[] =>
      path.includes(word)
        ? [path.join(" > ")]
        : (kinds.get(word) ?? []).flatMap((kind) => below(kind, [...path, word]));
    expect([...kinds.keys()].flatMap((word) => below(word, []))).toEqual([]);
  });
});

/** Condition word, word of a text, the relation. */
const RELATIONS: readonly [string, string, string | undefined][] = [
  ["car", "automobile", "synonym"],
  ["automobile", "car", "synonym"],
  ["food", "pizza", "narrower"],
  ["food", "trout", "narrower"],
  ["pizza", "food", "broader"],
  ["restaurant", "chef", "related"],
  ["chef", "restaurant", "related"],
  ["trout", "pizza", undefined],
  ["car", "poem", undefined],
  ["trail", "track", "synonym"],
  ["bus", "coach", "synonym"],
  ["park", "booking", undefined],
  ["form", "software", undefined],
  // Everyday memories.
  ["wellness", "massage", "related"],
  ["adventure", "kayaking", "narrower"],
  ["learning", "workshop", "related"],
  ["delicious", "dessert", "related"],
  ["paperwork", "visa", "narrower"],
  ["delicious", "tasty", "synonym"],
];

test.each(RELATIONS)("%s, %s: %s", (word, other, how) =>
  expect(relationsOf(stemOf(word)).get(stemOf(other))?.how).toBe(how),
);
