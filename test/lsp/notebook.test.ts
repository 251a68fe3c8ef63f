// @module-tag process
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { REQUESTS, type RunOutcome, type UpdateOutcome } from "@semantic-xpath/lsp";
import type { Memory, Task } from "@semantic-xpath/memory";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/runtime";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { CompletionList, WorkspaceEdit } from "vscode-languageserver";
import { type Client, startClient } from "./client.js";
import { exampleText } from "./kit.js";
import { bundleServer } from "./serverBundle.js";

let serverFile: string;
let client: Client;
beforeAll(async () => {
  // The SQLite of a Node that has none of its own.
  vi.stubEnv("NODE_PATH", fileURLToPath(new URL("../../node_modules", import.meta.url)));
  serverFile = await bundleServer();
});
afterEach(() => client.close());

const FILES = {
  "week.xml": exampleText("itinerary/itinerary.xml"),
  "week.schema.json": exampleText("itinerary/itinerary.schema.json"),
  "other.xml": "<Week><Day/><Day/></Week>",
};
const ABOUT = "data: week.xml\nschema: week.schema.json";

type Cell = readonly [language: "yaml" | "sxp", text: string];

/** A notebook that is open in an editor, with its cells. */
async function opened(
  cells: readonly Cell[],
  { files = {}, options = {}, folder = mkdtempSync(join(tmpdir(), "sxp-cells-")) } = {},
) {
  const at = (name: string) => pathToFileURL(join(folder, name)).href;
  for (const [name, text] of Object.entries({ ...FILES, ...files })) writeFileSync(join(folder, name), text);
  client = await startClient(serverFile, {
    workspaceFolders: [{ uri: at("").replace(/\/$/, ""), name: "w" }],
    initializationOptions: options,
  });
  const uri = at("a.sxpnb");
  const cellUri = (i: number): string => `${uri.replace("file:", "vscode-notebook-cell:")}#W${i}`;
  const notify = (method: string, params: object) => client.connection.sendNotification(method, params);
  const sent = notify("notebookDocument/didOpen", {
    notebookDocument: {
      ...{ uri, notebookType: "sxp-notebook", version: 1 },
      cells: cells.map((_, i) => ({ kind: 2, document: cellUri(i) })),
    },
    cellTextDocuments: cells.map(([languageId, text], i) => ({ uri: cellUri(i), languageId, version: 1, text })),
  });
  await sent;
  return {
    cellUri,
    run: (i: number, more: object = {}) =>
      client.connection.sendRequest<RunOutcome>(REQUESTS.run, { uri: cellUri(i), ...more }),
    change: (i: number, text: string) =>
      notify("notebookDocument/didChange", {
        notebookDocument: { uri, version: 2 },
        change: {
          cells: { textContent: [{ document: { uri: cellUri(i), version: 2 }, changes: [{ text }] }] },
        },
      }),
    request: <T>(method: string, i: number, character: number, more: object = {}) =>
      client.connection.sendRequest<T>(`textDocument/${method}`, {
        textDocument: { uri: cellUri(i) },
        position: { line: 0, character },
        ...more,
      }),
    /** Codes of a cell, as soon as they fit. */
    codes: (i: number, wanted: (codes: readonly unknown[]) => boolean) =>
      client.diagnostics(cellUri(i), ({ diagnostics }) => wanted(diagnostics.map(({ code }) => code))),
  };
}

