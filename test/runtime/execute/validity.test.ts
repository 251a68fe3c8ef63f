import { parse, print } from "@semantic-xpath/parser";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";

/** `as of` and `validAt`: docs/reference/language.md#validity. */
const fact = {
  attributes: Object.fromEntries(
    ["id", "from", "to", "by", "status", "v"].map((name) => [name, { type: name === "id" ? "id" : "string" }]),
  ),
  children: { Note: {}, Fact: {} },
  text: true,
  validity: { from: "from", to: "to", by: "by", status: "status" },
};
const note = { attributes: { n: { type: "string" } }, text: true };
const { schema, diagnostics: problems } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Memory"],
    types: { Memory: { children: { Fact: {} } }, Fact: fact, Note: note },
  }),
);
const tree = readXml(`<Memory>
  <Fact id="f1" from="2024-01-01" to="2024-06-01" v="old">old<Note n="1">x</Note></Fact>
  <Fact id="f2" from="2024-06-01" v="new">new</Fact>
  <Fact id="f3" from="2024-02-01" by="f4" v="replaced"/>
  <Fact id="f4" from="2024-05-01" v="successor"/>
  <Fact id="f5" status="retracted" v="wrong"/>
  <Fact id="f6" v="ever"/>
  <Fact id="f7" by="f6" v="at once"/>
  <Fact id="f8" from="soon" to="later" v="unclear"/>
</Memory>`);

const run = async (
  text: string,
  options: Parameters<NonNullable<ReturnType<typeof compile>["query"]>["run"]>[1] = {},
) => {
  const { query, diagnostics } = compile(text, { schema });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return query!.run(tree, options);
};
const values = async (text: string, options = {}) => (await run(text, options)).matches.map(({ value }) => value);

it("the schema reads", () => expect(problems).toEqual([]));

describe("as of", () => {
  it.each<[string, string[]]>([
    ['as of "2024-03-01" //Fact/@v', ["old", "replaced", "ever", "unclear"]],
    ['as of "2024-06-01" //Fact/@v', ["new", "successor", "ever", "unclear"]],
    ['as of "2024-05-31" //Fact/@v', ["old", "successor", "ever", "unclear"]],
    ['as of "2023-01-01" //Fact/@v', ["ever", "unclear"]],
    ['as of "all" //Fact[1:2]/@v', ["old", "new"]],
    ['as of "2024-06-01" //Fact[1]/@v', ["new"]],
    ['as of "2024-06-01" (//Fact)[2]/@v', ["successor"]],
    ['as of "2024-06-01" //Note/@n', []],
    ['as of "2024-03-01" //Note/@n', ["1"]],
    ['as of "2024-06-01" /Memory[count(/Fact) = 4]/Fact[-1]/@v', ["unclear"]],
    ['as of "2024-06-01" //Fact[@v = "old"]/@v', []],
  ])("%s", async (text, expected) => expect(await values(text)).toEqual(expected));

  it("is an option of a run, and the query wins over it", async () => {
    expect(await values("//Fact/@v", { validAt: "2024-06-01" })).toEqual(["new", "successor", "ever", "unclear"]);
    expect(await values("//Fact/@v", { validAt: "now", now: "2024-06-01T00:00:00Z" })).toEqual([
      "new",
      "successor",
      "ever",
      "unclear",
    ]);
    const { matches, caveats } = await run('as of "2023-01-01" //Fact', { validAt: "2024-06-01" });
    expect(matches).toHaveLength(2);
    expect(caveats?.map(({ code }) => code)).toEqual(["momentGiven", "unreadableEnds"]);
    expect((await run("count(//Fact)", { validAt: "2024-06-01" })).value).toBe(4);
  });

  it("a plain run says that it is of all times", async () => {
    const { matches, caveats } = await run("//Fact");
    expect(matches).toHaveLength(8);
    expect(caveats?.map(({ code }) => code)).toEqual(["allTimes"]);
    expect(caveats![0]!.message).toMatch(/"as of" before the query asks for one moment\.$/);
    expect((await run("//Fact", { validAt: "all" })).caveats).toBeUndefined();
  });

  it("is an operator of the plan and the trace, which says what is hidden and why", async () => {
    const text = 'as of "2024-06-01" //Fact';
    expect(compile(text, { schema }).query!.explain()).toContain('Validity as of "2024-06-01": Fact');
    const { trace } = await run(text, { trace: true });
    const operator = trace!.operators.find(({ kind }) => kind === "Validity")!;
    expect([operator.rowsIn, operator.rowsOut]).toEqual([8, 4]);
    expect(operator.text).toBe('as of "2024-06-01": Fact; hides 1 ended, 2 replaced, 1 whose status is "retracted"');
    expect(operator.dropped.map(({ path, detail }) => `${path} ${detail}`)).toEqual([
      "/Memory/Fact[1] it ended on 2024-06-01",
      "/Memory/Fact[3] /Memory/Fact[4] took its place",
      '/Memory/Fact[5] its status is "retracted"',
      "/Memory/Fact[7] /Memory/Fact[6] took its place at once",
    ]);
  });

  it("takes a parameter, and is printed as it is written", async () => {
    expect(await values("as of $t //Fact/@v", { params: { t: "2023-01-01" } })).toEqual(["ever", "unclear"]);
    for (const text of [
      'as of "2024-06-01" //Fact',
      "as of $t count(//Fact)",
      "declare query q($t) := as of $t //Fact;",
    ])
      expect(print(parse(text).ast).replaceAll(/\s+/g, " ").trim()).toBe(text);
    expect(compile("/as/of", {}).diagnostics).toEqual([]);
  });

  it("reports a moment that does not read, and one that has no effect", () => {
    expect(compile('as of "soon" //Fact', { schema }).diagnostics.map(({ code }) => code)).toEqual(["SXP2038"]);
    expect(compile('as of "2024-06-01" //Fact', {}).diagnostics.map(({ code }) => code)).toEqual(["SXP3017"]);
  });
});

const day = fc.constantFrom("2024-01-01", "2024-02-01", "2024-03-01");
it("law: what holds is what plain filters leave", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ from: day, to: day, status: fc.constantFrom("current", "retracted") }, { requiredKeys: [] }),
        { maxLength: 8 },
      ),
      day,
      fc.constantFrom("", "[1]", "[-1]", "[2:3]"),
      async (facts, at, position) => {
        const data = readXml(
          `<Memory>${facts
            .map(
              (each, i) =>
                `<Fact id="f${i}"${Object.entries(each)
                  .map(([name, value]) => ` ${name}="${value}"`)
                  .join("")}/>`,
            )
            .join("")}</Memory>`,
        );
        const plain = `//Fact[(not(@from) or @from <= "${at}") and (not(@to) or @to > "${at}") and not(@status = "retracted")]${position}`;
        const found = async (text: string) =>
          (await compile(text, { schema }).query!.run(data)).matches.map(({ path }) => path);
        expect(await found(`as of "${at}" //Fact${position}`)).toEqual(await found(plain));
      },
    ),
    { numRuns: runs(500, 60) },
  );
});
