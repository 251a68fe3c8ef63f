import { describe, expect, it } from "vitest";
import { inline, planFiles } from "./host.js";

const ARGUMENTS = { program: "/memory/plan.sxp", query: "museums", params: { city: "Ottawa" } };

const at = async (client: ReturnType<typeof inline>["client"]): Promise<string> => {
  const [top] = await client.frames();
  return `${top!.name} ${top!.line}:${top!.column}-${top!.endLine}:${top!.endColumn}`;
};

describe("step buttons", () => {
  it("go in, over, out and back, each to the operator that the editor highlights", async () => {
    const { client } = inline();
    const { stopped } = await client.launch(ARGUMENTS);
    expect(stopped).toMatchObject({ reason: "entry", threadId: 1, allThreadsStopped: true });
    expect((await client.move("stepIn")).reason).toBe("step");
    expect(await at(client)).toMatch(/^\/Plan 5:3-5:8$/);
    await client.move("next");
    await client.move("next");
    expect(await at(client)).toBe("[@city = $city] 6:5-6:20");
    await client.move("stepIn");
    expect(await at(client)).toMatch(/^\/POI 7:10-7:14$/);
    await client.move("stepOut");
    expect(await at(client)).toBe('[avg(/POI[node =~ "museum"])] 7:5-7:34');
    await client.move("stepBack");
    expect(await at(client)).toBe('[node =~ "museum"] 7:14-7:32');
    await client.move("stepBack");
    await client.move("stepBack");
    await client.move("next");
    expect(await at(client)).toBe('[avg(/POI[node =~ "museum"])] 7:5-7:34');
    expect((await client.move("reverseContinue")).reason).toBe("entry");
  });

  it("show the operators around the current one as frames: evidence in its bracket, in its step, in the query", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    for (let i = 0; i < 5; i++) await client.move("stepIn");
    const frames = await client.frames();
    expect(frames.map(({ name }) => name)).toEqual([
      '[node =~ "museum"]',
      '/POI[node =~ "museum"]',
      '[avg(/POI[node =~ "museum"])]',
      '/Day[@city = $city][avg(/POI[node =~ "museum"])]',
      "museums",
    ]);
    for (const { source } of frames) expect(source).toEqual({ name: "plan.sxp", path: "/memory/plan.sxp" });
    const page = await client.request("stackTrace", { threadId: 1, startFrame: 1, levels: 2 });
    expect(page.totalFrames).toBe(5);
    expect(page.stackFrames.map(({ name }: { name: string }) => name)).toEqual(
      frames.slice(1, 3).map(({ name }) => name),
    );
  });

  it("counts lines and columns as the client does", async () => {
    const { client } = inline();
    await client.request("initialize", { adapterID: "sxp", linesStartAt1: false, columnsStartAt1: false });
    const initialized = client.next("initialized");
    await client.request("launch", ARGUMENTS);
    await initialized;
    const stopped = client.next("stopped");
    await client.request("configurationDone");
    await stopped;
    await client.move("stepIn");
    expect(await at(client)).toMatch(/ 4:2-4:7$/);
  });

  it("asks the scorer only when its operator is reached, and never when going back", async () => {
    const { client, asked } = inline();
    await client.launch(ARGUMENTS);
    for (let i = 0; i < 4; i++) await client.move("stepIn");
    expect(asked).toEqual([]);
    await client.move("stepIn");
    expect(asked).toHaveLength(2);
    await client.move("stepBack");
    await client.move("stepIn");
    await client.move("reverseContinue");
    await client.move("continue");
    expect(asked).toHaveLength(2);
    expect(client.console).toContain("The scorer scored 2 texts.");
  });

  it("halts behind the last operator with the result, and ends when told to go on", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    const end = await client.move("continue");
    expect(end).toMatchObject({ reason: "end", description: "At the end: 1 result" });
    expect(client.console).toMatch(/1 result of 6 nodes, 2 texts scored\n1 {2}0\.4\d {2}\/Plan\/Day\[1\] {2}Ottawa/);
    await client.move("stepBack");
    await client.move("stepIn");
    expect(client.console.match(/1 result of/g)).toHaveLength(1);
    const exited = client.next("exited");
    const terminated = client.next("terminated");
    await client.request("next", { threadId: 1 });
    expect(await exited).toEqual({ exitCode: 0 });
    await terminated;
    expect((await client.ask("stackTrace", { threadId: 1 })).success).toBe(false);
  });

  it("ends when told to continue with nothing ahead; a step halts there", async () => {
    const { client } = inline();
    await client.launch({ ...ARGUMENTS, stopAtEnd: false });
    const terminated = client.next("terminated");
    await client.request("continue", { threadId: 1 });
    await terminated;
    expect(client.console).toContain("1 result of 6 nodes");
    const again = inline().client;
    await again.launch({ ...ARGUMENTS, stopAtEnd: false });
    expect((await again.move("stepOut")).reason).toBe("end");
    expect((await again.move("stepBack")).reason).toBe("step");
  });

  it("runs through without debugging", async () => {
    const { client } = inline();
    await client.request("initialize", { adapterID: "sxp" });
    await client.request("launch", { ...ARGUMENTS, noDebug: true });
    await client.request("setBreakpoints", { source: { path: "/memory/plan.sxp" }, breakpoints: [{ line: 5 }] });
    const terminated = client.next("terminated");
    await client.request("configurationDone");
    await terminated;
    expect(client.console).toContain("/Plan/Day[1]");
    expect(client.events.some(({ event }) => event === "stopped")).toBe(false);
  });

  it("tells views where it is", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    const told = (event: string) => client.events.findLast((candidate) => candidate.event === event)?.body;
    expect(told("sxp/session")).toMatchObject({
      program: "/memory/plan.sxp",
      query: "museums",
      data: "/memory/plan.xml",
      params: { city: "Ottawa" },
      nodes: 6,
    });
    expect(told("sxp/step")).toMatchObject({ stop: 0, nodes: [], count: 0 });
    await client.move("stepIn");
    expect(told("sxp/step")).toMatchObject({ stop: 1, nodes: [1], count: 1 });
    await client.move("stepIn");
    expect(told("sxp/step")).toMatchObject({ stop: 2, nodes: [2, 5], count: 2, text: "child::Day, via type-index" });
    await client.move("continue");
    expect(told("sxp/step")).toMatchObject({ operatorId: 0, text: "the result", nodes: [2], count: 1 });
  });

  it("goes back to where a frame began", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    for (let i = 0; i < 5; i++) await client.move("stepIn");
    const names = (await client.frames()).map(({ name }) => name);
    // The relevance in evidence, its step, the bracket that waits for it, that bracket's step, the query.
    const places: (string | undefined)[] = [];
    for (const i of names.keys()) {
      while ((await client.frames())[0]!.name !== names[0]) await client.move("stepIn");
      const frame = (await client.frames())[i]!;
      expect(frame).toMatchObject({ name: names[i], canRestart: true });
      const stopped = client.next("stopped");
      await client.request("restartFrame", { frameId: frame.id });
      expect((await stopped).reason).toBe("restart");
      places.push((await client.evaluate(":plan")).result && (await client.frames())[0]!.name);
    }
    expect(places).toEqual(["/POI", "[@city = $city]", "[@city = $city]", "/Plan", "museums"]);
    expect((await client.ask("restartFrame", { frameId: 1 })).message).toBe("This frame belongs to another stop.");
  });

  it("tells what operators have given so far, at their places, and what is ahead not", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    const steps = async (): Promise<string[]> =>
      (await client.request("sxp/steps")).steps.map(
        ({ line, endLine, endColumn, text }: Record<string, unknown>) => `${line} ${endLine}:${endColumn} ${text}`,
      );
    expect(await steps()).toEqual([]);
    await client.move("continue");
    expect(await steps()).toEqual([
      "5 5:8 /Plan 1",
      "5 5:12 /Day 2",
      "6 6:20 1 of 2",
      "7 7:14 /POI 2",
      expect.stringMatching(/^7 7:32 \[node…\] 2, best 0\.\d\d$/),
      expect.stringMatching(/^7 7:34 \[avg…\] 1, best 0\.\d\d$/),
    ]);
    for (let i = 0; i < 5; i++) await client.move("stepBack");
    expect(await steps()).toEqual(["5 5:8 /Plan 1", "5 5:12 /Day 2"]);
  });

  it.each<[string, number, number, string | RegExp]>([
    ["Day", 5, 9, "2 entries"],
    ["@city", 6, 6, "2 entries"],
    ["$city", 6, 14, '"Ottawa"'],
    ["POI", 7, 11, "2 entries"],
    ["node", 7, 15, /^2 entries, the best 0\.\d+ /],
    ["avg", 7, 6, /^1 entry: \/Plan\/Day\[1\]$|^1 entry, the best/],
  ])("hovering %s shows what its operator was at work on", async (expression, line, column, result) => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    const hover = (path: unknown) =>
      client.ask("evaluate", { expression, context: "hover", line, column, source: { name: "plan.sxp", path } });
    const before = await hover("/memory/plan.sxp");
    expect(before.success).toBe(expression === "$city");
    await client.move("continue");
    const remote = "vscode-remote://127.0.0.1:80/memory/plan.sxp";
    const scheme = { $mid: 1, path: "/memory/plan.sxp", scheme: "file" };
    for (const path of ["/memory/plan.sxp", "file:///memory/plan.sxp", remote, scheme])
      expect((await hover(path)).body.result).toEqual(
        typeof result === "string" ? result : expect.stringMatching(result),
      );
  });

  it("steps through the plan as optimised where that is asked for", async () => {
    const files = planFiles();
    files["/memory/plan.sxp"] = 'import data "plan.xml";\ndeclare query q() := /Plan/Day[2];\n';
    const stops = async (optimise: boolean): Promise<string[]> => {
      const { client } = inline(files);
      await client.launch({ program: "/memory/plan.sxp", optimise });
      const names: string[] = [];
      while ((await client.move("stepIn")).reason !== "end") names.push((await client.frames())[0]!.name);
      return names;
    };
    expect((await stops(false)).map((name) => name.split(",")[0])).toEqual(["/Plan", "/Day", "[2] in document order"]);
    expect((await stops(true)).map((name) => name.split(", via")[0])).toEqual(["/Plan", "child::Day, take [2]"]);
  });

  it("goes through a query whose result is a value, and shows it with what it came from", async () => {
    const text = 'import data "plan.xml"; declare query v() := count(//POI) + 1;';
    const { client } = inline({ ...planFiles(), "/memory/value.sxp": text });
    const { bound } = await client.launch({ program: "/memory/value.sxp" }, [{ line: 1 }]);
    expect(bound[0]).toMatchObject({ verified: true });
    await client.move("stepIn");
    expect((await client.frames())[0]!.name).toBe("//POI");
    expect((await client.move("continue")).reason).not.toBe("breakpoint");
    expect(client.console).toContain("The value is");
  });
});
