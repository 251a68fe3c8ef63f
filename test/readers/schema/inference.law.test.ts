import { parseSchema, printSchema, type Schema } from "@semantic-xpath/planner";
import { type Tree, TreeBuilder } from "@semantic-xpath/tree";
import fc from "fast-check";
import { expect, it } from "vitest";
import { diffSchemas } from "../../../packages/readers/src/schema/diffSchemas.js";
import { editSchemaText } from "../../../packages/readers/src/schema/editSchemaText.js";
import { inferSchema, SchemaInference } from "../../../packages/readers/src/schema/inferSchema.js";
import { withOneId } from "../../../packages/readers/src/schema/join.js";
import { mergeSchema } from "../../../packages/readers/src/schema/mergeSchema.js";
import { validate } from "../../../packages/readers/src/schema/validate.js";
import { runs } from "../../support/runs.js";
import { type Plain, plainTree } from "../trees.js";

const VALUES = [
  "1",
  "2.5",
  "true",
  "2026-03-14",
  "2026-03-14T09:30",
  "CAD 38",
  "€12",
  "12 km",
  "9:00 AM",
  "a",
  "b",
  "c",
  "1 h 20 min",
  "",
  "T1",
];

/** Trees with few names, so that two of them say something of the same types. */
const ofFewNames: fc.Arbitrary<Plain> = fc.letrec<{ node: Plain }>((tie) => ({
  node: fc.record(
    {
      type: fc.constantFrom("a", "b", "c", "constructor"),
      attributes: fc.dictionary(fc.constantFrom("x", "y", "id"), fc.constantFrom(...VALUES), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      text: fc.constantFrom("", "", "1", "a word"),
      children: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constant<Plain[]>([]),
        fc.array(tie("node"), { maxLength: 4 }),
      ),
    },
    { noNullPrototype: true },
  ),
})).node;

const trees = fc.oneof(ofFewNames, plainTree).map(treeOf);

function treeOf(plain: Plain): Tree {
  const builder = new TreeBuilder({ format: "object", spans: false });
  const add = ({ type, attributes, text, children }: Plain): void => {
    builder.open(type, 0);
    for (const [name, value] of Object.entries(attributes)) builder.attribute(name, value);
    builder.addText(text);
    for (const child of children) add(child);
    builder.close(0);
  };
  add(plain);
  return builder.finish();
}

/** A schema that is not right for any tree: inferred from one, and changed here and there as people do. */
const written: fc.Arbitrary<Schema> = fc
  .tuple(trees, fc.boolean(), fc.infiniteStream(fc.nat(7)))
  .map(([tree, fields, picks]) => {
    const next = (): number => picks.next().value as number;
    const schema = inferSchema(tree, { fields });
    const types = Object.entries(schema.types).map(([name, type]) => {
      const attributes = Object.entries(type.attributes).map(([key, attribute]) => {
        const { values: _, ...rest } = attribute;
        const edited = [
          { ...attribute, documentation: "written" },
          { ...rest, type: "number" as const },
          { ...rest, type: "date" as const },
          { ...rest, type: "string" as const, values: ["a", "1"] },
          { ...rest, type: "id" as const },
          { ...rest, element: !Object.hasOwn(type.children, key) },
        ][next()];
        return [key, edited ?? attribute] as const;
      });
      const children = Object.entries(type.children).map(
        ([key, one]) => [key, [{ min: 2, max: 3 }, { min: 0 }][next()] ?? one] as const,
      );
      return [
        name,
        withOneId({ ...type, attributes: Object.fromEntries(attributes), children: Object.fromEntries(children) }),
      ] as const;
    });
    return { ...schema, types: Object.fromEntries(types) };
  });

/** What a schema is against. References may dangle in data, and be references all the same. */
const misfits = (tree: Tree, schema: Schema): string[] =>
  validate(tree, schema).flatMap(({ code, message }) => (/SXP402[56]/.test(code) ? [] : [message]));

const stubs = fc.constantFrom(undefined, "empty" as const, "examples" as const);

it("what is inferred from trees fits each of them, and is a schema file", () => {
  fc.assert(
    fc.property(fc.array(trees, { minLength: 1, maxLength: 3 }), fc.boolean(), stubs, (all, fields, stub) => {
      const schema = inferSchema(all, { fields, ...(stub && { stubs: stub }) });
      for (const tree of all) expect(misfits(tree, schema)).toEqual([]);
      const inference = new SchemaInference({ fields, ...(stub && { stubs: stub }) });
      for (const tree of all) inference.add(tree);
      expect(inference.schema()).toEqual(schema);
      const read = parseSchema(printSchema(schema));
      expect(read.diagnostics).toEqual([]);
      expect(diffSchemas(schema, read.schema!)).toEqual([]);
    }),
    { numRuns: runs(300, 70) },
  );
});

it.each([true, false])(
  "what is merged fits the trees, keeps what was written, and merges no further (expected: %s)",
  (isExpected) => {
    fc.assert(
      fc.property(
        written,
        fc.array(trees, { minLength: 1, maxLength: 2 }),
        fc.boolean(),
        stubs,
        (schema, all, fields, stub) => {
          const options = { fields, ...(stub && { stubs: stub }) };
          const inferred = (expected: Schema): Schema =>
            inferSchema(all, { ...options, ...(isExpected && { expected }) });
          const merged = mergeSchema(schema, inferred(schema));
          for (const tree of all) expect(misfits(tree, merged.schema)).toEqual([]);
          expect(parseSchema(printSchema(merged.schema)).diagnostics).toEqual([]);
          expect(Object.keys(merged.schema.types).slice(0, Object.keys(schema.types).length)).toEqual(
            Object.keys(schema.types),
          );
          for (const change of merged.changes) expect(change.kind === "removed" && change.path.length < 5).toBe(false);
          const edited = editSchemaText(printSchema(schema), merged.changes, merged.schema);
          expect(diffSchemas(parseSchema(edited).schema!, merged.schema)).toEqual([]);
          const again = mergeSchema(merged.schema, inferred(merged.schema));
          expect(again.changes).toEqual([]);
        },
      ),
      { numRuns: runs(300, 40) },
    );
  },
);

it("a schema does not differ from itself, and every difference is found from either side", () => {
  fc.assert(
    fc.property(written, written, (a, b) => {
      expect(diffSchemas(a, structuredClone(a))).toEqual([]);
      const options = { renames: false };
      const paths = (before: Schema, after: Schema) =>
        diffSchemas(before, after, options)
          .map(({ path }) => path.join("/"))
          .sort();
      expect(paths(a, b)).toEqual(paths(b, a));
      expect(diffSchemas(a, b).length === 0).toBe(paths(a, b).length === 0);
    }),
    { numRuns: runs(300, 135) },
  );
});
