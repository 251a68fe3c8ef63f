import { jsonText, shortest } from "@semantic-xpath/inspect";
import fc from "fast-check";
import { expect, it } from "vitest";

it.each<[number, number]>([
  [Math.fround(0.9), 0.9],
  [Math.fround(1 / 3), 0.33333334],
  [0.5, 0.5],
  [1, 1],
  [0, 0],
  // Not a float32: a mean of scores, a time. It is as it was.
  [0.1 + 0.2, 0.1 + 0.2],
])("%d is written %d", (number, written) => {
  expect(shortest(number)).toBe(written);
});

it("what is written gives the same float32, in at most nine digits", () => {
  fc.assert(
    fc.property(fc.float({ min: 0, max: 1, noNaN: true }), (score) => {
      const written = shortest(score);
      expect(Math.fround(written)).toBe(score);
      expect(written).toBe(Number(written.toPrecision(9)));
    }),
  );
});

it("every number of a document is written so", () => {
  const score = Math.fround(0.9);
  expect(jsonText({ score, of: [{ weight: score }], ms: 12.345678901 })).toBe(
    '{"score":0.9,"of":[{"weight":0.9}],"ms":12.345678901}',
  );
});
