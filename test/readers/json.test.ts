import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonOptions, readJson } from "../../packages/readers/src/json.js";
import { ReadError } from "../../packages/tree/src/failure.js";
import { runs } from "../support/runs.js";
import { line, plainOf, plainTree } from "./trees.js";

describe("mapping", () => {
  it.each<[string, string, JsonOptions?]>([
    ['{"type":"Plan","title":"x"}', "Plan(title=x)"],
    ['{"title":"x","type":"Plan"}', "Plan(title=x)"],
    ['{"title":"x"}', "root(title=x)"],
    ['{"title":"x"}', "Plan(title=x)", { rootType: "Plan" }],
    ['{"n":1.50,"b":true,"z":null,"e":1E3}', "root(n=1.50 b=true e=1E3)"],
    ['{"id":12345678901234567890}', "root(id=12345678901234567890)"],
    ['{"type":7}', "root(type=7)"],
    ['{"kind":"Plan","type":"x"}', "Plan(type=x)", { typeKey: "kind" }],
    ['{"type":"x"}', "root(type=x)", { typeKey: null }],
    ['{"Plan":{"a":"1"}}', "Plan(a=1)"],
    ['{"x":null,"Plan":{"a":"1"},"y":null}', "Plan(a=1)"],
    ['{"Plan":{"type":"Trip"}}', "Trip"],
    ['{"Plan":{},"b":"1"}', "root(b=1){Plan}"],
    ['{"b":"1","Plan":{}}', "root(b=1){Plan}"],
    ['{"Plan":{},"type":"Trip"}', "Trip{Plan}"],
    ['{"Plan":{"Day":{}},"Plan2":{}}', "root{Plan{Day} Plan2}"],
    ['{"Plan":{},"Plan2":[1]}', "root{Plan Plan2'1'}"],
    ['{"Plan":[]}', "root"],
    ["{}", "root"],
    ['{"a":{"b":{"c":"1"}},"d":"2"}', "root(d=2){a{b(c=1)}}"],
    [
      '{"a":"1","day":[{"n":1},{"type":"Day","n":2},"x",3,true,null]}',
      "root(a=1){day(n=1) Day(n=2) day'x' day'3' day'true'}",
    ],
    ['{"type":"P","children":[{"type":"Day"},{"n":1},"x"]}', "P{Day item(n=1) item'x'}"],
    ['{"type":"P","kids":[{}]}', "P{entry}", { childrenKey: "kids", itemType: "entry" }],
    ['{"type":"P","text":" a  b "}', "P'a b'"],
    ['{"type":"P","text":1}', "P(text=1)"],
    ['{"m":[[1,2],[[3]]]}', "root{m{item'1' item'2'} m{item{item'3'}}}"],
    ['[{"type":"Day"},1]', "root{Day item'1'}"],
    ['"x"', "root'x'"],
    ["null", "root"],
    ['{"__proto__":{"constructor":"1"},"toString":"2"}', "root(toString=2){__proto__(constructor=1)}"],
    ['{"type":"__proto__","__proto__":"1"}', "__proto__(__proto__=1)"],
    ['{"#document":{"#document":{}}}', "#document{#document}"],
    ['{"a":"1","a":"2"}', "root(a=2)"],
  ])("%s is %s", (json, expected, options = {}) => {
    expect(line(readJson(json, options))).toBe(expected);
    const hasOddNumber = /1\.50|1E3|123456789012/.test(json);
    if (!hasOddNumber && JSON.parse(json) !== null && typeof JSON.parse(json) === "object") {
      expect(line(readJson(JSON.parse(json), options))).toBe(expected);
    }
  });

  it.each([
    [
      '{"a":"x","n":1,"o":{"type":"T"},"l":[1,[2],null],"z":null}',
      "root(a=x){a'x' n'1' o(type=T){type'T'} l{item'1' item{item'2'} item} z}",
    ],
    ['{"Plan":{}}', "root{Plan}"],
    ['["x"]', "root{item'x'}"],
  ])("every member a node: %s", (json, expected) => {
    expect(line(readJson(json, { membersAsNodes: true }))).toBe(expected);
    expect(line(readJson(JSON.parse(json), { membersAsNodes: true }))).toBe(expected);
  });

  it("names no type that no node has", () => {
    const tree = readJson('{"Plan":{"type":"Trip","Day":[{"type":"Rest"}]},"x":1}');
    expect(tree.typeNames).toEqual(["#document", "Rest", "Trip", "root"]);
  });

  it("reads parsed values as JSON.stringify would write them", () => {
    const value = { d: new Date(0), u: undefined, f: () => 1, n: Number.NaN, b: 10n, l: [undefined, { x: 1 }] };
    expect(line(readJson(value))).toBe("root(d=1970-01-01T00:00:00.000Z b=10){l(x=1)}");
    expect(readJson(value).source).toEqual({ format: "json", spans: false });
  });
});

