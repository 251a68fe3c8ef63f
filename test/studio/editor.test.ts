// @module-tag page
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../structure/support/sources.js";
import { noChromium, shot, startChromium } from "../views/support/chromium.js";
import { serveStatic } from "./support/site.js";

/** A page as strict as the studio's: nothing inline, nothing from elsewhere. */
const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; form-action 'none'";

const PAGE = `<!doctype html><html lang="en"><title>Editor</title><link rel="stylesheet" href="style.css">
<button id="before">Before</button><div id="editor"></div><button id="after">After</button>
<script type="module" src="editorPage.js"></script></html>`;

const data = (name: string) => textOf(`examples/${name}`);
const SCRIPT = `
  import { mountEditor, safeHtml } from "../../packages/studio/src/editor/index.js";
  const data = ${JSON.stringify({ name: "itinerary.xml", text: data("itinerary/itinerary.xml"), schema: data("itinerary/itinerary.schema.json") })};
  const todo = ${JSON.stringify({ name: "todo.xml", text: data("todo/todo.xml"), schema: data("todo/todo.schema.json") })};
  const ran = [];
  const options = { text: "//Day/Restaurnt", data, label: "Query", run: (text) => ran.push(text) };
  const editor = mountEditor(document.querySelector("#editor"), options);
  globalThis.seen = { editor, ran, todo, safeHtml };
`;

interface Seen {
  readonly editor: import("../../packages/studio/src/editor/index.js").MountedEditor;
  readonly ran: string[];
  readonly todo: import("../../packages/studio/src/editor/index.js").DataText;
  readonly safeHtml: (html: string) => string;
}
/** What the page has in its scope. */
declare const seen: Seen;

describe.skipIf(noChromium !== null)(`the editor${noChromium === null ? "" : ` (skipped: ${noChromium})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-editor-"));
  const problems: string[] = [];
  let site: Awaited<ReturnType<typeof serveStatic>>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    await build({
      stdin: { contents: SCRIPT, resolveDir: import.meta.dirname, sourcefile: "editorPage.ts", loader: "ts" },
      bundle: true,
      format: "esm",
      outfile: join(folder, "editorPage.js"),
      conditions: ["@semantic-xpath/source", "module"],
    });
    await build({
      entryPoints: { languageWorker: "@semantic-xpath/lsp/browser" },
      bundle: true,
      format: "esm",
      outdir: folder,
      conditions: ["@semantic-xpath/source", "module"],
    });
    await build({
      entryPoints: { style: "packages/studio/src/page/page.css" },
      bundle: true,
      outdir: folder,
    });
    writeFileSync(join(folder, "index.html"), PAGE);
    site = await serveStatic(folder, POLICY);
    browser = await startChromium();
    page = await browser.newPage({ viewport: { width: 900, height: 500 } });
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("favicon")) problems.push(message.text());
    });
    await page.goto(site.url);
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    rmSync(folder, { recursive: true });
  });

  const text = () => page.evaluate(() => seen.editor.text());
  const setText = (to: string) => page.evaluate((value) => seen.editor.setText(value), to);

  it("marks a mistake, and writes the fix by a button", { tags: "smoke" }, async () => {
    await page.locator(".cm-lintRange-error").first().waitFor();
    const fix = page.getByRole("button", { name: /Restaurant/ });
    await expect
      .poll(async () => {
        await page.mouse.move(1, 1);
        await page.locator(".cm-lintRange-error").first().hover();
        await fix.waitFor({ timeout: 3_000 }).catch(() => undefined);
        return fix.count();
      })
      .toBe(1);
    await fix.click();
    expect(await text()).toBe("//Day/Restaurant");
    await expect.poll(() => page.locator(".cm-lintRange-error").count()).toBe(0);
  });

  it("completes from the schema, with what each is", async () => {
    await setText("");
    await page.locator(".cm-content").click();
    await page.keyboard.type("//Da", { delay: 30 });
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "Day" }).first().waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await expect.poll(text).toMatch(/^\/\/Day/);
  });

  it("says in a hover what a step finds", async () => {
    await setText("//POI");
    const shown = page.locator(".cm-tooltip-hover", { hasText: "32 matches" }).first();
    await expect
      .poll(async () => {
        await page.mouse.move(1, 1);
        await page.locator(".cm-content").getByText("POI").hover();
        return shown.waitFor({ timeout: 3_000 }).then(
          () => "32 matches",
          () => "nothing",
        );
      })
      .toBe("32 matches");
  });

  it("shows a signature, formats, and has colours by meaning", async () => {
    await setText('//Day[  avg( /POI[ @name=~"museum" ]) ]');
    await page.locator(".cm-content").click();
    await page.keyboard.press("Shift+Alt+F");
    await expect.poll(text).toBe('//Day[avg(/POI[@name =~ "museum"])]');
    const colour = (word: string): Promise<string> =>
      page
        .locator(".cm-content")
        .getByText(word, { exact: true })
        .first()
        .evaluate((node) => getComputedStyle(node).color);
    await expect
      .poll(async () => new Set([await colour("avg"), await colour('"museum"'), await colour("Day")]).size)
      .toBe(3);
    await setText("//Day[avg(");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+Shift+Space");
    await page.locator(".cm-lsp-signature-tooltip").waitFor();
    await page.screenshot({ path: shot("editor") });
    await page.keyboard.press("Escape");
  });

  it("runs with Control and Enter", async () => {
    await setText("//Day[2]");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Enter");
    expect(await page.evaluate(() => seen.ran)).toEqual(["//Day[2]"]);
    expect(await text()).toBe("//Day[2]");
  });

  it("is about other data from when it is told so", async () => {
    await setText("//Task");
    await page.locator(".cm-lintRange-error").first().waitFor();
    await page.evaluate(() => seen.editor.setData(seen.todo));
    await expect.poll(() => page.locator(".cm-lintRange-error").count()).toBe(0);
  });

  it("is left by Tab, in both directions", async () => {
    await page.locator("#before").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("x");
    expect(await text()).toContain("x");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("after");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("before");
  });

  it("has a name and a role for a screen reader", async () => {
    expect(await page.getByRole("textbox", { name: "Query" }).count()).toBe(1);
  });

  it("breaks no rule of a strict policy", () => expect(problems).toEqual([]));

  it("shows a stranger's documentation as words", async () => {
    const shown = await page.evaluate(() =>
      seen.safeHtml(
        '<p onclick="x()">A <b>day</b> <a href="javascript:x()">a</a><a href="https://x.example/">b</a><img src=x onerror=x()><script>x()</script><style>*{}</style></p>',
      ),
    );
    expect(shown).toBe(
      '<p>A day <a rel="noreferrer" target="_blank">a</a><a href="https://x.example/" rel="noreferrer" target="_blank">b</a></p>',
    );
  });
});
