import { MemorySession } from "@semantic-xpath/agents";
import { astToQuery } from "@semantic-xpath/emitters";
import { parse } from "@semantic-xpath/parser";
import { describe, expect, it } from "vitest";
import { called, refused, session, store } from "./support/trip.js";

describe("query", () => {
  it("gives results with key, path, weight, text and evidence", async () => {
    const { session: at } = session();
    expect(await called(at, "query", { query: '//POI[node =~ "museum"]', limit: 1 })).toEqual({
      task: "trip",
      version: 1,
      matches: [
        {
          key: 3,
          path: "/Plan/Day[1]/POI[1]",
          weight: expect.any(Number),
          text: "Museum of Nature · cost 12",
          evidence: ['museum → "museum" (same, in @name)'],
        },
      ],
    });
  });

  it("takes a syntax tree in place of a text", async () => {
    const { session: at } = session();
    const { ast } = parse("//POI[@cost > 20]");
    expect(astToQuery(JSON.parse(JSON.stringify(ast.query))).text).not.toBeNull();
    const { matches } = await called(at, "query", { ast: JSON.parse(JSON.stringify(ast.query)) });
    expect(matches).toMatchObject([{ text: "Zoo · cost 40" }]);
    expect(await refused(at, "query", { ast: { kind: "Zebra" } })).toMatchObject({ code: "SXP5067" });
    expect(await refused(at, "query", { ast: {}, query: "//POI" })).toMatchObject({ code: "SXP5064" });
    expect(await refused(at, "query", {})).toMatchObject({ code: "SXP5064" });
  });

  it("gives a value where a query is one", async () => {
    const { session: at } = session();
    expect(await called(at, "query", { query: "count(//POI)" })).toMatchObject({ value: 3 });
  });

  it("says why there is nothing", async () => {
    const { session: at } = session();
    const { empty } = await called(at, "query", { query: "//Day[3]" });
    expect(empty).toContain("2");
  });

  it("pages by a cursor that keeps to its version", async () => {
    const { session: at, memory } = session();
    const input = { query: "//POI", maxTokens: 100 };
    const many = Array.from({ length: 20 }, (_, i) => ({ type: "POI", attributes: { name: `Place ${i}` } }));
    memory.task("trip").commit(many.map((content) => ({ kind: "insert" as const, parent: 2, content })));
    const names: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await called(at, "query", { ...input, ...(cursor !== undefined && { cursor }) });
      names.push(...(page.matches as { text: string }[]).map(({ text }) => text));
      expect(page.version).toBe(2);
      memory.task("trip").commit([{ kind: "delete", node: 3 }]);
      ({ cursor } = page);
    } while (cursor !== undefined);
    expect(names).toHaveLength(23);
    expect(new Set(names).size).toBe(23);
    expect(await refused(at, "query", { query: "//Day", cursor: "zebra" })).toMatchObject({ code: "SXP5066" });
  });

  it("lets a model repair what is wrong: each fix is a query that compiles", async () => {
    const { session: at } = session();
    const failure = await refused(at, "query", { query: '//Day/PIO[node =~ "museum"]' });
    expect(failure).toMatchObject({ code: "SXP2001", problems: [{ text: "PIO" }] });
    const { query } = failure.problems![0]!.fixes[0]!;
    expect((await called(at, "query", { query })).matches).toHaveLength(1);
  });
});

