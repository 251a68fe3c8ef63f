import type { Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { type Inline, inline, PLAN_SXP, planFiles } from "./host.js";

const program = "/memory/plan.sxp";
const ARGUMENTS = { program, query: "museums", params: { city: "Ottawa" } };
const source = { path: program };

/** A host whose files come when they are told to. */
function heldFiles() {
  const held: { path: string; give(text?: string): void }[] = [];
  const files = planFiles();
  const session = inline(files, undefined, {
    readText: (path) =>
      new Promise((resolve) => held.push({ path, give: (text = files[path] ?? "") => resolve(text) })),
  });
  const next = async () => {
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return held.shift()!;
  };
  return { ...session, next, files };
}

const names = (events: readonly { event: string }[]): string[] =>
  events.map(({ event }) => event).filter((event) => event !== "output" && !event.startsWith("sxp/"));

describe("the order of things", () => {
  it("is initialized, stopped, exited, terminated, each once", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    await client.move("continue");
    const terminated = client.next("terminated");
    await client.request("continue", { threadId: 1 });
    await terminated;
    await client.request("terminate");
    await client.request("disconnect");
    expect(names(client.events)).toEqual(["initialized", "stopped", "stopped", "exited", "terminated"]);
    expect(client.events.map(({ seq }) => seq)).toEqual([...client.events.map(({ seq }) => seq)].sort((a, b) => a - b));
  });

  it("may begin with breakpoints: they are bound at the launch, and told", async () => {
    const { client } = inline();
    await client.request("initialize", { adapterID: "sxp" });
    const { breakpoints } = await client.request("setBreakpoints", { source, breakpoints: [{ line: 6 }] });
    expect(breakpoints).toMatchObject([{ verified: false, message: "Nothing is being debugged yet." }]);
    const told = client.next("breakpoint");
    await client.request("launch", { ...ARGUMENTS, stopOnEntry: false });
    expect((await told).breakpoint).toMatchObject({ id: breakpoints[0].id, verified: true, line: 6 });
    const stopped = client.next("stopped");
    await client.request("configurationDone");
    expect(await stopped).toMatchObject({ reason: "breakpoint", hitBreakpointIds: [breakpoints[0].id] });
  });

  it("does not matter for requests that have nothing to ask about yet", async () => {
    const { client } = inline();
    const asked = ["stackTrace", "scopes", "variables", "evaluate", "next", "configurationDone", "restart", "source"];
    for (const command of asked) expect((await client.ask(command, { frameId: 1 })).success, command).toBe(false);
    const attached = await client.ask("attach", {});
    expect(attached.message).toBe('There is nothing to attach to: a query is started by the request "launch".');
    expect((await client.ask("launch", ARGUMENTS)).success).toBe(true);
    expect((await client.ask("launch", ARGUMENTS)).message).toBe("A query is being debugged already.");
    await client.request("terminate");
    expect((await client.ask("launch", ARGUMENTS)).message).toBe("The session has ended.");
  });

  it("refuses a movement on the heels of another", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    const stopped = client.next("stopped");
    const [first, second, third] = await Promise.all([
      client.ask("stepIn", { threadId: 1 }),
      client.ask("stepIn", { threadId: 1 }),
      client.ask("stackTrace", { threadId: 1 }),
    ]);
    expect([first!.success, second!.message, third!.message]).toEqual([true, "notStopped", "notStopped"]);
    await stopped;
    expect((await client.frames())[0]!.name).toBe("/Plan");
  });

  it("a pause on the heels of a movement ends it", async () => {
    const { client } = inline();
    await client.launch(ARGUMENTS);
    const stopped = client.next("stopped");
    await Promise.all([client.request("continue", { threadId: 1 }), client.request("pause", { threadId: 1 })]);
    expect((await stopped).reason).toBe("pause");
  });
});

