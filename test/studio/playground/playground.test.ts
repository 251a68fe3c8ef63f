// @module-tag page
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundlePlayground } from "../../../packages/studio/build.mjs";
import { ROOT } from "../../structure/support/sources.js";
import { detail, isLong, someOf } from "../../support/runs.js";
import { noChromium, shot, startChromium } from "../../views/support/chromium.js";
import { serveStatic } from "../support/site.js";

const why = noChromium === null ? "" : ` (skipped: ${noChromium})`;

describe.skipIf(noChromium !== null)(`the playground${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-playground-"));
  let site: Awaited<ReturnType<typeof serveStatic>>;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Everything that any part of the page or its workers asks for, by address and method. */
  const requests: string[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    await bundlePlayground(folder);
    site = await serveStatic(folder);
    browser = await startChromium();
    context = await browser.newContext({ viewport: { width: 1400, height: 850 } });
    context.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
    context.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page = await opened("");
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    rmSync(folder, { recursive: true });
  });

  async function opened(fragment: string): Promise<Page> {
    const tab = await context.newPage();
    tab.on("pageerror", ({ message }) => problems.push(message));
    await tab.goto(`${site.url}${fragment}`);
    await tab.getByRole("treeitem").first().waitFor();
    return tab;
  }
  /** Kilobytes of 1000 bytes, compressed by Brotli as hosts of static files do. */
  const kilobytes = (addresses: Iterable<string>): number => {
    const names = new Set([...addresses].map((address) => basename(new URL(address).pathname) || "index.html"));
    const sizes = [...names].map((name) => brotliCompressSync(readFileSync(join(folder, name))).length);
    return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1000);
  };
  const loaded = (): string[] => requests.map((request) => request.split(" ")[1]!);
  const query = async (tab: Page, text: string): Promise<void> => {
    await tab.locator("#query-field").click();
    await tab.locator(".cm-content").click();
    await tab.keyboard.press("Control+A");
    await tab.keyboard.insertText(text);
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("Control+Enter");
    await tab.locator("#tab-results[aria-selected=true]").waitFor();
  };

  it("shows the examples, and paints before the studio and the editor are there", async () => {
    expect(await page.getByRole("treeitem").count()).toBeGreaterThan(5);
    const options = await page.locator(".task-select option").allTextContents();
    expect(options.filter((option) => /nodes/.test(option))).toHaveLength(3);
    expect(loaded().some((address) => /mountEditor|languageWorker/.test(address))).toBe(false);
    await page.screenshot({ path: shot("playground-begin") });
  });

  it("answers a request in plain English", { tags: "smoke" }, async () => {
    await page.locator("#request").fill("how many POIs are there?");
    await page.keyboard.press("Enter");
    await page.getByText("32").first().waitFor();
    await page.screenshot({ path: shot("playground-chat") });
  });

  it("paints with little: what the page imports before it draws anything", () => {
    const waiting = ["playground.js"];
    const imported = new Set(["index.html", "style.css"]);
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (imported.has(name)) continue;
      imported.add(name);
      const text = readFileSync(join(folder, name), "utf8");
      for (const [, other] of text.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) waiting.push(other!);
    }
    expect(imported.size).toBeGreaterThan(3);
    expect(kilobytes([...imported].map((name) => `${site.url}${name}`))).toBeLessThanOrEqual(110);
  });

  it("runs a query, whose address shows the same elsewhere", async () => {
    await query(page, '//POI[node =~ "outdoors"]');
    await expect.poll(() => page.url()).toContain("#s=");
    const shared = await opened(new URL(page.url()).hash);
    await shared.getByText('//POI[node =~ "outdoors"]').first().waitFor();
    await shared.locator("#tab-results[aria-selected=true]").waitFor();
    await shared.getByText("Ward's Island").first().waitFor();
    // All of it: engine, language service, editor and views: 784 kB, of which 20 are the library that checks operations.
    // The examples are data, 17 kB more. Compressing takes seconds.
    expect(loaded().some((address) => /mountEditor/.test(address))).toBe(true);
    if (isLong) expect(kilobytes(loaded().filter((address) => !/example-/.test(address)))).toBeLessThanOrEqual(798);
    await shared.screenshot({ path: shot("playground-shared") });
    await shared.close();
  });

  (process.env.SXP_IMAGES === "1" ? it : detail)("has its picture taken for the guide, with SXP_IMAGES=1", async () => {
    const tab = await opened("");
    await tab.setViewportSize({ width: 1280, height: 760 });
    await tab.locator("#request").fill("how many restaurants are there?");
    await tab.keyboard.press("Enter");
    await tab.getByText("How many").first().waitFor();
    await query(tab, '//Day/POI[node =~ "parks by the water"]');
    await tab.locator("h1").click();
    const path = process.env.SXP_IMAGES === "1" ? join(ROOT, "docs/images/studio.png") : shot("studio");
    await tab.screenshot({ path });
    await tab.close();
  });

  it("takes a change by hand as a version", async () => {
    await page.locator("#tab-edit").click();
    await page.locator("#panel-edit textarea").fill('replace value of node /Itinerary/Day[1]/@theme with "Rest"');
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("button", { name: "Apply it" }).click();
    await page.locator("#tab-versions", { hasText: "2" }).click();
    await page.getByText("edited by hand").first().waitFor();
    await page.screenshot({ path: shot("playground-edit") });
    await page.locator("#tab-tree").click();
  });

  it("opens a file of one's own, of which nothing goes anywhere", async () => {
    const before = requests.length;
    await page.locator("input[type=file]").setInputFiles({
      name: "diary.yaml",
      mimeType: "text/yaml",
      buffer: Buffer.from("Diary:\n  Entry:\n    - title: a secret of mine\n    - title: nothing much\n"),
    });
    await page.getByText("a secret of mine").first().waitFor();
    await query(page, '//Entry[title =~ "secret"]');
    await page.getByText("a secret of mine").first().waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    const later = requests.slice(before);
    expect(later.filter((request) => !request.startsWith(`GET ${site.url}`))).toEqual([]);
    expect(later.filter((request) => /secret|diary|Entry|\?/i.test(request))).toEqual([]);
  });

  const strangers = [
    ["birds.csv", "text/csv", "name,song\nwren,loud\n", "wren"],
    ["notes.md", "text/markdown", "# Birds\n\nThe **wren** sings.\n", "wren"],
    ["birds.html", "text/html", "<ul><li>a wren &amp; a robin</li></ul>", "wren"],
    ["birds.jsonl", "application/jsonl", '{"bird":"wren"}\n', "wren"],
  ] as const;
  it.each(someOf(strangers))(
    "reads %s by a script that is loaded when it is needed",
    async (name, mimeType, text, shown) => {
      const tab = await opened("");
      await tab.locator("input[type=file]").setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
      await tab.getByText(shown).first().waitFor();
      await tab.close();
    },
  );

  detail("reads a day in a request", async () => {
    const tab = await opened("");
    await tab.locator("#request").fill("which places are open before 3 March 2026?");
    await tab.keyboard.press("Enter");
    await tab.getByText("2026-03-03").first().waitFor({ state: "attached" });
    await tab.close();
  });

  it("answers from its studio what is loaded when it is needed: a smaller change of a query, a conversation as a page", async () => {
    const [change, exported] = await page.evaluate(async () => {
      const worker = new Worker("studioWorker.js", { type: "module" });
      const waiting = new Map<number, (data: { value?: never; message?: string }) => void>();
      let asked = 0;
      const ask = (method: string, params: object): Promise<Record<string, never>> =>
        new Promise((resolve, reject) => {
          waiting.set(++asked, ({ value, message }) =>
            message === undefined ? resolve(value!) : reject(Error(message)),
          );
          worker.postMessage({ type: "ask", id: asked, method, params });
        });
      worker.onmessage = ({ data }) => waiting.get(data.id)?.(data);
      worker.postMessage({ type: "open", task: "todo" });
      const query = '//Item[@status = "no such status"]';
      const { run } = await ask("run", { query, task: "todo", version: null });
      const answers = [
        await ask("view", { run, method: "nearest", params: {} }),
        await ask("exportConversation", { ...(await ask("begin", { task: "todo" })) }),
      ] as const;
      worker.terminate();
      return answers.map((answer) => JSON.stringify(answer));
    });
    expect(change).toContain("no such status");
    expect(exported).toContain("<html");
  });

  it("asks for nothing but its own files, and breaks no rule of its policy", () => {
    expect(requests.filter((request) => !request.startsWith(`GET ${site.url}`))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("can't connect to anything, whoever asks", async () => {
    const refused = await page.evaluate(() => fetch("/index.html").then(String, (error: Error) => error.message));
    expect(refused).toContain("fetch");
    problems.length = 0;
  });

  it("goes on without a network", async () => {
    await context.setOffline(true);
    await query(page, "//Entry[2]");
    await page.getByText("nothing much").first().waitFor();
    await context.setOffline(false);
  });

  const addresses = [
    ["a script", "#s=<script>alert(1)</script>", "damaged"],
    ["too long", `#s=${"A".repeat(9000)}`, "more than 8000 characters"],
    ["something else", "#view=memory", "does not know"],
  ] as const;
  it.each(someOf(addresses))("refuses an address with %s in words, and begins", async (_, fragment, said) => {
    const tab = await opened(fragment);
    await tab.getByText(said).waitFor();
    expect(new URL(tab.url()).hash).toBe("");
    await tab.screenshot({ path: shot("playground-refused") });
    await tab.getByRole("button", { name: "Dismiss" }).click();
    await tab.getByText(said).waitFor({ state: "detached" });
    await tab.close();
  });
});
