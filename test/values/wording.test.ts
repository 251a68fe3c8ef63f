import { listed, oneLine, shortened } from "@semantic-xpath/values";
import fc from "fast-check";
import { expect, it } from "vitest";

it("a shortened text is the text, or its beginning with an ellipsis and no half of a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, max) => {
      const short = shortened(text, max);
      expect(short.length).toBeLessThanOrEqual(max);
      expect(short).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      expect(text.length <= max ? short === text : short.endsWith("…") && text.startsWith(short.slice(0, -1))).toBe(
        true,
      );
      const line = oneLine(text, max);
      expect(line.length).toBeLessThanOrEqual(max);
      expect(line).not.toMatch(/[\n\r\t]| {2}/);
    }),
  );
});

it.each([
  [" a\n\tb\u0000 ", 9, "a b"],
  ["abc  def", 5, "abc …"],
  [`a${" ".repeat(50)}b`, 9, "a       …"],
])("%j on one line of %i is %j", (text, max, line) => expect(oneLine(text, max)).toBe(line));

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b or c"],
])("%j are listed as %j", (words, text) => expect(listed(words, "or")).toBe(text));
