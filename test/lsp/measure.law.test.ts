import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { measure } from "../../packages/lsp/src/features/types/measure.js";
import { runs } from "../support/runs.js";

const TREE = '<Trip><Day n="1"><Stop cost="3"/></Day><Day n="2"><Stop cost="7"/><Note/></Day></Trip>';
const PATHS = ["//Stop", "//Halt", "//Stop/@cost", "//Note", "count(//Stop)", '//Day[node =~ "stop"]', "/Trip/Day[2]"];
const SCHEMAS = [
  null,
  { Trip: { children: { Day: {} } }, Day: { children: { Stop: {}, Note: {} } }, Stop: { aliases: ["Halt"] }, Note: {} },
  { Trip: { children: { Day: {} } }, Day: {} },
].map((types) => types && parseSchema(JSON.stringify({ version: 1, roots: ["Trip"], types })).schema);

it("law: what is kept of a measurement is of its path, its schema and its data: in any order it is what it is alone", async () => {
  const asked = fc.record({
    tree: fc.nat({ max: 1 }),
    schema: fc.nat({ max: SCHEMAS.length - 1 }),
    path: fc.constantFrom(...PATHS),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 2, maxLength: 8 }), async (all) => {
      const text = (tree: number) => readXml(tree === 0 ? TREE : TREE.replace("<Note/>", '<Stop cost="9"/>'));
      const trees = [text(0), text(1)];
      for (const { tree, schema, path } of all)
        expect(await measure(trees[tree]!, SCHEMAS[schema]!, path)).toEqual(
          await measure(text(tree), SCHEMAS[schema]!, path),
        );
    }),
    { numRuns: runs(200, 30) },
  );
});
