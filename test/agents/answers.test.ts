import { readFileSync } from "node:fs";
import { MemorySession, tokensOf } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/runtime";
import { treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
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

/** Calls on the example of a trip, with the tokens that an answer may take: these only fall. */
const CALLS: readonly (readonly [tokens: number, tool: string, input: object])[] = [
  [28, "query", { query: "max(//POI/@cost)" }],
  [28, "query", { query: "min(//POI/@cost)" }],
  [15, "query", { query: "avg(//POI/@cost)" }],
  [14, "query", { query: "sum(//POI/@cost)" }],
  [10, "query", { query: "count(//POI)" }],
  [13, "query", { query: 'exists(//POI[@category = "museum"])' }],
  [27, "query", { query: "distinct-values(//POI/@category)" }],
  [88, "query", { query: "max(//POI/@cost)", limit: 3 }],
  [136, "query", { query: "//Day/@city" }],
  [352, "query", { query: "//Day[1]/POI" }],
  [434, "query", { query: '//POI[node =~ "museum"]', limit: 5 }],
  [114, "query", { query: '//Day[avg(/POI[node =~ "conference sessions"])]', limit: 2 }],
  [99, "query", { query: "(//POI)[group by @category]/{ @category, n: count(/POI) }" }],
  [43, "query", { query: '//POI[@category = "zoo"]' }],
  [25, "query", { query: "//Day[@cost > 3]" }],
  [72, "query", { query: '//POI[@category = "musuem"]' }],
  [39, "query", { query: "SELECT name FROM POI" }],
  [31, "show", { node: 32, depht: 1 }],
  [21, "tasks", {}],
  [48, "history", {}],
  [167, "insert", { content: '<POI name="Cafe"/>', target: 32 }],
  [225, "insert", { content: '<POI name="Cafe" price="CAD 4"/>', target: 32 }],
  [142, "insert", { content: '<Cafe name="x"/>', target: 32 }],
  [336, "update", { update: 'replace value of node //POI/@cost with "CAD 3"' }],
  [49, "update", { update: 'replace value of node //Day[4]/@weather with "tornado"' }],
  [60, "update", { update: 'replace value of node //Day[4]/@weather with "rain"' }],
  [47, "delete", { targets: ["/Itinerary/Day[4]/POI[1]"] }],
];

const example = (name: string): string => readFileSync(`examples/itinerary/itinerary.${name}`, "utf8");

it("ratchet: no answer takes more tokens than it did", async () => {
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("trip", readXml(example("xml")), { schema: parseSchema(example("schema.json")).schema! });
  const at = new MemorySession({ memory, grant: { rights: "write" }, mayDelete: true });
  const grown: string[] = [];
  for (const [most, tool, input] of CALLS) {
    const answer = await at.call(tool, input);
    const text = answer.ok ? answer.text : JSON.stringify(answer.failure);
    if (tokensOf(text) > most) grown.push(`${tokensOf(text)} > ${most}: ${tool} ${JSON.stringify(input)}`);
  }
  expect(grown).toEqual([]);
});

it("law: the greatest value takes 40 tokens or fewer, whatever the tree, and names a node that has it", async () => {
  const item = fc.record({ n: fc.integer({ min: -99_999, max: 99_999 }), depth: fc.integer({ min: 0, max: 12 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 40 }), async (items) => {
      const nodes = items.map(({ n, depth }) => `${"<Part>".repeat(depth)}<Item n="${n}"/>${"</Part>".repeat(depth)}`);
      const memory = Memory.create(inMemoryJournal());
      memory.createTask("list", readXml(`<List>${nodes.join("")}</List>`));
      const { session: at } = session({ memory });
      const given = await called(at, "query", { query: "max(//Item/@n)" });
      const { value, by } = given;
      expect(value).toBe(Math.max(...items.map(({ n }) => n)));
      expect(tokensOf(JSON.stringify(given))).toBeLessThanOrEqual(40);
      const shown = await called(at, "show", { node: (by as { key: number }).key });
      expect((shown.lines as string[])[0]).toContain(`n="${value}"`);
    }),
    { numRuns: runs(100, 30) },
  );
});

describe("a refusal says how to go on", () => {
  it("names the values, attributes and children that are allowed, and content that fits", async () => {
    const { session: at } = session({ grant: { rights: "write" } });
    const fails = async (content: unknown, target = 2) => refused(at, "insert", { content, target });
    expect(await fails('<POI name="x" price="3"/>')).toMatchObject({
      message: expect.stringContaining('"price" is not an attribute of "POI": it has "name" or "cost"'),
      example: "<POI/>",
    });
    expect((await fails("<Plan/>")).message).toContain('there may be "POI" or "Break"');
    for (const content of ["<POI", { name: "x" }, "<Cafe/>"]) {
      const { example } = await fails(content);
      expect(await called(at, "insert", { content: example, target: 2, dryRun: true })).toMatchObject({
        status: "dry run",
      });
    }
  });

  it("says in one sentence what a node lacks, and how to write it anyway", async () => {
    const memory = Memory.create(inMemoryJournal());
    memory.createTask("trip", readXml(example("xml")), { schema: parseSchema(example("schema.json")).schema! });
    const { session: at } = session({ memory, grant: { rights: "write" } });
    const failure = await refused(at, "insert", { content: '<POI name="Cafe"/>', target: "//Day[4]" });
    expect(failure.message).toMatch(
      /^\S+ lacks "category", .*, which the schema requires\. allowBroken writes it anyway/,
    );
    expect(await called(at, "insert", { content: failure.example, target: "//Day[4]", dryRun: true })).toMatchObject({
      status: "dry run",
    });
  });

  it("law: an example of content can be inserted, whatever the data says", async () => {
    const said = fc.string({ unit: fc.constantFrom('"', "<", "&", ">", "'", "a", "é", "]", "\n", "\t"), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(said, said, async (name, text) => {
        const memory = Memory.create(inMemoryJournal());
        memory.createTask("list", treeOf({ type: "List", children: [{ type: "Item", attributes: { name }, text }] }));
        const { session: at } = session({ memory, grant: { rights: "write" } });
        const { example } = await refused(at, "insert", { content: "<Item", target: 1 });
        await called(at, "insert", { content: example, target: 1 });
        const [was, is] = memory.task("list").head().tree().root!.children;
        const spaced = (value: string | undefined) => value?.replace(/\s/g, " ");
        expect([spaced(is!.attributes.name), is!.text]).toEqual([spaced(was!.attributes.name), was!.text]);
      }),
      { numRuns: runs(200, 30) },
    );
  });

  it("names where an attribute is in data without a schema, too", async () => {
    const { empty } = await called(long(), "query", { query: "//Day[@cost > 3]" });
    expect(empty).toContain('"POI" has it.');
  });

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
