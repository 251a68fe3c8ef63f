import { parseSchema } from "@semantic-xpath/planner";
import { compile, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

/** `value operator literal` on one node: how both sides are read. */
const holds = async (value: string, comparison: string): Promise<boolean> => {
  const tree = readXml(`<A x="${value}"/>`);
  return (await compile(`/A[@x ${comparison}]`).query!.run(tree)).matches.length === 1;
};

describe("without a schema", () => {
  it.each<[string, string, boolean]>([
    ["4.5", "= 4.50", true],
    ["4.5", '= "4.50"', true],
    [" 7 ", "= 7", true],
    ["1e2", "= 100", true],
    ["-3", "< -2", true],
    ["10", '> "9"', true],
    ["ten", "= 10", false],
    ["ten", "!= 10", true],
    ["ten", "< 10", false],
    ["ten", ">= 10", false],
    ["", "= 0", false],
    ["", '= ""', true],
    ["true", "= true", true],
    ["1", "= true", true],
    ["0", "= true", false],
    ["0", "= false", true],
    ["yes", "= true", false],
    ["yes", "!= true", true],
    ["true", "< true", false],
    ["2026-05-01", '< "2026-06-01"', true],
    ["2026-05-01", '= "2026-05-01T00:00"', true],
    ["2026-05-01T10:00", '= "2026-05-01T10:00Z"', true],
    ["2026-05-01T12:00+02:00", '= "2026-05-01T10:00Z"', true],
    ["2026-02-30", '< "2026-06-01"', true],
    ["Ottawa", '< "ottawa"', true],
    ["Ottawa", '< "Toronto"', true],
    ["Ottawa", '= "ottawa"', false],
    ["9 lives", '> "10 lives"', true],
    ["2026-05-01", '= "2026"', false],
  ])("%s %s is %s", async (value, comparison, expected) => {
    expect(await holds(value, comparison)).toBe(expected);
  });
});

describe("an absent value", () => {
  it.each(["= 1", "!= 1", '= ""', '!= ""', "< 1", ">= 1", "= true", "!= true"])("does not satisfy %s", async (rest) => {
    const { matches } = await compile(`/A[@y ${rest}]`).query!.run(readXml("<A/>"));
    expect(matches).toEqual([]);
  });
  it("satisfies the negation of a comparison", async () => {
    expect((await compile("/A[not(@y = 1)]").query!.run(readXml("<A/>"))).matches).toHaveLength(1);
  });
});

describe("with a schema", () => {
  const { schema } = parseSchema(
    JSON.stringify({
      version: 1,
      roots: ["A"],
      types: {
        A: {
          attributes: {
            s: { type: "string" },
            n: { type: "number" },
            d: { type: "date" },
            b: { type: "boolean" },
          },
          children: {},
        },
      },
    }),
  );
  it.each<[string, string, boolean]>([
    ['s="07"', '@s = "7"', false],
    ['s="07"', '@s < "7"', true],
    ['n="07"', '@n = "7"', true],
    ['n="10"', '@n > "9"', true],
    ['n="x"', "@n != 1", true],
    ['d="2026-05-01"', '@d = "2026-05-01T00:00:00Z"', true],
    ['d="2026-05-02"', '@d > "2026-05-01T23:00"', true],
    ['b="1"', "@b = true", true],
    ['b="false"', "@b != true", true],
  ])("<A %s/> %s is %s", async (attributes, condition, expected) => {
    const { query } = compile(`/A[${condition}]`, { schema });
    expect((await query!.run(readXml(`<A ${attributes}/>`))).matches.length === 1).toBe(expected);
  });
});

describe("values that parameters give", () => {
  it.each<[string | number | boolean, boolean]>([
    [7, true],
    ["7", true],
    ["7.0", true],
    [8, false],
    ["seven", false],
    [true, false],
  ])("7 = %o is %s", async (v, expected) => {
    const { matches } = await compile("/A[@x = $v]").query!.run(readXml('<A x="7"/>'), { params: { v } });
    expect(matches.length === 1).toBe(expected);
  });
});
