// @module-tag process
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  CodeLens,
  CompletionList,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
} from "vscode-languageserver";
import { nodeFiles } from "../../packages/lsp/src/server/nodeFiles.js";
import { type Client, startClient } from "./client.js";
import { exampleText, exampleUri } from "./kit.js";
import { bundleServer } from "./serverBundle.js";

let server: string;
const place = mkdtempSync(join(tmpdir(), "sxp-protocol-"));
const at = (name: string): string => pathToFileURL(join(place, name)).href;
const schema = (type: string) => `{"version":1,"roots":["A"],"types":{"A":{"children":{"${type}":{}}},"${type}":{}}}`;
beforeAll(async () => {
  server = await bundleServer();
});
afterAll(() => rmSync(place, { recursive: true }));

const message = (content: object | string): string => {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly version?: number };
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What a server sends when it is given bytes, until there is such a text in it, or until it ends. */
async function answers(bytes: string, until: string | null = null) {
  const child: ChildProcess = spawn(process.execPath, [server, "--stdio"], { stdio: "pipe" });
  let text = "";
  let said = "";
  child.stderr!.on("data", (data) => {
    said += String(data);
  });
  const code = await new Promise<number | null>((resolve) => {
    child.on("exit", resolve);
    child.stdout!.on("data", (data) => {
      text += String(data);
      if (until === null || !text.includes(until)) return;
      child.kill();
      resolve(null);
    });
    child.stdin!.write(bytes);
  });
  const all = text.split(/Content-Length: \d+\r\n\r\n/).filter((one) => one !== "");
  return { all: all.map((one) => JSON.parse(one) as Sent), code, said };
}
const INITIALIZE = message({
  jsonrpc: "2.0",
  id: "start",
  method: "initialize",
  params: { processId: null, rootUri: null, capabilities: {} },
});

