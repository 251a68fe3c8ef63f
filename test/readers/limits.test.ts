import { constants } from "node:buffer";
import { compile } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { readJson } from "../../packages/readers/src/json.js";
import { readTree } from "../../packages/readers/src/readTree.js";
import { readXml } from "../../packages/readers/src/xml.js";
import { READ_LIMITS, type ReadLimits } from "../../packages/tree/src/limits.js";
import { streamOf } from "./trees.js";

const XML = '<a x="12345"><b><c>678 </c></b><d/></a>';
const JSON_TEXT = '{"type":"a","x":"12345","b":{"c":["678"]},"d":{}}';
/** The longest names: of a type, and of an attribute. */
const NAMED = ['<a><bcd/><b efg="1"/></a>', '{"type":"a","bcd":{},"b":{"efg":"1"}}'] as const;

const BOUNDS: [keyof ReadLimits, number, string][] = [
  ["maxNodes", 4, 'More than 3 nodes. Raise the option "limits.maxNodes" if this is intended.'],
  ["maxDepth", 3, 'More than 2 levels of nesting. Raise the option "limits.maxDepth" if this is intended.'],
  ["maxAttributeLength", 5, "More than 4 characters in an attribute value."],
  ["maxTextLength", 3, "More than 2 characters in the text of one node."],
];

describe.each(BOUNDS)("%s", (name, most, message) => {
  const refusal = expect.objectContaining({
    code: "SXP4003",
    message: expect.stringContaining(message) as string,
  }) as Error;
  it.each<[string, (limits: Partial<ReadLimits>) => unknown]>([
    ["XML", (limits) => readXml(XML, { limits })],
    ["JSON", (limits) => readJson(JSON_TEXT, { limits })],
    ["parsed JSON", (limits) => readJson(JSON.parse(JSON_TEXT) as object, { limits })],
    ["a node as an object", (limits) => readTree(JSON.parse(JSON.stringify(readXml(XML).root)) as object, { limits })],
  ])("of %s holds exactly", (_, read) => {
    expect(() => read({ [name]: most })).not.toThrow();
    expect(() => read({ [name]: most - 1 })).toThrow(refusal);
  });
  it("of a stream holds exactly", async () => {
    await readXml(streamOf([...XML]), { limits: { [name]: most } });
    await expect(readXml(streamOf([...XML]), { limits: { [name]: most - 1 } })).rejects.toEqual(refusal);
  });
});

describe("maxNameLength", () => {
  const refusal = expect.objectContaining({
    code: "SXP4003",
    message: expect.stringContaining(
      'More than 2 characters in a name. Raise the option "limits.maxNameLength"',
    ) as string,
  }) as Error;
  it.each([...NAMED, '{"type":"a","b":{"type":"bcd"}}', '{"type":"a","abc":"1"}', "<a><abc/></a>", '<a abc="1"/>'])(
    "holds exactly in %s",
    (text) => {
      expect(() => readTree(text, { limits: { maxNameLength: 3 } })).not.toThrow();
      expect(() => readTree(text, { limits: { maxNameLength: 2 } })).toThrow(refusal);
    },
  );
  it("leaves paths that are queries", () => {
    const longest = "n".repeat(READ_LIMITS.maxNameLength);
    const tree = readXml(`<${longest}><${longest}/></${longest}>`);
    expect(compile(tree.node(2).path).diagnostics).toEqual([]);
    expect(() => readXml(`<${longest}n/>`)).toThrow("limits.maxNameLength");
  });
});

it.each([Number.NaN, -1])("a limit of %s is refused, and switches nothing off", (limit) => {
  expect(() => readTree("<a/>", { limits: { maxNodes: limit } })).toThrow(
    new RangeError(`maxNodes must be a number from 0 up, not ${limit}`),
  );
});

