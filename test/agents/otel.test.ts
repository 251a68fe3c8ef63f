import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { MemorySession } from "@semantic-xpath/agents";
import { observedJournal, openTelemetry, type TelemetryOptions } from "@semantic-xpath/agents/otel";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { lexicalScorer, readXml, type Scorer } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { connect } from "./support/connect.js";
import { type Collected, collect, type EndedSpan } from "./support/spans.js";
import { TRIP } from "./support/trip.js";

let collected: Collected;
beforeAll(() => {
  collected = collect();
});
afterAll(() => collected.end());
beforeEach(() => collected.reset());

/** A session over a store that has been opened again, so that it has to read what it needs. */
function observed(xml = TRIP, options: TelemetryOptions & { readonly scorer?: Scorer; readonly task?: string } = {}) {
  const journal = inMemoryJournal();
  Memory.create(journal).createTask(options.task ?? "trip", readXml(xml));
  const memory = Memory.open(observedJournal(journal));
  const { scorer = lexicalScorer() } = options;
  collected.reset();
  return new MemorySession({
    memory,
    scorer,
    grant: { rights: "write" },
    mayDelete: true,
    telemetry: openTelemetry(options),
  });
}

const spans = (): readonly EndedSpan[] => collected.spans;
const named = (name: string): EndedSpan => {
  const span = spans().find((one) => one.name === name);
  if (span === undefined) throw new Error(`no span ${name} among ${spans().map((one) => one.name)}`);
  return span;
};
const parentOf = ({ parent }: EndedSpan): string | undefined => spans().find(({ id }) => id.spanId === parent)?.name;

describe("spans of a session", () => {
  it("nest: the request, its operation, and below that the scorer and the store", async () => {
    const session = observed();
    const client = await connect(session, "2025 stream");
    await client.call("query", { query: '//POI[node =~ "museum"]', limit: 2 });
    const request = named("tools/call query");
    expect(request.kind).toBe(SpanKind.SERVER);
    expect(request.attributes).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "query",
      "mcp.method.name": "tools/call",
    });
    const operation = named("search_memory");
    expect(parentOf(operation)).toBe("tools/call query");
    expect(operation.attributes).toMatchObject({
      "gen_ai.operation.name": "search_memory",
      "gen_ai.memory.store.id": session.memory.journal.id,
      "gen_ai.request.top_k": 2,
      "gen_ai.memory.record.count": 1,
      "sxp.version": 1,
    });
    expect(operation.attributes["sxp.query.digest"]).toMatch(/^[0-9a-f]{16}$/);
    expect(parentOf(named("sxp.score"))).toBe("search_memory");
    expect(named("sxp.score").attributes).toMatchObject({ "sxp.scorer.pairs": expect.any(Number) });
    const store = spans().filter(({ name }) => name === "sxp.store chunks");
    expect(store.map(parentOf)).toContain("search_memory");
  });

  it("nest in the trace of the client, whose context is in the request", async () => {
    const meta = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    await observed().call("tasks", {}, { request: { sessionId: "s", protocolVersion: "2026-01-01", meta } });
    const request = named("tools/call tasks");
    expect(request.id.traceId).toBe("0af7651916cd43dd8448eb211c80319c");
    expect(request.parent).toBe("b7ad6b7169203331");
    expect(request.attributes).toMatchObject({ "mcp.session.id": "s", "mcp.protocol.version": "2026-01-01" });
  });

  it("of a failed tool are errors, with the code alone", async () => {
    const client = await connect(observed(), "2026 stream");
    expect((await client.call("query", { query: "//Secret[" })).isError).toBe(true);
    for (const name of ["tools/call query", "search_memory"]) {
      expect(named(name).status).toEqual({ code: SpanStatusCode.ERROR });
      expect(named(name).attributes["error.type"]).toMatch(/^SXP\d{4}$/);
      expect(named(name).events).toEqual([]);
    }
    await observed().call("no-such-tool", {});
    expect(named("execute_tool _OTHER").status.code).toBe(SpanStatusCode.ERROR);
  });

  it("of a call that asks a person first are no errors", async () => {
    const journal = inMemoryJournal();
    Memory.create(journal).createTask("trip", readXml(TRIP));
    const memory = Memory.open(journal);
    const session = new MemorySession({ memory, grant: { rights: "write" }, telemetry: openTelemetry() });
    expect(await session.call("delete", { targets: ["/Plan/Day[2]"] })).toMatchObject({ failure: { code: "SXP5065" } });
    expect(named("execute_tool delete").status.code).toBe(SpanStatusCode.UNSET);
  });

  it("name what writes, and count its write to the store", async () => {
    const answer = await observed().call("update", { update: 'replace value of node //Day[1]/@index with "3"' });
    expect(answer).toMatchObject({ ok: true });
    expect(parentOf(named("sxp.store append"))).toBe("update_memory");
    expect(named("update_memory").attributes["sxp.version"]).toBe(2);
  });

  it("have texts only where they are allowed", async () => {
    const query = '//POI[node =~ "museum"]';
    await observed(TRIP, { captureContent: true }).call("query", { query });
    const { attributes } = named("search_memory");
    expect(attributes["gen_ai.memory.query.text"]).toBe(query);
    expect(attributes["gen_ai.memory.records"]).toContain("Museum of Nature");
    collected.reset();
    await observed(TRIP, { captureContent: true, isData: true }).call("query", { query });
    expect(named("retrieval").attributes["gen_ai.retrieval.documents"]).toContain("Museum of Nature");
  });

  it("have nothing of what a person wrote, whatever it is", () =>
    fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-z]{6,12}$/), fc.nat(5), async (secret, at) => {
        const text = `zq${secret}`;
        const session = observed(`<Plan><Day name="${text}"/></Plan>`, { task: text });
        const inputs: readonly (readonly [string, object])[] = [
          ["query", { query: `//Day[@name = "${text}"]` }],
          ["query", { query: `//${text}[`, [text]: 1 }],
          ["insert", { content: `<${text} a="${text}"/>`, target: "/Plan" }],
          ["delete", { targets: [`//Day[@name = "${text}"]`] }],
          [text, {}],
          ["create_task", { name: `${text}2`, data: `<${text}/>` }],
        ];
        collected.reset();
        await session.call(...inputs[at]!, {
          request: { sessionId: null, protocolVersion: null, meta: { traceparent: text, [text]: text } },
        });
        expect(spans().length).toBeGreaterThan(0);
        expect(JSON.stringify(spans())).not.toContain(text);
      }),
      { numRuns: runs(200, 40) },
    ));
});

