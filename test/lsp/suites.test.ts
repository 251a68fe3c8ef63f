// @module-tag process
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openSuite } from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompletionList, Diagnostic, Hover, PublishDiagnosticsParams } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Client, startClient } from "./client.js";
import { bundleServer } from "./serverBundle.js";

const place = mkdtempSync(join(tmpdir(), "sxp-suites-"));
const at = (name: string): string => pathToFileURL(join(place, name)).href;
const write = (name: string, text: string): void => writeFileSync(join(place, name), text);
let server: string;
let client: Client;

beforeAll(async () => {
  server = await bundleServer();
  write("list.xml", '<List><Task id="t1" status="open"/><Task id="t2" status="done"/></List>');
  write("bad.xml", "<List><Task></List>");
  client = await startClient(server);
});
afterAll(async () => {
  await client.close();
  rmSync(place, { recursive: true });
});

const CASE = { id: "a", request: "what is open?", query: '//Task[@status = "open"]', include: ["t1"] };
const suite = (about: object = {}, more: object = {}): string =>
  JSON.stringify({ tree: "list.xml", cases: [{ ...CASE, ...about }], ...more }, null, 1);

const marked = (text: string, { range }: Diagnostic): string => {
  const document = TextDocument.create("", "json", 1, text);
  return document.getText(range).replace(/\s+/g, " ");
};
const found = (text: string, { diagnostics }: PublishDiagnosticsParams): string[] =>
  diagnostics.map((each) => `${String(each.code)} ${marked(text, each)}`);

let opened = 0;
/** What a suite's editor shows first, of what is wanted. */
async function shown(text: string, wanted = (count: number) => count > 0): Promise<string[]> {
  const uri = at(`s${opened++}.eval.json`);
  const answer = client.diagnostics(uri, ({ diagnostics }) => wanted(diagnostics.length));
  client.open(uri, text, "json");
  return found(text, await answer);
}

describe("suites in an editor", () => {
  it.each<[string, string, string[]]>([
    ["an unknown id", suite({ include: ["t9"] }), ['SXP5205 "t9"']],
    ["a path to nothing", suite({ exclude: ["/List/Task[7]"] }), ['SXP5205 "/List/Task[7]"']],
    ["right and wrong", suite({ exclude: ["t1"] }), ['SXP5206 "t1"']],
    ["a query that finds others", suite({ include: ["t2"] }), ['SXP5206 "//Task[@status = \\"open\\"]"']],
    ["a check that is no query", suite({ checks: ["count("] }), ['SXP5207 "count("']],
    ["a tree that does not parse", suite({}, { tree: "bad.xml" }), ['SXP5203 "bad.xml"']],
    ["an unknown member", suite({}, { trees: "list.xml" }), ['SXP5202 "trees"']],
    ["no JSON", '{ "tree": }', ["SXP5201 }"]],
  ])("%s", { tags: "slow" }, async (_, text, expected) => {
    expect(await shown(text)).toEqual(expected);
  });

  it("what is wrong is what the command says, and it goes as the text, an import or the data changes", {
    tags: "smoke",
  }, async () => {
    const uri = at("main.eval.json");
    write("other.eval.json", JSON.stringify({ imports: ["main.eval.json"] }));
    const text = suite({ include: ["t2"] }, { imports: ["other.eval.json"] });
    write("main.eval.json", text);
    const next = (count: number) => client.diagnostics(uri, ({ diagnostics }) => diagnostics.length === count);
    let answer = next(2);
    client.open(uri, text, "json");
    const published = await answer;
    expect(found(text, published)).toEqual(['SXP5204 "other.eval.json"', 'SXP5206 "//Task[@status = \\"open\\"]"']);
    const { problems } = await openSuite(join(place, "main.eval.json"), nodeHost());
    expect(published.diagnostics.map(({ message }) => String(message).replace("other.eval.json: ", ""))).toEqual(
      problems.map(({ diagnostic }) => diagnostic.message),
    );
    // The import as it is in its editor, unsaved.
    answer = next(1);
    client.open(at("other.eval.json"), "{}", "json");
    expect(found(text, await answer)).toEqual(['SXP5206 "//Task[@status = \\"open\\"]"']);
    // The data, when it is saved.
    write("list.xml", '<List><Task id="t1" status="done"/><Task id="t2" status="open"/></List> ');
    answer = next(0);
    void client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: at("list.xml"), type: 2 }],
    });
    await answer;
    write("list.xml", '<List><Task id="t1" status="open"/><Task id="t2" status="done"/></List>');
  });

  const asked = async <T>(method: string, text: string): Promise<T> => {
    const uri = at(`c${opened++}.json`);
    const offset = text.indexOf("<|>");
    const document = TextDocument.create(uri, "json", 1, text.replace("<|>", ""));
    client.open(uri, document.getText(), "json");
    return client.connection.sendRequest(method, { textDocument: { uri }, position: document.positionAt(offset) });
  };
  const SCHEMA = '"$schema": "urn:semantic-xpath:suite:1"';
  const labels = async (text: string) =>
    (await asked<CompletionList>("textDocument/completion", text)).items.map(({ label }) => label);

  it("members, values and descriptions come from the JSON Schema", { tags: "slow" }, async () => {
    expect(await labels(`{ ${SCHEMA}, "<|>" }`)).toEqual(
      expect.arrayContaining(["tree", "memory", "imports", "cases"]),
    );
    expect(await labels(`{ ${SCHEMA}, "cases": [{ "id": "a", "<|>" }] }`)).toEqual(
      expect.arrayContaining(["request", "query", "include", "checks"]),
    );
    expect(await labels(`{ ${SCHEMA}, "cases": [{ "must": <|> }] }`)).toEqual(
      expect.arrayContaining(["true", "false"]),
    );
    const hover = await asked<Hover>("textDocument/hover", `{ ${SCHEMA}, "tr<|>ee": "a.xml" }`);
    expect(JSON.stringify(hover.contents)).toContain("a file in any format that is read");
    expect(await labels('{ "<|>" }')).toEqual([]);
  });

  it("nothing is read without trust, and a client with a JSON service completes by itself", {
    tags: "slow",
  }, async () => {
    const other = await startClient(server, { initializationOptions: { trusted: false, suiteCompletion: "client" } });
    const uri = at("untrusted.eval.json");
    const answer = other.diagnostics(uri, () => true);
    other.open(uri, '{ "tree": "list.xml", "trees": 1 }', "json");
    expect((await answer).diagnostics).toEqual([]);
    const list = await other.connection.sendRequest<CompletionList>("textDocument/completion", {
      textDocument: { uri },
      position: { line: 0, character: 3 },
    });
    expect(list.items).toEqual([]);
    await other.close();
  });
});
