import { MemorySession } from "@semantic-xpath/agents";
import type { Page, ResultRow, RunOverview } from "@semantic-xpath/inspect";
import { readableValue } from "@semantic-xpath/inspect/numbers";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { compile, readXml, type SingleValue } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { connect } from "../agents/support/connect.js";
import { sitting } from "../cli/repl/support/session.js";
import { folder, sxp } from "../cli/sxp.js";
import { createKit } from "../lsp/kit.js";
import { served } from "../studio/support/studio.js";

/** A column with one value that is no number, one with two currencies, and texts that differ in relevance. */
const DATA = `<Shop>
  <Item name="Green tea" price="12.5" cost="CAD 4"><Note>A light tea for the afternoon.</Note></Item>
  <Item name="Tea pot" price="30" cost="CAD 11"/>
  <Item name="Kettle" price="n/a" cost="EUR 20"><Note>Boils water for tea and coffee.</Note></Item>
  <Item name="Coffee mill" price="45" cost="CAD 19"/>
  <Item name="Cup" price="7" cost="CAD 2"/>
  <Item name="Saucer" price="5" cost="CAD 1"/>
  <Item name="Tray" price="18" cost="CAD 7"/>
  <Item name="Spoon" price="3" cost="CAD 1"/>
  <Item name="Sieve" price="9" cost="CAD 3"/>
  <Item name="Tin" price="11" cost="CAD 3"/>
</Shop>`;

const QUERIES: Readonly<Record<string, string>> = {
  "nodes by a comparison that leaves a value out": "//Item[@price > 10]",
  "nodes by relevance": '//Item[node =~ "tea"]',
  "no node": '//Item[@name = "Nothing"]',
  attributes: "//Item[@price > 40]/@name",
  "a sum that leaves a value out": "sum(//Item/@price)",
  "a mean with many digits": "avg(//Item/@price)",
  "a count": "count(//Item)",
  "a truth": "exists(//Item[@price > 100])",
  "a list": 'distinct-values(//Item[starts-with(@name, "T")]/@name)',
};

/** What a run says, as every surface has to say it. Weights in two decimals, numbers in six significant ones. */
interface Truth {
  readonly value: unknown;
  /** Of a value, the nodes that it was computed from; null: the surface lists the values alone. */
  readonly nodes: readonly (readonly [path: string, weight: string])[] | null;
  readonly caveats: readonly string[];
  readonly empty: string | null;
}

type Entry = { readonly path: string; readonly weight: number };
const nodesOf = (entries: readonly Entry[]) => entries.map(({ path, weight }) => [path, weight.toFixed(2)] as const);
const six = (value: unknown): unknown => (typeof value === "number" ? Number(value.toPrecision(6)) : (value ?? null));

async function byApi(query: string): Promise<Truth> {
  const { matches, value, caveats = [], stats } = await compile(query).query!.run(readXml(DATA));
  const messages = caveats.map(({ message }) => message);
  return { value: six(value), nodes: nodesOf(matches), caveats: messages, empty: stats.empty?.message ?? null };
}

async function byCommand(query: string): Promise<Truth> {
  const { out } = await sxp(["run", query, "--data", "shop.xml", "--format", "json"], {
    cwd: folder({ "shop.xml": DATA }),
  });
  const { matches, value, caveats = [], stats } = JSON.parse(out) as Awaited<ReturnType<typeof ranJson>>;
  const messages = caveats.map(({ message }) => message);
  return { value: six(value), nodes: nodesOf(matches), caveats: messages, empty: stats.empty?.message ?? null };
}
declare function ranJson(): Promise<{
  readonly matches: readonly Entry[];
  readonly value?: unknown;
  readonly caveats?: readonly { readonly message: string }[];
  readonly stats: { readonly empty: { readonly message: string } | null };
}>;

async function byLanguageServer(query: string): Promise<Truth> {
  const text = `import data "shop.xml"; declare query q() := ${query};`;
  const { service } = createKit({ "file:///shop.xml": DATA, "file:///q.sxp": text });
  const { matches, value, caveats, empty, count, problem } = await service.run({ uri: "file:///q.sxp", name: "q" });
  if (problem !== null) throw new Error(problem);
  expect(count).toBe(matches.length);
  return { value: six(value), nodes: nodesOf(matches), caveats, empty: empty?.message ?? null };
}

