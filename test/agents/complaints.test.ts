import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySession, tokensOf } from "@semantic-xpath/agents";
import { auditFolder } from "@semantic-xpath/agents/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { CONNECTIONS, connect } from "./support/connect.js";
import { called, refused, session, store } from "./support/trip.js";

const writing = (options: object = {}) => session({ grant: { rights: "write" }, mayDelete: true, ...options });

/** What users of other memories complain of; the numbers are of their public threads. */
describe("complaints about other memories", () => {
  it("tenants leak (OpenViking #972, LongMemory #181, meho #1797): a session sees the tasks that it was granted", async () => {
    const { memory } = store();
    const at = new MemorySession({ memory, grant: { tasks: ["trip"], rights: "write" } });
    expect(JSON.stringify(await called(at, "tasks"))).not.toContain("zebra");
    const nobody = await refused(at, "query", { task: "nobody", query: "//*" });
    const hidden = await refused(at, "query", { task: "zebra", query: "//*" });
    expect(JSON.stringify(hidden).replaceAll("zebra", "nobody")).toBe(JSON.stringify(nobody));
    expect(await refused(at, "create_task", { name: "zebra", content: "<A/>" })).toMatchObject({ code: "SXP5062" });
  });

  it("the cure is one predicate that no caller can override (meho #1813): nothing in a call widens it", async () => {
    const { memory } = store();
    const at = new MemorySession({ memory, grant: { tasks: ["trip"], root: 2 } });
    expect(await called(at, "query", { query: "count(root()//*)" })).toMatchObject({ value: 3 });
    for (const more of [{ root: 1 }, { grant: {} }, { tasks: ["zebra"] }, { scope: null }])
      expect(await refused(at, "query", { query: "count(root()//*)", ...more })).toMatchObject({ code: "SXP5064" });
    expect(await called(at, "query", { query: "/.." })).toMatchObject({ matches: [] });
  });

  it("it fails closed without a scope (memanto #1891): a task or root that is gone is an error, and never the whole", async () => {
    const { memory } = store();
    expect(() => new MemorySession({ memory, grant: { tasks: ["gone"] } })).toThrow("SXP5012");
    expect(() => new MemorySession({ memory, grant: { tasks: ["trip"], root: 999 } })).toThrow("SXP5060");
    expect(() => new MemorySession({ memory, grant: { root: 2 } })).toThrow(TypeError);
    const at = new MemorySession({ memory, grant: { tasks: ["trip"], root: 2 } });
    memory.task("trip").commit([{ kind: "delete", node: 2 }]);
    expect(await refused(at, "query", { query: "//*" })).toMatchObject({ code: "SXP5060" });
    expect(await refused(at, "show")).toMatchObject({ code: "SXP5060" });
    memory.deleteTask("trip");
    expect(await refused(at, "query", { query: "//*" })).toMatchObject({ code: "SXP5012" });
  });

  it("hard deletes where history was promised (mem0 #4187): what was deleted is in earlier versions, and comes back", async () => {
    const { session: at } = writing();
    await called(at, "delete", { targets: [3] });
    expect(await called(at, "query", { query: '//POI[node =~ "museum"]', version: 1, limit: 1 })).toMatchObject({
      matches: [{ key: 3 }],
    });
    await called(at, "revert", { version: 2 });
    expect(await called(at, "show", { node: 3 })).toMatchObject({ version: 3 });
  });

  it("nine tools, delete_all among them, and no history, diff or undo (mem0): none deletes all, and these are there", () => {
    const names = writing().session.tools.map(({ name }) => name);
    expect(names.filter((name) => /all/.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(["history", "diff", "revert"]));
  });

  it("an update half applied (OpenViking #4193): several primitives are one version, or none", async () => {
    const { session: at } = writing();
    const update = 'replace value of node //POI[@name = "Zoo"]/@cost with "45", rename node /Plan/Day[9] as Break';
    expect(await refused(at, "update", { update })).toMatchObject({ data: { status: expect.any(String) } });
    expect((await called(at, "history")).versions).toHaveLength(1);
  });

  it("no source (OpenViking #3329, jcode #1105): each version says who, why and from which turn", async () => {
    const { session: at } = writing({ author: "agent-7" });
    await called(at, "update", {
      update: 'replace value of node //POI[@name = "Zoo"]/@cost with "45"',
      reason: "told so",
      turn: "t9",
      eventTime: "2026-11-01",
    });
    expect(await called(at, "history", { node: 6 })).toMatchObject({
      versions: [{ author: "agent-7", reason: "told so", turn: "t9", eventTime: "2026-11-01" }, {}],
    });
  });

  it("the trace is always null (hermes-agent #56474): a result has its evidence, and why_not its reason", async () => {
    const { session: at } = session();
    const { matches } = await called(at, "query", { query: '//POI[node =~ "museum"]', limit: 1 });
    expect((matches as { evidence: string[] }[])[0]!.evidence[0]).toContain("museum");
    expect(await called(at, "why_not", { query: "//POI[@cost > 20]", node: 3 })).toMatchObject({
      reasons: [expect.stringContaining("12")],
    });
  });

  it("one fact cannot be corrected (hindsight #1094): one value of one node is, and the rest stays", async () => {
    const { session: at } = writing();
    const done = await called(at, "update", {
      operations: [{ op: "setAttribute", target: { key: 6 }, name: "cost", value: "45" }],
    });
    expect(done).toMatchObject({ changes: [{ kind: "setAttribute", key: 6, before: "40", after: "45" }] });
  });

  it("a retried write is made twice (letta-code #808): an idempotency key makes it once, and ifVersion refuses what is late", async () => {
    const { session: at } = writing();
    const input = { content: '<POI name="Cafe"/>', target: 2, idempotencyKey: "k1", ifVersion: 1 };
    expect(await called(at, "insert", input)).toMatchObject({ status: "applied", version: 2 });
    expect(await called(at, "insert", input)).toMatchObject({ status: "repeated", version: 2 });
    expect(await refused(at, "insert", { ...input, idempotencyKey: "k2" })).toMatchObject({
      data: { status: "conflict" },
    });
  });

  it("junk and copies (mem0 #4573): what is nearly there already is said at the insertion", async () => {
    const { session: at } = writing();
    const { notes } = await called(at, "insert", {
      content: '<POI name="Museum of Nature" cost="12"/>',
      target: 2,
      dryRun: true,
    });
    expect((notes as string[]).join()).toMatch(/SXP50\d\d/);
  });

  it.each(CONNECTIONS)(
    "a deletion nobody confirmed: %s that can't ask is refused, and a no is a no",
    async (connection) => {
      const { session: at } = session({ grant: { rights: "write" } });
      const mute = await connect(at, connection);
      const refusedCall = await mute.call("delete", { targets: [3] });
      expect(JSON.parse(refusedCall.content[0]!.text!)).toMatchObject({ code: "SXP5065" });
      const unwilling = await connect(at, connection, () => "cancel");
      expect(JSON.parse((await unwilling.call("delete", { targets: [3] })).content[0]!.text!)).toMatchObject({
        code: "SXP5065",
      });
      const dry = await mute.call("delete", { targets: [3], dryRun: true });
      expect(dry.structuredContent).toMatchObject({ status: "dry run" });
      expect(await called(at, "show", { node: 3 })).toMatchObject({ version: 1 });
    },
  );
});

describe("bounds on a session", () => {
  it("reads only unless writing was granted, and says so of each tool", async () => {
    const { session: at } = session();
    expect(at.tools.every(({ writes }) => !writes)).toBe(true);
    for (const tool of ["insert", "update", "delete", "revert", "create_task"])
      expect(await refused(at, tool, {})).toMatchObject({ code: "SXP5061" });
  });

  it("takes so many calls and writes in a minute", async () => {
    let time = 0;
    const at = new MemorySession({ memory: store().memory, now: () => new Date(time), limits: { callsPerMinute: 2 } });
    await called(at, "tasks");
    await called(at, "tasks");
    expect(await refused(at, "tasks")).toMatchObject({ code: "SXP5063" });
    time = 61_000;
    await called(at, "tasks");
  });

  it("takes inputs and gives answers of a bounded size, whatever is asked for", async () => {
    const { session: at } = session({ limits: { maxInputTokens: 100, maxResultTokens: 120 } });
    expect(await refused(at, "query", { query: `//POI[node =~ "${"x".repeat(1000)}"]` })).toMatchObject({
      code: "SXP5064",
    });
    const answer = await at.call("show", { maxTokens: 100_000 });
    expect(tokensOf(answer.ok ? answer.text : "")).toBeLessThan(250);
  });

  it("ends a call that is cancelled", async () => {
    const gone = new AbortController();
    const scorer = {
      id: "slow",
      cost: "expensive" as const,
      score: () => {
        gone.abort();
        return new Promise<Float32Array>(() => undefined);
      },
    };
    const { session: at } = session({ scorer });
    const answer = await at.call("query", { query: '//POI[node =~ "x"]' }, { signal: gone.signal });
    expect(answer).toMatchObject({ ok: false, failure: { code: "SXP4004" } });
  });

  it.each(CONNECTIONS)("tells of its progress over %s", async (connection) => {
    const scorer = {
      id: "slow",
      cost: "expensive" as const,
      score: async (texts: readonly string[]) => new Float32Array(texts.length).fill(0.5),
    };
    const client = await connect(session({ scorer }).session, connection);
    const seen: unknown[] = [];
    await client.call("query", { query: '//POI[node =~ "x"]' }, { onprogress: (progress) => seen.push(progress) });
    await expect.poll(() => seen.length).toBeGreaterThan(0);
  });

  it("says nothing of a fault that is not the caller's, and logs it", async () => {
    const faults: unknown[] = [];
    const scorer = {
      id: "broken",
      cost: "cheap" as const,
      score: () => {
        throw new TypeError("/secret/path");
      },
    };
    const { session: at, memory } = session({ scorer, onFault: (_: string, error: unknown) => faults.push(error) });
    Object.defineProperty(memory, "refresh", {
      value: () => {
        throw new Error("ENOSPC /secret/path");
      },
    });
    expect(JSON.stringify(await refused(at, "tasks"))).not.toContain("secret");
    expect(faults).toHaveLength(1);
  });
});

describe("the audit log", () => {
  it("has a line for each call, without what was said, for its owner alone; prune takes it away", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sxp-audit-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { write, clear } = auditFolder(folder);
    const { session: at } = writing({ audit: write });
    await called(at, "query", { query: '//POI[node =~ "confidential"]' });
    await called(at, "insert", { content: '<POI name="confidential"/>', target: 2 });
    await refused(at, "show", { node: 99 });
    const [file] = readdirSync(join(folder, "audit"));
    const text = readFileSync(join(folder, "audit", file!), "utf8");
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { tool: "query", failure: null, task: "trip", version: 1 },
      { tool: "insert", failure: null, version: 2 },
      { tool: "show", failure: "SXP5069" },
    ]);
    expect(text).not.toContain("confidential");
    clear();
    expect(readdirSync(join(folder, "audit"))).toEqual([]);
  });
});
