// @module-tag process
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CompareResult,
  type CompileResult,
  type ExplainResult,
  type ForgetResult,
  REQUESTS,
  type RunOutcome,
  type RunsResult,
  type TestResult,
  type TextResult,
  type TraceResult,
  type ViewResult,
} from "@semantic-xpath/lsp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompletionList, Hover, InlayHint, LocationLink, WorkspaceEdit } from "vscode-languageserver";
import { type Client, startClient } from "./client.js";
import { exampleText, exampleUri } from "./kit.js";
import { bundleForBrowser, bundleServer } from "./serverBundle.js";

let client: Client;
let serverFile: string;
beforeAll(async () => {
  serverFile = await bundleServer();
  client = await startClient(serverFile);
});
afterAll(() => client.close());

const uri = exampleUri("itinerary/client.sxp");
const HEAD = 'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\n';
const start = { line: 0, character: 0 };

describe("a client over stdio", () => {
  it("gets diagnostics with their version, again once the schema is read", async () => {
    const ready = client.diagnostics(uri, ({ diagnostics }) => diagnostics.some(({ code }) => code === "SXP2001"));
    client.open(uri, `${HEAD}declare query q() := //Day/PIO[1];`);
    const { version, diagnostics } = await ready;
    expect(version).toBe(1);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The schema has no node type "PIO". Did you mean "POI"?',
    ]);
    const fixed = client.diagnostics(uri, (params) => params.version === 2);
    client.change(uri, 2, { start: { line: 2, character: 27 }, end: { line: 2, character: 30 } }, "POI");
    expect((await fixed).diagnostics).toEqual([]);
  });

  it("gets completion, with documentation on demand", async () => {
    const position = { line: 2, character: 27 };
    const list = await client.connection.sendRequest<CompletionList>("textDocument/completion", {
      textDocument: { uri },
      position,
    });
    expect(list.items[0]).toMatchObject({ label: "POI", textEdit: { newText: "POI" } });
    const item = await client.connection.sendRequest<{ documentation: { value: string } }>(
      "completionItem/resolve",
      list.items[0],
    );
    expect(item.documentation.value).toContain("point of interest");
  });

  it("gets hover, hints, definition and tokens", async () => {
    const position = { line: 2, character: 28 };
    const hover = () => client.connection.sendRequest<Hover>("textDocument/hover", { textDocument: { uri }, position });
    // What is found is known once the data is read.
    await expect.poll(async () => JSON.stringify(await hover())).toMatch(/matches/);
    const range = { start, end: { line: 9, character: 0 } };
    const hints = await client.connection.sendRequest<InlayHint[]>("textDocument/inlayHint", {
      textDocument: { uri },
      range,
    });
    expect(hints.map(({ label }) => label)).toEqual(["7", "7"]);
    const links = await client.connection.sendRequest<LocationLink[]>("textDocument/definition", {
      textDocument: { uri },
      position,
    });
    expect(links[0]!.targetUri).toBe(exampleUri("itinerary/itinerary.schema.json"));
    const tokens = await client.connection.sendRequest<{ data: number[] }>("textDocument/semanticTokens/full", {
      textDocument: { uri },
    });
    expect(tokens.data.length % 5).toBe(0);
  });

  it("answers nothing for a file that is not open", async () => {
    const params = { textDocument: { uri: "file:///nowhere.sxp" }, position: start };
    expect(await client.connection.sendRequest("textDocument/completion", params)).toBeNull();
    expect(await client.connection.sendRequest("textDocument/hover", params)).toBeNull();
  });

  it("sees a schema change in the editor and on disk", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sxp-schema-"));
    const at = (name: string) => pathToFileURL(join(folder, name)).href;
    const schema = (type: string) =>
      `{"version":1,"roots":["A"],"types":{"A":{"children":{"${type}":{}}},"${type}":{}}}`;
    writeFileSync(join(folder, "s.json"), schema("B"));
    const broken = client.diagnostics(at("a.sxp"), ({ diagnostics }) => diagnostics[0]?.code === "SXP2001");
    client.open(at("a.sxp"), 'import schema "s.json";\ndeclare query q() := /A/C;');
    await broken;
    const fixed = client.diagnostics(at("a.sxp"), ({ diagnostics }) => diagnostics.length === 0);
    writeFileSync(join(folder, "s.json"), schema("C"));
    void client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: at("s.json"), type: 2 }],
    });
    await fixed;
    const again = client.diagnostics(at("a.sxp"), ({ diagnostics }) => diagnostics[0]?.code === "SXP2001");
    client.open(at("s.json"), schema("D"), "json");
    await again;
  });
});

