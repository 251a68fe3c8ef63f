// @module-tag process
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Settings } from "@semantic-xpath/lsp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { browserScorers } from "../../packages/lsp/src/server/browserScorers.js";
import { clientFiles } from "../../packages/lsp/src/server/clientFiles.js";
import { type Client, startClient } from "./client.js";
import { createKit, file } from "./kit.js";
import { bundleServer } from "./serverBundle.js";

const FILES = {
  "file:///w/a/d.xml": "<A><N/></A>",
  "file:///w/a/inner/d.xml": "<I><N/></I>",
  "file:///w/b/d.xml": "<B><N/></B>",
};
const FOLDERS = {
  "file:///w/a": { data: "file:///w/a/d.xml" },
  "file:///w/a/inner": { data: "file:///w/a/inner/d.xml" },
  "file:///w/b": { data: "file:///w/b/d.xml", scorer: "judge" },
};
const dataOf = (uri: string, text = "//N") => {
  const { service } = opened(uri, text, { data: "file:///w/b/d.xml", folders: FOLDERS });
  return service.compile({ uri }).data;
};

/** A document that an editor has opened as queries, whatever its name. */
function opened(uri: string, text: string, settings: Partial<Settings> = {}) {
  const { service } = createKit({ ...FILES, [uri]: text }, settings);
  const document = TextDocument.create(uri, "sxp", 1, text);
  service.diagnostics(document);
  return { service, document };
}

describe("settings of a folder", () => {
  it("are those of its files, of the innermost folder where they lie in several", () => {
    expect(dataOf("file:///w/a/q.sxp").uri).toBe("file:///w/a/d.xml");
    expect(dataOf("file:///w/a/inner/q.sxp").uri).toBe("file:///w/a/inner/d.xml");
    expect(dataOf("file:///w/b/deep/q.sxp").uri).toBe("file:///w/b/d.xml");
  });
  it("are not those of a folder whose name only begins alike, nor of files outside", () => {
    expect(dataOf("file:///w/ab/q.sxp").uri).toBe("file:///w/b/d.xml");
    expect(dataOf("file:///x/q.sxp").uri).toBe("file:///w/b/d.xml");
  });
  it("say who scores", async () => {
    const text = '//N[node =~ "a"]';
    const { service } = file("file:///w/b/q.sxp", text, { ...FILES, "file:///w/a/q.sxp": text }, { folders: FOLDERS });
    expect((await service.run({ uri: "file:///w/b/q.sxp" })).problem).toContain('no scorer "judge"');
    expect((await service.run({ uri: "file:///w/a/q.sxp" })).problem).toBeNull();
  });
});

describe("a file that is not saved", () => {
  const uri = "untitled:Untitled-1";
  it("belongs to the first folder: its settings and its imports", () => {
    expect(dataOf(uri).uri).toBe("file:///w/a/d.xml");
    const imported = dataOf(uri, 'import data "inner/d.xml";\ndeclare query a() := //N;');
    expect(imported).toMatchObject({ uri: "file:///w/a/inner/d.xml", state: "ready", importedAt: expect.anything() });
  });
  it("links to what it imports", () => {
    const { service, document } = opened(uri, 'import data "d.xml";\n//N', { folders: FOLDERS });
    expect(service.documentLinks(document).map(({ target }) => target)).toEqual(["file:///w/a/d.xml"]);
  });
  it("imports nothing where no folder is open, and is said to", async () => {
    const { service } = opened(uri, 'import data "d.xml";\ndeclare query a() := //N;');
    expect((await service.run({ uri })).problem).toMatch(/^A file that is not saved imports nothing: save it first/);
  });
});

it("scores are recorded in the folder of the query", async () => {
  const read = async (uri: string) => (uri === "vfs:/b/s.json" ? '{ "x": { "Harbour": 0.5 } }' : null);
  const scorers = browserScorers({ read }, () => ["vfs:/a", "vfs:/b"]);
  expect(await scorers.open("recorded:s.json", "vfs:/b/q.sxp")).toMatchObject({ problem: null });
  expect((await scorers.open("recorded:s.json", "vfs:/a/q.sxp")).problem).toContain('no file "s.json"');
});

it("a file that the client does not send for its length is too large, not absent", async () => {
  const client = clientFiles({ sendRequest: async () => 1e9 } as never);
  const text = (await client.read("vfs:/w/d.xml"))!;
  const uri = "vfs:/w/q.sxp";
  const { service } = file(uri, 'import data "d.xml"; declare query q() := //A;', { "vfs:/w/d.xml": text });
  expect((await service.run({ uri })).problem).toContain('"d.xml" is too large to be run here');
});

describe("folders that come and go", () => {
  const place = mkdtempSync(join(tmpdir(), "sxp-folders-"));
  const at = (path: string): string => pathToFileURL(join(place, path)).href;
  const folder = (name: string) => ({ uri: at(name), name });
  const QUERY = 'import schema "s.schema.json";\ndeclare query a() := //N;\n';
  const SCHEMA = '{ "version": 1, "roots": ["A"], "types": { "A": { "children": { "N": {} } }, "N": {} } }';
  let client: Client;
  beforeAll(async () => {
    for (const name of ["a", "b"]) mkdirSync(join(place, name));
    writeFileSync(join(place, "a/s.schema.json"), SCHEMA);
    writeFileSync(join(place, "a/q.sxp"), QUERY);
    writeFileSync(join(place, "b/q.sxp"), QUERY.replace("s.schema", "../a/s.schema"));
    client = await startClient(await bundleServer(), {
      workspaceFolders: [folder("a")],
      capabilities: { workspace: { workspaceFolders: true } },
    });
    client.open(at("a/q.sxp"), QUERY);
  });
  afterAll(async () => {
    await client.close();
    rmSync(place, { recursive: true });
  });
  const uses = async (): Promise<readonly string[]> => {
    const found = await client.connection.sendRequest<{ uri: string }[]>("textDocument/references", {
      textDocument: { uri: at("a/q.sxp") },
      position: { line: 1, character: 23 },
      context: { includeDeclaration: false },
    });
    return [...new Set(found.map(({ uri }) => uri))].filter((uri) => uri.endsWith(".sxp")).sort();
  };
  const change = (added: readonly object[], removed: readonly object[]) =>
    client.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added, removed } });

  it("are looked across while they are there", async () => {
    expect(await uses()).toEqual([at("a/q.sxp")]);
    await change([folder("b")], []);
    expect(await uses()).toEqual([at("a/q.sxp"), at("b/q.sxp")]);
    await change([], [folder("b")]);
    expect(await uses()).toEqual([at("a/q.sxp")]);
  });
});