describe("spans", () => {
  it("are those of the values", () => {
    const json = '\uFEFF {"Plan": {"Day": [{"n": 1}, "x😀", [2]], "type": "P"}} ';
    const tree = readJson(json);
    const sources = [1, 2, 3, 4, 5].map((node) => json.slice(tree.spanStart![node], tree.spanEnd![node]));
    expect(sources).toEqual(['{"Day": [{"n": 1}, "x😀", [2]], "type": "P"}', '{"n": 1}', '"x😀"', "[2]", "2"]);
  });
});

function failure(json: string) {
  try {
    readJson(json);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return `${error.message.replace("SXP4007: The JSON can't be read: ", "")} ${json.slice(error.span.start, error.span.end)}`;
  }
  return "read";
}

describe("mistakes have one sentence and a place", () => {
  it.each([
    ["", "it is empty. "],
    [" \n", "it is empty. \n"],
    ['{"a":1', "it ends too early. 1"],
    ['{"a"', 'it ends too early. "'],
    ['{"a":}', 'a value is missing before "}". }'],
    ['{"a" 1}', '":" is missing after a property name. 1'],
    ['{"a":1,}', 'a comma is not allowed before "}". }'],
    ["[1,]", 'a comma is not allowed before "]". ]'],
    ["[,1]", 'a value is missing before ",". ,'],
    ["[1 2]", 'a comma or "]" is missing here. 2'],
    ['{"a":1 "b":2}', 'a comma or "}" is missing here. "b"'],
    ["[1}", 'a comma or "]" is missing here. }'],
    ["{a:1}", "a property name must be in double quotes. a"],
    ["['a']", "a string must be in double quotes. 'a'"],
    ["[NaN]", '"NaN" is no value. NaN'],
    ["[01]", 'a comma or "]" is missing here. 1'],
    ["[1.]", "the number is not complete. 1."],
    ["[-]", '"-" is no value. -'],
    ['["a\nb"]', 'the string is not closed. "a'],
    ['["a', 'the string is not closed. "a'],
    ['["\\x"]', 'the string has an unknown escape. "\\x"'],
    ['["\\u12"]', 'in the string, "\\u" must be followed by four hexadecimal digits. "\\u12"'],
    ['["\u0001"]', 'the string has a control character; write it as an escape. "\u0001"'],
    ["[1] // x", "comments are not allowed. // x"],
    ["[/* x", "comments are not allowed. /* x"],
    [
      "[1] [2]",
      "there is more after its end: several values go into one list, or each into a line of its own, as JSON Lines. [",
    ],
    ["\u0000", '"\u0000" is no value. \u0000'],
  ])("%j", (json, expected) => expect(failure(json)).toBe(expected));
});

describe("laws", () => {
  it("text and parsed value give the same tree", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, membersAsNodes) => {
        fc.pre(typeof value === "object" && value !== null);
        const json = JSON.stringify(value);
        const parsed = JSON.parse(json) as object;
        expect(plainOf(readJson(json, { membersAsNodes }))).toEqual(plainOf(readJson(parsed, { membersAsNodes })));
      }),
    );
  });

  it("what JSON.parse reads is read, all else is refused at a place within the text", () => {
    const scrap = fc.constantFrom(
      ..."{}[],:\"'\\/0-.eE \n\t\u0000\u00a0\ufeff",
      "null",
      "true",
      "//",
      "/*",
      "\\u",
      "\ud800",
      "__proto__",
    );
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 4 }), scrap);
    fc.assert(
      fc.property(fc.json(), fc.array(edit, { maxLength: 3 }), (json, edits) => {
        let text = json;
        for (const [at, length, put] of edits) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + put + text.slice(from + length);
        }
        fc.pre(!text.startsWith("\ufeff"));
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        try {
          readJson(text);
          expect(isJson).toBe(true);
        } catch (error) {
          if (!(error instanceof ReadError)) throw error;
          expect(isJson).toBe(false);
          expect(error.code).toBe("SXP4007");
          expect(error.span.start).toBeGreaterThanOrEqual(0);
          expect(error.span.end).toBeLessThanOrEqual(text.length);
          if (text !== "") expect(error.span.start).toBeLessThan(error.span.end);
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it("spans are values of their own", () => {
    fc.assert(
      fc.property(plainTree, (plain) => {
        const json = JSON.stringify(plain, null, 1);
        const tree = readJson(json, { attributesKey: "attributes" });
        expect(plainOf(tree)).toEqual(plain);
        for (let node = 1; node <= tree.size; node++) {
          const source = json.slice(tree.spanStart![node], tree.spanEnd![node]);
          expect(plainOf(readJson(source, { attributesKey: "attributes" }))).toEqual(plainOf(tree, node));
        }
      }),
    );
  });
});
