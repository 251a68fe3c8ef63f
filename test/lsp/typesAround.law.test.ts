import { parse, walk } from "@semantic-xpath/parser";
import { parseSchema } from "@semantic-xpath/planner";
import fc from "fast-check";
import { expect, it } from "vitest";
import { typesAround, typesBefore } from "../../packages/lsp/src/features/types/typesOf.js";
import { checkAll, checkUpdates } from "../../packages/lsp/src/features/workspace/checkedQueries.js";
import { nodesAt, type View } from "../../packages/lsp/src/features/workspace/view.js";
import { runs } from "../support/runs.js";
import { generatedTexts } from "./generatedTexts.js";
import { exampleText } from "./kit.js";

const { schema } = parseSchema(exampleText("itinerary/itinerary.schema.json"));
const NAMES = ["Day", "POI", "Restaurant", "*", "..", "Nope"];

const bracket: fc.Arbitrary<string> = fc.constantFrom(
  ...['[name() = "POI"]', '[name() != "POI" and @nope = 1]', "[@+1]", "[2]", '[@city = "Nara"]', "[group by @city]"],
  ...[
    '[/POI[@name = "a"]/@nope = 3]',
    "[exists(//Day[@city]/*[@nope = 1])]",
    "[(some $x in /POI satisfies $x/@nope = 1)]",
    '[every $x in /POI[name() = "POI"], $y in $x/../*[@day] satisfies $y/*[@nope]/@day > $x/@day]',
    "[some $x in //Day[@city]/* satisfies exists(//Nope[$x/@a = @b])]",
  ],
  ...[
    "[count(/*/..[@nope]) > 1]",
    "[(/POI | /Restaurant)/@name = 1]",
    '[exists(/*[name() = "POI"][@nope]/../*[@day = 2])]',
  ],
);
const brackets = fc.array(bracket, { maxLength: 3 }).map((all) => all.join(""));
const step = fc
  .tuple(fc.constantFrom("/", "//"), fc.constantFrom(...NAMES), brackets)
  .map(([separator, name, tests]) => `${separator}${name}${name === ".." ? "" : tests}`);
const path = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join(""));
const text = fc.oneof(
  { weight: 4, arbitrary: path },
  fc.tuple(path, path, brackets, step).map(([one, other, tests, last]) => `(${one} | ${other})${tests}${last}`),
  path.map((one) => `count(${one}) + count(//Day[@nope]${one})`),
  fc
    .tuple(path, path)
    .map(([one, other]) => `delete node ${one}, insert node <POI name="{${one}[@nope]/@a}"/> into ${other}`),
  fc
    .tuple(path, path)
    .map(([one, other]) => `replace value of node ${one} with ${other}/@name, move node ${other} into ${one}`),
  generatedTexts(schema!),
);

it("law: the types around a node are those of the path to it by itself, whether the check of the query has them or not", () => {
  fc.assert(
    fc.property(text, (text) => {
      const { ast, diagnostics } = parse(text);
      fc.pre(diagnostics.every(({ severity }) => severity !== "error"));
      const queries = checkAll(ast, schema, schema);
      const updates = checkUpdates(ast, schema, schema);
      const view = { text, ast, known: schema, schema: { value: { schema } }, queries, updates } as unknown as View;
      const alone: View = { ...view, queries: [], updates: [] };
      walk(ast, ({ span }) => {
        const nodes = nodesAt(view, span.start);
        const at = text.slice(0, span.start);
        expect([at, typesAround(view, nodes)]).toEqual([at, typesAround(alone, nodes)]);
        expect([at, typesBefore(view, nodes)]).toEqual([at, typesBefore(alone, nodes)]);
      });
    }),
    { numRuns: runs(2000, 200) },
  );
});
