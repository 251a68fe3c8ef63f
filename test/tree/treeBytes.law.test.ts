import { readTree } from "@semantic-xpath/readers";
import { treeOfBytes, treeToBytes } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { columnsOf } from "./segments/columns.js";

const text = fc.oneof(fc.string(), fc.constantFrom("Caf\u00e9", "\u{1f600} \u4e2d", "two\nlines", "\u0085\ufeff"));
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.nat(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("name", "day", "note", "id"), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
const xml = fc.constantFrom("<a>one <b>two</b> three</a>", "<a x='1'><b y='2'/><b x='3'>t</b></a>");

describe("a tree as bytes", () => {
  it("law: reads as the tree that was written, column by column, with its spans", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          json.map((value) => JSON.stringify({ value })),
          xml,
        ),
        (source) => {
          const tree = readTree(source);
          const bytes = treeToBytes(tree)!;
          const read = treeOfBytes(bytes)!;
          expect(columnsOf(read)).toEqual(columnsOf(tree));
          expect(read.source).toEqual(tree.source);
          expect([read.spanStart, read.spanEnd]).toEqual([tree.spanStart, tree.spanEnd]);
          expect(treeOfBytes(bytes.subarray(0, bytes.length >> 1))).toBe(null);
        },
      ),
      { numRuns: runs(200, 50) },
    );
  });

  it("has no form for a lone surrogate, nor for what says more of its source", () => {
    expect(treeToBytes(readTree('{"a":"\\ud800"}'))).toBe(null);
    const tree = readTree("<a/>");
    expect(treeToBytes(tree.withSource({ ...tree.source, language: "german" }))).toBe(null);
  });
});
