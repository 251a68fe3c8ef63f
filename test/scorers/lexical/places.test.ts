import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { foldWord } from "../../../packages/values/src/index.js";

/** What was matched of each term, with the characters of both sides. */
const places = (text: string, condition: string) =>
  lexicalScorer()
    .explain(text, condition)
    .terms.map(({ inCondition, inText }) => [
      inCondition && condition.slice(inCondition.start, inCondition.end),
      inText && text.slice(inText.start, inText.end),
    ]);

describe("the places of what matched", () => {
  test.each([
    [
      "Stop\nname: The Art Museums\nart",
      "an art museum",
      [
        ["art", "Art"],
        ["museum", "Museums"],
      ],
    ],
    [
      "Stop\nkind: park\nA check-in",
      "check in at a zoo",
      [
        ["check", "check-in"],
        ["zoo", null],
      ],
    ],
    [
      "Stop\nprice: CAD 25\nfree",
      "lunch under 30 dollars",
      [
        ["lunch", null],
        ["under 30 dollars", "CAD 25"],
      ],
    ],
    [
      "We went yesterday",
      "when did they go",
      [
        ["go", "went"],
        [null, "yesterday"],
      ],
    ],
    ["museum, museum", "museum museum", [["museum", "museum"]]],
    ["Dish\nvegan: false\nA stew", "vegan", [["vegan", "vegan"]]],
  ])("%j by %j", (text, condition, expected) => expect(places(text, condition)).toEqual(expected));

  test("law: they lie in text and condition and hold the words", () => {
    const word = fc.constantFrom(
      ..."museum Café sea-food seafood 9am under 30 dollars kind: name: \n . ? false".split(" "),
    );
    const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
    const anyText = fc.oneof(
      line,
      line.map((own) => `Stop\nname: ${own}\n${own}`),
    );
    fc.assert(
      fc.property(anyText, line, (text, condition) => {
        for (const { term, inCondition, matched, inText, gain, negated } of lexicalScorer().explain(text, condition)
          .terms) {
          // What the text denies, or an attribute that is false, has its place and no gain.
          if (negated !== true) expect(inText === null).toBe(gain === 0);
          else expect(inText).not.toBe(null);
          const said = inCondition && foldWord(condition.slice(inCondition.start, inCondition.end));
          if (said !== null) expect(said.replaceAll("-", "")).toContain(foldWord(term).replaceAll("-", ""));
          if (inText === null) continue;
          const found = foldWord(text.slice(inText.start, inText.end)).replaceAll("-", "");
          expect(found).toContain(foldWord(matched!).replaceAll("-", ""));
        }
      }),
    );
  });
});

describe("an attribute that is false", () => {
  const score = async (text: string, condition: string) => (await lexicalScorer().score([text], condition, {}))[0]!;

  test("has what is denied in its name, and nothing else", async () => {
    expect(await score("Dish\nvegan: true\nA stew", "vegan")).toBeGreaterThan(0);
    expect(await score("Dish\nvegan: false\nA stew", "vegan")).toBe(0);
    const both = await score("Dish\nvegan: false\nA vegan stew", "vegan");
    expect(both).toBeGreaterThan(0);
    expect(both).toBeLessThanOrEqual(await score("Dish\nA vegan stew", "vegan"));
    expect(await score("Dish\nvegan: false alarm\nA stew", "vegan")).toBeGreaterThan(0);
  });
});

test('words that "or" joins are one term, and each of them is the same word in the text', () => {
  for (const text of ["rice", "salt"]) {
    const { terms } = lexicalScorer().explain(text, "salt or rice");
    expect(terms).toMatchObject([{ term: "salt or rice", matched: text, how: "exact" }]);
  }
});
