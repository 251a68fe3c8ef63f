// @module-tag page
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readJson } from "@semantic-xpath/runtime";
import { reportHtml } from "@semantic-xpath/views";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { isLong } from "../support/runs.js";
import { assets } from "../views/support/assets.js";
import { describeInChromium } from "../views/support/chromium.js";
import { openPanel } from "../views/support/fakeHost.js";
import { keptRun } from "../views/support/runs.js";

/** Data that would like to be a program, or to be somewhere else on the page. */
const PAYLOADS: readonly string[] = [
  "<script>window.hit=1</script>",
  "</script><script>window.hit=1</script>",
  "</style><script>window.hit=1</script><style>",
  "</textarea></title></code></pre><img src=x onerror=window.hit=1>",
  '"><svg onload="window.hit=1"></svg>',
  "' onmouseover='window.hit=1' style='position:fixed;inset:0",
  "--><iframe srcdoc='<script>parent.hit=1</script>'></iframe><!--",
  "]]><math><style><img src=x onerror=window.hit=1>",
  "javascript:window.hit=1",
  "[a](javascript:window.hit=1) ![b](http://tracker.invalid/b.png)",
  "{{constructor.constructor('window.hit=1')()}} ${window.hit=1}",
  "&lt;script&gt;window.hit=1&lt;/script&gt; &#60;script&#62;",
  "\u202egnihtemos esle si siht\u202d\u2066\u2067",
  "\u0000\u0007\u001b[31mred\u009b31m",
  "x".repeat(100_000),
];

/** Each as a value, as an own text, and as the name of an attribute and of a type. */
const tree = () =>
  readJson({
    type: "List",
    Item: PAYLOADS.map((payload, i) => ({ name: payload, note: [payload], [payload.slice(0, 200)]: i })),
    children: PAYLOADS.map((payload) => ({ type: payload.slice(0, 200), name: payload })),
  });
const query = `//*[node =~ "script somethings ${PAYLOADS[0]!.replaceAll('"', "'")}"]`;
const VIEWS = ["results", "memory", "execution"] as const;

/** Nothing ran, nothing is there that data brought, and nothing stands out of the page. */
async function expectHarmless(page: Page, view: string): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: "hit" in window,
    brought: [...document.querySelectorAll("#app *")]
      .filter(
        (element) =>
          /^(script|style|img|iframe|object|embed|base|meta|link|math|textarea)$/i.test(element.localName) ||
          [...element.attributes].some(
            ({ name, value }) => /^(on|src)/.test(name) || (name !== "title" && /javascript:/i.test(value)),
          ),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect({ view, ...found }).toEqual({ view, hit: false, brought: [], wider: 0 });
}

const WIDTHS = isLong ? [1200, 400] : [1200];

describeInChromium("markup", (browser) => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-markup-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(WIDTHS)("is text in the panel of an editor, %i wide", async (width) => {
    const runs = [await keptRun("1", query, tree()), await keptRun("2", "//Item", tree())];
    const { page, show, complaints } = await openPanel(browser(), runs, { viewport: { width, height: 800 } });
    for (const view of [...VIEWS, "compare"] as const) {
      await show(view, "2");
      await page.waitForSelector(`#panel-${view}`);
      await page.waitForTimeout(200);
      await expectHarmless(page, view);
    }
    for (let node = 1; node < runs[0]!.inspection.tree.size; node++) {
      await show("memory", "1", node);
      await page.locator(`#node-${node}[aria-selected=true]`).waitFor();
    }
    await expectHarmless(page, "memory");
    // Chromium says here what the policy kept from running or loading: there was nothing.
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each(WIDTHS)("is text in a report, %i wide", async (width) => {
    const file = join(folder, "report.html");
    const run = await keptRun("1", query, tree());
    writeFileSync(file, await reportHtml(run.view, { assets: (await assets()).report, at: 0, command: query }));
    const context = await browser().newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (failure) => complaints.push(failure.message));
    page.on("request", (request) => request.url() !== pathToFileURL(file).href && complaints.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    for (const view of VIEWS) {
      await page.locator(`#tab-${view}`).click();
      await page.waitForSelector(`#panel-${view}`);
      await page.waitForTimeout(200);
      await expectHarmless(page, view);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
