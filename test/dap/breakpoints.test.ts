import type { Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { inline, planFiles } from "./host.js";

const program = "/memory/plan.sxp";
const ARGUMENTS = { program, query: "museums", params: { city: "Ottawa" } };
const source = { path: program };

describe("breakpoints", () => {
  it("stand at the first operator of their line, or at their column", async () => {
    const { client } = inline();
    const { bound } = await client.launch(ARGUMENTS, [{ line: 5 }, { line: 7 }, { line: 7, column: 15 }]);
    expect(bound.map(({ verified, line, column, endColumn }) => [verified, line, column, endColumn])).toEqual([
      [true, 5, 3, 8],
      [true, 7, 5, 34],
      [true, 7, 14, 32],
    ]);
    const stops: unknown[] = [];
    for (;;) {
      const { reason, hitBreakpointIds } = await client.move("continue");
      if (reason !== "breakpoint") break;
      stops.push([(await client.frames())[0]!.name.split(",")[0], hitBreakpointIds]);
    }
    expect(stops).toEqual([
      ["/Plan", [bound[0]!.id]],
      ['[node =~ "museum"]', [bound[2]!.id]],
      ['[avg(/POI[node =~ "museum"])]', [bound[1]!.id]],
    ]);
    expect((await client.move("reverseContinue")).hitBreakpointIds).toEqual([bound[1]!.id]);
    expect((await client.move("reverseContinue")).hitBreakpointIds).toEqual([bound[2]!.id]);
  });

  it("say why they do not stand", async () => {
    const { client } = inline();
    const { bound } = await client.launch(ARGUMENTS, [
      { line: 3 },
      { line: 9 },
      { line: 99 },
      { line: 5, condition: "count" },
      { line: 5, condition: 'node =~ "museum"' },
      { line: 5, condition: "@city = " },
      { line: 5, condition: "[2]" },
      { line: 5, hitCondition: "sometimes" },
      { line: 0 },
    ]);
    expect(bound.map(({ verified }) => verified)).not.toContain(true);
    expect(bound.map(({ message }) => message)).toEqual([
      "There is no step and no bracket here.",
      "Another query is being debugged.",
      "The query has no such line.",
      "Compare count with a number, as in count >= 0.5.",
      'A relevance is not true or false. Compare it: node =~ "museum" >= 0.5',
      "The expression is not complete.",
      expect.stringMatching(/./),
      'A hit condition is a number: "5" or ">= 5" stops from the fifth time on.',
      "The query has no such line.",
    ]);
    const other = await client.request("setBreakpoints", {
      source: { path: "/memory/other.sxp" },
      breakpoints: [{ line: 1 }],
    });
    expect(other.breakpoints).toMatchObject([{ verified: false, message: expect.stringContaining("not the one") }]);
  });

  it.each<[string, boolean]>([
    ["count < 2", false],
    ["count = 2", true],
    ["weight >= 0.5", true],
    ["weight < 0.5", false],
    ['@city = "Kyoto"', true],
    ['@city = "Oslo"', false],
    ["exists(/POI)", true],
    ["count(/POI) > 2", false],
    ["position() = 2", true],
    ["$city = 1", false],
    ["@city = $city", true],
    ["count(/POI) < sum(/POI/@index) + 5", true],
    ["some $x in /POI satisfies $x/@name = $nobody", false],
    ['node =~ "museum" >= 0.1', true],
  ])("stop where %s: %s", async (condition, stops) => {
    const { client } = inline();
    const { bound } = await client.launch(ARGUMENTS, [{ line: 5, column: 9, condition }]);
    if (condition.includes("$nobody")) {
      expect(bound[0]).toMatchObject({ verified: false, message: "The query has no parameter $nobody." });
      return;
    }
    expect(bound[0]).toMatchObject({ verified: true });
    expect((await client.move("continue")).reason).toBe(stops ? "breakpoint" : "end");
  });

  it("stop from the n-th time on: an operator acts once in a run, for all nodes together", async () => {
    const hits = ["1", ">= 1", "> 0", "2", "> 1"];
    const stopped: boolean[] = [];
    for (const hitCondition of hits) {
      const { client } = inline();
      const { bound } = await client.launch(ARGUMENTS, [{ line: 6, hitCondition }]);
      expect(bound[0]!.verified).toBe(true);
      stopped.push((await client.move("continue")).reason === "breakpoint");
    }
    expect(stopped).toEqual([true, true, true, false, false]);
  });

  it("offer the places of a line", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    const { breakpoints } = await client.request("breakpointLocations", { source, line: 7 });
    expect(breakpoints).toEqual([
      { line: 7, column: 5, endLine: 7, endColumn: 34 },
      { line: 7, column: 10, endLine: 7, endColumn: 14 },
      { line: 7, column: 14, endLine: 7, endColumn: 32 },
    ]);
    expect(await client.request("breakpointLocations", { source, line: 5, endLine: 6 })).toMatchObject({
      breakpoints: [{ column: 3 }, { column: 8 }, { line: 6, column: 5 }],
    });
    expect(await client.request("breakpointLocations", { source, line: 1 })).toEqual({ breakpoints: [] });
    expect(await client.request("breakpointLocations", { source: { path: "/x" }, line: 7 })).toEqual({
      breakpoints: [],
    });
  });

  it("write a message instead of halting", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS, [
      { line: 7, column: 15, logMessage: 'best: {//POI[node =~ "museum"]}, {count} of {nonsense(}' },
      { line: 7 },
    ]);
    expect((await client.move("continue")).reason).toBe("breakpoint");
    expect((await client.frames())[0]!.name).toMatch(/^\[avg/);
    expect(client.console).toMatch(/best: .*, 2 of \{.*\}/);
  });

  it("write with the place that they stand at, once, whichever way the operator is reached", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS, [
      { line: 7, column: 10, logMessage: '{count} of {@name}, weights {weight}, {@name = "}"}' },
    ]);
    const told = () => client.events.filter(({ event, body }) => event === "output" && body.source !== undefined);
    for (let i = 0; i < 3; i++) await client.move("stepIn");
    // Evidence is gone over: the message is written, and the run halts where it would have without.
    await client.move("next");
    expect((await client.frames())[0]!.name).toMatch(/^\[avg/);
    expect(told().map(({ body }) => body)).toEqual([
      {
        category: "console",
        output: '2 of "Art museum", "Harbour", weights 1.00, true for 0 of 2 nodes\n',
        source: { name: "plan.sxp", path: program },
        line: 7,
        column: 10,
      },
    ]);
    for (let i = 0; i < 3; i++) await client.move("stepBack");
    expect(told()).toHaveLength(1);
    await client.move("stepIn");
    expect((await client.frames())[0]!.name).toBe("/POI");
    expect(told()).toHaveLength(2);
  });

  it("that write inside of evidence do not change where a step ends, however deep they stand", async () => {
    const files = { ...planFiles() };
    files[program] = 'import data "plan.xml";\ndeclare query q() := /Plan[exists(/Day[exists(/POI[@name])])]/Day;';
    const { client } = inline(files);
    await client.launch({ program }, [{ line: 2, column: 51, logMessage: "deep" }]);
    await client.move("stepIn");
    await client.move("next");
    expect(client.console).toContain("deep");
    expect((await client.frames())[0]!.name).toMatch(/^\[exists\(\/Day/);
  });

  it("at one operator all count: one that writes does not hide one that halts", async () => {
    const { client } = inline();
    const { bound } = await client.launch(ARGUMENTS, [
      { line: 6, logMessage: "here" },
      { line: 6, column: 5, condition: "count = 1" },
      { line: 6, column: 6 },
      { line: 6, column: 7, condition: "count = 9" },
    ]);
    expect(await client.move("continue")).toMatchObject({
      reason: "breakpoint",
      hitBreakpointIds: [bound[1]!.id, bound[2]!.id],
    });
    expect(client.console).toBe("here\n");
  });

  it("move to the next operator of their query where their line has none", async () => {
    const files = planFiles();
    files[program] = `import data "plan.xml";

declare query other() := /Plan;
declare query q() :=
  (: first
     the plan :)

  /Plan/Day[avg(
    (: its stops :)
    /POI[node =~ "museum"]
  )]
;
`;
    const { client } = inline(files);
    const lines = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const { bound } = await client.launch(
      { program, query: "q" },
      lines.map((line) => ({ line })),
    );
    expect(bound.map(({ verified, line }, i) => [lines[i], verified ? line : null])).toEqual([
      [1, null],
      [3, null],
      [4, 8],
      [5, 8],
      [6, 8],
      [7, 8],
      [8, 8],
      [9, 10],
      [10, 10],
      [11, 8],
      [12, null],
    ]);
  });

  it("at a column between operators take the next of the line, behind them the last", async () => {
    const { client } = inline();
    const columns = [1, 3, 8, 12, 99];
    const { bound } = await client.launch(
      ARGUMENTS,
      columns.map((column) => ({ line: 5, column })),
    );
    expect(bound.map(({ line, column }) => [line, column])).toEqual([
      [5, 3],
      [5, 3],
      [5, 8],
      [5, 8],
      [5, 8],
    ]);
  });

  it("with a count that can't be reached say so", async () => {
    const { client } = inline();
    const { bound } = await client.launch(ARGUMENTS, [{ line: 6, hitCondition: "2" }]);
    expect(bound[0]).toMatchObject({ verified: true, message: expect.stringContaining("once in a run") });
  });

  it("are answered one for one, however many", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    const breakpoints = Array.from({ length: 3000 }, (_, i) => ({ line: i % 12 }));
    const answer = await client.request("setBreakpoints", { source, breakpoints });
    expect(answer.breakpoints).toHaveLength(3000);
    expect((await client.move("continue")).reason).toBe("breakpoint");
  });

  it("whose condition the scorer can't answer halt, and say why", async () => {
    const down: Scorer = { id: "down", cost: "expensive", score: async () => Promise.reject(new Error("asleep")) };
    const { client } = inline(planFiles(), down);
    const condition = 'node =~ "museum" >= 0.5';
    await client.launch(ARGUMENTS, [
      { line: 5, condition, logMessage: "here" },
      { line: 6, condition },
    ]);
    expect((await client.move("continue")).reason).toBe("breakpoint");
    expect((await client.frames())[0]!.name).toBe("[@city = $city]");
    // One that only writes does not halt for that, and says it as well.
    const told = "The condition of the breakpoint can't be evaluated: ";
    expect(client.console.split(told)).toEqual(["here\n", expect.stringContaining("asleep"), expect.anything()]);
  });

  it("are replaced as a whole, and may change while the run halts", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS, [{ line: 5 }]);
    const { breakpoints } = await client.request("setBreakpoints", { source, breakpoints: [{ line: 6 }] });
    expect(breakpoints).toMatchObject([{ verified: true, line: 6 }]);
    await client.move("continue");
    expect((await client.frames())[0]!.name).toBe("[@city = $city]");
    expect((await client.move("continue")).reason).toBe("end");
  });
});
