import type { Axis } from "@semantic-xpath/parser";
import { nodesOnAxis, parseSchema, schemaTypes } from "@semantic-xpath/planner";
import { describe, expect, test } from "vitest";
import { shortestStep } from "../../../packages/planner/src/schema/shortestPath.js";

const { schema } = parseSchema(`{
  "version": 1, "roots": ["Book"],
  "types": {
    "Book": { "children": { "Title": { "max": 1 }, "Part": {} } },
    "Part": { "children": { "Title": { "max": 1 }, "Section": {} } },
    "Section": { "children": { "Section": {}, "Figure": { "max": 1 } } },
    "Title": { "text": true },
    "Figure": {}
  }
}`);
const types = schemaTypes(schema!);
const only = (name: string) => types.singletons[types.ids.get(name)!]!;

describe("nodesOnAxis", () => {
  test.each<[string, Axis, string]>([
    ["Book", "child", "Part Title"],
    ["Book", "descendant", "Figure Part Section Title"],
    ["Section", "descendant-or-self", "Figure Section"],
    ["Section", "parent", "Part Section"],
    ["Title", "parent", "Book Part"],
    ["Book", "parent", "/"],
    ["Figure", "ancestor", "/ Book Part Section"],
    ["Figure", "ancestor-or-self", "/ Book Figure Part Section"],
    ["Part", "following-sibling", "Part Title"],
    ["Title", "preceding-sibling", "Part Section"],
    ["Figure", "following-sibling", "Section"],
    ["Book", "following", ""],
    ["Title", "following", "Figure Part Section Title"],
    ["Figure", "following", "Figure Part Section Title"],
    ["Part", "self", "Part"],
  ])("%s/%s is %s", (name, axis, expected) => {
    const { names, document } = nodesOnAxis(types, only(name), axis);
    expect([...(document ? ["/"] : []), ...names].join(" ")).toBe(expected);
  });

  test("the document has the root below it and nothing else", () => {
    expect(nodesOnAxis(types, types.start, "child").names).toEqual(["Book"]);
    expect(nodesOnAxis(types, types.start, "following-sibling")).toMatchObject({ names: [], document: false });
    expect(nodesOnAxis(types, types.start, "descendant-or-self").document).toBe(true);
  });

  test("equal sets are one object", () => {
    expect(nodesOnAxis(types, only("Part"), "self")).toBe(only("Part"));
    expect(schemaTypes(schema!)).toBe(types);
  });
});

test.each([
  ["Book", "Figure", "/Part/Section/Figure"],
  ["Figure", "Book", "/ancestor::Book"],
  ["Title", "Section", "/../Section"],
  ["Figure", "Title", null],
])("the shortest step from %s to %s is %s", (from, to, expected) =>
  expect(shortestStep(types, only(from), types.ids.get(to)!)).toBe(expected),
);