function shop(): Memory {
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("shop", readXml(DATA));
  return memory;
}

/** Of a value the tool gives how many nodes it was computed from, and these where a limit is given. */
async function byMcp(query: string): Promise<Truth> {
  const client = await connect(new MemorySession({ memory: shop() }), "2026 stream");
  const { structuredContent: about = {} } = await client.call("query", { query, limit: 50 });
  const {
    matches = [],
    value,
    notes = [],
    empty = null,
  } = about as {
    readonly matches?: readonly Entry[];
    readonly value?: unknown;
    readonly notes?: readonly string[];
    readonly empty?: string | null;
  };
  return { value: six(value), nodes: Array.isArray(value) ? null : nodesOf(matches), caveats: notes, empty };
}

async function byStudio(query: string): Promise<Truth> {
  const client = (await served({ memory: shop() })).tab();
  const { run } = await client.ask("run", { query, task: "shop", version: null });
  const view = <T>(method: "overview" | "results", params: unknown) =>
    client.ask("view", { run, method, params }) as Promise<T>;
  const { trace, caveats, empty, resultCount } = await view<RunOverview>("overview", {});
  const { rows } = await view<Page<ResultRow>>("results", { from: 0, count: 50 });
  expect(resultCount).toBe(rows.length);
  return { value: six(trace.value), nodes: nodesOf(rows), caveats, empty: empty?.message ?? null };
}

describe.each(Object.entries(QUERIES).map(([name, query]) => ({ name, query })))("$name: $query", ({ query }) => {
  it.each([
    ["the command", byCommand],
    ["the language server", byLanguageServer],
    ["a tool over MCP", byMcp],
    ["the studio over HTTP", byStudio],
  ])("%s says what the API says", async (_, by) => {
    const truth = await by(query);
    expect(truth).toEqual({ ...(await byApi(query)), ...(truth.nodes === null && { nodes: null }) });
  });

  it("the prompt says the value or the nodes, and every caveat", async () => {
    const { nodes, caveats, value, empty } = await byApi(query);
    const { type } = sitting({ cwd: folder({ "shop.xml": DATA }), columns: 1000 });
    const text = await type(":data shop.xml", query);
    for (const caveat of caveats) expect(text).toContain(caveat);
    if (empty !== null) expect(text).toContain(empty);
    if (value === null) for (const [path] of nodes!) expect(text).toContain(path);
    for (const each of value === null ? [] : [value as SingleValue].flat()) expect(text).toContain(readableValue(each));
  });
});

describe("what can't be answered is refused with the same reason", () => {
  const QUERY = "max(//Item/@cost)";
  const REASON = "must be in one currency with what is beside it, and it is CAD beside EUR of /Shop/Item[3]/@cost.";
  const files = { "shop.xml": DATA };

  it.each<[string, () => Promise<unknown>]>([
    ["the API", () => byApi(QUERY).catch(({ message }: Error) => message)],
    ["the command", async () => (await sxp(["run", QUERY, "--data", "shop.xml"], { cwd: folder(files) })).err],
    ["the prompt", () => sitting({ cwd: folder(files), columns: 1000 }).type(":data shop.xml", QUERY)],
    ["the language server", () => byLanguageServer(QUERY).catch(({ message }: Error) => message)],
    [
      "a tool over MCP",
      async () => {
        const client = await connect(new MemorySession({ memory: shop() }), "2026 stream");
        return JSON.stringify((await client.call("query", { query: QUERY })).content);
      },
    ],
    ["the studio over HTTP", () => byStudio(QUERY).catch(({ message }: Error) => message)],
  ])("by %s", async (_, answer) => {
    expect(String(await answer()).replace(/\s+/g, " ")).toContain(REASON);
  });
});

it("the queries have caveats, values and weights to say", async () => {
  const truths = await Promise.all(Object.values(QUERIES).map(byApi));
  expect(truths.filter(({ caveats }) => caveats.length > 0).length).toBeGreaterThanOrEqual(3);
  expect(truths.filter(({ value }) => value !== null).length).toBeGreaterThanOrEqual(5);
  expect(truths.some(({ nodes }) => nodes!.some(([, weight]) => weight !== "1.00"))).toBe(true);
});
