import { MemorySession } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, lexicalScorer, readXml } from "@semantic-xpath/runtime";
import { beforeAll, describe, expect, it } from "vitest";
import { called } from "../agents/support/trip.js";
import { sitting } from "../cli/repl/support/session.js";
import { folder, sxp } from "../cli/sxp.js";
import { inline } from "../dap/host.js";
import { createKit } from "../lsp/kit.js";

/** Turns whose words are other forms of those of the condition, and whose sessions say when. */
const DATA = `<Chat>
  <Session date="2023-05-08">
    <Turn speaker="Ana">Welche Häuser habt ihr gesehen?</Turn>
    <Turn speaker="Ben">Zwei alte am See.</Turn>
  </Session>
  <Session date="2023-06-01">
    <Turn speaker="Ben">Die Bücher liegen im Boot.</Turn>
    <Turn speaker="Ana">Ein Haus ist teuer.</Turn>
  </Session>
</Chat>`;
const SCHEMA = JSON.stringify({
  version: 1,
  language: "de",
  roots: ["Chat"],
  types: {
    Chat: { children: { Session: {} } },
    Session: { attributes: { date: { type: "date" } }, children: { Turn: {} } },
    Turn: { text: true, attributes: { speaker: {} }, context: { facts: ["date"], neighbours: 1, by: "speaker" } },
  },
});
const QUERY = '//Turn[node =~ "Haus am See"]';
const MODULE = `import schema "chat.schema.json";\nimport data "chat.xml";\ndeclare query houses() := ${QUERY};\n`;
const FILES = { "chat.xml": DATA, "chat.schema.json": SCHEMA, "chat.sxp": MODULE };

type Weights = Readonly<Record<string, number>>;

/** Paths and weights in two decimals, as surfaces for people show them. */
const weightsOf = (found: readonly { readonly path: string; readonly weight: number }[]): Weights =>
  Object.fromEntries(found.map(({ path, weight }) => [path, Number(weight.toFixed(2))]));
/** Those in lines: `0.91  /Chat/…`, with a bar or a number before. */
const weightsIn = (text: string): Weights =>
  Object.fromEntries([...text.matchAll(/(\d\.\d\d) +(\/Chat\S*)/g)].map(([, weight, path]) => [path!, Number(weight)]));

describe("a chat in German, with contexts, has the same scores", () => {
  const { schema } = parseSchema(SCHEMA);
  let expected: Weights;
  beforeAll(async () => {
    const run = (used: typeof schema) => compile(QUERY, { schema: used }).query!.run(readXml(DATA));
    expected = weightsOf((await run(schema)).matches);
    // Both say something: without the schema the scores are others.
    expect(Object.keys(expected).length).toBeGreaterThanOrEqual(3);
    expect(weightsOf((await run(null)).matches)).not.toEqual(expected);
  });

  it("on the command line", async () => {
    const { out } = await sxp(["run", "chat.sxp", "--format", "json"], { cwd: folder(FILES) });
    expect(weightsOf(JSON.parse(out).matches)).toEqual(expected);
  });

  it("at the prompt", async () => {
    const { type } = sitting({ cwd: folder(FILES) });
    expect(weightsIn(await type(":schema chat.schema.json", ":data chat.xml", QUERY))).toEqual(expected);
  });

  it("in the language server", async () => {
    const { service } = createKit(
      Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`file:///${name}`, text])),
    );
    const { matches, problem } = await service.run({ uri: "file:///chat.sxp", name: "houses" });
    expect(problem).toBeNull();
    expect(weightsOf(matches)).toEqual(expected);
  });

  it("in the debugger", async () => {
    const files = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`/memory/${name}`, text]));
    const { client } = inline(files, lexicalScorer(), { openScorer: async () => lexicalScorer() });
    await client.launch({ program: "/memory/chat.sxp" });
    let after: Weights = {};
    for (let step = 0; step < 8 && Object.keys(after).length === 0; step++) {
      await client.move("stepIn");
      const { After } = await client.scopes();
      const rows = After === undefined ? [] : await client.variables(After.variablesReference);
      const found = weightsIn(rows.map(({ value }) => value).join("\n"));
      if (Object.values(found).some((weight) => weight < 1)) after = found;
    }
    // A step shows what has no weight, too: it drops at the end.
    expect(Object.fromEntries(Object.entries(after).filter(([, weight]) => weight > 0))).toEqual(expected);
  });

  it("for agents, in a memory", async () => {
    const memory = Memory.create(inMemoryJournal());
    memory.createTask("chat", readXml(DATA), { schema: schema! });
    const { matches } = await called(new MemorySession({ memory }), "query", { query: QUERY });
    expect(weightsOf(matches as { path: string; weight: number }[])).toEqual(expected);
  });
});
