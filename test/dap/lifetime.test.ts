import { lexicalScorer, type Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import type { DapClient } from "./client.js";
import { inline, PLAN_SXP, planFiles } from "./host.js";

const program = "/memory/plan.sxp";
const ARGUMENTS = { program, query: "museums", params: { city: "Ottawa" } };

describe("launching", () => {
  const failing = async (args: object, files = planFiles()): Promise<{ message: string; console: string }> => {
    const { client } = inline(files);
    await client.request("initialize", { adapterID: "sxp" });
    const { success, message, body } = await client.ask("launch", args);
    expect(success).toBe(false);
    expect(body.error.showUser).toBe(true);
    // The session is still there.
    expect((await client.ask("threads")).success).toBe(true);
    return { message: message!, console: client.console };
  };

  it("a broken query is told with its place and carets, in the answer and in the console", async () => {
    const files = { ...planFiles(), [program]: PLAN_SXP.replace("[@city = $city]", "[@city == $city]") };
    const { message, console } = await failing(ARGUMENTS, files);
    expect(message).toMatch(/^plan\.sxp:6:12: error SXP1010: .*\n {2} +\[@city == \$city\]\n +\^\^/);
    expect(console).toContain(message);
  });

  it("what is wrong with another query of the file does not matter", async () => {
    const files = { ...planFiles(), [program]: PLAN_SXP.replace("Day[2]", "Day[") };
    const { client } = inline(files);
    expect((await client.launch(ARGUMENTS)).stopped.reason).toBe("entry");
  });

  it.each<[string, object, RegExp]>([
    ["neither file nor text", {}, /needs "program".*or "text"/],
    ["both", { program, text: "/Plan" }, /has both "program".*and "text".*give one of them\.$/],
    [
      "a file that is not there",
      { program: "/nope.sxp" },
      /^the query can't be read: \/nope\.sxp: there is no such file$/,
    ],
    ["several queries and no choice", { program }, /declares 2 queries\. Choose one with "query": museums, second\./],
    ["a name that there is not", { program, query: "musems" }, /no query "musems"\. Did you mean "museums"\?/],
    ["an argument that is missing", { program, query: "museums" }, /SXP4009.*city/],
    ["an argument that is not used", { ...ARGUMENTS, params: { city: "x", town: "y" } }, /SXP4009.*town/],
    ["a scorer that there is not", { ...ARGUMENTS, scorer: "lexcal" }, /^there is no scorer "lexcal"$/],
    ["data that is not there", { ...ARGUMENTS, data: "/nope.xml" }, /the data can't be read: \/nope\.xml/],
    ["a query without data", { text: "/Plan" }, /runs over data/],
    [
      "a limit that is none",
      { ...ARGUMENTS, limit: -1 },
      /^"limit" in the launch configuration must be a whole number from 0 up, not -1\.$/,
    ],
    [
      "arguments that are none",
      { ...ARGUMENTS, params: [1] },
      /^"params" in the launch configuration must be an object .*, not \[1\]\.$/,
    ],
    ["a truth that is none", { ...ARGUMENTS, stopOnEntry: "no" }, /must be true or false, not "no"\.$/],
    [
      "a variable that the editor left",
      { program: `\${file}` },
      /^"program" in the launch configuration has the variable \$\{file\}, which the editor did not replace\.$/,
    ],
  ])("%s is said in words", async (_, args, message) => {
    expect((await failing(args)).message).toMatch(message);
  });

  it("broken data and schemas are told with their places", async () => {
    const data = { ...planFiles(), "/memory/plan.xml": "<Plan><Day></Plan>" };
    expect((await failing(ARGUMENTS, data)).message).toMatch(/^plan\.xml:1:\d+: error SXP4\d{3}/);
    const schema = { ...planFiles(), "/memory/s.json": '{"version": 1, "roots": 3}' };
    expect((await failing({ ...ARGUMENTS, schema: "/memory/s.json" }, schema)).message).toMatch(
      /^s\.json:1:\d+: error/,
    );
  });

  it("a bare query has a source of its own", async () => {
    const { client } = inline();
    const text = "/Plan/Day[2]";
    await client.launch({ text, data: "/memory/plan.xml" }, [{ line: 1, column: 10 }]);
    await client.move("continue");
    const [top] = await client.frames();
    expect(top!.source).toEqual({ name: "query.sxp", sourceReference: 1 });
    for (const asked of [{ sourceReference: 1 }, { source: top!.source, sourceReference: 0 }])
      expect(await client.request("source", asked)).toEqual({ content: text });
    expect((await client.ask("source", { sourceReference: 2 })).success).toBe(false);
    // However the client names it, its breakpoints stand in it.
    for (const source of [top!.source, { sourceReference: 1 }, { path: "query.sxp" }, { name: "query" }])
      expect(
        (await client.request("setBreakpoints", { source, breakpoints: [{ line: 1 }] })).breakpoints,
      ).toMatchObject([{ verified: true, line: 1, column: 1 }]);
    expect((await client.request("loadedSources")).sources).toMatchObject([
      { name: "query.sxp" },
      { path: "/memory/plan.xml" },
    ]);
  });

  it("says what it can, and refuses what it can't", async () => {
    const { client } = inline();
    const capabilities = await client.request("initialize", { adapterID: "sxp" });
    expect(capabilities).toMatchObject({ supportsStepBack: true, supportsRestartRequest: true });
    expect(capabilities).not.toHaveProperty("supportsSetVariable");
    const answer = await client.ask("setVariable", { variablesReference: 1, name: "x", value: "1" });
    expect([answer.success, answer.message]).toEqual([false, 'There is no request "setVariable" here.']);
  });
});

describe("an edit", () => {
  it("restarts the run on the new text, breakpoints kept by line", async () => {
    const { client, files } = inline();
    const { bound } = await client.launch(ARGUMENTS, [{ line: 6 }]);
    await client.move("continue");
    files[program] = PLAN_SXP.replace("[@city = $city]", '[@city = "Kyoto"][@city != $city]');
    const stopped = client.next("stopped");
    expect(await client.request("sxp/changed", { path: program })).toEqual({ restarted: true });
    expect((await stopped).reason).toBe("entry");
    const changed = client.events.findLast(({ event }) => event === "breakpoint");
    expect(changed!.body).toMatchObject({
      reason: "changed",
      breakpoint: { id: bound[0]!.id, verified: true, line: 6, endColumn: 22 },
    });
    expect((await client.move("continue")).hitBreakpointIds).toEqual([bound[0]!.id]);
    expect((await client.frames())[0]!.name).toBe('[@city = "Kyoto"]');
    await client.move("continue");
    expect(client.console).toContain("1 result of 6 nodes");
    expect(client.console).toContain("/Plan/Day[2]");
  });

  it("of the data restarts as well, of another file does not", async () => {
    const { client, files } = inline();
    await client.launch(ARGUMENTS);
    expect(await client.request("sxp/changed", { path: "/memory/other.xml" })).toEqual({ restarted: false });
    files["/memory/plan.xml"] = "<Plan/>";
    const stopped = client.next("stopped");
    expect(await client.request("sxp/changed", { path: "/memory/plan.xml" })).toEqual({ restarted: true });
    await stopped;
    await client.move("continue");
    expect(client.console).toContain("No results.");
  });

  it("that breaks the query is told, and the run goes on as it was", async () => {
    const { client, files } = inline();
    await client.launch(ARGUMENTS);
    await client.move("stepIn");
    files[program] = PLAN_SXP.replace("/Day", "/Day[");
    const answer = await client.request("sxp/changed", { path: program });
    expect(answer).toMatchObject({ restarted: false, problem: expect.stringContaining("plan.sxp:5:") });
    expect(client.console).toContain("The run goes on with the files as they were.");
    await client.move("stepIn");
    expect((await client.frames())[0]!.name).toMatch(/^\/Day$/);
  });

  it("restart begins again, with other arguments where they are given", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    await client.move("continue");
    const stopped = client.next("stopped");
    await client.request("restart", { arguments: { ...ARGUMENTS, params: { city: "Kyoto" } } });
    expect((await stopped).reason).toBe("entry");
    await client.move("continue");
    expect(client.console).toContain("/Plan/Day[2]");
    const again = client.next("stopped");
    await client.request("restart");
    await again;
    expect((await client.evaluate("$city")).result).toBe('"Kyoto"');
  });
});

/** A scorer that answers when told to. */
function heldScorer() {
  const lexical = lexicalScorer();
  let arrive = (): void => undefined;
  const held: { release(): void; fail(reason: string): void; signal: AbortSignal | undefined }[] = [];
  const scorer: Scorer = {
    id: "held",
    cost: "expensive",
    score: (texts, condition, options) =>
      new Promise((resolve, reject) => {
        held.push({
          release: () => resolve(lexical.score(texts, condition, options)),
          fail: (reason) => reject(new Error(reason)),
          signal: options.signal,
        });
        arrive();
      }),
  };
  const next = async () => {
    while (held.length === 0)
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
    return held.shift()!;
  };
  return { scorer, next };
}

describe("while the scorer is at work", () => {
  it("pause halts where the run waits for it, and going on takes its answer", async () => {
    const { scorer, next } = heldScorer();
    const { client } = inline(planFiles(), scorer);
    await client.launch(ARGUMENTS);
    const stopped = client.next("stopped");
    await client.request("continue", { threadId: 1 });
    const call = await next();
    for (const command of ["next", "stackTrace", "variables"])
      expect((await client.ask(command, { threadId: 1 })).message).toBe("notStopped");
    await client.request("pause", { threadId: 1 });
    expect((await stopped).reason).toBe("pause");
    expect((await client.frames())[0]!.name).toBe("/POI");
    const again = client.next("stopped");
    await client.request("stepIn", { threadId: 1 });
    call.release();
    expect((await again).reason).toBe("step");
    expect((await client.frames())[0]!.name).toBe('[node =~ "museum"]');
    // Nobody was asked twice.
    expect((await client.move("continue")).reason).toBe("end");
    expect(client.console).toContain("2 texts scored");
  });

  it("a failure halts as an exception, and going on tries again", async () => {
    const { scorer, next } = heldScorer();
    const { client } = inline(planFiles(), scorer);
    await client.launch(ARGUMENTS);
    const stopped = client.next("stopped");
    await client.request("continue", { threadId: 1 });
    (await next()).fail("the server is asleep");
    expect(await stopped).toMatchObject({ reason: "exception", text: expect.stringContaining("the server is asleep") });
    expect(await client.request("exceptionInfo", { threadId: 1 })).toMatchObject({
      exceptionId: "SXP4001",
      breakMode: "always",
    });
    expect(client.console).toContain("SXP4001");
    expect((await client.frames())[0]!.name).toMatch(/^\/POI$/);
    const end = client.next("stopped");
    await client.request("continue", { threadId: 1 });
    (await next()).release();
    expect((await end).reason).toBe("end");
    expect((await client.ask("exceptionInfo", { threadId: 1 })).success).toBe(false);
  });

  it.each(["terminate", "disconnect"])("%s gives it up", async (command) => {
    const { scorer, next } = heldScorer();
    const { client } = inline(planFiles(), scorer);
    await client.launch(ARGUMENTS);
    await client.request("continue", { threadId: 1 });
    const { signal } = await next();
    await client.request(command);
    if (!signal!.aborted) await new Promise((resolve) => signal!.addEventListener("abort", resolve, { once: true }));
    expect(client.events.some(({ event, body }) => event === "stopped" && body.reason !== "entry")).toBe(false);
    expect(client.events.some(({ event }) => event === "terminated")).toBe(command === "terminate");
  });

  it("a restart gives it up and begins again", async () => {
    const { scorer, next } = heldScorer();
    const { client } = inline(planFiles(), scorer);
    await client.launch(ARGUMENTS);
    await client.request("continue", { threadId: 1 });
    const { signal } = await next();
    const stopped = client.next("stopped");
    await client.request("restart");
    expect((await stopped).reason).toBe("entry");
    expect(signal!.aborted).toBe(true);
  });

  it("cancel gives up an expression, and the run does not notice", async () => {
    const { scorer, next } = heldScorer();
    const { client } = inline(planFiles(), scorer);
    await client.launch(ARGUMENTS);
    await client.move("stepIn");
    const requestId = client.nextSeq;
    const answer = client.ask("evaluate", { expression: '//POI[node =~ "garden"]', context: "watch" });
    await next();
    await client.request("cancel", { requestId });
    expect(await answer).toMatchObject({ success: false, message: "cancelled" });
    await client.move("stepIn");
    expect((await client.frames())[0]!.name).toMatch(/^\/Day$/);
  });

  it.each([
    ["cancel", (client: DapClient, requestId: number) => client.request("cancel", { requestId })],
    ["disconnect", (client: DapClient) => client.request("disconnect")],
  ])("%s ends the search for a change, and the scorer hears it", async (_, end) => {
    const heard: AbortSignal[] = [];
    let ask = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const scorer: Scorer = {
      id: "silent",
      cost: "expensive",
      score: (_texts, _condition, options) => {
        heard.push(options!.signal!);
        ask();
        return new Promise(() => undefined);
      },
    };
    const { client } = inline(planFiles(), scorer);
    // No text, so the run asks nothing; the change asks of the whole node.
    await client.launch({ text: '//POI[text() =~ "museum"]', data: "/memory/plan.xml" });
    const requestId = client.nextSeq;
    const answer = client.ask("evaluate", { expression: ":change /Plan/Day[1]/POI[1]", context: "repl" });
    await asked;
    await end(client, requestId);
    expect(await answer).toMatchObject({ success: false, message: "cancelled" });
    expect(heard.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("shows progress where the client can, for what takes long", async () => {
    const { scorer, next } = heldScorer();
    const { client } = inline(planFiles(), scorer);
    await client.request("initialize", { adapterID: "sxp", supportsProgressReporting: true });
    const initialized = client.next("initialized");
    await client.request("launch", ARGUMENTS);
    await initialized;
    const entry = client.next("stopped");
    await client.request("configurationDone");
    await entry;
    const shown = client.next("progressStart");
    await client.request("continue", { threadId: 1 });
    const call = await next();
    await shown;
    const stopped = client.next("stopped");
    call.release();
    await stopped;
    const kinds = client.events.map(({ event }) => event).filter((event) => event.startsWith("progress"));
    expect(kinds).toEqual(["progressStart", "progressEnd"]);
  });
});