describe("a workspace", () => {
  it("is searched for queries before names are looked for across files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sxp workspace (1)-"));
    const at = (name: string) => `${pathToFileURL(folder).href.replaceAll("(", "%28").replaceAll(")", "%29")}/${name}`;
    const schema = '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{}}},"B":{}}}';
    writeFileSync(join(folder, "s.schema.json"), schema);
    const text = 'import schema "s.schema.json";\ndeclare query a() := /A/B;';
    for (const name of ["a.sxp", "b.sxp"]) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, "app.ts"), "const q = sxp`//B[1]`;");
    writeFileSync(join(folder, "other.ts"), "const q = 1;");
    const own = await startClient(serverFile, {
      workspaceFolders: [{ uri: at("").slice(0, -1), name: "w" }],
      initializationOptions: { schema: "s.schema.json" },
    });
    const ready = own.diagnostics(at("a.sxp"), () => true);
    own.open(at("a.sxp"), text);
    await ready;
    const position = { line: 1, character: 25 };
    await own.connection.sendRequest("textDocument/hover", { textDocument: { uri: at("a.sxp") }, position });
    const edit = await own.connection.sendRequest<WorkspaceEdit>("textDocument/rename", {
      textDocument: { uri: at("a.sxp") },
      position,
      newName: "Beta",
    });
    expect(
      Object.keys(edit.changes!)
        .map((one) => one.slice(one.lastIndexOf("/") + 1))
        .sort(),
    ).toEqual(["a.sxp", "app.ts", "b.sxp", "s.schema.json"]);
    await own.close();
  });
});

describe("many changes in a row", () => {
  it("end with the diagnostics of the last, and never with those of an older one", async () => {
    const soak = exampleUri("itinerary/soak.sxp");
    client.open(soak, `${HEAD}declare query q() := //Day;`);
    const last = 3000;
    const done = client.diagnostics(soak, ({ version }) => version === last);
    const position = { line: 2, character: 26 };
    for (let version = 2; version <= last; version++) {
      const isTyped = version % 2 === 0;
      client.change(
        soak,
        version,
        { start: position, end: isTyped ? position : { line: 2, character: 27 } },
        isTyped ? "[" : "",
      );
      if (version % 7 === 0) {
        const params = { textDocument: { uri: soak }, position };
        void client.connection.sendRequest("textDocument/hover", params).catch(() => undefined);
      }
      if (version % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await done).diagnostics.some(({ severity }) => severity === 1)).toBe(true);
    await client.connection.sendRequest("textDocument/hover", { textDocument: { uri: soak }, position });
    const versions = client.published.filter(({ uri: of }) => of === soak).map(({ version }) => version!);
    expect(versions.every((version, index) => index === 0 || version >= versions[index - 1]!)).toBe(true);
    expect(versions.at(-1)).toBe(last);
  });
});