it("spans of each tool, in full", async () => {
  const session = observed(TRIP, { captureContent: true });
  const masked = (text: string): string =>
    text
      .replaceAll(session.memory.journal.id, "STORE")
      .replace(/"sxp\.query\.digest":"[0-9a-f]{16}"/g, '"sxp.query.digest":"DIGEST"');
  const lines: string[] = [];
  const calls: readonly (readonly [string, object])[] = [
    ["query", { query: '//POI[node =~ "museum"]', limit: 2 }],
    ["query", { query: "//POI[" }],
    ["query", { query: "count(/Memory/Task)", history: true }],
    ["explain", { query: "//POI" }],
    ["why_not", { query: "//POI[@cost > 20]", node: 3, limit: 1 }],
    ["show", { node: 2 }],
    ["tasks", {}],
    ["schema", {}],
    ["history", {}],
    ["diff", { from: 1 }],
    ["insert", { content: "<POI/>", target: 2 }],
    ["update", { update: "delete node //POI" }],
    ["delete", { targets: [3] }],
    ["revert", { version: 3 }],
    ["revert", { version: 1 }],
    ["create_task", { name: "new", content: "<New/>" }],
    ["nothing", {}],
  ];
  for (const [name, input] of calls) {
    collected.reset();
    await session.call(name, input, { request: { sessionId: "s", protocolVersion: "p", meta: {} } });
    lines.push(`> ${name} ${JSON.stringify(input)}`);
    for (const span of spans())
      lines.push(
        masked(JSON.stringify([span.name, span.kind, parentOf(span), span.attributes, span.events, span.status])),
      );
    for (const { name, unit, attributes } of collected.values) lines.push(JSON.stringify([name, unit, attributes]));
    lines.push("");
  }
  await expect(lines.join("\n")).toMatchFileSnapshot("transcripts/spans.txt");
});

describe("metrics of a session", () => {
  it("are the durations of requests and operations, with the error of those that failed", async () => {
    const client = await connect(observed(), "2025 stream");
    await client.call("query", { query: "//POI" });
    await client.call("query", { query: "//POI[" });
    for (const metric of ["mcp.server.operation.duration", "gen_ai.client.operation.duration"]) {
      const values = collected.values.filter(({ name }) => name === metric);
      expect(values.map(({ attributes }) => attributes["error.type"] ?? null)).toEqual([
        null,
        expect.stringMatching(/^SXP/),
      ]);
      for (const { unit, value } of values) expect([unit, value > 0 && value < 600]).toEqual(["s", true]);
    }
  });
});
