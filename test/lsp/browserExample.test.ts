// @module-tag page
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PortMessageReader, PortMessageWriter } from "vscode-jsonrpc/node";
import { createConnection, createProtocolConnection } from "vscode-languageserver/node";
import { buildSite, hasMonaco, serveSite } from "../../examples/browser/build.mjs";
import { withData } from "../../examples/browser/drops.js";
import { clientFiles } from "../../packages/lsp/src/server/clientFiles.js";
import { onlyMessages } from "../../packages/lsp/src/server/messages.js";
import { serve } from "../../packages/lsp/src/server/server.js";
import { type Port, startServer } from "../../packages/studio/src/editor/languageServer.js";
import { noChromium, startChromium } from "../views/support/chromium.js";

it("a client speaks with the server over messages alone, which has its files from the page", async () => {
  const { port1, port2 } = new MessageChannel();
  const writer = new PortMessageWriter(port1);
  const connection = createConnection(onlyMessages(new PortMessageReader(port1), writer), writer);
  serve(connection, clientFiles(connection));
  const files = { "memory:/s.json": '{"version":1,"roots":["A"],"types":{"A":{"children":{"B":{}}},"B":{}}}' };
  const port = startServer(port2 as unknown as Port, files, {
    "memory:/chat.json": { mapping: "openai" },
  }) as unknown as typeof port1;
  const client = createProtocolConnection(new PortMessageReader(port), new PortMessageWriter(port));
  const shown = new Promise<string>((resolve) => {
    client.onNotification("textDocument/publishDiagnostics", ({ diagnostics }) => {
      if (diagnostics.length > 0) resolve(diagnostics[0].message);
    });
  });
  client.listen();
  await client.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  await client.sendNotification("initialized", {});
  const uri = "memory:/q.sxp";
  const text = 'import schema "s.json";\ndeclare query q() := /A/C;';
  await client.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "sxp", version: 1, text },
  });
  expect(await shown).toContain('no node type "C"');
  const position = { line: 1, character: 24 };
  const list: { items: { label: string }[] } = await client.sendRequest("textDocument/completion", {
    textDocument: { uri },
    position,
  });
  expect(list.items[0]!.label).toBe("B");
  expect((await clientFiles(connection).dataReading!("memory:/chat.json"))?.mapping).not.toBeNull();
  expect(await clientFiles(connection).dataReading!("memory:/s.json")).toBeNull();
  client.dispose();
  port1.close();
  port.close();
});

it("queries over a dropped file import it alone", () => {
  expect(withData('import schema "s.json";\nimport data "d.xml";\n\n//A', 'a "b".yaml')).toBe(
    'import data "a ""b"".yaml";\n\n//A',
  );
});

const place = mkdtempSync(join(tmpdir(), "sxp-page-"));
beforeAll(() => buildSite(place, ["@semantic-xpath/source"]));
afterAll(() => rmSync(place, { recursive: true }));

it("the pages are bundled with nothing of Node's", () => {
  const programs = readdirSync(place).filter((name) => name.endsWith(".js"));
  expect(programs).toEqual(expect.arrayContaining(["codemirror.js", "worker.js"]));
  for (const name of programs) {
    expect(readFileSync(join(place, name), "utf8")).not.toMatch(/require\("(node:|fs|path)/);
  }
});

/** What a user sees in an editor: its text, completions, marks below mistakes, what hovering shows. */
const EDITORS = {
  CodeMirror: {
    page: "index.html",
    text: ".cm-content",
    choices: ".cm-tooltip-autocomplete li",
    mistakes: ".cm-lintRange-error",
    hover: ".cm-tooltip-hover",
    format: "Shift+Alt+F",
  },
  Monaco: {
    page: "monaco.html",
    text: ".monaco-editor .view-lines",
    choices: ".suggest-widget.visible .monaco-list-row",
    mistakes: ".squiggly-error",
    hover: ".monaco-hover:visible",
    format: "Control+Shift+I",
  },
} as const;

const reasonFor = (name: keyof typeof EDITORS): string | null =>
  name === "Monaco" && !hasMonaco ? "it is not installed, see examples/browser/README.md" : noChromium;

for (const [name, seen] of Object.entries(EDITORS) as [keyof typeof EDITORS, (typeof EDITORS)["Monaco"]][]) {
  const reason = reasonFor(name);
  const why = reason === null ? "" : ` (skipped: ${reason})`;
  describe.skipIf(reason !== null)(`the page with ${name}${why}`, () => {
    let server: Server;
    let browser: Browser;
    let page: Page;
    const thrown: string[] = [];
    /** In Monaco with the counts behind the steps, which are hints, and the lines in no order. */
    const text = async (): Promise<string> =>
      (await page.locator(seen.text).innerText()).replaceAll("\u00a0", " ").trim();
    /** Hovers until that is said, since lines move when the lenses come in, and goes away again. */
    const hovered = async (word: string, said: string): Promise<void> => {
      const shown = page.locator(seen.hover, { hasText: said }).first();
      await expect
        .poll(async () => {
          await page.mouse.move(1, 1);
          await page.getByText(word).first().hover();
          return shown.waitFor({ timeout: 5000 }).then(
            () => said,
            () => "nothing",
          );
        })
        .toBe(said);
      await page.mouse.move(1, 1);
      await shown.waitFor({ state: "hidden" });
    };

    beforeAll(async () => {
      server = await serveSite(place, 0);
      browser = await startChromium();
      page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
      page.on("pageerror", ({ message }) => thrown.push(message));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${seen.page}`);
    });
    afterAll(async () => {
      await browser?.close();
      server?.close();
      expect(thrown).toEqual([]);
    });

    it("marks a mistake, and says in a hover what to write", async () => {
      await page.locator(seen.mistakes).first().waitFor();
      await hovered("Restaurnt", 'Did you mean "Restaurant"?');
    });

    it("says in a hover what a step finds", async () => {
      await hovered("POI", "32 matches");
    });

    it("completes while one types, and takes the choice", async () => {
      await page.locator(seen.text).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("//Da", { delay: 30 });
      await page.locator(seen.choices, { hasText: "One day" }).first().waitFor();
      // CodeMirror leaves a list alone that has just come, so that no key meant for the text takes a choice.
      await page.waitForTimeout(200);
      await page.keyboard.press("Enter");
      await expect.poll(text).toMatch(/\/Itinerary1?\/\/Day7?/);
    });

    it("formats", async () => {
      await page.keyboard.type("[1]    ;", { delay: 30 });
      await page.keyboard.press(seen.format);
      await expect.poll(text).toMatch(/\/\/Day7?\[1\]1?;/);
    });

    it("has colours by meaning", async () => {
      const colour = (word: string): Promise<string> =>
        page
          .locator(seen.text)
          .getByText(word, { exact: true })
          .first()
          .evaluate((node) => getComputedStyle(node).color);
      expect(new Set([await colour("declare"), await colour('"dinner"'), await colour("Day")]).size).toBe(3);
    });
  });
}