describe("a cell of a notebook", () => {
  it("runs over the data that the front matter names, relative to the notebook", async () => {
    const { run } = await opened([
      ["yaml", ABOUT],
      ["sxp", "count(//Day)"],
    ]);
    expect(await run(1)).toMatchObject({ problem: null, value: 7 });
  });

  it("sees what an earlier cell of imports alone names, and not what a module imports", async () => {
    const { run } = await opened([
      ["yaml", ABOUT],
      ["sxp", 'import data "other.xml";\ndeclare query days() := count(//Day);'],
      ["sxp", "count(//Day)"],
      ["sxp", 'import data "other.xml";'],
      ["sxp", "count(//Day)"],
    ]);
    const values = [];
    for (const i of [1, 2, 4]) values.push((await run(i)).value);
    expect(values).toEqual([2, 7, 2]);
  });

  it("is checked and completed by the schema, again when the front matter changes", async () => {
    const { codes, change, request } = await opened([
      ["yaml", ABOUT],
      ["sxp", "//Dya"],
    ]);
    await codes(1, (all) => all.includes("SXP2001"));
    const { items } = await request<CompletionList>("completion", 1, 2);
    expect(items.map(({ label }) => label)).toContain("POI");
    const without = codes(1, (all) => !all.includes("SXP2001"));
    await change(0, "data: other.xml");
    await without;
  });

  it("is renamed together with the others", async () => {
    const { codes, request, cellUri } = await opened([
      ["yaml", ABOUT],
      ["sxp", "//POI[1]"],
      ["sxp", "//Day/POI"],
    ]);
    await codes(2, () => true);
    const edit = await request<WorkspaceEdit>("rename", 1, 3, { newName: "Stop" });
    expect(Object.keys(edit.changes!).sort()).toEqual(expect.arrayContaining([cellUri(1), cellUri(2)]));
  });

  it("with front matter that does not fit is told so, at its place", async () => {
    const { codes } = await opened([["yaml", "dta: week.xml"]]);
    const { diagnostics } = await codes(0, (all) => all.length > 0);
    expect(diagnostics).toMatchObject([
      { code: "SXP4101", range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } } },
    ]);
  });

  it("does not run in a workspace that is not trusted", async () => {
    const cells: readonly Cell[] = [
      ["yaml", ABOUT],
      ["sxp", "count(//Day)"],
    ];
    const { run } = await opened(cells, { options: { trusted: false } });
    expect(await run(1)).toMatchObject({ about: "trust", run: null });
  });

  it("has no scorer that would send texts to a server because a file says so", async () => {
    const config = { scorers: { far: { kind: "chat", url: "http://127.0.0.1:1/v1", model: "m" } } };
    const { run } = await opened(
      [
        ["yaml", `${ABOUT}\nscorer: far`],
        ["sxp", '//POI[node =~ "museum"]'],
      ],
      { files: { "sxp.config.json": JSON.stringify(config) } },
    );
    expect((await run(1)).problem).toContain("it would send texts to a server unasked");
    expect((await run(1, { scorer: "lexical" })).problem).toBeNull();
  });
});

describe("a notebook of a memory", () => {
  const TRIP = '<Trip><Stop name="Tower"/><Stop name="Museum"/><Stop name="Harbour"/></Trip>';
  const CHANGE = "delete node //Stop[3]";

  /** Cells over the task of a memory, which others can write. */
  async function openedOn(matter: string, cells: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), "sxp-cells-"));
    const memory = createMemory(join(folder, "trips"));
    memory.createTask("trip", readXml(TRIP));
    memory.close();
    const notebook = await opened([["yaml", matter], ...cells.map((text) => ["sxp", text] as const)], { folder });
    const update = (i: number, more: object = {}) =>
      client.connection.sendRequest<UpdateOutcome>(REQUESTS.update, { uri: notebook.cellUri(i), offset: 0, ...more });
    const at = <T>(work: (memory: Memory) => T): T => {
      const again = openMemory(join(folder, "trips"));
      try {
        return work(again);
      } finally {
        again.close();
      }
    };
    return { ...notebook, update, look: <T>(work: (task: Task) => T) => at((memory) => work(memory.task("trip"))), at };
  }

  it("is asked as it is now, completed by it, and changed by a version of its own after a preview", async () => {
    const { run, update, request, look } = await openedOn("memory: trips\ntask: trip", [
      "count(//Stop)",
      CHANGE,
      "//St",
    ]);
    expect(await run(1)).toMatchObject({ problem: null, value: 3 });
    const { items } = await request<CompletionList>("completion", 3, 4);
    expect(items.map(({ label }) => label)).toContain("Stop");
    const preview = await update(2);
    expect(preview).toMatchObject({ status: "ready", made: null, summary: expect.stringContaining("Harbour") });
    expect(preview.data).toMatch(/^sxp-memory:.*trip%401\.xml$/);
    expect(look((task) => task.state.versions.length)).toBe(1);
    const applied = await update(2, { apply: preview.data });
    expect(applied).toMatchObject({ status: "applied", made: { task: "trip", branch: "main", version: 2 } });
    expect(look((task) => task.head().provenance.author)).toBe("person");
    expect((await run(1)).value).toBe(2);
  });

  it("writes nothing where others have written since the preview", async () => {
    const { update, look, at } = await openedOn("memory: trips\ntask: trip", [CHANGE]);
    const { data } = await update(1);
    at((memory) => memory.task("trip").restore(1));
    expect(await update(1, { apply: data })).toMatchObject({ status: "outdated", made: null });
    expect(look((task) => task.state.versions.length)).toBe(2);
  });

  it("without a task is asked as a whole; a task that is not there is named", async () => {
    const whole = await openedOn("memory: trips", ["declare query stops() := /Memory/Task/Version//Stop;", CHANGE]);
    expect((await whole.run(1, { name: "stops" })).count).toBe(3);
    expect((await whole.update(2)).problem).toContain("task: NAME");
    await client.close();
    const other = await openedOn("memory: trips\ntask: constructor", ["//Stop"]);
    expect((await other.run(1)).problem).toContain('no task "constructor"');
  });
});
