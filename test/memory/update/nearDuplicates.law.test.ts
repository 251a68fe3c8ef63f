import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { type Edit, treeOf } from "@semantic-xpath/tree";
import { foldWord } from "@semantic-xpath/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nearDuplicates } from "../../../packages/memory/src/update/nearDuplicates.js";
import { SUCCESSION } from "../../../packages/memory/src/update/succession.js";
import { runs } from "../../support/runs.js";

/** Of one content no more are reported. */
const MAX_REPORTED = 5;

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
const value = fc.oneof({ weight: 2, arbitrary: fc.constant("") }, said);
/** Attributes of every fact: two that a type may have as its ids, and a mark of supersession. */
const ATTRIBUTES = ["ref", "by", SUCCESSION.flatMap(({ names }) => [...names])[0]!] as const;
const fact = fc.record({
  type: fc.constantFrom("Fact", "Note"),
  attributes: fc
    .tuple(value, value, value)
    .map((values) => Object.fromEntries(values.map((one, i) => [ATTRIBUTES[i], one]))),
  text: said,
});
type Fact = typeof fact extends fc.Arbitrary<infer T> ? T : never;

/** By type the attribute that is its id. */
const ids = fc.record({
  Fact: fc.subarray(["ref", "by"], { maxLength: 1 }),
  Note: fc.subarray(["ref", "by"], { maxLength: 1 }),
});

function schemaOf(of: typeof ids extends fc.Arbitrary<infer T> ? T : never): Schema {
  const typed = Object.entries(of).map(([type, names]) => [
    type,
    {
      text: true,
      attributes: Object.fromEntries(
        ATTRIBUTES.map((name) => [name, { type: names.includes(name) ? "id" : "string" }]),
      ),
    },
  ]);
  const types = { Facts: { children: { Fact: {}, Note: {} } }, ...Object.fromEntries(typed) };
  const { schema, diagnostics } = parseSchema(JSON.stringify({ version: 1, roots: ["Facts"], types }));
  if (schema === null) throw new Error(diagnostics[0]?.message);
  return schema;
}

/** What is compared: letters and digits, without case, marks and what separates them. */
const plainOf = (text: string): string =>
  foldWord(text.normalize("NFKC"))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");

function triplesOf(text: string): string[] {
  const padded = `  ${text}  `;
  return Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3));
}

/** Dice's coefficient of the triples of two texts, each triple counted as often as both have it. */
function dice(one: string, other: string): number {
  const [a, b] = [triplesOf(plainOf(one)), triplesOf(plainOf(other))];
  const left = [...b];
  const common = a.filter((triple) => {
    const at = left.indexOf(triple);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (2 * common.length) / (a.length + b.length);
}

test("law: near duplicates are the nodes of the same type that are as alike as that, by the definition", () => {
  const facts = fc.array(fact, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      facts,
      facts,
      fc.option(ids, { freq: 3 }),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      (there, inserted, known, gone, threshold) => {
        const tree = treeOf({ type: "Facts", children: there });
        const edits = inserted.map((content): Edit => ({ kind: "insert", parent: 1, content }));
        const schema = known === null ? null : schemaOf(known);
        /** Ids of its type, and marks of supersession, are no content. */
        const wordsOf = ({ type, attributes, text }: Fact): string =>
          [
            ...Object.entries(attributes).flatMap(([name, value]) =>
              name === ATTRIBUTES[2] || known?.[type].includes(name as "ref") ? [] : [value],
            ),
            text,
          ].join(" ");
        const found = nearDuplicates(tree, edits, schema, { threshold, isGone: (node) => gone[node - 2]! });
        const expected = inserted.flatMap((content, edit) => {
          if (plainOf(wordsOf(content)) === "") return [];
          const candidates: readonly (Fact & { readonly key: number | null })[] = [
            ...there.map((each, i) => ({ ...each, key: tree.keyOf(i + 2) })).filter((_, i) => !gone[i]!),
            ...inserted.slice(0, edit).map((each) => ({ ...each, key: null })),
          ];
          return candidates
            .filter((each) => each.type === content.type && plainOf(wordsOf(each)) !== "")
            .map((each) => ({ edit, key: each.key, similarity: dice(wordsOf(each), wordsOf(content)) }))
            .filter(({ similarity }) => similarity >= threshold)
            .sort((a, b) => b.similarity - a.similarity)
            .slice(0, MAX_REPORTED);
        });
        const shown = ({ edit, similarity }: (typeof expected)[number]) => `${edit} ${similarity.toFixed(9)}`;
        expect(found.map(shown)).toEqual(expected.map(shown));
        // Of equally similar ones any five are reported.
        if (expected.length < MAX_REPORTED)
          expect(found.map(({ key }) => key).sort()).toEqual(expected.map(({ key }) => key).sort());
      },
    ),
    { numRuns: runs(1_000, 100) },
  );
});

test("law: the similarity of two texts is the same in both directions, and 1 only for equal ones", () => {
  const similarity = (there: string, inserted: string): number => {
    const tree = treeOf({ type: "Facts", children: [{ type: "Fact", text: there }] });
    const edit: Edit = { kind: "insert", parent: 1, content: { type: "Fact", text: inserted } };
    return nearDuplicates(tree, [edit], null, { threshold: 1e-9, isGone: () => false })[0]?.similarity ?? 0;
  };
  fc.assert(
    fc.property(said, said, (one, other) => {
      expect(similarity(one, other)).toBe(similarity(other, one));
      if (plainOf(one) !== "") expect(similarity(one, other) === 1).toBe(plainOf(one) === plainOf(other));
    }),
    { numRuns: runs(1_000, 110) },
  );
});
