import fc from "fast-check";
import { expect, test } from "vitest";
import { paddedLength, planBatches } from "../../../../packages/scorers/src/node/onnx/encoder.js";

test("every sequence is in one batch, at its own padded length, within the limits", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 512 }), { maxLength: 200 }),
      fc.integer({ min: 1, max: 4096 }),
      fc.integer({ min: 1, max: 64 }),
      (lengths, tokens, rows) => {
        const batches = planBatches(lengths, { tokens, rows, longest: 512 });
        expect(batches.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual([...lengths.keys()]);
        for (const { padded, members } of batches) {
          expect(members.length === 1 || (members.length <= rows && members.length * padded <= tokens)).toBe(true);
          for (const member of members) expect(padded).toBe(paddedLength(lengths[member]!, 512));
        }
        expect(batches.map(({ padded }) => padded)).toEqual(batches.map(({ padded }) => padded).sort((a, b) => a - b));
      },
    ),
  );
});

test("padding is little, and never beyond what the model takes", () => {
  expect([1, 8, 9, 100, 128, 129, 500, 512].map((n) => paddedLength(n, 512))).toEqual([
    8, 8, 16, 104, 128, 144, 512, 512,
  ]);
  expect(paddedLength(100, 100)).toBe(100);
  for (let n = 64; n <= 512; n++) expect(paddedLength(n, 512) / n).toBeLessThan(1.13);
});
