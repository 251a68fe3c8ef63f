import { tokensOf } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { CONNECTIONS, connect } from "./support/connect.js";
import { called, refused, session } from "./support/trip.js";

/** Days with many stops, so that an answer with all contributors is long. */
const LONG = `<Trip>${Array.from({ length: 4 }, (_, day) => `<Day index="${day + 1}">${Array.from({ length: 8 }, (_, i) => `<POI name="Stop ${day}-${i}" cost="${(day * 8 + i * 7) % 31}.5"/>`).join("")}</Day>`).join("")}</Trip>`;

const long = () => {
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("trip", readXml(LONG));
  return session({ memory }).session;
};

describe("an answer is as long as the question needs", () => {
  it.each(CONNECTIONS)(
    "a value comes first, with its count and the node that decided it, over %s",
    async (connection) => {
      const client = await connect(long(), connection);
      const { content, structuredContent } = await client.call("query", { query: "max(//POI/@cost)" });
      const text = content[0]!.text!;
      expect(structuredContent).toMatchObject({ value: 30.5, count: 32, by: { key: expect.any(Number) } });
      expect(text.startsWith('{"value":30.5,"count":32')).toBe(true);
      expect(tokensOf(text)).toBeLessThanOrEqual(40);
    },
  );

  it.each([
    ["min(//POI/@cost)", { value: 0.5, count: 32, by: { path: "/Trip/Day[1]/POI[1]/@cost" } }],
    ["count(//POI)", { value: 32 }],
    ["avg(//POI/@cost)", { value: expect.any(Number), count: 32 }],
    ["exists(//POI[@cost > 30])", { value: true }],
  ])("%s", async (query, answer) => {
    const given = await called(long(), "query", { query });
    expect(given).toMatchObject(answer);
    expect(given).not.toHaveProperty("matches");
    expect(tokensOf(JSON.stringify(given))).toBeLessThanOrEqual(40);
  });

  it("the decider of a greatest value is a node that has it", async () => {
    const at = long();
    const { value, by } = await called(at, "query", { query: "max(//POI/@cost)" });
    const [found] = (await called(at, "query", { query: (by as { path: string }).path })).matches as { text: string }[];
    expect(Number(found!.text)).toBe(value);
  });

  it("a limit counts for results, contributors and lists of values alike", async () => {
    const at = long();
    for (const query of ["//POI", "//POI/@cost", "max(//POI/@cost)", "count(//POI)", '//POI[node =~ "stop"]'])
      for (const limit of [1, 3]) expect((await called(at, "query", { query, limit })).matches).toHaveLength(limit);
    const list = await called(at, "query", { query: "distinct-values(//Day/@index)", limit: 3 });
    expect(list).toMatchObject({ value: [expect.anything(), expect.anything(), expect.anything()], count: 4 });
  });

  it("a long list of values comes in pages", async () => {
    const at = long();
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const input = { query: "distinct-values(//POI/@name)", maxTokens: 100, ...(cursor !== undefined && { cursor }) };
      const page = await called(at, "query", input);
      seen.push(...(page.value as unknown[]));
      ({ cursor } = page);
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(32);
    expect(seen).toHaveLength(32);
  });

  it("evidence of an aggregate is one line, and not one for each node in it", async () => {
    const { matches } = await called(long(), "query", { query: '//Day[max(/POI[node =~ "stop"])]', limit: 1 });
    const [{ evidence }] = matches as [{ evidence: readonly string[] }];
    expect(evidence).toEqual([expect.stringMatching(/^max\(\/POI\[node =~ "stop"\]\) 0\.\d{1,6}$/)]);
  });

  it("numbers have six significant digits, and money and counts all that they need", async () => {
    const memory = Memory.create(inMemoryJournal());
    memory.createTask("a", readXml(`<A><B n="1266543.1"/><B n="1.02"/><C n="0.3333333333"/><D n="12345678"/></A>`));
    const { session: at } = session({ memory });
    const value = async (query: string) => (await called(at, "query", { query })).value;
    expect(await value("sum(//B/@n)")).toBe(1266544.12);
    expect(await value("sum(//C/@n)")).toBe(0.333333);
    expect(await value("sum(//D/@n)")).toBe(12345678);
  });
});

describe("a refusal says how to go on", () => {
  it("an attribute that is on another type names that type", async () => {
    const { session: at } = session();
    expect((await refused(at, "query", { query: "//Day[@cost > 3]" })).message).toContain('"POI" has it.');
  });

  it("a message is not said twice", async () => {
    const { session: at } = session({ grant: { rights: "write" } });
    const failure = await refused(at, "insert", { content: '<Cafe name="x"/>', target: 2 });
    expect(failure).not.toHaveProperty("problems");
    expect(failure).toMatchObject({ code: "SXP4008", data: { status: "refused" } });
  });
});