describe("maxInputLength", () => {
  it("holds exactly", async () => {
    for (const [text, read] of [
      [XML, readXml],
      [JSON_TEXT, readJson],
    ] as const) {
      const bytes = new TextEncoder().encode(text);
      expect(() => read(text, { limits: { maxInputLength: text.length } })).not.toThrow();
      expect(() => read(bytes, { limits: { maxInputLength: text.length } })).not.toThrow();
      const limits = { maxInputLength: text.length - 1 };
      const refusal = expect.objectContaining({
        code: "SXP4003",
        span: { start: text.length - 1, end: text.length },
      }) as Error;
      expect(() => read(text, { limits })).toThrow(refusal);
      expect(() => read(bytes, { limits })).toThrow(refusal);
      await expect(readTree(streamOf([bytes]), { limits })).rejects.toEqual(refusal);
    }
  });
  it("counts the strings of a parsed value", () => {
    expect(() => readJson({ ab: "cde" }, { limits: { maxInputLength: 5 } })).not.toThrow();
    expect(() => readJson({ ab: "cdef" }, { limits: { maxInputLength: 5 } })).toThrow("limits.maxInputLength");
  });
  it("ends an endless stream", async () => {
    async function* endless() {
      for (yield "<a>"; ; ) yield "<!-- -->";
    }
    await expect(readXml(endless(), { limits: { maxInputLength: 10_000 } })).rejects.toMatchObject({ code: "SXP4003" });
  });
});

describe("hostile inputs", () => {
  it("a million levels are refused", () => {
    const n = 1_000_000;
    expect(() => readXml("<a>".repeat(n))).toThrow("limits.maxDepth");
    expect(() => readJson("[".repeat(n))).toThrow("limits.maxDepth");
    expect(() => readJson('{"a":'.repeat(n))).toThrow("limits.maxDepth");
    expect(() => readJson('{"a":['.repeat(n))).toThrow("limits.maxDepth");
    expect(() => readJson('{"a":'.repeat(n), { membersAsNodes: true })).toThrow("limits.maxDepth");
  });
  it("a hundred thousand levels are read where the limit allows it", () => {
    const n = 100_000;
    const limits = { maxDepth: n };
    expect(readXml("<a>".repeat(n) + "</a>".repeat(n), { limits }).size).toBe(n);
    expect(readJson("[".repeat(n) + "]".repeat(n), { limits }).size).toBe(n);
    expect(readJson(`${'{"a":'.repeat(n)}1${"}".repeat(n)}`, { limits }).size).toBe(n - 1);
  });
  it("a value that contains itself ends at the depth limit", () => {
    const loop: Record<string, unknown> = {};
    loop.again = [loop];
    const list: unknown[] = [];
    list.push(list);
    expect(() => readJson(loop)).toThrow("limits.maxDepth");
    expect(() => readJson(list)).toThrow("limits.maxDepth");
    expect(() => readTree({ type: "a", children: [loop] })).toThrow("limits.maxDepth");
  });
  it("indentation is not text, and text between many children is not quadratic", () => {
    const limits = { maxTextLength: 10 };
    expect(readXml(`<a>${`\n  ${" ".repeat(50)}<b/>`.repeat(20_000)}\n</a>`, { limits }).size).toBe(20_001);
    expect(readXml(`<a>${"x<b/>".repeat(200_000)}</a>`).root!.text).toHaveLength(399_999);
  });
  it("a huge attribute and a huge text are refused", () => {
    expect(() => readXml(`<a x="${"y".repeat(2 ** 20 + 1)}"/>`)).toThrow("limits.maxAttributeLength");
    expect(() => readXml(`<a>${"y".repeat(2 ** 20 + 1)}</a>`)).toThrow("limits.maxTextLength");
    expect(readXml(`<a x="${"y".repeat(2 ** 20)}">${"y".repeat(2 ** 20)}</a>`).size).toBe(1);
  });
});

it("no input within the default limit is longer than a string of this engine may be", () => {
  expect(READ_LIMITS.maxInputLength).toBeLessThanOrEqual(constants.MAX_STRING_LENGTH);
});
