// @module-tag page
import { redacted } from "@semantic-xpath/inspect";
import { readXml } from "@semantic-xpath/runtime";
import { reportHtml } from "@semantic-xpath/views";
import { beforeAll, expect, it } from "vitest";
import { assets } from "./support/assets.js";
import { describeInChromium, shot, still } from "./support/chromium.js";
import { type KeptRun, openPanel } from "./support/fakeHost.js";
import { itinerary, keptRun, largeTree } from "./support/runs.js";
import { CONTRAST_THEME, DARK_THEME, LIGHT_THEME } from "./support/themes.js";

/** Pictures of every view, to be looked at: light, dark, and narrow. They are kept in test-artifacts/views. */
describeInChromium("pictures", (browser) => {
  let runs: KeptRun[];
  beforeAll(async () => {
    const tree = itinerary();
    runs = [
      await keptRun("1", '//POI[node =~ "park by the lake"]', tree, { limit: 12 }),
      await keptRun("2", '//POI[min(max(node =~ "park", node =~ "lake"), 1-node =~ "crowded")]', tree, { limit: 12 }),
      await keptRun("3", '//Day[avg(/POI[node =~ "conference sessions"])]/POI[node =~ "museum" >= 0.3]', tree),
    ];
  });

  it.each([
    ["light", 1280, 800, "", ""],
    ["dark", 1280, 800, "", ""],
    ["light", 320, 700, "", "-narrow"],
    ["dark", 1280, 800, "vscode-high-contrast", "-contrast"],
    ["light", 900, 700, "vscode-light", "-theme"],
    ["dark", 900, 700, "vscode-dark", "-theme"],
  ] as const)("%s %ix%i %s", async (colorScheme, width, height, bodyClass, suffix) => {
    const variables = THEMES[bodyClass];
    const { page, show, complaints } = await openPanel(browser(), runs, {
      colorScheme,
      viewport: { width, height },
      bodyClass,
      variables,
    });
    for (const view of ["results", "memory", "execution", "compare"] as const) {
      await show(view, view === "execution" ? "2" : "3");
      await page.waitForSelector(`#panel-${view}`);
      await still(page);
      if (view === "memory") await page.getByRole("treeitem", { name: /Day\[4\]/ }).click();
      if (view === "execution") {
        await page.locator(".card-head[aria-expanded]").first().click();
        await page.locator(".fold-open").first().click();
      }
      await still(page);
      await page.screenshot({ path: shot(`${view}-${colorScheme}${suffix}`) });
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([
    ["light", 1280, 800],
    ["dark", 820, 700],
    ["dark", 320, 700],
  ] as const)("values and keys, %s %ix%i", async (colorScheme, width, height) => {
    const tree = itinerary();
    const asked = {
      sum: "sum(/Itinerary/Day[3]//@minutes)",
      list: "distinct-values(//POI/@category)",
      keys: "(//POI)[order by @category, @minutes descending]",
      weighed: '(//POI[node =~ "park by the lake"])[order by @cost]',
    };
    const valued = await Promise.all(Object.entries(asked).map(([id, text]) => keptRun(id, text, tree)));
    const { page, show, complaints } = await openPanel(browser(), valued, { colorScheme, viewport: { width, height } });
    for (const id of Object.keys(asked)) {
      await show("results", id);
      await still(page);
      await page.screenshot({ path: shot(`${id}-${colorScheme}-${width}`) });
    }
    for (const id of ["sum", "keys"]) {
      await show("execution", id);
      await still(page);
      await page.locator(".card-head[aria-expanded]").first().click();
      await still(page);
      await page.screenshot({ path: shot(`${id}-execution-${colorScheme}-${width}`) });
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("an empty result, and a node with its smallest change", async () => {
    const empty = await keptRun("4", '//POI[node =~ "quiet museum" >= 0.99]/Note', itinerary());
    const { page, show } = await openPanel(browser(), [...runs, empty]);
    await show("results", "4");
    await page.waitForSelector(".change");
    await page.screenshot({ path: shot("empty-light") });
    await show("memory", "3");
    await page.getByRole("treeitem", { name: /Day\[1\]/ }).click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Smallest change that admits it" }).click();
    await page.waitForSelector(".change");
    await page.screenshot({ path: shot("change-light") });
    await page.context().close();
  });

  it("a large tree, and the lower part of an execution", async () => {
    const large = await keptRun("6", '//Day[@theme =~ "rain"]/POI[node =~ "ferry pier"]', largeTree(20_000), {
      limit: 150,
    });
    const { page, show } = await openPanel(browser(), [...runs, large], { colorScheme: "dark" });
    await show("memory", "6");
    await page.getByRole("button", { name: "Next result", exact: true }).click();
    await still(page);
    await page.screenshot({ path: shot("large-dark") });
    await show("execution", "3");
    await still(page);
    await page.locator(".execution").evaluate((element) => element.scrollTo(0, 260));
    await page.screenshot({ path: shot("operators-dark") });
    await page.context().close();
  });

  it("a report", async () => {
    const page = await browser().newPage({ viewport: { width: 1100, height: 780 }, colorScheme: "light" });
    await page.setContent(await reportHtml(runs[2]!.view, { assets: (await assets()).report }));
    await page.getByRole("tab", { name: "Memory" }).click();
    await still(page);
    await page.screenshot({ path: shot("report-light") });
    await page.setContent(
      await reportHtml(redacted(runs[2]!.view), { assets: (await assets()).report, redacted: true }),
    );
    await still(page);
    await page.screenshot({ path: shot("report-redacted") });
    const wide = readXml(
      '<笔记 name="记忆树的根"><天 主题="博物馆与公园 — 一个很长的主题，超过一行"><点 name="皇家安大略博物馆"/></天></笔记>',
    );
    const run = await keptRun("5", '//点[node =~ "博物馆"]', wide);
    await page.setContent(await reportHtml(run.view, { assets: (await assets()).report }));
    await page.getByRole("tab", { name: "Memory" }).click();
    await still(page);
    await page.screenshot({ path: shot("report-wide-characters") });
    await page.close();
  });
});

const THEMES = {
  "": "",
  "vscode-light": LIGHT_THEME,
  "vscode-dark": DARK_THEME,
  "vscode-high-contrast": CONTRAST_THEME,
} as const;
