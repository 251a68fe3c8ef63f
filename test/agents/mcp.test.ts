import { tokensOf } from "@semantic-xpath/agents";
import { describe, expect, it } from "vitest";
import { CONNECTIONS, connect } from "./support/connect.js";
import { session } from "./support/trip.js";

describe.each(CONNECTIONS)("the official client of %s", (connection) => {
  it("lists the tools with what they take, give and do", async () => {
    const client = await connect(session().session, connection);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "query",
      "ask",
      "schema",
      "show",
      "explain",
      "why_not",
      "tasks",
      "history",
      "diff",
    ]);
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect([inputSchema, outputSchema]).toMatchObject([{ type: "object" }, { type: "object" }]);
    }
    expect(client.instructions).toContain("read only");
  });

  it("queries, and gets structured content that is the text", async () => {
    const client = await connect(session().session, connection);
    const { structuredContent, content, isError } = await client.call("query", {
      query: '//POI[node =~ "museum"]',
      limit: 1,
    });
    expect(isError ?? false).toBe(false);
    expect(structuredContent).toMatchObject({ matches: [{ key: 3 }] });
    expect(JSON.parse(content[0]!.text!)).toEqual(structuredContent);
  });

  it("is refused a tool that there is not, also by a name that every object has", async () => {
    const client = await connect(session().session, connection);
    for (const name of ["constructor", "__proto__", "toString", "erase"])
      await expect(client.call(name, {})).rejects.toThrow(`SXP5070: There is no "${name}"`);
    await expect(client.call("qury", {})).rejects.toThrow('Did you mean "query"?');
    await expect(client.call("update", {})).rejects.toThrow("SXP5061");
  });

  it("gets mistakes as results that it can repair", async () => {
    const client = await connect(session().session, connection);
    const { isError, content } = await client.call("query", { query: "//PIO" });
    expect(isError).toBe(true);
    expect(JSON.parse(content[0]!.text!)).toMatchObject({
      code: "SXP2001",
      problems: [{ fixes: [{ query: "//POI" }] }],
    });
  });

  it("reads resources, and the prompt card", async () => {
    const client = await connect(session().session, connection);
    const uris = (await client.listResources()).map(({ uri }) => uri);
    expect(uris).toEqual([
      "memory://task/trip",
      "memory://task/trip/schema",
      "memory://task/zebra",
      "memory://task/zebra/schema",
      "memory://query-schema",
    ]);
    expect(await client.read("memory://task/trip")).toContain('#3 POI name="Museum of Nature"');
    expect(await client.read("memory://task/trip/version/1")).toContain("Museum");
    expect(JSON.parse(await client.read("memory://task/trip/schema"))).toMatchObject({ roots: ["Plan"] });
    expect(JSON.parse(await client.read("memory://query-schema"))).toHaveProperty("$defs.Query");
    await expect(client.read("memory://task/nowhere")).rejects.toThrow();
    expect(await client.prompt("query_memory", { task: "trip" })).toContain("POI");
  });

  it("is told when a task changes, and when there is another one", async () => {
    const { session: at, memory } = session();
    const client = await connect(at, connection);
    await client.subscribe("memory://task/trip");
    memory.task("trip").commit([{ kind: "delete", node: 3 }]);
    memory.createTask("other", memory.task("zebra").head().tree());
    await expect.poll(() => [...client.told].sort()).toEqual(["list", "memory://task/trip"]);
  });
});

it("the definitions of all tools take no more than 3 200 tokens", async () => {
  const client = await connect(session({ grant: { rights: "write" } }).session, "2026 stream");
  const { tools } = await client.listTools();
  expect(tokensOf(JSON.stringify(tools))).toBeLessThanOrEqual(3200);
});
