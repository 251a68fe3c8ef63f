import fc from "fast-check";
import { expect, it } from "vitest";
import { EditedText } from "../../packages/inspect/src/change/editedText.js";
import { RUNS } from "../runtime/trace/tracedCase.js";

const edit = fc.record({ at: fc.nat(), length: fc.nat({ max: 5 }), text: fc.constantFrom("", "x", "yz", "[1]") });

it("edits one after the other, each in the text as it is then, are told as edits of the original", () =>
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.array(edit, { maxLength: 6 }), (original, edits) => {
      let text = original;
      let pieces = EditedText.of(original);
      for (const { at, length, text: by } of edits) {
        const start = at % (text.length + 1);
        const end = Math.min(text.length, start + length);
        text = text.slice(0, start) + by + text.slice(end);
        pieces = pieces.edited([{ span: { start, end }, text: by }]);
      }
      expect(pieces.text).toBe(text);
      const told = [...pieces.edits].reverse();
      const replayed = told.reduce(
        (so, { span, text: by }) => so.slice(0, span.start) + by + so.slice(span.end),
        original,
      );
      expect(replayed).toBe(text);
    }),
    { numRuns: RUNS * 5 },
  ));

it("keeps what was not touched out of the edits", () => {
  const pieces = EditedText.of("/A[1]/B[2]").edited([
    { span: { start: 3, end: 4 }, text: "7" },
    { span: { start: 8, end: 9 }, text: "12" },
  ]);
  expect(pieces.edits).toEqual([
    { span: { start: 3, end: 4 }, text: "7" },
    { span: { start: 8, end: 9 }, text: "12" },
  ]);
  expect(pieces.edited([{ span: { start: 8, end: 10 }, text: "3" }]).edits.at(-1)).toEqual({
    span: { start: 8, end: 9 },
    text: "3",
  });
});
