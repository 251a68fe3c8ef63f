import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/readers";
import { compile, selectSegments } from "@semantic-xpath/runtime";
import { SegmentedTree, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OWN_TEXT } from "../../packages/runtime/src/execute/frame.js";
import { plainTree } from "../readers/trees.js";
import { runs } from "../support/runs.js";
import { keptBytes } from "../tree/segments/keptBytes.js";

const name = fc.constantFrom("Plan", "Day", "POI", "*", "_x", "__proto__", "constructor");
const bracket = fc.constantFrom(
  "",
  "",
  "",
  "[1]",
  "[2]",
  "[-1]",
  "[last()]",
  "[2:3]",
  "[1:2][-1]",
  "[$k]",
  "[:2]",
  "[-2:]",
);
const filter = fc.constantFrom(
  "[@Plan]",
  "[@x = 'a'][1]",
  "[POI]",
  "[count(*) > 1]",
  "[.//Day]",
  "[position() > 1]",
  "[text()]",
  "[..]",
  "[following-sibling::*]",
);
const step = fc.tuple(fc.constantFrom("/", "/", "//"), name, bracket).map((parts) => parts.join(""));
const tail = fc.constantFrom(
  "",
  "",
  "/@Plan",
  "/@_x",
  "/text()",
  "/..",
  "/Day/..",
  "/self::Day",
  "/descendant-or-self::POI",
);
const query = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 4 }), fc.option(filter), fc.option(step), tail)
  .map(([steps, condition, last, end]) => steps.join("") + (condition ?? "") + (last ?? "") + end);

describe("a structural query on segments", () => {
  it("gives what it gives on the whole tree, or nothing", () => {
    let answered = 0;
    fc.assert(
      fc.property(
        plainTree,
        query,
        fc.constantFrom(2, 5, 4096),
        fc.integer({ min: 1, max: 3 }),
        (plain, text, most, k) => {
          const compiled = compile(text).query;
          if (compiled === undefined) return;
          const { archive, keep } = keptBytes();
          const here = archive(most);
          const given = here.adopt(treeOf(plain)).withKeys(1).version;
          const params = compiled.plan.parameters.length > 0 ? { k } : {};
          const tree = given.toTree();
          const { ids, attributes } = compiled.select(tree, params);
          for (const version of [SegmentedTree.of(treeOf(plain), most), archive(most).open(keep(here, given))]) {
            const found = selectSegments(compiled, version, params);
            if (found === null) continue;
            answered++;
            expect([...found.ids]).toEqual([...ids]);
            const names = [...(attributes ?? [])].map((id) => (id === OWN_TEXT ? "text" : tree.attributeNames[id]));
            const { value } = found;
            if (ids.length > 0) expect(value === null).toBe(attributes === null);
            for (const each of names)
              expect(value).toEqual(
                each === "text"
                  ? expect.objectContaining({ kind: "Text" })
                  : expect.objectContaining({ kind: "Attribute", name: each }),
              );
          }
        },
      ),
      { numRuns: 2 * runs(800) },
    );
    expect(answered).toBeGreaterThan(runs(800) / 2);
  });

  const days = Array.from(
    { length: 800 },
    (_, i) => `<Day n="${i}"><POI name="a"/><POI name="b">text ${i}</POI></Day>`,
  );
  const { archive, keep } = keptBytes();
  const own = archive(16);
  const { version } = own.adopt(readXml(`<Plan>${days.join("")}</Plan>`)).withKeys(1);
  const reference = keep(own, version);

  it.each([
    ["/Plan/Day[400]/POI", 3],
    ["/Plan/Day[-1]/@n", 2],
    ["//POI[1001]/text()", 3],
    ["(//POI)[1001]", 3],
    ["//Day[20]/POI[@name = 'b']/text()", 3],
    ["/Plan/Day[100:104]/POI[text()][1]", 4],
    ["/Plan", 1],
    ["/Nothing//Day", 1],
  ])("%s opens at most %i segments", (text, most) => {
    const { query } = compile(text);
    const fresh = archive(16);
    const opened = fresh.open(reference);
    const found = selectSegments(query!, opened);
    expect([...found!.ids]).toEqual([...query!.select(version.toTree()).ids]);
    expect(fresh.opened).toBeLessThanOrEqual(most);
  });

  it.each([
    "//POI",
    "//POI[@name = 'b']",
    "/Plan/Day",
    "/Plan/Day[2]/following-sibling::Day[1]",
    "count(//POI)",
    "//Day[1] | //Day[2]",
    "/Plan/Day[@n = 3]",
  ])("%s is about the whole tree, and few segments are opened to know it", (text) => {
    const fresh = archive(16);
    expect(selectSegments(compile(text).query!, fresh.open(reference))).toBeNull();
    expect(fresh.opened).toBeLessThanOrEqual(17);
  });

  it("is not answered where other nodes decide how a value is read", () => {
    const tree = readXml('<R><A><B v="007"/></A><A><B v="12"/></A></R>');
    const select = (text: string) => selectSegments(compile(text).query!, SegmentedTree.of(tree));
    expect(select('/R/A[2]/B[@v < "5"]')).toBeNull();
    expect([...compile('/R/A[2]/B[@v < "5"]').query!.select(tree).ids]).toEqual([5]);
    expect([...select('/R/A[2]/B[@v = "b"]')!.ids]).toEqual([]);
  });

  it("is not answered where elements may be attributes to the schema, or arguments are missing", () => {
    const { schema } = parseSchema(
      JSON.stringify({
        root: "Plan",
        types: { Plan: { children: ["Day"] }, Day: { attributes: { POI: { element: true } }, children: [] } },
      }),
    );
    expect(schema).toBeDefined();
    const { query } = compile("/Plan/Day[2]", { schema: schema! });
    expect(selectSegments(query!, version)).toBeNull();
    expect(() => selectSegments(compile("/Plan/Day[$k]").query!, version)).toThrow("SXP4009");
  });
});