describe("requests beyond the protocol", () => {
  const file = exampleUri("itinerary/itinerary.sxp");
  const ask = <T>(method: string, params: object) => client.connection.sendRequest<T>(method, { uri: file, ...params });
  beforeAll(() => client.open(file, exampleText("itinerary/itinerary.sxp")));

  it("compile", async () => {
    const { queries, diagnostics } = await ask<CompileResult>(REQUESTS.compile, {});
    expect(queries).toHaveLength(33);
    expect(queries.every(({ canRun }) => canRun)).toBe(true);
    expect(queries.find(({ name }) => name === "day_with")).toMatchObject({
      parameters: [{ name: "wish", type: "string" }],
      isSemantic: true,
    });
    expect(diagnostics.filter(({ severity }) => severity === 1)).toEqual([]);
  });

  it("run, with arguments, progress and places in the data", async () => {
    const progress: unknown[] = [];
    client.connection.onNotification("$/progress", (params) => void progress.push(params));
    const outcome = await ask<RunOutcome>(REQUESTS.run, {
      name: "day_with",
      params: { wish: "museum" },
      limit: 2,
      workDoneToken: "run-1",
    });
    expect(outcome.problem).toBeNull();
    expect(outcome.matches).toHaveLength(2);
    expect(outcome.matches[0]!.weight).toBeGreaterThanOrEqual(outcome.matches[1]!.weight);
    expect(outcome.matches[0]!.source?.uri).toBe(exampleUri("itinerary/itinerary.xml"));
    expect(JSON.stringify(progress)).toContain("run-1");
    expect((await ask<RunOutcome>(REQUESTS.run, { name: "day_with" })).problem).toContain("$wish");
    expect((await ask<RunOutcome>(REQUESTS.run, { name: "nothing" })).problem).toContain("no such query");
  });

  it("explain, trace and test", async () => {
    const plan = await ask<ExplainResult>(REQUESTS.explain, { name: "busiest_conference_day" });
    expect(plan.text).toContain("descendant::Day");
    expect(plan.operators.length).toBeGreaterThan(3);
    const { trace } = await ask<TraceResult>(REQUESTS.trace, { name: "busiest_conference_day" });
    expect(trace).toMatchObject({ version: 1, results: expect.any(Array) });
    const { text } = await ask<TestResult>(REQUESTS.test, { name: "last_two_days" });
    expect(text).toContain('"/Itinerary/Day[6]"');
  });

  it("cancel", async () => {
    const { CancellationTokenSource } = await import("vscode-jsonrpc/node");
    const source = new CancellationTokenSource();
    const running = client.connection.sendRequest(
      REQUESTS.run,
      { uri: file, name: "busiest_conference_day" },
      source.token,
    );
    source.cancel();
    await running.then(
      (outcome) => expect((outcome as RunOutcome).problem).toBeNull(),
      (error: { code: number }) => expect(error.code).toBe(-32800),
    );
  });
});

describe("a client that asks for diagnostics", () => {
  it("gets them with what the file imports read, and is sent none", async () => {
    const own = await startClient(serverFile, { initializationOptions: { diagnostics: "pull" } });
    const file = exampleUri("itinerary/pull.sxp");
    own.open(file, `${HEAD}declare query q() := //Day/PIO[1];`);
    const report = await own.connection.sendRequest("textDocument/diagnostic", { textDocument: { uri: file } });
    expect(report).toMatchObject({ kind: "full", items: [{ code: "SXP2001" }] });
    const nowhere = await own.connection.sendRequest("textDocument/diagnostic", {
      textDocument: { uri: "file:///x.sxp" },
    });
    expect(nowhere).toEqual({ kind: "full", items: [] });
    expect(own.published).toEqual([]);
    await own.close();
  });
});

describe("semantic tokens", () => {
  it("come as what changed, and the changes lead to the same tokens", async () => {
    const file = exampleUri("itinerary/tokens.sxp");
    client.open(file, `${HEAD}declare query q() := //Day/POI[1];\ndeclare query r() := //POI[@name = "x"];`);
    const ask = <T>(method: string, more: object = {}) =>
      client.connection.sendRequest<T>(`textDocument/semanticTokens/${method}`, {
        textDocument: { uri: file },
        ...more,
      });
    type Tokens = { resultId: string; data: number[] };
    type Delta = { resultId: string; edits: { start: number; deleteCount: number; data?: number[] }[] };
    const before = await ask<Tokens>("full");
    client.change(file, 2, { start: { line: 2, character: 31 }, end: { line: 2, character: 32 } }, "-1:");
    const delta = await ask<Delta>("full/delta", { previousResultId: before.resultId });
    const after = await ask<Tokens>("full");
    const data = [...before.data];
    for (const { start, deleteCount, data: added = [] } of delta.edits) data.splice(start, deleteCount, ...added);
    expect(data).toEqual(after.data);
    expect(delta.edits.flatMap((edit) => edit.data ?? []).length).toBeLessThan(after.data.length / 2);
    const same = await ask<Delta>("full/delta", { previousResultId: after.resultId });
    expect(same.edits).toEqual([]);
    expect(await ask<Tokens>("full/delta", { previousResultId: "gone" })).toMatchObject({ data: after.data });
  });
});

