import { ReadError, type SegmentedTree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteReader } from "../../../packages/tree/src/segments/encoding/byteReader.js";
import { ByteWriter } from "../../../packages/tree/src/segments/encoding/byteWriter.js";
import { decodeSegment, encodeSegment } from "../../../packages/tree/src/segments/encoding/encodeSegment.js";
import { SegmentedTree as Segmented } from "../../../packages/tree/src/segments/segmentedTree.js";
import { ValueTableBuilder } from "../../../packages/tree/src/values.js";
import { plainTree } from "../../readers/trees.js";
import { anyCharacter } from "../../support/characters.js";
import { runs } from "../../support/runs.js";
import { columnsOf } from "./columns.js";
import { keptBytes } from "./keptBytes.js";

const integer = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom("\ud800", "\udfff", "\0", "\ufeff", "a", "é") }),
);

describe("numbers", () => {
  it("are read as they were written", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(integer, fc.integer())), (pairs) => {
        const out = new ByteWriter();
        for (const [number, signed] of pairs) {
          out.number(number);
          out.signed(signed);
        }
        const input = new ByteReader(out.finish());
        expect(pairs.map(() => [input.number(), input.signed()])).toEqual(pairs);
        input.end();
      }),
    );
  });

  it.each([[[0x80]], [[0x80, 0]], [[0xff, 0xff, 0xff, 0xff, 0x10]], [[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]]])(
    "%j is none",
    (bytes) => {
      expect(() => new ByteReader(Uint8Array.from(bytes)).number()).toThrow(ReadError);
    },
  );
});

describe("a segment", () => {
  it("is read as it was written, column by column, whatever its texts are", () => {
    fc.assert(
      fc.property(plainTree, fc.array(text, { maxLength: 4 }), fc.boolean(), (plain, texts, hasKeys) => {
        const children = texts.map((each) => ({ type: each, attributes: { [each]: each }, text: each }));
        const version = Segmented.of(treeOf({ ...plain, children: [...plain.children, ...children] }));
        const [segment] = (hasKeys ? version.withKeys(9).version : version).segments;
        const { values } = version.family;
        expect(decodeSegment(encodeSegment(segment!, values), values)).toEqual(segment);
      }),
      { numRuns: runs(200) },
    );
  });
});

/** Chunks of every kind: whole ones, and deltas. */
function someChunks(): { chunks: Map<string, Uint8Array>; open: (reference: string) => SegmentedTree; last: string } {
  const kept = keptBytes();
  const archive = kept.archive(8);
  const days = Array.from({ length: 9 }, (_, i) => ({ type: "Day", text: `day ${i}`, attributes: { n: `${i}` } }));
  const children = [{ type: "p", children: [{ type: "b", text: "x" }], content: ["a ", 0, "b"] }, ...days];
  const first = archive.adopt(treeOf({ type: "Plan", children })).withKeys(1).version;
  kept.keep(archive, first);
  const second = first.setAttribute(7, "m", "\ud800").move(8, 3).withKeys(50).version;
  const last = kept.keep(archive, second, first);
  return { chunks: kept.kept, open: (reference) => kept.archive(8).open(reference), last };
}

describe("damaged bytes", () => {
  const { chunks, open, last } = someChunks();
  const whole = columnsOf(open(last).toTree());

  /** What comes of the bytes of a chunk changed: a tree, or a problem with a code. */
  const outcome = (reference: string, bytes: Uint8Array): object => {
    const before = chunks.get(reference)!;
    chunks.set(reference, bytes);
    try {
      return columnsOf(open(last).toTree());
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      expect(error.code).toMatch(/^SXP405[01]$/);
      return error;
    } finally {
      chunks.set(reference, before);
    }
  };

  it("are refused, never believed: cut off anywhere, or one byte changed", { tags: "slow" }, () => {
    for (const [reference, bytes] of chunks) {
      for (let at = 0; at < bytes.length; at++) {
        expect(outcome(reference, bytes.slice(0, at))).not.toEqual(whole);
        for (const other of [0, 128, 255, bytes[at]! ^ 1]) {
          const changed = bytes.slice();
          changed[at] = other;
          outcome(reference, changed);
        }
      }
    }
  });

  it("whatever they are, give a tree or a problem", () => {
    const references = [...chunks.keys()];
    const noise = fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...references), noise, fc.boolean(), (reference, changes, inserts) => {
        const bytes = [...chunks.get(reference)!];
        for (const [at, byte] of changes) bytes.splice(at % bytes.length, inserts ? 0 : 1, byte);
        outcome(reference, Uint8Array.from(bytes));
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    ["a number of nodes", [1, 0, 0, 0, 0, 255, 255, 255, 255, 15]],
    ["a number of texts", [1, 0, 255, 255, 255, 255, 15]],
    ["characters", [1, 0, 1, 255, 255, 255, 255, 15, 0, 255, 255, 3]],
  ])("make nothing large: %s", (_, bytes) => {
    expect(() => decodeSegment(Uint8Array.from(bytes), new ValueTableBuilder())).toThrow("there is no room for");
  });

  it("of a later format are refused as such", () => {
    expect(() => decodeSegment(Uint8Array.of(2, 0), new ValueTableBuilder())).toThrow(
      "SXP4051: The tree is stored in format 2, and this version reads formats up to 1.",
    );
  });
});
