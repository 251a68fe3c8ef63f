import { readXml } from "@semantic-xpath/readers";
import { SegmentArchive, SegmentedTree } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const TREE = readXml(`<L>${Array.from({ length: 40 }, (_, i) => `<T n="a${i}" s="open">text ${i}</T>`).join("")}</L>`);
const version = () => SegmentedTree.of(TREE, 16).withKeys(1).version;

describe("an edit of a value", () => {
  it("shares all columns but the one of its values, and all other segments", () => {
    const before = version();
    for (const after of [before.setAttribute(20, "s", "done"), before.setText(20, "other")]) {
      const differing = after.segments.flatMap((segment, i) => (segment === before.segments[i] ? [] : [i]));
      expect(differing).toHaveLength(1);
      const [one, other] = [before.segments[differing[0]!]!, after.segments[differing[0]!]!];
      for (const column of ["level", "type", "key", "postings", "rank", "end", "parentDistance"] as const)
        expect(other[column]).toBe(one[column]);
      const arrays = (of: typeof one) => [of.text, ...of.cells.map(({ values }) => values)];
      expect(arrays(other).filter((array, i) => array !== arrays(one)[i])).toHaveLength(1);
    }
  });

  const edit = fc.record({
    node: fc.integer({ min: 2, max: 41 }),
    name: fc.constantFrom("n", "s", "text", "new"),
    value: fc.constantFrom("", "open", "done", "a3"),
  });
  it("law: is there in a tree that is opened again, and in one that is built anew", () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 5 }), (edits) => {
        const kept = new Map<string, Uint8Array>();
        const read = (reference: string) => kept.get(reference)!;
        const archive = new SegmentArchive({ read, referenceOf: (kind, bytes) => `${kind} ${bytes.join()}`, most: 16 });
        const base = archive.adopt(version(), { keepsKeys: true });
        const save = (encoded: ReturnType<SegmentArchive["encode"]>) => {
          for (const { reference, bytes } of encoded.chunks) kept.set(reference, bytes);
          encoded.stored();
          return encoded.reference;
        };
        save(archive.encode(base));
        let after = base;
        for (const { node, name, value } of edits)
          after = name === "text" ? after.setText(node, value) : after.setAttribute(node, name, value);
        const elsewhere = new SegmentArchive({ read, referenceOf: (kind, bytes) => `${kind} ${bytes.join()}` });
        const opened = elsewhere.open(save(archive.encode(after, base)));
        const rebuilt = SegmentedTree.of(after.toTree().withSource({ ...after.source }), 16);
        expect(opened.size).toBe(after.size);
        for (let node = 1; node <= after.size; node++) {
          expect(opened.rowAt(node)).toEqual(after.rowAt(node));
          expect(rebuilt.rowAt(node)).toEqual(after.rowAt(node));
          expect(opened.keyOf(node)).toBe(base.keyOf(node));
        }
      }),
      { numRuns: runs(300, 40) },
    );
  });
});
