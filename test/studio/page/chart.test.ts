// @module-tag page
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { someOf } from "../../support/runs.js";
import { findings } from "../../views/support/axe.js";
import { describeInChromium } from "../../views/support/chromium.js";
import { LOOKS, onPage, shot, tripMemory } from "./support/openPage.js";
import { ScriptedStudio } from "./support/scriptedStudio.js";

describeInChromium("the chart of a result, on the page", (browser) => {
  async function within(test: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
    await onPage(
      browser(),
      new ScriptedStudio({ memory: await tripMemory(), title: "Trips" }),
      ({ page }) => test(page),
      options,
    );
  }

  const chart = async (page: Page, query: string): Promise<void> => {
    const column = page.getByRole("tab", { name: "Execution", exact: true });
    if ((await column.count()) > 0) await column.click();
    await page.getByRole("textbox", { name: "A query" }).fill(query);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("grid", { name: "Results" }).waitFor();
    await page.getByRole("tab", { name: "Chart" }).click();
  };
  const bars = (page: Page, name: string) => page.getByRole("list", { name }).getByRole("listitem");

  it("draws weights with the cut, and the same in groups", { tags: "smoke" }, () =>
    within(async (page) => {
      await chart(page, '//POI[node =~ "park or garden by the water"]');
      expect(await bars(page, "Results by weight").first().innerText()).toMatch(/\n0\.\d\d$/);
      await page
        .locator(".chart-cut")
        .getByText(/weigh 0/)
        .waitFor();
      await page.screenshot({ path: shot("chart-weights") });
      await page.getByRole("radio", { name: "In groups" }).focus();
      await page.keyboard.press("Space");
      await page.getByRole("region", { name: "Day 2" }).getByRole("listitem").first().waitFor();
      await page.screenshot({ path: shot("chart-groups") });
      await page.getByRole("region", { name: "Day 2" }).getByRole("button").first().click();
      await page.locator("#panel-memory [role=treeitem][aria-selected=true]").waitFor();
    }),
  );

  it("draws quantities, and says where there is nothing to draw", () =>
    within(async (page) => {
      await chart(page, "//Day[2]/POI/@minutes");
      await expect.poll(() => bars(page, "Results by value").count()).toBeGreaterThan(1);
      await chart(page, "//Day[2]");
      await page.getByText("There is nothing to draw").waitFor();
    }));

  it.each(someOf(Object.entries(LOOKS)))("has no finding of axe, %s", (name, options) =>
    within(async (page) => {
      await chart(page, '//POI[node =~ "park or garden by the water"]');
      await bars(page, "Results by weight").first().waitFor();
      expect(await findings(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.screenshot({ path: shot(`chart-${name}`) });
    }, options),
  );
});
