import { compile, type Match, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

/** Attributes and own texts as context items, language-7-notes.md 12 and 13. */
const tree = readXml(`<Trip>
  <Day id="one"><POI id="a" cost="89" name="bar">noon</POI><POI id="b" cost="9" name="sea">noon bar</POI></Day>
  <Day id="two"><POI id="c" cost="47" name="barge"/><POI id="d" name="zoo"/><POI id="e" cost="60" name="bar"/></Day>
</Trip>`);

const told = ({ value, path }: Match): string => (/\/(?:@\w+|text\(\))$/.test(path) ? value! : path);
const found = async (text: string, options = {}) => {
  const { query, diagnostics } = compile(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return (await query!.run(tree, options)).matches.map(told);
};
const reported = (text: string) => compile(text).diagnostics.map(({ code, message }) => `${code} ${message}`);
const fixed = (text: string) =>
  compile(text).diagnostics.flatMap(({ fixes }) =>
    fixes.map(({ edits }) =>
      edits.reduceRight((now, { span, newText }) => now.slice(0, span.start) + newText + now.slice(span.end), text),
    ),
  );

describe("after a group of attributes, a bracket sees the value", () => {
  it.each<[string, string[]]>([
    ["(//POI/@cost)[. > 50]", ["89", "60"]],
    ["(//POI/@cost)[order by . descending][1:3]", ["89", "60", "47"]],
    ["(//POI/@cost)[. > 20][order by .][-1]", ["89"]],
    ['(//POI/@name)[. = "bar"]', ["bar", "bar"]],
    ['(//POI/@name)[contains(., "ar")][2]', ["barge"]],
    ["(//POI/@name)[string-length() > 3]", ["barge"]],
    ["(//POI/@cost)[. + 1 = 10]", ["9"]],
    ['(//POI/@cost)[name() = "cost"][2]', ["9"]],
    ["(//POI/@cost)[. = max(root()//POI/@cost)]", ["89"]],
    ["(//POI/@cost)[position() > 2]", ["47", "60"]],
    ['(//POI/@cost)[some $x in /.. satisfies $x/@name = "bar"]', ["89", "60"]],
    ['(//POI/@cost)[/../@name = "bar"]', ["89", "60"]],
    ['(//POI/@cost)[/../../@id = "two"]', ["47", "60"]],
    ["(//POI/@cost)[count(/../..//POI) = 2]", ["89", "9"]],
    ['(//POI/text())[. = "noon"]', ["noon"]],
    ['(//POI/text())[contains(., "bar")]', ["noon bar"]],
    ["((//POI/@cost)[. > 40])[order by .][1]", ["47"]],
  ])("%s", async (text, values) => expect(await found(text)).toEqual(values));

  it("and relevance is that of the value alone", async () => {
    const scored: string[] = [];
    const scorer = {
      id: "seen",
      cost: "cheap" as const,
      score: async (texts: readonly string[]) => {
        scored.push(...texts);
        return Float32Array.from(texts, (text) => (text === "bar" ? 1 : 0.5));
      },
    };
    expect(await found('(//POI/@name)[. =~ "bar"][1:3]', { scorer })).toEqual(["bar", "bar", "sea"]);
    expect(scored.sort()).toEqual(["bar", "barge", "sea", "zoo"]);
  });
});

describe("`/..` leads to the nodes that have the values, each once, in document order", () => {
  it.each<[string, string[]]>([
    ["(//POI/@cost)[. > 50]/..", ["/Trip/Day[1]/POI[1]", "/Trip/Day[2]/POI[3]"]],
    ["(//POI/@cost)[. > 50]/../@name", ["bar", "bar"]],
    ["(//POI/@cost)[order by .]/../..", ["/Trip/Day[1]", "/Trip/Day[2]"]],
    ["(//POI/@cost)[. > 50]/../../POI[1]/@id", ["a", "c"]],
    ["(//POI/text())/..", ["/Trip/Day[1]/POI[1]", "/Trip/Day[1]/POI[2]"]],
  ])("%s", async (text, paths) => expect(await found(text)).toEqual(paths));

  it("of what a quantifier has bound, too", async () =>
    expect(await found('//Day[some $x in /POI/@cost satisfies $x/../@name = "sea"]/@id')).toEqual(["one"]));
});

describe("what reads a node where a value is, is an error", () => {
  it.each<[string, string, string[]]>([
    [
      "(//POI/@cost)[@name = 1]",
      'SXP2019 "@name" is of a node, and these are values: after "(…/@cost)" "." is the value, and "/.." leads to its node.',
      ["(//POI/@cost)[/../@name = 1]"],
    ],
    [
      "(//POI/@cost)[text() = 1]",
      'SXP2019 "text()" is of a node, and these are values: after "(…/@cost)" "." is the value, and "/.." leads to its node.',
      ["(//POI/@cost)[. = 1]"],
    ],
    [
      '(//POI/text())[node =~ "x"]',
      'SXP2019 "node" is of a node, and these are values: after "(…/text())" "." is the value, and "/.." leads to its node.',
      ['(//POI/text())[. =~ "x"]'],
    ],
    [
      "(//POI/@cost)[exists(/B)]",
      'SXP2019 "/B" is of a node, and these are values: after "(…/@cost)" "." is the value, and "/.." leads to its node.',
      ["(//POI/@cost)[exists(/../B)]"],
    ],
    [
      "(//POI/@cost)/B",
      'SXP2019 "/B" is of a node, and these are values: after "(…/@cost)" "." is the value, and "/.." leads to its node.',
      ["(//POI/@cost)/../B"],
    ],
    [
      "(//POI/@cost)[1][@+1]",
      'SXP2019 "[@+1]" is of a node, and these are values: after "(…/@cost)" "." is the value, and "/.." leads to its node.',
      [],
    ],
  ])("%s", (text, message, fixes) => {
    expect(reported(text)).toContain(message);
    expect(fixed(text)).toEqual(expect.arrayContaining(fixes));
  });

  it("items of several kinds take positions only", async () => {
    const message =
      "SXP2020 Nodes, texts and values of several attributes in one set take positions only. Put conditions, orders and steps on each part of the set.";
    expect(reported("(//POI | //POI/@cost)[. > 3]")).toEqual([message]);
    expect(reported("(//POI/@id | //POI/@cost)[order by .]")).toEqual([message]);
    expect(reported("(//POI | //POI/@cost)/..")).toEqual([message]);
    expect(await found("(//POI/@cost | //Day/@id)[2]")).toEqual(["89"]);
  });
});