describe("requests that are withdrawn", () => {
  it("a launch whose file never comes is answered at once, and another may follow", async () => {
    const { client, next, files } = heldFiles();
    const requestId = client.nextSeq;
    const answer = client.ask("launch", ARGUMENTS);
    const late = await next();
    await client.request("cancel", { requestId });
    expect(await answer).toMatchObject({ success: false, message: "cancelled" });
    const again = client.ask("launch", ARGUMENTS);
    (await next()).give(files[program]!.replace("query museums", "query museum_days"));
    late.give();
    expect((await again).message).toContain('declares no query "museums"');
    expect(names(client.events)).toEqual([]);
  });

  it.each(["terminate", "disconnect"])("%s answers all that wait, and comes last", async (command) => {
    const silent: Scorer = { id: "silent", cost: "expensive", score: () => new Promise(() => undefined) };
    const { client } = inline(planFiles(), silent);
    await client.launch(ARGUMENTS);
    await client.move("stepIn");
    const answers: string[] = [];
    const asked = [1, 2].map((i) =>
      client
        .ask("evaluate", { expression: `//POI[node =~ "museum ${i}"]`, context: "watch" })
        .then(({ message }) => answers.push(message!)),
    );
    const ended = client.ask(command).then(({ success }) => answers.push(`${command} ${success}`));
    await Promise.all([...asked, ended]);
    expect(answers).toEqual(["cancelled", "cancelled", `${command} true`]);
  });

  it("the newest edit wins, in whatever order its files come", async () => {
    const { client, next, files } = heldFiles();
    const launched = client.ask("launch", ARGUMENTS);
    for (let i = 0; i < 2; i++) (await next()).give();
    await launched;
    const entry = client.next("stopped");
    await client.request("configurationDone");
    await entry;
    const first = client.ask("sxp/changed", { path: program });
    const old = await next();
    const second = client.ask("sxp/changed", { path: program });
    const stopped = client.next("stopped");
    (await next()).give(PLAN_SXP.replace("/Plan/Day", "/Plan/*"));
    (await next()).give();
    expect((await second).body).toEqual({ restarted: true });
    await stopped;
    old.give(files[program]);
    (await next()).give();
    expect(await first).toMatchObject({ success: false, message: "cancelled" });
    await client.move("stepIn");
    await client.move("stepIn");
    expect((await client.frames())[0]!.name).toBe("/*");
  });
});

/** Sessions in all their states. */
const STATES: Readonly<Record<string, (session: Inline) => Promise<unknown>>> = {
  "that is new": async () => undefined,
  "that knows its client": ({ client }) => client.request("initialize", { adapterID: "sxp" }),
  "that reads its files": async ({ client }) => void client.ask("launch", ARGUMENTS),
  "that failed to launch": ({ client }) => client.ask("launch", { program: "/nope.sxp" }),
  "that is not configured": ({ client }) => client.request("launch", ARGUMENTS),
  "that halts": ({ client }) => client.launch(ARGUMENTS),
  "that moves": async ({ client }) => {
    await client.launch(ARGUMENTS);
    await client.request("continue", { threadId: 1 });
  },
  "that stands at the end": async ({ client }) => {
    await client.launch(ARGUMENTS);
    await client.move("continue");
  },
  "that has ended": async ({ client }) => {
    await client.launch({ ...ARGUMENTS, stopAtEnd: false });
    const terminated = client.next("terminated");
    await client.request("continue", { threadId: 1 });
    await terminated;
  },
};

describe.each(Object.entries(STATES))("a session %s", (_, bring) => {
  it.each(["terminate", "disconnect"])("ends with %s, and says nothing behind it", async (command) => {
    const session = inline();
    await bring(session);
    const { client } = session;
    const before = client.events.length;
    expect((await client.ask(command)).success).toBe(true);
    expect((await client.ask("threads")).success).toBe(true);
    for (const asked of ["evaluate", "continue", "stackTrace", "pause"]) {
      const { success, message } = await client.ask(asked, { expression: "1", threadId: 1 });
      expect([asked, success, message]).toEqual([asked, false, "Nothing is being debugged."]);
    }
    const isTold = (wanted: string): number => client.events.filter(({ event }) => event === wanted).length;
    if (command === "terminate") expect([isTold("exited"), isTold("terminated")]).toEqual([1, 1]);
    else expect(names(client.events.slice(before))).toEqual([]);
    // Once more is no mistake.
    expect((await client.ask(command)).success).toBe(true);
    expect(isTold("terminated")).toBeLessThanOrEqual(1);
  });
});