describe("runs over the wire", () => {
  const file = exampleUri("itinerary/itinerary.sxp");
  const send = <T>(method: string, params: object = {}) => client.connection.sendRequest<T>(method, params);
  const run = (more: object) => send<RunOutcome>(REQUESTS.run, { uri: file, name: "day_with", ...more });

  it("are asked about, compared, exported and forgotten", async () => {
    client.open(file, exampleText("itinerary/itinerary.sxp"));
    const museums = await run({ params: { wish: "museum" } });
    const parks = await run({ params: { wish: "park" } });
    const { runs } = await send<RunsResult>(REQUESTS.runs);
    // A client may send null for parameters that are left out.
    expect((await send<RunsResult>(REQUESTS.runs, null as never)).runs).toEqual(runs);
    expect(runs.map(({ id }) => id).slice(-2)).toEqual([museums.run, parks.run]);
    const page = { run: museums.run, method: "results", params: { from: 0, count: 2 } };
    const { answer } = await send<ViewResult>(REQUESTS.view, page);
    expect(answer).toMatchObject({ total: museums.count, rows: [{ path: museums.matches[0]!.path }, {}] });
    const progress: unknown[] = [];
    client.connection.onNotification("$/progress", (params) => void progress.push(params));
    const change = { run: museums.run, method: "change", params: { node: 3 }, workDoneToken: "change-1" };
    expect((await send<ViewResult>(REQUESTS.view, change)).answer).toMatchObject({ message: expect.any(String) });
    expect(JSON.stringify(progress)).toMatch(/"token":"change-1".*of at most/);
    const { comparison } = await send<CompareResult>(REQUESTS.compare, { before: museums.run, after: parks.run });
    expect(comparison).toMatchObject({ changed: ["params"] });
    const json = await send<TextResult>(REQUESTS.export, { run: parks.run, format: "json" });
    expect(JSON.parse(json.text)).toMatchObject({ overview: { params: { wish: "park" } } });
    expect(await send<ForgetResult>(REQUESTS.forget, { run: parks.run })).toEqual({ forgotten: true });
    expect((await send<ViewResult>(REQUESTS.view, { ...page, run: parks.run })).problem).toContain("not kept any more");
  });

  it("wait for data that is still being read", async () => {
    const own = await startClient(serverFile);
    const uri = exampleUri("todo/todo.sxp");
    own.open(uri, exampleText("todo/todo.sxp"));
    const outcome = await own.connection.sendRequest<RunOutcome>(REQUESTS.run, { uri, name: "urgent_repairs" });
    expect(outcome.problem).toBeNull();
    await own.close();
  });

  it("give schemas and types", async () => {
    const schema = await send<TextResult>(REQUESTS.inferSchema, { uri: exampleUri("mealplan/mealplan.json") });
    expect(JSON.parse(schema.text)).toMatchObject({ roots: ["MealPlan"] });
    const types = await send<TextResult>(REQUESTS.types, { uri: exampleUri("todo/todo.schema.json") });
    expect(types.text).toContain("export interface Task {");
  });
});

describe("typing", () => {
  it("gives the diagnostics of each version, and completion after it, on a small document", async () => {
    const small = exampleUri("itinerary/small.sxp");
    const ready = client.diagnostics(small, () => true);
    client.open(small, `${HEAD}declare query q() :=\n  //Day[@city = "Ottawa"]/POI[node =~ "museum"];\n`);
    await ready;
    for (let version = 2; version < 60; version++) {
      const position = { line: 3, character: 26 };
      const typed = version % 2 === 0;
      const shown = client.diagnostics(small, (params) => params.version === version);
      client.change(
        small,
        version,
        { start: position, end: typed ? position : { line: 3, character: 27 } },
        typed ? "P" : "",
      );
      await shown;
      await client.connection.sendRequest("textDocument/completion", { textDocument: { uri: small }, position });
    }
    expect(client.published.filter(({ uri: of, version }) => of === small && version === undefined)).toEqual([]);
  });
});

describe("the bundle for browsers", () => {
  it("of the features needs nothing of Node's", async () => {
    expect(await bundleForBrowser("features/languageService.ts")).not.toMatch(/require\("(node:|fs|path)/);
  });

  it("of the server is a worker", async () => {
    const text = await bundleForBrowser("server/browser.ts");
    expect(text).toContain("importScripts");
  });
});
