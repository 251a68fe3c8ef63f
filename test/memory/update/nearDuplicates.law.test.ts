import { readTree } from "@semantic-xpath/readers";
import type { Edit } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nearDuplicates } from "../../../packages/memory/src/update/nearDuplicates.js";
import { runs } from "../../support/runs.js";

const word = fc.constantFrom(
  "coffee",
  "Coffee",
  "tea",
  "at",
  "10",
  "Café",
  "break",
  "ﬁnal",
  "½",
  "北京",
  "—",
  "...",
  "x",
);
const said = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
const notGone = { isGone: () => false };

const treeWith = (texts: readonly string[]) =>
  readTree(JSON.stringify({ type: "Facts", children: texts.map((text) => ({ type: "Fact", text })) }));
const inserting = (text: string): Edit[] => [{ kind: "insert", parent: 1, content: { type: "Fact", text } }];

test("law: no text that is as alike as that is passed over, and the similarity is symmetric", () => {
  fc.assert(
    fc.property(
      fc.array(said, { minLength: 1, maxLength: 5 }),
      said,
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      (texts, text, threshold) => {
        const all = nearDuplicates(treeWith(texts), inserting(text), null, { ...notGone, threshold: 1e-9 });
        const found = nearDuplicates(treeWith(texts), inserting(text), null, { ...notGone, threshold });
        expect(found).toEqual(all.filter(({ similarity }) => similarity >= threshold));
        for (const { similarity, path } of all) {
          const there = texts[(Number(/\d+/.exec(path)?.[0] ?? 1) || 1) - 1]!;
          const [back] = nearDuplicates(treeWith([text]), inserting(there), null, { ...notGone, threshold: 1e-9 });
          expect(back!.similarity).toBe(similarity);
        }
      },
    ),
    { numRuns: runs(1_000) },
  );
});
