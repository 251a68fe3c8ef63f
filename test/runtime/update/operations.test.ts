import { parse, print } from "@semantic-xpath/parser";
import {
  compileUpdate,
  type Operation,
  type OperationNode,
  operationsOf,
  operationsSchema,
  parseOperations,
  READ_LIMITS,
  updateOf,
} from "@semantic-xpath/runtime";
import Ajv from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryUpdate } from "../../parser/arbitraryUpdate.js";
import { withoutSpans } from "../../parser/expectTree.js";
import { runs } from "../../support/runs.js";
import { trip } from "./trip.js";

const isValid = new Ajv({ strict: false }).compile(operationsSchema());
const operations = (text: string) => operationsOf(parse(text).ast.update!);

describe("one model", () => {
  test("text, tree and JSON say the same", () => {
    fc.assert(
      fc.property(arbitraryUpdate, (update) => {
        const data = operationsOf(update);
        expect(isValid(data), JSON.stringify(isValid.errors)).toBe(true);
        expect(parseOperations(JSON.parse(JSON.stringify(data)))).toEqual(data);
        const back = updateOf(data);
        expect(back.diagnostics, back.text).toEqual([]);
        expect(back.text).toBe(print(update));
        expect(operationsOf(back.update)).toEqual(data);
        expect(withoutSpans(back.update)).toEqual(withoutSpans(update));
      }),
      { numRuns: runs(500, 50) },
    );
  });

  test.each<[string, Operation]>([
    ["delete node #17", { op: "delete", target: { key: 17 } }],
    [
      "insert node #3@2 before $n",
      { op: "insert", content: { copy: { key: 3, version: 2 } }, position: "before", target: { param: "n" } },
    ],
    [
      "insert node <POI name='{$n}'>a <b/></POI> into //Day[1]",
      {
        op: "insert",
        content: {
          type: "POI",
          attributes: { name: [{ value: "$n" }] },
          children: [{ type: "b" }],
          content: ["a ", 0],
        },
        target: "//Day[1]",
      },
    ],
    ["insert node attribute due {3} into //a", { op: "setAttribute", target: "//a", name: "due", value: 3 }],
    ["replace value of node //a/@b with 1.50", { op: "replaceValue", target: "//a/@b", value: { value: "1.50" } }],
    ["move node //a into //b", { op: "move", target: "//a", destination: "//b" }],
  ])("%s", (text, operation) => {
    expect(operations(text)).toEqual([operation]);
    expect(operations(updateOf([operation]).text)).toEqual([operation]);
  });
});

describe("a query in JSON", () => {
  test.each(["//a, delete node //b", "//a) into (//b", "//a | //b", "1 + 2", "//a into //b", "//a[", ""])(
    "can't say anything but one path: %s",
    (target) => {
      const { update, diagnostics } = compileUpdate([{ op: "delete", target }]);
      expect(update).toBeUndefined();
      expect(diagnostics.length).toBeGreaterThan(0);
    },
  );
  test("nor a value anything but a value", () => {
    const value = { value: "1, delete node //b" };
    expect(compileUpdate([{ op: "replaceValue", target: "//a", value }]).update).toBeUndefined();
  });
});

test("operations run as their text does", async () => {
  const { update } = compileUpdate([
    { op: "insert", content: { type: "POI", attributes: { name: "Cafe" }, text: "{no} <tag>" }, target: { key: 2 } },
  ]);
  expect(update!.text).toBe('insert node <POI name="Cafe">{{no}} &lt;tag></POI> into #2');
  expect((await update!.pending(trip)).edits).toEqual([
    {
      kind: "insert",
      content: { type: "POI", attributes: { name: "Cafe" }, text: "{no} <tag>" },
      parent: 2,
      before: null,
    },
  ]);
});

describe("what is no list of operations", () => {
  test.each<[unknown, string]>([
    [{}, "Operations must be a list"],
    [[null], 'In operation 1 "op" must be one of insert, delete'],
    [[{ op: "constructor" }], '"op" must be one of'],
    [[{ op: "delete" }], 'In operation 1 "target" must be a query, { "key": … } or { "param": … }'],
    [[{ op: "delete", target: 3 }], '"target" must be a query, { "key": … } or { "param": … }'],
    [[{ op: "delete", target: { key: -1 } }], '"target.key" must be a number from 1'],
    [[{ op: "delete", target: "//a", force: true }], '"operation" has no member "force"'],
    [
      [{ op: "insert", target: "//a", content: { type: "a", attributes: { b: 3 } } }],
      '"content.attributes.b" must be a text, or a list of its parts',
    ],
    [
      [{ op: "insert", target: "//a", content: { type: "a", children: [{}] } }],
      '"content.children[0].type" must be a text',
    ],
    [[{ op: "insert", target: "//a", content: "x" }], '"content" must be a node, { "copy": … } or { "param": … }'],
    [
      [{ op: "insert", target: "//a", content: { type: "a", attributes: JSON.parse('{"__proto__":3}') } }],
      '"content.attributes.__proto__" must be a text',
    ],
    [[{ op: "delete", target: { param: "a", value: 1 } }], '"target" has no member "value"'],
  ])("%j", (value, message) => {
    expect(() => parseOperations(value)).toThrow(RangeError);
    expect(() => parseOperations(value)).toThrow(message);
    if (Array.isArray(value)) expect(isValid(value)).toBe(false);
  });
});

test("JSON that is nested deeper than any tree is refused", () => {
  const nested = (levels: number): Operation[] => {
    let content: OperationNode = { type: "a" };
    for (let i = 0; i < levels; i++) content = { type: "a", children: [content] };
    return [{ op: "insert", target: "//a", content }];
  };
  // Each level is an object in a list.
  const deepest = READ_LIMITS.maxDepth / 2 - 1;
  expect(parseOperations(nested(deepest))).toHaveLength(1);
  const message = `In operation 1 nodes are nested deeper than ${READ_LIMITS.maxDepth} levels`;
  for (const levels of [deepest + 1, 50_000]) expect(() => parseOperations(nested(levels))).toThrow(message);
});

test.each<[unknown, readonly unknown[]]>([
  [["x", 3], []],
  [[0, "x", 0], [{ type: "b" }]],
  [["x"], [{ type: "lost" }]],
  [[], [{ type: "lost" }]],
])("content %j that does not place each of its children %j once is none", (content, children) => {
  const node = { type: "a", children, content };
  const message = 'In operation 1 "content.content" must be texts and, in order, the place of each child';
  expect(() => parseOperations([{ op: "insert", target: "//a", content: node }])).toThrow(message);
});