describe("the other tools that read", () => {
  it("schema is the card of the schema, or it whole", async () => {
    const { session: at } = session();
    const { text } = await called(at, "schema");
    expect(text).toContain("POI");
    expect(JSON.parse(String((await called(at, "schema", { format: "json" })).text))).toMatchObject({
      roots: ["Plan"],
    });
    expect(await called(at, "schema", { task: "zebra" })).toMatchObject({ isInferred: true });
  });

  it("show gives a node line by line, with keys", async () => {
    const { session: at } = session();
    expect(await called(at, "show", { node: "#2" })).toMatchObject({
      path: "/Plan/Day[1]",
      lines: ['#2 Day index="1"', '  #3 POI name="Museum of Nature" cost="12"', '  #4 POI name="Harbour"'],
      left: 0,
    });
    expect((await called(at, "show", { depth: 1 })).lines).toHaveLength(3);
    expect(await refused(at, "show", { node: 99 })).toMatchObject({ code: "SXP5069" });
    expect(await refused(at, "show", { node: "//POI" })).toMatchObject({ code: "SXP5069" });
  });

  it("explain runs nothing, and why_not says what is missing", async () => {
    const { session: at } = session();
    expect(await called(at, "explain", { query: "//POI[@cost > 20]" })).toMatchObject({
      runs: true,
      plan: expect.stringContaining("POI"),
      problems: [],
    });
    const about = await called(at, "why_not", { query: "//POI[@cost > 20]", node: 3 });
    expect(about).toMatchObject({
      isFound: false,
      reasons: [expect.any(String)],
      change: { query: expect.any(String) },
    });
    const { matches } = await called(at, "query", { query: (about.change as { query: string }).query });
    expect((matches as { key: number }[]).map(({ key }) => key)).toContain(3);
    expect(await called(at, "why_not", { query: "//POI[@cost > 20]", node: 6 })).toMatchObject({
      isFound: true,
      rank: 1,
    });
  });

  it("explain warns of a name that data without a schema lack, with a query that has one", async () => {
    const { memory } = store();
    const at = new MemorySession({ memory, task: "zebra" });
    expect(await called(at, "explain", { query: "//Itm" })).toMatchObject({
      runs: true,
      problems: [{ code: "SXP2001", severity: "warning", fixes: [{ query: "//Item" }] }],
    });
    expect(await called(at, "explain", { query: "//Item" })).toMatchObject({ problems: [] });
  });

  it("a query of all versions says what it needs, and gives what has no key none", async () => {
    const { session: at } = session();
    const query = "/Memory/Task/Version/Change";
    expect(await refused(at, "query", { query })).toMatchObject({ code: "SXP5064", message: /history: true/ });
    const { matches } = await called(at, "query", { query, history: true });
    expect((matches as object[])[0]).not.toHaveProperty("key");
    const { matches: nodes } = await called(at, "query", { query: "/Memory/Task/Version//POI", history: true });
    expect(nodes).toMatchObject([{ key: 3 }, {}, {}]);
  });

  it("a path after a key is named", async () => {
    const { session: at } = session({ grant: { rights: "write" } });
    const message = /^"#3" is the key of one node, and "\/@name" can't follow it/;
    const update = 'replace value of node #3/@name with "x"';
    expect(await refused(at, "update", { update })).toMatchObject({ code: "SXP1001", message });
    expect(await refused(at, "query", { query: "#3/@name" })).toMatchObject({
      message: /key of a node, which a query/,
    });
    expect(await refused(at, "show", { node: "#3/@name" })).toMatchObject({ message: /no path follows a key/ });
  });

  it("says nothing of other surfaces where an update is given as a query", async () => {
    const { message } = await refused(session().session, "query", { query: "delete node //POI" });
    expect(message).not.toMatch(/compileUpdate|sxp/);
  });

  it("why_not of a group says what would be in it, and of a node to which field of a record it gives nothing", async () => {
    const { session: at } = session();
    const query = "(//POI[@cost > 1000])[group by name() as kind]";
    expect(await called(at, "why_not", { query, node: '[@kind = "POI"]' })).toMatchObject({
      isFound: false,
      reasons: expect.arrayContaining(["/Plan/Day[2]/POI: its @cost is 40, which is not > 1000"]),
    });
    expect(
      await called(at, "why_not", { query: "(//POI)[group by name() as kind]", node: '[@kind = "POI"]' }),
    ).toMatchObject({ isFound: true });
    expect(await refused(at, "why_not", { query: "//POI", node: "[@cost = 1]" })).toMatchObject({ code: "SXP5064" });
    const record = "//Day/{ n: count(/POI[@cost > 1000]) }";
    expect(await called(at, "why_not", { query: record, node: 3 })).toMatchObject({
      reasons: [expect.any(String), expect.stringContaining("It gives nothing to n of ")],
    });
  });

  it("history and diff say in words what was changed, by whom and why", async () => {
    const { session: at, memory } = session();
    memory.task("trip").commit([{ kind: "setAttribute", node: 3, name: "cost", value: "15" }], {
      provenance: { author: "Ann", reason: "new price", turn: "t7" },
    });
    memory.task("trip").commit([{ kind: "delete", node: 4 }]);
    const { versions } = await called(at, "history");
    expect(versions).toMatchObject([
      { version: 3, changes: ["deleted POI Harbour from Day 1"] },
      { version: 2, author: "Ann", reason: "new price", turn: "t7" },
      { version: 1 },
    ]);
    const { versions: about } = await called(at, "history", { node: 3 });
    expect((about as { version: number }[]).map(({ version }) => version)).toEqual([2, 1]);
    expect(await called(at, "diff", { from: 1 })).toMatchObject({
      from: 1,
      to: 3,
      changes: [
        { kind: "delete", key: 4 },
        { kind: "setAttribute", key: 3, before: "12", after: "15" },
      ],
    });
  });

  it("tasks lists and switches", async () => {
    const { session: at } = session();
    expect(await called(at, "tasks")).toMatchObject({ task: "trip", tasks: [{ name: "trip" }, { name: "zebra" }] });
    expect(await called(at, "tasks", { task: "zebra" })).toMatchObject({ task: "zebra" });
    expect(await called(at, "query", { query: "//Item" })).toMatchObject({ task: "zebra" });
    expect(await refused(at, "tasks", { task: "zebre" })).toMatchObject({ code: "SXP5012" });
  });
});

describe("a query over all versions", () => {
  it("finds what was there before", async () => {
    const { session: at, memory } = session();
    memory.task("trip").commit([{ kind: "delete", node: 3 }]);
    const query = '/Memory/Task[@name = "trip"]/Version[-2]//POI[@name = "Museum of Nature"]';
    expect(await called(at, "query", { query, history: true })).toMatchObject({
      matches: [{ task: "trip", version: 1, key: 3, path: "/Plan/Day[1]/POI[1]" }],
    });
  });

  it("sees the tasks that are granted, and no part of one", async () => {
    const { memory } = session();
    const some = new MemorySession({ memory, grant: { tasks: ["trip"] } });
    expect(await called(some, "query", { query: "count(/Memory/Task)", history: true })).toMatchObject({ value: 1 });
    expect(JSON.stringify(await called(some, "query", { query: "/Memory//*", history: true }))).not.toContain("ebra");
    const part = new MemorySession({ memory, grant: { tasks: ["trip"], root: 2 } });
    expect(await refused(part, "query", { query: "/Memory/Task", history: true })).toMatchObject({ code: "SXP5062" });
  });
});
