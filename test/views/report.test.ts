// @module-tag page
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compareRuns, redacted } from "@semantic-xpath/inspect";
import { readXml } from "@semantic-xpath/runtime";
import { REPORT_LIMITS, reportHtml } from "@semantic-xpath/views";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { dataOfReport } from "../support/reportPage.js";
import { detail, isLong } from "../support/runs.js";
import { assets } from "./support/assets.js";
import { describeInChromium } from "./support/chromium.js";
import { itinerary, keptRun, largeTree } from "./support/runs.js";

const MUSEUMS = '//POI[node =~ "museum" >= 0.3]';

async function pageOf(text: string, tree = itinerary(), options: Partial<Parameters<typeof reportHtml>[1]> = {}) {
  const run = await keptRun("1", text, tree);
  return { run, html: await reportHtml(run.view, { assets: (await assets()).report, at: 0, ...options }) };
}

describe("the text of a report", () => {
  it("has everything inside and names no other place", async () => {
    const { html } = await pageOf(MUSEUMS);
    const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(html)!;
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'/);
    expect(policy).not.toContain("unsafe");
    expect(html.match(/<(?:script|link|img|iframe)\b[^>]*\s(?:src|href)=/g)).toBeNull();
    expect(html.match(/@import|url\(/g)).toBeNull();
    // Names of kinds of markup, and of nothing else.
    const addresses = (html.match(/https?:\/\/[^"'`\s]+/g) ?? []).filter((address) => !address.includes("w3.org"));
    expect(addresses).toEqual([]);
  });

  it("cannot be left by data", async () => {
    const evil = "</script><script>hit()</script><!--<script>";
    const tree = readXml(`<Root><Item name="${evil.replaceAll("<", "&lt;")}"/></Root>`);
    const { html } = await pageOf(`//Item[node =~ "${evil}"]`, tree);
    expect(html.includes("<script>hit()")).toBe(false);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html.match(/<!--/g)).toBeNull();
  });

  it("is the same for the same run at the same time", async () => {
    const { run, html } = await pageOf(MUSEUMS);
    expect((await reportHtml(run.view, { assets: (await assets()).report, at: 0 })) === html).toBe(true);
  });

  it("is made without what a failing scorer cannot tell", async () => {
    const { run } = await pageOf('//POI[node =~ "museum" >= 0.999]');
    const failing = {
      change: () => Promise.reject(new Error("gone")),
      nearest: () => Promise.reject(new Error("gone")),
    };
    const html = await reportHtml({ ...run.view, ...failing }, { assets: (await assets()).report });
    expect(html.includes('"nearestProblem":"gone"')).toBe(true);
    expect(dataOfReport(html).nodes.some((node) => "change" in node)).toBe(false);
  });

  it("holds no word of the data when the run is redacted", async () => {
    const { run } = await pageOf(MUSEUMS);
    const html = await reportHtml(redacted(run.view), { assets: (await assets()).report, redacted: true });
    const said = html + JSON.stringify(dataOfReport(html));
    expect(said.includes("Royal Ontario")).toBe(false);
    expect(said.includes("museum")).toBe(true);
    expect(JSON.stringify(dataOfReport((await pageOf(MUSEUMS)).html)).includes("Royal Ontario")).toBe(true);
  });

  it.each([
    '//POI[node =~ "museum" >= 0.3]',
    '//Day[avg(/POI[node =~ "conference sessions"])]/POI[node =~ "museum"][1:3]',
    '//POI[min(max(node =~ "park", node =~ "lake"), 1-node =~ "crowded")]',
    '//Restaurant[@meal = "dinner"][@-1] | //POI[node =~ "train" and not(node =~ "bus")]/@name',
    "/Itinerary/Day[-2:]/*[2]",
    '//Museum[node =~ "art"]',
  ])("has the numbers of the run: %s", async (text) => {
    const run = await keptRun("1", text, itinerary(), { limit: 20 });
    const html = await reportHtml(run.view, { assets: (await assets()).report, at: 0 });
    const { run: page, tree } = dataOfReport(html);
    const { trace, matches } = run.inspection.result;
    const { operators, results, cut, ...figures } = trace;
    expect(page.overview.trace).toEqual(figures);
    expect(page.results.rows.map(({ path, weight }) => [path, weight])).toEqual(
      matches.map(({ path, weight }) => [path, weight]),
    );
    expect([page.overview.resultCount, page.overview.cutCount]).toEqual([results.length, cut.length]);
    for (const { dropped, scores, ...own } of operators) {
      const summary = page.overview.operators.find(({ id }) => id === own.id)!;
      expect(summary).toMatchObject({ ...own, droppedCount: dropped.length, scoresCount: scores.length });
      const counted = (page.dropped[own.id] ?? []).reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBe(dropped.length);
      expect(page.scores[own.id]?.rows ?? []).toEqual(JSON.parse(JSON.stringify(scores)));
    }
    const sum = (of: (operator: (typeof operators)[number]) => number): number =>
      operators.reduce((total, operator) => total + of(operator), 0);
    expect(sum(({ pairs }) => pairs)).toBe(trace.scorerPairs);
    expect(sum(({ hits }) => hits)).toBe(trace.cacheHits);
    expect(sum(({ selfMilliseconds }) => selfMilliseconds)).toBeLessThanOrEqual(trace.milliseconds + 0.01);
    const inResult = Buffer.from(tree.state, "base64").filter((state) => state === 3).length;
    expect(inResult).toBe(new Set(matches.map(({ id }) => id)).size);
  });

  it.runIf(isLong)("stays in its size for 100 000 nodes", async () => {
    const tree = largeTree(120_000);
    const { html } = await pageOf('//POI[contains(@name, "market")]', tree);
    expect(tree.size).toBeGreaterThan(REPORT_LIMITS.treeNodes);
    expect(html.length).toBeLessThan(4_000_000);
  });
});

describeInChromium("a report in a browser", (browser) => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-report-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Opens a page as somebody opens a file, without a network. Nothing may be asked for or complained about. */
  async function opened(html: string, test: (page: Page) => Promise<void>): Promise<void> {
    const file = join(folder, "report.html");
    writeFileSync(file, html);
    const context = await browser().newContext({ offline: true, viewport: { width: 1200, height: 800 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (failure) => complaints.push(failure.message));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) complaints.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    await test(page);
    expect(complaints).toEqual([]);
    await context.close();
  }

  it("shows every view, why not, and the smallest changes it holds", async () => {
    const { run, html } = await pageOf(MUSEUMS);
    await opened(html, async (page) => {
      await page.locator("#result-0.is-selected").waitFor();
      await page.getByRole("tab", { name: "Memory" }).click();
      const id = run.inspection.result.trace.operators.find(({ dropped }) => dropped.length > 0)!.id;
      await page.getByRole("searchbox", { name: "Search the tree" }).fill("keynote");
      await page.locator("[role=treeitem][aria-selected=true]").waitFor();
      await page.getByRole("tab", { name: "Execution" }).click();
      await page.locator(`#operator-${id} .card-head`).click();
      await page.getByRole("tab", { name: /Dropped/ }).click();
      await page.locator(".drops li").first().waitFor();
      expect(await page.getByRole("tab", { name: "Compare" }).count()).toBe(0);
      expect(await page.getByRole("checkbox", { name: "Redact" }).count()).toBe(0);
    });
  });

  it("answers why or why not for every node of a small tree", async () => {
    const { run, html } = await pageOf(MUSEUMS);
    const { treeSize } = await run.view.overview();
    expect(treeSize).toBeLessThan(REPORT_LIMITS.explained);
    await opened(html, async (page) => {
      for (const path of ["/Itinerary", "/Itinerary/Day[2]", "/Itinerary/Day[2]/POI[1]"]) {
        const node = (await run.view.locate({ path }))!;
        const whyNot = await run.view.whyNot({ node });
        await page.getByRole("tab", { name: "Execution" }).click();
        await page.getByLabel("Why this node, or why not?").fill(path);
        await page.getByRole("button", { name: "Ask" }).click();
        await page.getByText(whyNot!.message, { exact: true }).waitFor();
      }
      await page.getByLabel("Why this node, or why not?").fill("/Nowhere");
      await page.getByRole("button", { name: "Ask" }).click();
      await page.getByText('There is no node at "/Nowhere".').waitFor();
    });
  });

  detail("says what it leaves out", async () => {
    const limits = { results: 5, dropped: 3, scores: 4, treeNodes: 40, explained: 10, changes: 0 };
    const { run, html } = await pageOf('//POI[node =~ "museum"]', itinerary(), { limits });
    const { resultCount, treeSize } = await run.view.overview();
    await opened(html, async (page) => {
      await page.getByText(`the last ${resultCount - 5} are left out of this page`).waitFor();
      await page.getByRole("tab", { name: "Memory" }).click();
      await page.getByText(`${treeSize - 40} more are left out of this page`).waitFor();
      await page.getByRole("tab", { name: "Execution" }).click();
      await page.locator(".card-head[aria-expanded]").first().click();
      await page.getByText(/^And \d+ more are left out of this page/).waitFor();
    });
  });

  it("explains an empty result, with the nearest query", async () => {
    const { run, html } = await pageOf('//POI[node =~ "museum" >= 0.999]');
    const nearest = await run.view.nearest();
    await opened(html, async (page) => {
      await page.getByText("Nothing was found").waitFor();
      await page.getByText(nearest!.change.message, { exact: true }).waitFor();
      expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(0);
    });
  });

  it.runIf(isLong)("opens with more nodes than a page holds", async () => {
    const { html } = await pageOf('//POI[contains(@name, "market")]', largeTree(120_000));
    await opened(html, async (page) => {
      await page.getByRole("tab", { name: "Memory" }).click();
      await page.getByRole("button", { name: "Expand and collapse" }).click();
      await page.getByRole("menuitem", { name: "Expand all" }).click();
      await page.getByRole("tree", { name: "Memory" }).press("End");
      await page.locator(`#node-${REPORT_LIMITS.treeNodes}[aria-selected=true]`).waitFor();
      await page.getByText("This page does not hold the answer for this node.").first().waitFor();
      expect(await page.getByRole("treeitem").count()).toBeLessThan(80);
    });
  });

  it("shows the comparison that it is given", async () => {
    const before = await keptRun("before", '//POI[node =~ "gallery"]', itinerary());
    const after = await keptRun("after", MUSEUMS, itinerary());
    const comparison = compareRuns(before.inspection, after.inspection);
    const html = await reportHtml(after.view, {
      assets: (await assets()).report,
      comparison: { before: before.entry, comparison },
    });
    await opened(html, async (page) => {
      await page.getByRole("tab", { name: "Compare" }).click();
      await page.locator(".bump-line").first().waitFor();
      expect(await page.locator(".moves tbody tr").count()).toBe(comparison.rows.length);
    });
  });

  detail("gives its diagram and its document as files", async () => {
    const { run, html } = await pageOf(MUSEUMS);
    await opened(html, async (page) => {
      await page.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "JSON" }).click(),
      ]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      const document = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { overview: { resultCount: number } };
      expect(document.overview.resultCount).toBe(run.entry.count);
    });
  });
});
