import { type ArgumentValue, compile, RunError, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";

const tree = readXml('<A><B x="sun"/><B x="]//*["/><B x="3"/></A>');
type Given = Readonly<Record<string, ArgumentValue>>;
const paths = async (text: string, params: Given): Promise<string[]> =>
  (await compile(text).query!.run(tree, { params })).matches.map(({ path }) => path);
const refusal = async (text: string, params: Given): Promise<string> => {
  const failure = await compile(text)
    .query!.run(tree, { params })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RunError);
  expect((failure as RunError).code).toBe("SXP4009");
  return (failure as RunError).diagnostic.message;
};

describe("an argument", () => {
  it("that is missing is named, with its place in the query", async () => {
    const { query } = compile("//B[@x = $wish]");
    await expect(query!.run(tree)).rejects.toMatchObject({ code: "SXP4009", span: { start: 9, end: 14 } });
    expect(await refusal("//B[@x = $wish]", {})).toBe('The argument "$wish" has no value: give one with the run.');
  });
  it("that the query does not have is refused, with the nearest name", async () => {
    expect(await refusal("//B[@x = $wish]", { whish: "sun", wish: "sun" })).toContain('Did you mean "wish"?');
  });
  it("to a query without parameters is refused", async () => {
    expect(await refusal("//B", { wish: "sun" })).toBe(
      'The argument "$wish" is not used: the query has no parameters.',
    );
  });
  it("is looked up as an own property only", async () => {
    expect(await refusal("//B[@x = $constructor]", {})).toContain("has no value");
  });
  it.each<[string, ArgumentValue]>([
    ["1.5", 1.5],
    ["0", 0],
    ["text", "first"],
    ["true", true],
    ["too large", 2 ** 53],
    ["not a number", Number.NaN],
  ])("as a position may not be %s", async (_, n) => {
    expect(await refusal("//B[$n]", { n })).toMatch(/whole number other than 0|finite number/);
  });
  it("may not be an object", async () => {
    expect(await refusal("//B[@x = $v]", { v: {} as string })).toContain("must be a string, a number or true or false");
  });
});

describe("declared types", () => {
  const { queries } = compile(`
    declare query by_number($v as number) := //B[@x = $v];
    declare query by_text($v as string) := //B[@x = $v];`);
  const run = async (name: string, v: ArgumentValue) =>
    (await queries[name]!.run(tree, { params: { v } })).matches.map(({ path }) => path);
  it("number takes what reads as one", async () => {
    expect(await run("by_number", 3)).toEqual(["/A/B[3]"]);
    expect(await run("by_number", "3.0")).toEqual(["/A/B[3]"]);
    await expect(run("by_number", "sun")).rejects.toMatchObject({ code: "SXP4009" });
    await expect(run("by_number", true)).rejects.toMatchObject({ code: "SXP4009" });
  });
  it("string takes anything as text", async () => {
    expect(await run("by_text", "sun")).toEqual(["/A/B[1]"]);
    expect(await run("by_text", 3)).toEqual(["/A/B[3]"]);
  });
});

describe("text from outside can't change a query", () => {
  const HOSTILE = ["]//*[", '"]//*["', "'] | //*", "$v", "1] | //B[1", "(:", "", "\u0000"];
  it.each(HOSTILE)("%j as a value", async (v) => {
    expect(await paths("//B[@x = $v]", { v })).toEqual(v === "]//*[" ? ["/A/B[2]"] : []);
  });
  it.each(HOSTILE)("%j as a condition", async (v) => {
    const asked: string[] = [];
    const scorer = {
      id: "spy",
      cost: "cheap",
      async score(texts: readonly string[], condition: string) {
        asked.push(condition);
        return new Float32Array(texts.length).fill(1);
      },
    } as const;
    const { matches } = await compile("//B[@x =~ $v]").query!.run(tree, { scorer, params: { v } });
    expect(asked).toEqual([v]);
    expect(matches).toHaveLength(3);
  });
  it.each(HOSTILE)("%j as an argument of a function", async (v) => {
    const expected = [..."sun,]//*[,3".split(",")].flatMap((x, i) => (x.includes(v) ? [`/A/B[${i + 1}]`] : []));
    expect(await paths("//B[contains(@x, $v)]", { v })).toEqual(expected);
  });
  it.each(HOSTILE)("%j as a position", async (v) => {
    await refusal("//B[$v]", { v });
  });
});
