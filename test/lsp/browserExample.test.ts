import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MessageChannel } from "node:worker_threads";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PortMessageReader, PortMessageWriter } from "vscode-jsonrpc/node";
import { createConnection } from "vscode-languageserver/node";
import { connect, type Port } from "../../examples/browser/client.js";
import { clientFiles } from "../../packages/lsp/src/server/clientFiles.js";
import { onlyMessages } from "../../packages/lsp/src/server/messages.js";
import { serve } from "../../packages/lsp/src/server/server.js";
import { noChromium, startChromium } from "../views/support/chromium.js";

const at = (name: string): string => fileURLToPath(new URL(`../../examples/browser/${name}`, import.meta.url));

it("the client of the example speaks with the server over messages alone", async () => {
  const { port1, port2 } = new MessageChannel();
  const writer = new PortMessageWriter(port1);
  const connection = createConnection(onlyMessages(new PortMessageReader(port1), writer), writer);
  serve(connection, clientFiles(connection));
  const files = { "memory:/s.json": '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{}}},"B":{}}}' };
  const client = await connect(port2 as unknown as Port, files);
  const shown = new Promise<{ diagnostics: { message: string }[] }>((resolve) => {
    client.on("textDocument/publishDiagnostics", (params: never) => {
      if ((params as { diagnostics: unknown[] }).diagnostics.length > 0) resolve(params);
    });
  });
  const uri = "memory:/q.sxp";
  const text = 'import schema "s.json";\ndeclare query q() := /A/C;';
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "sxp", version: 1, text } });
  expect((await shown).diagnostics[0]!.message).toContain('no node type "C"');
  const position = { line: 1, character: 24 };
  const list = await client.request<{ items: { label: string }[] }>("textDocument/completion", {
    textDocument: { uri },
    position,
  });
  expect(list.items[0]!.label).toBe("B");
  await expect(client.request("textDocument/hover", {})).rejects.toThrow("textDocument.uri");
  port1.close();
});

describe("the page of the example", () => {
  const place = mkdtempSync(join(tmpdir(), "sxp-page-"));
  beforeAll(async () => {
    await build({
      entryPoints: [at("page.ts"), at("worker.ts")],
      outdir: place,
      bundle: true,
      platform: "browser",
      format: "esm",
      target: "es2022",
      logLevel: "silent",
      conditions: ["@semantic-xpath/source", "module"],
    });
    writeFileSync(join(place, "index.html"), readFileSync(at("index.html")));
  });
  afterAll(() => rmSync(place, { recursive: true }));

  it("is bundled with nothing of Node's", () => {
    for (const name of ["page.js", "worker.js"]) {
      expect(readFileSync(join(place, name), "utf8")).not.toMatch(/require\("(node:|fs|path)/);
    }
  });

  const why = noChromium === null ? "" : ` (skipped: ${noChromium})`;
  it.skipIf(noChromium !== null)(`checks and completes in a browser${why}`, async () => {
    const types: Record<string, string> = { ".js": "text/javascript", ".html": "text/html" };
    const server = createServer(({ url = "/" }, response) => {
      const path = join(place, url === "/" ? "index.html" : url);
      response.setHeader("Content-Type", types[extname(path)] ?? "text/plain");
      if (existsSync(path)) response.end(readFileSync(path));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const browser = await startChromium();
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByText('"Task" has no attribute "tilte". Did you mean "title"?').waitFor();
    await page.getByRole("textbox").fill("//");
    await page.getByRole("textbox").press("End");
    await page.locator("#choices").getByText("Task", { exact: true }).waitFor();
    await browser.close();
    server.close();
  });
});
