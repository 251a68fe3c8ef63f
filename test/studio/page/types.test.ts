// @module-tag page
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { findings } from "../../views/support/axe.js";
import { describeInChromium } from "../../views/support/chromium.js";
import { onPage, shot, tripMemory } from "./support/openPage.js";
import { ScriptedStudio } from "./support/scriptedStudio.js";

describeInChromium("what a version holds, on the page", (browser) => {
  async function within(test: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
    const studio = new ScriptedStudio({ memory: await tripMemory(), title: "Trip", task: "trip" });
    await onPage(browser(), studio, ({ page }) => test(page), options);
  }
  const toTypes = async (page: Page): Promise<void> => {
    const column = page.getByRole("tab", { name: "Memory", exact: true });
    if ((await column.count()) > 0) await column.click();
    await page.getByRole("tab", { name: "Types" }).click();
    await page.getByRole("region", { name: "POI" }).waitFor();
  };
  const query = (page: Page) => page.getByRole("textbox", { name: "A query" });
  const results = (page: Page) => page.getByRole("grid", { name: "Results" }).getByRole("row");

  it("names each type with its attributes, and a press on what it holds is a query", { tags: "smoke" }, () =>
    within(async (page) => {
      await toTypes(page);
      const poi = page.getByRole("region", { name: "POI" });
      await page.screenshot({ path: shot("types") });
      await poi.getByRole("button", { name: "POI", exact: true }).click();
      await expect.poll(() => query(page).inputValue()).toBe("//POI");
      await poi.getByRole("button", { name: "park", exact: true }).click();
      await expect.poll(() => query(page).inputValue()).toBe('//POI[@category = "park"]');
      await expect.poll(() => results(page).count()).toBeGreaterThan(1);
      await poi.getByRole("button", { name: "true", exact: true }).click();
      await expect.poll(() => query(page).inputValue()).toBe("//POI[@open_air = true]");
    }),
  );

  it("finds types by the words of their attributes and values", () =>
    within(async (page) => {
      await toTypes(page);
      await page.getByRole("searchbox", { name: "Search types" }).fill("rating");
      await expect.poll(() => page.getByRole("region", { name: "POI" }).count()).toBe(0);
      const range = page.getByRole("region", { name: "Restaurant" }).getByRole("button").nth(1);
      await range.click();
      await expect.poll(() => query(page).inputValue()).toBe("(//Restaurant[exists(@rating)])[order by @rating]");
      await page.getByRole("searchbox", { name: "Search types" }).fill("no such word");
      await page.getByText("No type has these words.").waitFor();
    }));

  it.for([
    ["on a narrow screen", { viewport: { width: 390, height: 800 } }],
    ["in the dark", { colorScheme: "dark" }],
    ["in forced colours", { forcedColors: "active" }],
  ] as const)("has no finding %s", ([, options]) =>
    within(async (page) => {
      await toTypes(page);
      expect(await findings(page)).toEqual([]);
    }, options),
  );
});
