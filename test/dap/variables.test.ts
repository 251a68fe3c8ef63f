import { lexicalScorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { inline, planFiles } from "./host.js";

const program = "/memory/plan.sxp";
const ARGUMENTS = { program, query: "museums", params: { city: "Ottawa" } };

/** `name = value` of what stands inside. */
type Shown = readonly { readonly name: string; readonly value: string }[];
const told = (variables: Shown): string[] => variables.map(({ name, value }) => `${name} = ${value}`);

describe("variables", () => {
  it("show the weighted sequence before and after, and the run", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    for (let i = 0; i < 3; i++) await client.move("stepIn");
    const { After, Before, Run } = await client.scopes();
    expect([After!.name, After!.indexedVariables, Before!.name, Before!.indexedVariables]).toEqual([
      "After",
      1,
      "Before",
      2,
    ]);
    expect(told(await client.variables(After!.variablesReference))).toEqual([
      "1 = 1.00  /Plan/Day[1]  Ottawa · index 1",
    ]);
    const [, kyoto] = await client.variables(Before!.variablesReference);
    expect(kyoto).toMatchObject({ name: "2", type: "Day" });
    const inside = await client.variables(kyoto!.variablesReference);
    expect(told(inside)).toEqual(['@index = "2"', '@city = "Kyoto"', "children = 1"]);
    const children = await client.variables(inside[2]!.variablesReference);
    expect(told(children)).toEqual(["1 = /Plan/Day[2]/POI  Temple garden · A museum of gardens."]);
    expect(told(await client.variables(children[0]!.variablesReference))).toContain('@name = "Temple garden"');
    const run = told(await client.variables(Run!.variablesReference));
    expect(run).toEqual(
      expect.arrayContaining(["stop = 3: Filter, 2 in, 1 out", "texts scored = 0", "nodes = 6", '$city = "Ottawa"']),
    );
  });

  it("show how a weight came about, down to what the scorer was asked", async () => {
    const files = planFiles();
    files[program] = `import data "plan.xml";
declare query q() := /Plan/Day[min(avg(/POI[node =~ "museum"]), 1 - (node =~ "boats"))];`;
    const { client } = inline(files);
    await client.launch({ program });
    while ((await client.frames())[0]!.name.startsWith("[min") === false) await client.move("stepIn");
    const [best, ottawa] = await client.variables((await client.scopes()).After!.variablesReference);
    expect(best!.value).toMatch(/^0\.9\d {2}\/Plan\/Day\[2\]/);
    const [score] = await client.variables(ottawa!.variablesReference);
    expect(score!.name).toBe('min(avg(/POI[node =~ "museum"]), 1-(node =~ "boats"))');
    expect(score!.value).toMatch(/^min\(0\.\d+, 1 - 0(\.\d+)?\) = 0(\.\d+)?$/);
    const [average, complement] = await client.variables(score!.variablesReference);
    expect(average!.value).toMatch(/^avg\(0\.\d+, 0(\.\d+)?\) = 0\.\d+$/);
    const [evidence] = await client.variables(average!.variablesReference);
    expect(evidence).toMatchObject({ name: "evidence", value: "2", indexedVariables: 2 });
    const [museum] = await client.variables(evidence!.variablesReference);
    expect(museum!.value).toMatch(/^0\.\d\d {2}\/Plan\/Day\[\d\]\/POI\[1\]$/);
    const [boats] = await client.variables(complement!.variablesReference);
    expect(told(await client.variables(boats!.variablesReference))).toEqual([
      'condition = "boats"',
      expect.stringMatching(/^text = "Day\\n/),
    ]);
  });

  it("say which words of a text were evidence of which words of a condition", async () => {
    const files = planFiles();
    files[program] = 'import data "plan.xml";\ndeclare query q() := //POI[node =~ "museum of ships"];';
    const { client } = inline(files, undefined, { openScorer: async () => lexicalScorer() });
    await client.launch({ program });
    for (let i = 0; i < 2; i++) await client.move("stepIn");
    const [best] = await client.variables((await client.scopes()).After!.variablesReference);
    const [score] = await client.variables(best!.variablesReference);
    expect(told(await client.variables(score!.variablesReference))).toEqual([
      'condition = "museum of ships"',
      expect.stringMatching(/^text = "POI\\n/),
      'words = museum → "museum" (same, in @name), ships → nothing',
      expect.stringMatching(/^found = 0\.\d+ of the condition, which scores 0\.\d+$/),
    ]);
  });

  it("show the score that a filter tested, of what fell out as well", async () => {
    const files = planFiles();
    files[program] = 'import data "plan.xml";\ndeclare query q() := //POI[node =~ "museum" >= 0.5];';
    const { client } = inline(files);
    await client.launch({ program }, [{ line: 2, column: 28 }]);
    await client.move("continue");
    const { Before } = await client.scopes();
    const entries = await client.variables(Before!.variablesReference);
    const scores = await Promise.all(
      entries.map(async (entry) => (await client.variables(entry.variablesReference))[0]!.value),
    );
    expect(scores.map(Number).filter((score) => score < 0.5).length).toBeGreaterThan(0);
  });

  it("come page by page, numbered through, at any size", async () => {
    const COUNT = 100_000;
    const files = planFiles();
    const days = Array.from({ length: COUNT }, (_, i) => `<Day n="${i + 1}"/>`).join("");
    files["/memory/plan.xml"] = `<Plan>${days}</Plan>`;
    files[program] = 'import data "plan.xml";\ndeclare query q() := /Plan/Day;';
    const { client } = inline(files);
    await client.launch({ program });
    await client.move("stepIn");
    await client.move("stepIn");
    const { After } = await client.scopes();
    expect(After!.indexedVariables).toBe(COUNT);
    const reference = After!.variablesReference;
    const page = await client.variables(reference, { filter: "indexed", start: COUNT - 10, count: 100 });
    expect(page.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, i) => String(COUNT - 9 + i)));
    expect(await client.variables(reference, { filter: "named" })).toEqual([]);
    expect(await client.variables(reference, { start: COUNT + 9, count: 5 })).toEqual([]);
    // A client that does not page is given a thousand, and a line that opens to the rest.
    const first = await client.variables(reference);
    expect(first).toHaveLength(1001);
    expect(first[1000]).toMatchObject({ name: "1001 to 100000", value: "99000 more", indexedVariables: 99_000 });
    const second = await client.variables(first[1000]!.variablesReference);
    expect([second[0]!.name, second[1000]!.name]).toEqual(["1001", "2001 to 100000"]);
    expect((await client.variables(reference, { start: 10, count: 2 }))[0]!.value).toContain("/Plan/Day[11]");
  });

  it("belong to their stop", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    await client.move("stepIn");
    const { After } = await client.scopes();
    const { id } = (await client.frames())[0]!;
    await client.move("stepIn");
    const old = await client.ask("variables", { variablesReference: After!.variablesReference });
    expect([old.success, old.message]).toEqual([false, "These variables belong to another stop."]);
    expect(await client.request("scopes", { frameId: id })).toEqual({ scopes: [] });
    expect((await client.ask("scopes", { frameId: 99 })).message).toBe("This frame belongs to another stop.");
  });

  it("of an outer frame are what went into it", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    for (let i = 0; i < 5; i++) await client.move("stepIn");
    const frames = await client.frames();
    const bracket = await client.scopes(frames[2]!.id);
    expect([bracket.Before!.indexedVariables, bracket.After]).toEqual([1, undefined]);
    expect((await client.scopes(frames[3]!.id)).Before!.indexedVariables).toBe(1);
    expect((await client.evaluate("/POI", "watch", frames[2]!.id)).result).toMatch(/^2 entries/);
    expect((await client.evaluate("/Day", "watch", frames[3]!.id)).result).toMatch(/^2 entries/);
  });

  it("show the keys of an order", async () => {
    const { client } = inline({
      ...planFiles(),
      "/memory/order.sxp": 'import data "plan.xml"; declare query o() := //Day[order by @city descending];',
    });
    await client.launch({ program: "/memory/order.sxp" });
    for (let i = 0; i < 2; i++) await client.move("stepIn");
    const { Keys } = await client.scopes();
    const [key] = await client.variables(Keys!.variablesReference);
    expect(key).toMatchObject({ name: "@city descending" });
    expect(told(await client.variables(key!.variablesReference))[0]).toContain("Ottawa");
  });
});
