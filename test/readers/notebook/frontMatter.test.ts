import { NO_SETTINGS, readFrontMatter } from "@semantic-xpath/readers/notebook";
import { describe, expect, it } from "vitest";

const mistakes = (text: string, isStrict = false): readonly (readonly [string, string])[] =>
  readFrontMatter(text, { isStrict }).diagnostics.map(({ code, span }) => [code, text.slice(span.start, span.end)]);

describe("front matter", () => {
  it("names data, schema and scorer", () => {
    expect(readFrontMatter("data: 'b c.xml'\nschema: s.json\nscorer: lexical")).toEqual({
      settings: { ...NO_SETTINGS, data: "b c.xml", schema: "s.json", scorer: "lexical" },
      diagnostics: [],
    });
  });
  it("names a memory and its task in place of data", () => {
    expect(readFrontMatter("memory: trips\ntask: acl").settings).toEqual({
      ...NO_SETTINGS,
      memory: "trips",
      task: "acl",
    });
  });
  it("may be empty, and have members of other programs", () => {
    for (const text of ["", "# nothing", "title: A guide\ntags: [a]", "constructor: 1\n__proto__: 2\ntoString: 3"])
      expect(readFrontMatter(text)).toEqual({ settings: NO_SETTINGS, diagnostics: [] });
  });
  it("of a notebook has no other members", () => {
    expect(mistakes("dta: a.xml\n__proto__: 1", true)).toEqual([
      ["SXP4101", "dta"],
      ["SXP4101", "__proto__"],
    ]);
    expect(readFrontMatter("dta: a.xml", { isStrict: true }).diagnostics[0]!.message).toContain('Did you mean "data"?');
  });
  it.each([
    ["data: {a: b}", "{a: b}"],
    ["data: []", "[]"],
    ["data: [a, b]", "[a, b]"],
    ["schema: [a]", "[a]"],
    ["scorer: ''", "''"],
    ["data: a.xml\nmemory: trips", "trips"],
    ["task: acl", "acl"],
    ["- data", "- data"],
    ["words", "words"],
  ])("%s does not fit", (text, place) => expect(mistakes(text)).toEqual([["SXP4102", place]]));
  it("reports what is no YAML, and keeps nothing of it", () => {
    expect(mistakes("data: [a.xml")[0]![0]).toBe("SXP4012");
    expect(readFrontMatter("data: a\n schema: b").settings).toEqual(NO_SETTINGS);
  });
});