describe("what is no message", () => {
  it.each([
    ["without a length", "Content-Type: x\r\n\r\n{}"],
    ["with a negative length", "Content-Length: -5\r\n\r\n{}"],
    ["with a length that is no number", "Content-Length: many\r\n\r\n{}"],
  ])("ends the server with a sentence: %s", async (_, bytes) => {
    const { code, said } = await answers(INITIALIZE + bytes);
    expect(code).toBe(1);
    expect(said).toContain("The language server ends: No Content-Length in the header");
  });

  it.each([
    ["no JSON", "{", null, -32700],
    ["a list", [], null, -32600],
    ["a number", "7", null, -32600],
    ["no method", { id: 1 }, 1, -32600],
    ["a method that is a number", { id: 1, method: 3 }, 1, -32600],
    ["an id that is an object", { id: {}, method: "textDocument/hover" }, null, -32600],
    ["an id that is null", { id: null, method: "textDocument/hover" }, null, -32600],
    ["no parameters", { id: 1, method: "textDocument/hover" }, 1, -32602],
    ["null for them", { id: 1, method: "textDocument/codeLens", params: null }, 1, -32602],
    ["a number for them", { id: 1, method: "sxp/compile", params: 5 }, 1, -32602],
    ["no document", { id: 1, method: "textDocument/hover", params: { textDocument: {} } }, 1, -32602],
    [
      "no position",
      { id: 1, method: "textDocument/hover", params: { textDocument: { uri: "file:///a.sxp" } } },
      1,
      -32602,
    ],
    ["a command with null for all", { id: 1, method: "workspace/executeCommand", params: null }, 1, -32602],
    ["a command in a list", { id: 1, method: "workspace/executeCommand", params: ["sxp.run"] }, 1, -32602],
    [
      "arguments that are an object",
      {
        id: 1,
        method: "workspace/executeCommand",
        params: { command: "sxp.run", arguments: { uri: "file:///a.sxp" } },
      },
      1,
      -32602,
    ],
    ["a symbol without a query", { id: 1, method: "workspace/symbol", params: null }, 1, -32602],
    ["nothing to resolve", { id: 1, method: "completionItem/resolve", params: null }, 1, -32602],
    [
      "a range without its end",
      {
        id: 1,
        method: "textDocument/codeAction",
        params: { textDocument: { uri: "file:///a.sxp" }, range: { start: { line: 0 } }, context: null },
      },
      1,
      -32602,
    ],
  ] as const)("is answered with an error, and what follows is answered: %s", async (_, body, id, code) => {
    const next = { jsonrpc: "2.0", id: "next", method: "sxp/runs" };
    const content = typeof body === "string" || Array.isArray(body) ? body : { jsonrpc: "2.0", ...body };
    const { all } = await answers(INITIALIZE + message(content) + message(next), '"id":"next"');
    const [wrong] = all.filter((one) => "error" in one);
    expect(wrong).toMatchObject({ id, error: { code } });
    expect(wrong!.error!.message).not.toMatch(/Cannot read|undefined/);
    expect(all.at(-1)).toMatchObject({ id: "next", result: { runs: [] } });
  });

  it("is not that a client shuts the server down and goes", { tags: "smoke" }, async () => {
    const child = spawn(process.execPath, [server, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    const code = new Promise((resolve) => child.on("exit", resolve));
    child.stdout.on("data", (data) => {
      if (String(data).includes('"id":"down"')) child.stdin.end();
    });
    child.stdin.write(INITIALIZE + message({ jsonrpc: "2.0", id: "down", method: "shutdown" }));
    expect(await code).toBe(0);
  });

  it("may come in any pieces", async () => {
    const run = spawn(process.execPath, [server], { stdio: ["pipe", "pipe", "inherit"] });
    const answered = new Promise<string>((resolve) => {
      let text = "";
      run.stdout.on("data", (data) => {
        text += String(data);
        if (text.includes('"id":"é"')) resolve(text);
      });
    });
    const bytes = Buffer.from(INITIALIZE + message({ jsonrpc: "2.0", id: "é", method: "sxp/runs" }));
    for (const byte of bytes) {
      run.stdin.write(Buffer.from([byte]));
      if (byte % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answered).toContain('"runs":[]');
    run.kill();
  });
});

it("changes that wait are reported once, with the last version", async () => {
  const uri = "file:///burst.sxp";
  const change = (version: number) =>
    message({
      jsonrpc: "2.0",
      method: "textDocument/didChange",
      params: { textDocument: { uri, version }, contentChanges: [{ text: `//Day[${version}` }] },
    });
  const open = { textDocument: { uri, languageId: "sxp", version: 1, text: "//Day[1" } };
  const burst = Array.from({ length: 20 }, (_, index) => change(index + 2)).join("");
  const opening = message({ jsonrpc: "2.0", method: "textDocument/didOpen", params: open });
  const { all } = await answers(INITIALIZE + opening + burst, '"version":21');
  const published = all.filter(({ method }) => method === "textDocument/publishDiagnostics");
  expect(published.map(({ params }) => params?.version)).toEqual([21]);
});

describe("a client that lets the server watch files", () => {
  let client: Client;
  afterAll(() => client.close());
  it("is asked for changes of queries, schemas and data", async () => {
    writeFileSync(join(place, "s.json"), schema("B"));
    client = await startClient(server, {
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
    const broken = client.diagnostics(at("w.sxp"), ({ diagnostics }) => diagnostics[0]?.code === "SXP2001");
    client.open(at("w.sxp"), 'import schema "s.json";\ndeclare query q() := /A/C;');
    await broken;
    const [registration] = client.registered;
    expect(registration).toMatchObject({ method: "workspace/didChangeWatchedFiles" });
    expect(JSON.stringify(registration!.registerOptions)).toMatch(/\bsxp,[\w,]*xml,[\w,]*json\b/);
  });
});

describe("a client that asks for diagnostics", () => {
  let client: Client;
  beforeAll(async () => {
    for (const name of ["a", "b"]) writeFileSync(join(place, `${name}.sxp`), `//Day[${name === "a" ? "" : "1]"}`);
    client = await startClient(server, {
      initializationOptions: { diagnostics: "pull" },
      workspaceFolders: [{ uri: at(""), name: "w" }],
    });
  });
  afterAll(() => client.close());

  it("is told when they are the same as before", async () => {
    const uri = "file:///same.sxp";
    client.open(uri, "//Day[");
    const ask = (previousResultId?: string) =>
      client.connection.sendRequest<DocumentDiagnosticReport>("textDocument/diagnostic", {
        textDocument: { uri },
        previousResultId,
      });
    const first = await ask();
    expect(first).toMatchObject({ kind: "full", resultId: expect.any(String), items: [{}] });
    expect(await ask(first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
    expect(await ask("gone")).toMatchObject({ kind: "full" });
    client.change(uri, 2, { start: { line: 0, character: 6 }, end: { line: 0, character: 6 } }, "1]");
    expect(await ask(first.resultId)).toMatchObject({ kind: "full", items: [] });
  });

  it("gets those of files that are not open", async () => {
    const ask = (previousResultIds: readonly object[]) =>
      client.connection.sendRequest<WorkspaceDiagnosticReport>("workspace/diagnostic", { previousResultIds });
    const { items } = await ask([]);
    const [a, b] = ["a", "b"].map((name) => items.find(({ uri }) => uri.endsWith(`/${name}.sxp`))!);
    expect(a).toMatchObject({ kind: "full", version: null, items: [{ severity: 1 }] });
    expect(b).toMatchObject({ kind: "full", items: [] });
    const again = await ask([{ uri: a!.uri, value: a!.resultId }]);
    expect(again.items.find(({ uri }) => uri === a!.uri)).toMatchObject({ kind: "unchanged", resultId: a!.resultId });
  });
});

describe("the lenses outside of VS Code", () => {
  const uri = exampleUri("itinerary/itinerary.sxp");
  const lensesOf = (client: Client) =>
    client.connection.sendRequest<CodeLens[]>("textDocument/codeLens", { textDocument: { uri } });
  let client: Client;
  beforeAll(async () => {
    client = await startClient(server);
    client.open(uri, exampleText("itinerary/itinerary.sxp"));
  });
  afterAll(() => client.close());

  it("are done by the server, which shows what it did", async () => {
    const lenses = await lensesOf(client);
    expect(lenses.some(({ command }) => command?.command === "sxp.debug")).toBe(false);
    const wanted = lenses.filter(({ command }) => command?.arguments?.[0].name === "last_two_days");
    for (const [name, shown] of [
      ["sxp.run", /^2 results\n1\.00 \/Itinerary\/Day\[6\]/],
      ["sxp.explain", /descendant::Day|child::Day/],
      ["sxp.copyAsTest", /import \{ expect, test \} from "vitest"/],
    ] as const) {
      const message = new Promise<string>((resolve) => {
        client.connection.onNotification("window/showMessage", ({ message: words }) => resolve(words));
      });
      const { command } = wanted.find((one) => one.command?.command === name)!;
      const { title: _, ...params } = command!;
      const result = await client.connection.sendRequest("workspace/executeCommand", params);
      expect(result).toMatchObject({ problem: null });
      expect(await message).toMatch(shown);
    }
    const nothing = client.connection.sendRequest("workspace/executeCommand", { command: "sxp.run" });
    await expect(nothing).rejects.toMatchObject({ code: -32602 });
  });

  it("are left to a client that has the commands", async () => {
    const own = await startClient(server, { initializationOptions: { lensCommands: "client" } });
    own.open(uri, exampleText("itinerary/itinerary.sxp"));
    expect((await lensesOf(own)).some(({ command }) => command?.command === "sxp.debug")).toBe(true);
    await own.close();
  });
});

it("a name that can't be given is an error with a sentence", async () => {
  const client = await startClient(server);
  const uri = exampleUri("itinerary/own.sxp");
  const ready = client.diagnostics(uri, () => true);
  client.open(uri, "declare query a($x) := //Day[@name = $x and @city = $y];");
  await ready;
  const rename = client.connection.sendRequest("textDocument/rename", {
    textDocument: { uri },
    position: { line: 0, character: 18 },
    newName: "y",
  });
  await expect(rename).rejects.toMatchObject({ code: -32803, message: 'The query has a parameter "$y" already.' });
  await client.close();
});

it("the first completion in a folder that was not read yet has its files", async () => {
  const client = await startClient(server);
  const uri = exampleUri("todo/own.sxp");
  client.open(uri, 'import schema "');
  const list = await client.connection.sendRequest<CompletionList>("textDocument/completion", {
    textDocument: { uri },
    position: { line: 0, character: 15 },
  });
  expect(list.items.map(({ label }) => label)).toContain("todo.schema.json");
  await client.close();
});

it("a setting of the wrong type is left out with a warning, and the others count", async () => {
  const client = await startClient(server);
  const warned = new Promise<string>((resolve) => {
    client.connection.onNotification("window/logMessage", ({ message: words }) => resolve(words));
  });
  const uri = exampleUri("itinerary/own.sxp");
  client.open(uri, "//Day/PIO");
  const found = client.diagnostics(uri, ({ diagnostics }) => diagnostics[0]?.code === "SXP2001");
  const sxp = { data: 42, schema: exampleUri("itinerary/itinerary.schema.json") };
  void client.connection.sendNotification("workspace/didChangeConfiguration", { settings: { sxp } });
  expect(await warned).toBe('The setting "sxp.data" must be a string, not 42.');
  await found;
  await client.close();
});

it.skipIf(process.platform === "win32")(
  "only files are read, and no more of them than anybody looks into",
  async () => {
    execFileSync("mkfifo", [join(place, "pipe.xml")]);
    expect(await nodeFiles.read(at("pipe.xml"))).toBeNull();
    expect(await nodeFiles.read("file:///dev/zero")).toBeNull();
    expect(await nodeFiles.read(at(""))).toBeNull();
    writeFileSync(join(place, "mark.xml"), "\ufeff<é/>");
    expect(await nodeFiles.read(at("mark.xml"))).toBe("<é/>");
  },
);
