import { MemorySession } from "@semantic-xpath/agents";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { called, refused, session } from "./support/trip.js";

const rename = (name: string) => ({ update: `replace value of node //Day[1]/POI[1]/@name with "${name}"` });

describe("rates of a session", () => {
  it("count writes apart from calls, and end after a minute", async () => {
    let now = Date.UTC(2026, 0, 1);
    const { session: at } = session({
      grant: { rights: "write" },
      limits: { writesPerMinute: 2, callsPerMinute: 5 },
      now: () => new Date(now),
    });
    await called(at, "update", rename("a"));
    await called(at, "update", rename("b"));
    expect(await refused(at, "update", rename("c"))).toMatchObject({ code: "SXP5063", message: /writes/ });
    await called(at, "query", { query: "//POI" });
    await called(at, "query", { query: "//POI" });
    expect(await refused(at, "query", { query: "//POI" })).toMatchObject({ code: "SXP5063", message: /calls/ });
    now += 59_999;
    expect(await refused(at, "query", { query: "//POI" })).toMatchObject({ code: "SXP5063" });
    now += 1;
    await called(at, "update", rename("d"));
  });

  it("law: every call of a tool that there is counts, whatever becomes of it; writes count besides", async () => {
    const calls: Readonly<Record<string, readonly [tool: string, input: object, kind: "call" | "write" | "none"]>> = {
      read: ["query", { query: "//POI" }, "call"],
      wrong: ["query", { query: "//POI[" }, "call"],
      unknown: ["query", { qery: "//POI" }, "call"],
      long: ["query", { query: `//POI[@name = "${"x".repeat(400)}"]` }, "call"],
      write: ["update", rename("a"), "write"],
      "wrong write": ["update", { update: "delete node //Nope" }, "write"],
      "long write": ["update", rename("x".repeat(400)), "write"],
      none: ["erase", {}, "none"],
    };
    const step = fc.tuple(fc.constantFrom(...Object.keys(calls)), fc.constantFrom(0, 1, 20_000, 59_999));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        let now = Date.UTC(2026, 0, 1);
        const limits = { writesPerMinute: 2, callsPerMinute: 4, maxInputTokens: 50 };
        const { session: at } = session({ grant: { rights: "write" }, limits, now: () => new Date(now) });
        const taken = { calls: [] as number[], writes: [] as number[] };
        const isFull = (what: "calls" | "writes", most: number): boolean =>
          taken[what].filter((time) => time > now - 60_000).length >= most;
        for (const [name, pause] of steps) {
          now += pause;
          const [tool, input, kind] = calls[name]!;
          const answer = await at.call(tool, input);
          let over: string | null = null;
          if (kind !== "none" && isFull("calls", 4)) over = "calls";
          else if (kind !== "none") taken.calls.push(now);
          if (over === null && kind === "write" && isFull("writes", 2)) over = "writes";
          else if (over === null && kind === "write") taken.writes.push(now);
          const isRefused = !answer.ok && answer.failure.code === "SXP5063";
          const refused = isRefused ? /calls|writes/.exec(answer.failure.message)![0] : null;
          expect(refused).toBe(over);
        }
      }),
      { numRuns: runs(300, 20) },
    );
  });

  it("bound what a call takes, and what an answer does, whatever it asks for", async () => {
    const { session: at } = session({ limits: { maxInputTokens: 20, maxResultTokens: 30 } });
    expect(await refused(at, "query", { query: `//POI[@name = "${"x".repeat(200)}"]` })).toMatchObject({
      code: "SXP5064",
    });
    const { matches, left } = await called(at, "query", { query: "//POI", maxTokens: 5000 });
    expect([(matches as unknown[]).length, left]).toEqual([1, 2]);
  });
});

/** All entries of a tool's answer, one a page; somebody else writes between pages. */
async function pages(
  { memory, now }: ReturnType<typeof session>,
  [tool, list, input]: readonly [string, string, object],
  between: () => unknown,
): Promise<readonly unknown[]> {
  const at = new MemorySession({ memory, now, limits: { maxResultTokens: 1 } });
  const all: unknown[] = [];
  let cursor: unknown;
  do {
    const answer = await called(at, tool, { ...input, ...(cursor !== undefined && { cursor }) });
    const entries = answer[list] as unknown[];
    expect(entries).toHaveLength(1);
    all.push(...entries);
    cursor = answer.cursor;
    await between();
  } while (cursor !== undefined);
  return all;
}

function threeChanges() {
  const opened = session();
  const task = opened.memory.task("trip");
  for (const node of [3, 4, 6]) task.commit([{ kind: "setAttribute", node, name: "cost", value: `${node}` }]);
  return { ...opened, task };
}

describe("pages one after the other are the whole answer", () => {
  it.each<[string, string, object]>([
    ["query", "matches", { query: "//POI" }],
    ["diff", "changes", { from: 1 }],
  ])("of %s, also if others write meanwhile", async (tool, list, input) => {
    const { task, ...opened } = threeChanges();
    const whole = await called(opened.session, tool, input);
    const write = () =>
      task.commit([{ kind: "setAttribute", node: 1, name: "title", value: `v${task.versions().length}` }]);
    expect(await pages(opened, [tool, list, input], write)).toEqual(whole[list]);
  });

  it("of history", async () => {
    const opened = threeChanges();
    const { versions } = await called(opened.session, "history");
    expect(await pages(opened, ["history", "versions", {}], () => undefined)).toEqual(versions);
  });
});

describe("history", () => {
  it("takes each of its filters", async () => {
    const { session: at, memory } = session();
    const task = memory.task("trip");
    task.branch("rain");
    task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "1" }]);
    task.commit([{ kind: "setAttribute", node: 6, name: "cost", value: "2" }], { branch: "rain" });
    task.commit([{ kind: "setAttribute", node: 4, name: "cost", value: "3" }]);
    const numbers = async (input: object) =>
      ((await called(at, "history", input)).versions as { version: number }[]).map(({ version }) => version);
    const [first, second, third, fourth] = task.versions().map(({ time }) => time);
    expect(await numbers({})).toEqual([4, 3, 2, 1]);
    expect(await numbers({ branch: "rain" })).toEqual([3, 1]);
    expect(await numbers({ since: third })).toEqual([4, 3]);
    expect(await numbers({ until: second })).toEqual([2, 1]);
    expect(await numbers({ since: second, until: third })).toEqual([3, 2]);
    expect(await numbers({ node: task.head().keyOf(3) })).toEqual([2, 1]);
    expect([first, fourth]).not.toContain(undefined);
  });
});
