import { applyEdits, type Diagnostic } from "@semantic-xpath/parser";
import { Collection, compile, type Match, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

/** Groups by key, records, sets as values and values computed for each node: docs/reference/language.md. */
const tree = readXml(`<Plan>
  <Bug id="b1" who="anna" hours="3" cat="ui">login fails<Note n="1">x</Note></Bug>
  <Bug id="b2" who="bob" hours="5" cat="db">slow</Bug>
  <Bug id="b3" who="anna" hours="2">crash</Bug>
  <Bug id="b4" hours="7" cat="ui">again<Note n="4">y</Note><Note n="5">z</Note></Bug>
  <Bug id="b5" who="" hours="1">typo</Bug>
  <row category="a" amount="EUR 3"/><row category="b" amount="EUR 4.50"/><row category="a" amount="EUR 2.00"/><row category="c" amount="EUR 3.00"/>
  <Line price="2" qty="3" ok="true"/><Line price="4" qty="1" ok="false"/><Line price="4" ok="n"/>
</Plan>`);

const told = (match: Match): unknown => {
  const { record, group, attribute, path } = match;
  if (record !== null) return { ...record };
  if (group !== null)
    return [
      { ...group.key },
      group.members.map((member) => (member.group === null ? member.node.attribute("id") : told(member))),
    ];
  return attribute?.value ?? path;
};
const run = async (text: string) => {
  const { query, diagnostics } = compile(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { matches, value } = await query!.run(tree);
  return value ?? matches.map(told);
};
const codes = (text: string): string[] => compile(text).diagnostics.map(({ code }) => code);

describe("groups", () => {
  it.each<[string, unknown[]]>([
    [
      "(//Bug)[group by @who]",
      [
        [{ who: "anna" }, ["b1", "b3"]],
        [{ who: "bob" }, ["b2"]],
        [{ who: "" }, ["b5"]],
        [{ who: null }, ["b4"]],
      ],
    ],
    ["(//Bug)[order by @hours descending][group by @who]/Bug[1]/@id", ["b1", "b2", "b4", "b5"]],
    ["(//Bug)[group by @who][order by count(/Bug) descending][1]/@who", ["anna"]],
    ["(//row)[group by @amount]/@amount", ["EUR 3", "EUR 4.50", "EUR 2.00"]],
    ["(//Bug)[group by @who]//Note/@n", ["1", "4", "5"]],
    ["(//Bug)[group by Note as n][@n]/@n", ["x", "y", "z"]],
    ["(//Bug)[group by count(/Note) as n][@n = 2]/*/@id", ["b4"]],
    ["(//Bug)[group by @who][group by count(/Bug) as n]/group[1]/Bug/@id", ["b1", "b2", "b3"]],
    ["(//Bug)[group by @who][group by count(/Bug) as n]/Bug", []],
    ["(//Bug)[group by @who]/..", []],
    ['((//Bug)[group by @who]/@who)[starts-with(., "b")]', ["bob"]],
    ["//Bug[count((/Note)[group by @n]) = 2]/@id", ["b4"]],
    ['/Plan[some $g in (/Bug)[group by @who] satisfies $g/@who = "bob"]/@id', []],
    ["//Bug[group by @cat][-1]", [[{ cat: null }, ["b3", "b5"]]]],
  ])("%s", async (text, expected) => expect(await run(text)).toEqual(expected));

  it("keys of a column that identifies something are compared as texts", async () => {
    const data = readXml('<R><P code="007"/><P code="7"/><P code="07"/><P code="7"/></R>');
    const { matches } = await compile("(//P)[group by @code]").query!.run(data);
    expect(matches.map(({ group }) => [group!.key.code, group!.members.length])).toEqual([
      ["007", 1],
      ["7", 2],
      ["07", 1],
    ]);
  });

  it("of a collection are those of each tree, in the order of their weights", async () => {
    const data = ["<R><T w='a'>far</T></R>", "<R><T w='b'>near</T><T w='c'>far</T></R>"].map((text) => readXml(text));
    const scorer = {
      id: "near",
      cost: "cheap" as const,
      score: async (texts: readonly string[]) => Float32Array.from(texts, (text) => (text === "near" ? 1 : 0.5)),
    };
    const collection = new Collection(data.map((each, i) => ({ name: `t${i}`, tree: each })));
    const { query } = compile('(//T[text() =~ "x"])[group by @w][max(/T)]');
    const { matches } = await query!.runAll(collection, { scorer });
    expect(matches.map(({ group, weight, source }) => [group!.key.w, weight, source])).toEqual([
      ["b", 1, "t1"],
      ["a", 0.25, "t0"],
      ["c", 0.25, "t1"],
    ]);
  });

  it("have no path, and are JSON with their members", async () => {
    const { matches } = await compile("(//Bug)[group by @who][2]").query!.run(tree);
    expect(matches[0]!.path).toBe("");
    expect(JSON.parse(JSON.stringify(matches[0]))).toMatchObject({
      key: { who: "bob" },
      weight: 1,
      members: [{ path: "/Plan/Bug[2]" }],
    });
  });

  it.each([
    ["(//Bug)[group by count(/x)]", "SXP1040"],
    ["(//Bug)[group by @a, @a]", "SXP1043"],
    ["(//Bug)[group by position() as p]", "SXP2035"],
    ["(//Bug)[group by @a = 1 as p]", "SXP2035"],
    ['(//Bug)[group by node =~ "x" as p]', "SXP2035"],
    ["(//Bug/@who)[group by . as w]", "SXP2035"],
    ['(//Bug)[group by @who][node =~ "x"]', "SXP2033"],
    ["(//Bug)[group by @who][. = 1]", "SXP2033"],
    ["(//Bug)[group by @who][@+1]", "SXP2033"],
    ["(//Bug)[group by @who]/text()", "SXP2033"],
    ["(//Bug)[group by @who]/ancestor::*", "SXP2033"],
    ["//Bug | (//Bug)[group by @who]", "SXP2033"],
    ["(//Bug)[group by @who] except //Bug", "SXP2033"],
    ["sum((//Bug)[group by @who])", "SXP2033"],
    ["(//Bug)[group by @who][@whom]", "SXP2034"],
    ["//Plan/Bug/Note[group by @n]", "SXP3016"],
  ])("%s is %s", (text, code) => expect(codes(text)).toContain(code));

  it.each([
    ["//Bug | (//Bug)[group by @who]", "(//Bug | (//Bug))[group by @who]"],
    ["(//Bug)[group by @who] except //Bug[1]", "((//Bug) except //Bug[1])[group by @who]"],
    ["(//Bug)[group by @who][@who][1] | //Note", "((//Bug) | //Note)[group by @who][@who][1]"],
    ["(//Bug)[group by @who][@+1]", "(//Bug)[group by @who]"],
    ["(//Bug)[group by @who]/text()", "(//Bug)[group by @who]/*/text()"],
    ["(//Bug)[group by @who]/ancestor::*", "(//Bug)[group by @who]/*/ancestor::*"],
  ])("the fix of %s is %s", (text, repaired) => {
    const [{ fixes }] = compile(text).diagnostics as [Diagnostic];
    expect(applyEdits(text, fixes[0]!.edits)).toBe(repaired);
    expect(codes(repaired)).toEqual([]);
  });
});

describe("records", () => {
  it.each<[string, unknown[]]>([
    [
      "(//row)[group by @category]/{ @category, total: sum(/row/@amount), all: /row/@amount }",
      [
        { category: "a", total: "EUR 5", all: ["EUR 3", "EUR 2.00"] },
        { category: "b", total: "EUR 4.50", all: ["EUR 4.50"] },
        { category: "c", total: "EUR 3", all: ["EUR 3.00"] },
      ],
    ],
    [
      '(//Bug)[4]/{ @id, @who, "first note": (/Note)[1]/@n, notes: /Note/{ @n, x: . }, twice: @hours * 2, late: @hours > 3, n:count(/Note), up: ../@id, place: position() }',
      [
        {
          id: "b4",
          who: null,
          "first note": 4,
          notes: [
            { n: 4, x: "y" },
            { n: 5, x: "z" },
          ],
          twice: 14,
          late: true,
          n: 2,
          up: null,
          place: 1,
        },
      ],
    ],
    [
      '//Line[@qty]/{ @ok, t: @price || "x" }',
      [
        { ok: "true", t: "2x" },
        { ok: "false", t: "4x" },
      ],
    ],
    [
      "/Plan/{ ids: /Bug/@id, none: /Nope/@x, one: distinct-values(/Bug/@cat) }",
      [{ ids: ["b1", "b2", "b3", "b4", "b5"], none: [], one: ["ui", "db"] }],
    ],
    [
      '/Plan/{ n: distinct-values(//Note/@n), twice: string-join(distinct-values(//Note/@n), "-") }',
      [{ n: [1, 4, 5], twice: "1-4-5" }],
    ],
    ["//Bug[1]/{ g: (/Note)[group by @n]/{ @n, c: count(/Note) } }", [{ g: [{ n: 1, c: 1 }] }]],
  ])("%s", async (text, expected) => expect(await run(text)).toEqual(expected));

  it.each([
    ["/{ @a }", "SXP1042"],
    ["//Bug//{ @a }", "SXP1042"],
    ["//Bug/{ @a }/Note", "SXP1042"],
    ["//Bug[/{ @a }]", "SXP1042"],
    ["count(//Bug/{ @a })", "SXP1042"],
    ["//Bug/{ @a } | //row", "SXP1042"],
    ["//Bug/{ a: /{ @b } }", "SXP1042"],
    ["//Bug/{}", "SXP1004"],
    ["//Bug/{ @a, }", "SXP1004"],
    ["//Bug/{ @a, a: 1 }", "SXP1043"],
    ["//Bug/{ date }", "SXP1041"],
    ["//Bug/{ m: (/Note)[group by @n] }", "SXP2036"],
  ])("%s is %s", (text, code) => expect(codes(text)).toContain(code));

  it("a field that is bare is one value", async () => {
    await expect(compile("//Bug/{ n: Note }").query!.run(tree)).rejects.toThrow(
      "must be one value, and it is 2 values",
    );
  });
});

describe("sets as values, and values computed for each node", () => {
  it.each<[string, unknown]>([
    ["sum(//Line/(@price * @qty))", 10],
    ["count(//Line/(@price * @qty))", 2],
    ["avg(/Plan/(sum(/Bug/@hours)))", 18],
    ["count(//Bug except //Bug[1])", 4],
    ["sum((//Bug)[order by @hours][1:2]/@hours)", 3],
    ["exists(//Bug intersect //row)", false],
    ["count(//Bug | //row)", 9],
    ["max((//Bug)[@cat]/@hours) + 1", 8],
    ['concat("a", "b") || "c"', "abc"],
  ])("%s is %j", async (text, expected) => expect(await run(text)).toEqual(expected));

  it.each([
    ["min(//Bug | //row/@amount)", "SXP2020"],
    ["//Line/(@price * @qty)", "SXP2037"],
    ["//Bug[@a = 1 || @b = 2]", "SXP1010"],
    ['//Bug[@a || @b =~ "x"]', "SXP1010"],
  ])("%s is %s", (text, code) => expect(codes(text)).toContain(code));
});
