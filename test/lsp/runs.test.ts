import type { Change, Comparison, Page, ResultRow, RunOverview, Why, WhyNot } from "@semantic-xpath/inspect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { RunStore } from "../../packages/lsp/src/features/run/runStore.js";
import { runs } from "../support/runs.js";
import { createKit, exampleText, exampleUri, type Kit, query } from "./kit.js";

const uri = exampleUri("itinerary/runs.sxp");
const HEAD = 'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\n';
const TEXT = `${HEAD}
declare query museums() := //POI[node =~ "museum"];
declare query days($n as number) := /Itinerary/Day[$n];
declare query none() := //POI[node =~ "museum" >= 1];
`;

const kit = (settings: Parameters<typeof createKit>[1] = {}): Kit => createKit({ [uri]: TEXT }, settings);
const run = ({ service }: Kit, name = "museums", more: object = {}) => service.run({ uri, name, ...more });
async function ask<T>({ service }: Kit, of: string | null, method: string, params?: unknown): Promise<T> {
  const { problem, answer } = await service.view({ run: of!, method: method as never, params });
  expect(problem).toBeNull();
  return answer as T;
}

describe("a run", () => {
  it("is kept under an id, with its results and its causes", async () => {
    const own = kit();
    const first = await run(own);
    expect(first).toMatchObject({ problem: null, run: expect.any(String), count: 10, empty: null });
    const second = await run(own, "days", { params: { n: 2 } });
    expect(second.run).not.toBe(first.run);
    expect(own.service.runs().runs).toMatchObject([
      { id: first.run, title: "museums", query: '//POI[node =~ "museum"]', scorer: "lexical", start: 0 },
      { id: second.run, title: "days", request: { params: { n: 2 } }, data: exampleUri("itinerary/itinerary.xml") },
    ]);
    const none = await run(own, "none");
    expect(none.matches).toEqual([]);
    expect(none.empty?.message).toContain(">= 1");
    expect(none.causes.map(({ kind }) => kind)).toContain("threshold-too-high");
    expect(own.panics).toEqual([]);
  });

  it("sends the first results and counts the others", async () => {
    const text = `<R>${'<P n="a b"/>'.repeat(500)}</R>`;
    const own = createKit({ "file:///r.xml": text, "file:///r.sxp": 'import data "r.xml"; declare query q() := //P;' });
    const all = await own.service.run({ uri: "file:///r.sxp", limit: null });
    expect([all.count, all.matches.length]).toEqual([500, 200]);
    const page = await ask<Page<ResultRow>>(own, all.run, "results", { from: 490, count: 20 });
    expect(page).toMatchObject({ total: 500, from: 490 });
    expect(page.rows.at(-1)!.path).toBe("/R/P[500]");
  });

  it("takes limit, minimum score and scorer from the settings, and from the request before them", async () => {
    const own = kit({ limit: 3, minScore: 0.2 });
    const { matches } = await run(own);
    expect(matches).toHaveLength(3);
    expect(
      (await run(own, "museums", { limit: null, minScore: 0.5 })).matches.every(({ weight }) => weight >= 0.5),
    ).toBe(true);
    expect((await run(own, "museums", { scorer: "chat:http://127.0.0.1:9#m" })).problem).toContain('only "lexical"');
    expect((await run(kit({ scorer: "embedding:x" }))).problem).toContain("embedding:x");
  });

  it("is not made where the workspace is not trusted", async () => {
    const own = kit({ trusted: false });
    expect(await run(own)).toMatchObject({ problem: expect.stringContaining("not trusted"), run: null, count: 0 });
    expect(own.service.runs().runs).toEqual([]);
    // Its data are not read, and that is no mistake in the import of them.
    const { document, service } = query('import data "itinerary.xml"; declare query q() := //Day;', { trusted: false });
    expect(service.diagnostics(document)).toEqual([]);
  });

  it("rejects only when the signal aborts", async () => {
    const own = kit();
    await expect(own.service.run({ uri, name: "museums" }, { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(own.panics).toEqual([]);
  });
});

describe("questions about a run", () => {
  it("are those of a RunView", async () => {
    const own = kit();
    const { run: id } = await run(own, "museums", { limit: 2 });
    const overview = await ask<RunOverview>(own, id, "overview");
    expect(overview).toMatchObject({ name: "museums", dataName: "itinerary.xml", resultCount: 2, limit: 2 });
    const { rows } = await ask<Page<ResultRow>>(own, id, "results", { from: 0, count: 10 });
    const why = await ask<Why>(own, id, "why", { node: rows[0]!.node });
    expect(why).toMatchObject({ rank: 1, count: 2, weight: rows[0]!.weight });
    expect(await ask(own, id, "whyNot", { node: rows[0]!.node })).toBeNull();
    const day = await ask<number>(own, id, "locate", { path: "/Itinerary/Day[2]" });
    expect(await ask<WhyNot>(own, id, "whyNot", { node: day })).toMatchObject({
      path: "/Itinerary/Day[2]",
      reason: "type",
    });
    expect(await ask(own, id, "labels", { nodes: [day] })).toMatchObject([{ step: "Day[2]" }]);
    expect(JSON.stringify(await ask(own, id, "tree"))).toContain('"size"');
  });

  it("explain every node of the tree, either way and never both", async () => {
    const own = kit();
    const { run: id } = await run(own, "museums", { limit: 5, minScore: 0.3 });
    const { size } = await ask<{ size: number }>(own, id, "tree");
    for (let node = 1; node <= size; node++) {
      const why = await ask<Why | null>(own, id, "why", { node });
      const whyNot = await ask<WhyNot | null>(own, id, "whyNot", { node });
      expect([why === null, whyNot === null].filter(Boolean), `node ${node}`).toHaveLength(1);
    }
  });

  it("tell a change that admits a node when it is made", async () => {
    const own = kit();
    const none = await run(own, "none");
    const node = await ask<number>(own, none.run, "locate", { path: "/Itinerary/Day[3]/POI[1]" });
    const { text } = await ask<Change>(own, none.run, "change", { node });
    own.files.set(uri, text);
    const changed = await run(own, "none");
    expect(changed.matches.map(({ path }) => path)).toContain("/Itinerary/Day[3]/POI[1]");
    expect(own.service.compare({ before: none.run!, after: changed.run! }).comparison?.changed).toEqual(["query"]);
  });

  it.each<[string, unknown, string]>([
    ["nothing", {}, 'no method "nothing"'],
    ["toString", {}, 'no method "toString"'],
    ["results", undefined, '"from" must be a whole number from 0 up'],
    ["results", { from: 0, count: 1e9 }, '"count" asks for more than 100000 at once'],
    ["why", { node: "1" }, '"node" must be a whole number from 1 up'],
    ["why", { node: 99_999 }, "there is no node 99999"],
    ["labels", { nodes: 3 }, '"nodes" must be a list'],
    ["search", { text: 1, limit: 5 }, '"text" must be a text'],
    ["overview", [], "are an object"],
  ])("%s with %j is refused politely", async (method, params, problem) => {
    const own = kit();
    const { run: id } = await run(own);
    const refused = await own.service.view({ run: id!, method: method as never, params });
    expect(refused).toEqual({ problem: expect.stringContaining(problem), answer: null });
    expect(own.panics).toEqual([]);
  });

  it("tell where a node stands, whatever the line ends are, and whether the data has changed since", async () => {
    const data = "<R>\r\n  <P/>\n  <P/>\r\n</R>\r\n";
    const own = createKit({ "file:///r.xml": data, "file:///r.sxp": 'import data "r.xml"; declare query q() := //P;' });
    const { run: id, matches } = await own.service.run({ uri: "file:///r.sxp" });
    const [, second] = (await ask<Page<ResultRow>>(own, id, "results", { from: 0, count: 2 })).rows;
    const range = { start: { line: 2, character: 2 }, end: { line: 2, character: 6 } };
    const place = { problem: null, source: { uri: "file:///r.xml", range }, isOld: false };
    expect(matches[1]!.source!.range).toEqual(range);
    expect(await own.service.source({ run: id!, node: second!.node })).toEqual(place);
    own.files.set("file:///r.xml", data.replaceAll("\r\n", "\n"));
    expect(await own.service.source({ run: id!, node: second!.node })).toEqual(place);
    own.files.set("file:///r.xml", `<!-- new -->\n${data}`);
    expect(await own.service.source({ run: id!, node: second!.node })).toEqual({ ...place, isOld: true });
    expect((await own.service.source({ run: id!, node: 99 })).problem).toContain("no node 99");
    expect((await own.service.source({ run: "none", node: 1 })).problem).toContain("not kept any more");
  });

  it("can be answered without what the data says", async () => {
    const own = kit();
    const { run: id } = await run(own);
    const open = await own.service.view({ run: id!, method: "results", params: { from: 0, count: 3 } });
    const closed = await own.service.view({
      run: id!,
      method: "results",
      params: { from: 0, count: 3 },
      redacted: true,
    });
    expect(JSON.stringify(open.answer)).toContain("Museum");
    expect(JSON.stringify(closed.answer)).not.toContain("Museum");
  });
});

describe("two runs", () => {
  it("are compared", async () => {
    const own = kit();
    const before = await run(own);
    const after = await run(own, "museums", { limit: 5 });
    const { comparison } = own.service.compare({ before: before.run!, after: after.run! });
    expect(comparison).toMatchObject({ changed: ["limit"], before: { count: 10 }, after: { count: 5 } } satisfies {
      [K in keyof Comparison]?: unknown;
    });
  });
});

describe("a comparison", () => {
  it("can be told without what the data says", async () => {
    const data = '<R><P n="secret"/><P n="open"/></R>';
    const text = 'import data "r.xml"; declare query all() := //P; declare query some() := //P[@n = "open"];';
    const own = createKit({ "file:///r.xml": data, "file:///r.sxp": text });
    const before = (await own.service.run({ uri: "file:///r.sxp", name: "all" })).run!;
    const after = (await own.service.run({ uri: "file:///r.sxp", name: "some" })).run!;
    expect(JSON.stringify(own.service.compare({ before, after }))).toContain("secret");
    const closed = own.service.compare({ before, after, redacted: true });
    expect(closed.comparison?.rows).toHaveLength(2);
    expect(JSON.stringify(closed)).not.toContain("secret");
  });
});

describe("a place in a data file", () => {
  const data = "file:///d.xml";
  const text = '<Plan>\n  <Day n="1"><POI name="Museum"/></Day>\n  <Day n="2"/>\n</Plan>';
  const at = async (marked: string, settings = {}) =>
    (await createKit({ [data]: text }, settings).service.nodeAt({ uri: data, offset: text.indexOf(marked) })).path;
  it("has the innermost node there", async () => {
    expect(await at("Museum")).toBe("/Plan/Day[1]/POI");
    expect(await at('n="2"')).toBe("/Plan/Day[2]");
    expect(await at("\n  <Day n")).toBe("/Plan");
  });
  it("has none outside of the tree, in no data, and without trust", async () => {
    const service = createKit({ [data]: text }).service;
    expect((await service.nodeAt({ uri: data, offset: text.length })).path).toBeNull();
    expect((await service.nodeAt({ uri: "file:///no.xml", offset: 0 })).path).toBeNull();
    expect(await at("Museum", { trusted: false })).toBeNull();
  });
});

describe("data that a schema is known for", () => {
  const schema = JSON.stringify({
    version: 1,
    roots: ["Plan"],
    types: { Plan: { children: { Day: {} } }, Day: { attributes: { n: { type: "number" } } } },
  });
  const files = {
    "file:///p.schema.json": schema,
    "file:///d.xml": '<Plan>\n  <Day n="one">\n  </Day>\n</Plan>',
    "file:///q.sxp": 'import schema "p.schema.json"; import data "d.xml"; declare query q() := //Day;',
  };
  const document = TextDocument.create("file:///d.xml", "xml", 0, files["file:///d.xml"]);
  const checked = (own: Kit) => own.service.diagnostics(document);
  it("is checked against it once a query was seen that imports both", () => {
    const own = createKit(files);
    expect(checked(own)).toEqual([]);
    own.service.compile({ uri: "file:///q.sxp" });
    expect(checked(own)).toMatchObject([
      { code: "SXP4008", range: { start: { line: 1, character: 2 }, end: { line: 1, character: 15 } } },
    ]);
  });
});

describe("a problem of a run", () => {
  const about = async (own: Kit, more: object = {}) => (await own.service.run({ uri, name: "days", ...more })).about;
  it("says what it is about", async () => {
    expect(await about(kit({ trusted: false }))).toBe("trust");
    expect(await about(kit(), { params: { wish: "x" } })).toBe("arguments");
    expect(await about(kit(), { name: "museums", scorer: "mini" })).toBe("scorer");
    expect(await about(createKit({ [uri]: "declare query days() := //POI;" }))).toBe("noData");
    expect(await about(createKit({ [uri]: 'import data "no.xml"; declare query days() := //POI;' }))).toBe("data");
    expect(await about(kit(), { params: { n: 2 } })).toBeUndefined();
  });
});

describe("data that can't be read", () => {
  it("is named, with the line at fault and its place", async () => {
    const files = {
      "file:///r.xml": "<R>\n  <P></R>",
      "file:///r.sxp": 'import data "r.xml"; declare query q() := //P;',
    };
    const outcome = await createKit(files).service.run({ uri: "file:///r.sxp" });
    expect(outcome.problem).toMatch(/^The data file "r\.xml", line 2: The XML is not well formed/);
    expect(outcome.about).toBe("data");
    expect(outcome.at).toMatchObject({ uri: "file:///r.xml", range: { start: { line: 1 } } });
  });
});

describe("an export", () => {
  it("is JSON or Mermaid", async () => {
    const own = kit();
    const { run: id } = await run(own);
    const json = await own.service.exportRun({ run: id!, format: "json" });
    expect(JSON.parse(json.text)).toMatchObject({ format: "semantic-xpath-run", overview: { name: "museums" } });
    expect(json.text).toContain("Museum");
    const bars = await own.service.exportRun({ run: id!, format: "json", redacted: true });
    expect(bars.text).not.toContain("Museum");
    expect((await own.service.exportRun({ run: id!, format: "mermaid" })).text).toMatch(/^flowchart/);
    expect((await own.service.exportRun({ run: id!, format: "html" as never })).problem).toContain('not as "html"');
  });
});

describe("the store", () => {
  it("lets the oldest runs go, and says so plainly", async () => {
    const own = kit({ keptRuns: 2 });
    const first = (await run(own)).run!;
    const second = (await run(own)).run!;
    const third = (await run(own)).run!;
    expect(own.service.runs().runs.map(({ id }) => id)).toEqual([second, third]);
    const gone = { problem: expect.stringContaining("not kept any more") };
    expect(await own.service.view({ run: first, method: "overview" })).toMatchObject(gone);
    expect(await own.service.exportRun({ run: first, format: "json" })).toMatchObject(gone);
    expect(own.service.compare({ before: first, after: third })).toMatchObject(gone);
    expect(own.service.forgetRun({ run: second })).toEqual({ forgotten: true });
    expect(own.service.forgetRun({ run: second })).toEqual({ forgotten: false });
    expect(own.service.runs().runs.map(({ id }) => id)).toEqual([third]);
  });

  it("is empty once the workspace is not trusted any more", async () => {
    const own = kit();
    const { run: id } = await run(own);
    own.service.configure({ trusted: false });
    expect(own.service.runs().runs).toEqual([]);
    expect((await own.service.view({ run: id!, method: "overview" })).problem).toContain("not kept any more");
  });

  it("has a budget of nodes, and keeps the newest run whatever its size", () => {
    const store = new RunStore(1_000);
    const kept = (size: number) =>
      store.keep({ tree: { size }, result: { matches: [], ids: [] } } as never, CONTEXT as never, 20).id;
    const [a, b] = [kept(400), kept(600)];
    expect(store.list().map(({ id }) => id)).toEqual([a, b]);
    const c = kept(500);
    expect(store.list().map(({ id }) => id)).toEqual([c]);
    const d = kept(5_000);
    expect(store.list().map(({ id }) => id)).toEqual([d]);
  });
});

it("law: the newest runs are kept, as many as fit the limit and the budget, and the newest one always", () => {
  const size = fc.integer({ min: 0, max: 1_000 });
  fc.assert(
    fc.property(
      fc.array(size, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 8 }),
      size,
      (sizes, most, budget) => {
        const store = new RunStore(budget);
        let wanted: { readonly id: string; readonly size: number }[] = [];
        for (const size of sizes) {
          const { id } = store.keep(
            { tree: { size }, result: { matches: [], ids: [] } } as never,
            CONTEXT as never,
            most,
          );
          wanted.push({ id, size });
          const nodes = (): number => wanted.reduce((sum, run) => sum + run.size, 0);
          while (wanted.length > 1 && (wanted.length > most || nodes() > budget)) wanted = wanted.slice(1);
          expect(store.list().map((run) => run.id)).toEqual(wanted.map((run) => run.id));
        }
      },
    ),
    { numRuns: runs(300) },
  );
});

const CONTEXT = {
  view: { text: "//A", region: { start: 0 }, data: { uri: null }, schema: { uri: null } },
  checked: { query: { span: { start: 0, end: 3 } }, declaration: null },
  request: { uri: "file:///a.sxp" },
  scorer: "lexical",
};

describe("files become texts", () => {
  it("a schema from data", async () => {
    const { service } = kit();
    const { problem, text } = await service.inferSchema({ uri: exampleUri("todo/todo.xml"), fields: true });
    expect(problem).toBeNull();
    expect(JSON.parse(text).types.Task.attributes.description).toMatchObject({ element: true });
    expect((await service.inferSchema({ uri: exampleUri("todo/todo.sxp") })).problem).toMatch(/./);
    expect((await service.inferSchema({ uri: "file:///none.xml" })).problem).toBe("There is no such data file.");
    expect((await kit({ trusted: false }).service.inferSchema({ uri: exampleUri("todo/todo.xml") })).problem).toContain(
      "not trusted",
    );
  });

  it("types from a schema", async () => {
    const { service } = kit();
    const { problem, text } = await service.types({ uri: exampleUri("itinerary/itinerary.schema.json") });
    expect(problem).toBeNull();
    expect(text).toContain("export interface POI {");
    expect((await service.types({ uri: "file:///none.json" })).problem).toBe("There is no such schema file.");
    const broken = createKit({ "file:///s.json": exampleText("itinerary/itinerary.xml") });
    expect((await broken.service.types({ uri: "file:///s.json" })).problem).toMatch(/./);
  });
});
