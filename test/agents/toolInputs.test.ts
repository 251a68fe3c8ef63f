import { memoryTools as aiTools } from "@semantic-xpath/agents/ai-sdk";
import { memoryTools as langChainTools } from "@semantic-xpath/agents/langchain";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { CONNECTIONS, connect, type TestClient } from "./support/connect.js";
import { called, refused, session } from "./support/trip.js";

const failureOf = async (client: TestClient, name: string, input: object) =>
  JSON.parse((await client.call(name, input)).content[0]!.text!);

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly additionalProperties?: unknown;
}

/** The objects inside of an input that take nothing unknown, each with an input that has something unknown there. */
function* strictIn(shape: Shape, path: readonly string[]): Generator<readonly [readonly string[], unknown]> {
  if (path.length > 0 && shape.additionalProperties === false) yield [path, { zzzzzz: 1 }];
  for (const [name, part] of Object.entries(shape.properties ?? {}))
    for (const [place, value] of strictIn(part, [...path, name])) yield [place, { [name]: value }];
  if (shape.items !== undefined)
    for (const [place, value] of strictIn(shape.items, [...path, "0"])) yield [place, [value]];
}

describe("inputs that a tool does not have", () => {
  it.each(CONNECTIONS)("are refused over %s, with the input that was meant", async (connection) => {
    const { session: at, memory } = session({ grant: { rights: "write" }, mayDelete: true });
    const client = await connect(at, connection);
    const failure = await failureOf(client, "insert", { content: "<POI/>", target: 2, superseeds: 3 });
    expect(failure).toMatchObject({ code: "SXP5064", message: expect.stringContaining('did you mean "supersedes"?') });
    expect(memory.task("trip").head().number).toBe(1);
    const { tools } = await client.listTools();
    for (const { inputSchema } of tools) expect(inputSchema).toMatchObject({ additionalProperties: false });
  });

  it("are refused by every tool, with all inputs where none is similar", async () => {
    const { session: at } = session({ grant: { rights: "write" } });
    for (const { name, input } of at.tools) {
      const { code, message } = await refused(at, name, { zzzzzz: 1 });
      expect(code).toBe("SXP5064");
      for (const known of Object.keys(input.shape)) expect(message).toContain(known);
    }
  });

  it("are refused at any depth, by their place", async () => {
    const { session: at } = session({ grant: { rights: "write" } });
    const { session: talks } = session({ memory: at.memory, grant: { rights: "write" }, isForConversations: true });
    const places: string[] = [];
    for (const of of [at, talks])
      for (const { name, input } of of.tools)
        for (const [path, given] of strictIn(input.toJSONSchema({ io: "input" }) as Shape, [])) {
          const { code, message } = await refused(of, name, given as object);
          expect(code).toBe("SXP5064");
          expect(message).toContain(`${path.join(".")}: `);
          expect(message).toContain('"zzzzzz"');
          // What the tool itself takes is no hint here.
          for (const known of Object.keys(input.shape))
            expect(message).not.toMatch(new RegExp(`it takes .*\\b${known}\\b`));
          places.push(`${name} ${path.join(".")}`);
        }
    expect([...new Set(places)]).toEqual(["remember_messages messages.0"]);
  });

  it("are refused in the Vercel AI SDK and in LangChain alike", async () => {
    const { session: at } = session();
    const input = { qery: "//POI" };
    const run = aiTools(at).query!.execute!;
    const output = await run(input, { toolCallId: "c1", messages: [] });
    expect(output).toMatchObject({ error: { message: expect.stringContaining('did you mean "query"?') } });
    const tool = langChainTools(at).find(({ name }) => name === "query")!;
    expect(await tool.invoke(input)).toContain("did you mean");
  });
});

const FACTS = `<Facts><Fact text="Ann lives in Oslo"/></Facts>`;

describe.each(CONNECTIONS)("what an agent says of a fact over %s", (connection) => {
  const opened = async () => {
    const memory = Memory.create(inMemoryJournal(), { now: () => new Date("2026-11-24T12:00:00Z") });
    memory.createTask("ann", readXml(FACTS));
    const { session: at } = session({ memory, grant: { rights: "write" } });
    return { at, client: await connect(at, connection) };
  };

  it("supersedes another one, from the time of the event on", async () => {
    const { at, client } = await opened();
    const fact = { content: '<Fact text="Ann lives in Lisbon"/>', target: "/Facts", eventTime: "2026-10-01" };
    const { structuredContent } = await client.call("insert", {
      ...fact,
      supersedes: '//Fact[@text = "Ann lives in Oslo"]',
    });
    expect(structuredContent).toMatchObject({ status: "applied", version: 2 });
    expect((await called(at, "show")).lines).toEqual([
      "#1 Facts",
      '  #2 Fact text="Ann lives in Oslo" validTo="2026-10-01" supersededBy="#3"',
      '  #3 Fact text="Ann lives in Lisbon" validFrom="2026-10-01"',
    ]);
    expect(await failureOf(client, "insert", { ...fact, supersedes: 2 })).toMatchObject({ code: "SXP5035" });
    expect(await failureOf(client, "insert", { ...fact, supersedes: 99 })).toMatchObject({ code: "SXP5069" });
    expect(await failureOf(client, "insert", { ...fact, eventTime: "yesterday" })).toMatchObject({ code: "SXP5018" });
  });

  it("is left out or refused where it is there already, if that is asked for", async () => {
    const { client } = await opened();
    const fact = { content: '<Fact text="Ann lives in Oslo."/>', target: "/Facts" };
    const skipped = await client.call("insert", { ...fact, duplicates: "skip" });
    expect(skipped.structuredContent).toMatchObject({ status: "unchanged" });
    expect(await failureOf(client, "insert", { ...fact, duplicates: "refuse" })).toMatchObject({ code: "SXP5033" });
    expect((await client.call("insert", fact)).structuredContent).toMatchObject({ status: "applied" });
  });
});

it.each(["2026-02-30", "2026-3-1", "2026-03-14T09:00", "next week", ""])(
  "an event time %j is refused",
  async (time) => {
    const { session: at, memory } = session({ grant: { rights: "write" } });
    const { code } = await refused(at, "insert", { content: "<POI/>", target: 2, eventTime: time });
    expect(code).toBe("SXP5018");
    expect(memory.task("trip").head().number).toBe(1);
  },
);

it("a broken bound can be allowed by the call", async () => {
  const { session: at } = session({ grant: { rights: "write" } });
  const days = { content: "<Day/>", target: "/Plan", reason: "longer" };
  for (let day = 3; day <= 7; day++) await called(at, "insert", days);
  const { code, message } = await refused(at, "insert", days);
  expect([code, message]).toEqual(["SXP5030", expect.stringContaining("allowBroken")]);
  expect(await called(at, "insert", { ...days, allowBroken: true })).toMatchObject({ status: "applied" });
});

it("an input that is nested too deeply is the caller's fault, and is said to be", async () => {
  let ast: object = {};
  for (let depth = 0; depth < 100_000; depth++) ast = { kind: "Query", paths: [ast] };
  const { code, message } = await refused(session().session, "query", { ast });
  expect([code, message]).toEqual(["SXP5064", expect.stringContaining("nested too deeply")]);
});