describe("launching", () => {
  it("tells a field that is misspelt, and leaves those of editors alone", async () => {
    const { client } = inline();
    await client.launch({ ...ARGUMENTS, type: "sxp", request: "launch", name: "x", __sessionId: "1", stopOnEntri: 1 });
    expect(client.console).toBe(
      'The launch configuration has "stopOnEntri", which means nothing here. Did you mean "stopOnEntry"?\n',
    );
  });

  it("without debugging runs to the end past every breakpoint, and ends", async () => {
    const { client } = inline();
    await client.request("initialize", { adapterID: "sxp" });
    const initialized = client.next("initialized");
    await client.request("launch", { ...ARGUMENTS, noDebug: true });
    await initialized;
    const { breakpoints } = await client.request("setBreakpoints", { source, breakpoints: [{ line: 6 }] });
    expect(breakpoints).toMatchObject([{ verified: false, message: "The query runs without debugging." }]);
    const terminated = client.next("terminated");
    await client.request("configurationDone");
    await terminated;
    expect(names(client.events)).toEqual(["initialized", "exited", "terminated"]);
    expect(client.console).toContain("1 result of 6 nodes");
  });

  it("names files as the client does", async () => {
    const { client } = inline();
    await client.request("initialize", { adapterID: "sxp", pathFormat: "uri" });
    const initialized = client.next("initialized");
    await client.request("launch", ARGUMENTS);
    await initialized;
    const uri = "file:///memory/plan.sxp";
    const { breakpoints } = await client.request("setBreakpoints", {
      source: { path: uri },
      breakpoints: [{ line: 6 }],
    });
    expect(breakpoints).toMatchObject([{ verified: true }]);
    const entry = client.next("stopped");
    await client.request("configurationDone");
    await entry;
    expect((await client.frames())[0]!.source).toEqual({ name: "plan.sxp", path: uri });
    expect((await client.request("source", { source: { path: uri }, sourceReference: 0 })).content).toBe(PLAN_SXP);
  });
});

it("sessions at the same time know nothing of each other", async () => {
  const [one, other] = [inline(), inline()];
  await Promise.all([
    one.client.launch(ARGUMENTS, [{ line: 6 }]),
    other.client.launch({ ...ARGUMENTS, query: "second", params: {} }),
  ]);
  const [first, second] = await Promise.all([one.client.move("continue"), other.client.move("continue")]);
  expect([first.reason, second.reason]).toEqual(["breakpoint", "end"]);
  await other.client.request("disconnect");
  expect((await one.client.frames())[0]!.name).toBe("[@city = $city]");
  expect(one.client.console).toBe("");
});

it("shows progress that can be given up: the run halts where it waits", async () => {
  let release = (): void => undefined;
  const slow: Scorer = {
    id: "slow",
    cost: "expensive",
    score: (texts) => new Promise((resolve) => (release = () => resolve(new Float32Array(texts.length).fill(0.5)))),
  };
  const { client } = inline(planFiles(), slow);
  await client.request("initialize", { adapterID: "sxp", supportsProgressReporting: true });
  const initialized = client.next("initialized");
  await client.request("launch", ARGUMENTS);
  await initialized;
  const entry = client.next("stopped");
  await client.request("configurationDone");
  await entry;
  const started = client.next("progressStart");
  await client.request("continue", { threadId: 1 });
  const { progressId, cancellable } = await started;
  expect(cancellable).toBe(true);
  const stopped = client.next("stopped");
  await client.request("cancel", { progressId });
  expect((await stopped).reason).toBe("pause");
  expect(names(client.events).slice(-3)).toEqual(["progressStart", "progressEnd", "stopped"]);
  const end = client.next("stopped");
  await client.request("continue", { threadId: 1 });
  release();
  expect((await end).reason).toBe("end");
});
