// @module-tag page
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { someOf } from "../../support/runs.js";
import { findings } from "../../views/support/axe.js";
import { describeInChromium } from "../../views/support/chromium.js";
import { LOOKS, onPage, shot, tripMemory } from "./support/openPage.js";
import { ScriptedStudio } from "./support/scriptedStudio.js";

const theme = (day: number, name: string) => `replace value of node /Itinerary/Day[${day}]/@theme with "${name}"`;

/** A trip whose first day has two names, one on each branch. */
async function branches(): Promise<ScriptedStudio> {
  const memory = await tripMemory();
  memory.task("trip").branch("rainy", 1);
  await memory.update("trip", theme(1, "Arrival by ferry"), { provenance: { author: "Ole", reason: "by ferry" } });
  await memory.update("trip", theme(1, "Museums"), {
    branch: "rainy",
    provenance: { author: "Ida", reason: "if it rains" },
  });
  await memory.update("trip", theme(2, "Cinema"), {
    branch: "rainy",
    provenance: { author: "Ida", reason: "more rain" },
  });
  return new ScriptedStudio({ memory, title: "Trips" });
}

describeInChromium("branches, on the page", (browser) => {
  async function within(
    test: (page: Page, session: ScriptedStudio) => Promise<void>,
    options: BrowserContextOptions = {},
  ) {
    const session = await branches();
    await onPage(browser(), session, ({ page }) => test(page, session), options);
  }

  const toMerge = async (page: Page): Promise<void> => {
    const column = page.getByRole("tab", { name: "Memory", exact: true });
    if ((await column.count()) > 0) await column.click();
    await page.getByRole("tab", { name: "Versions" }).click();
    await page.locator("#version-4").click();
    await page.getByRole("button", { name: "Merge into a branch" }).click();
    await page.getByText("Merging version 4 contradicts the branch in 1 place.").waitFor();
  };

  it("are merged as it was shown, with the side that was chosen", { tags: "smoke" }, () =>
    within(async (page, { memory }) => {
      await toMerge(page);
      expect(await page.getByRole("button", { name: "Merge it" }).count()).toBe(0);
      await page.screenshot({ path: shot("merge-conflict") });
      await page.getByRole("button", { name: 'Take "Museums"' }).click();
      const merge = page.getByRole("region", { name: "Merge" });
      await merge.getByRole("list", { name: "What differs" }).getByText("Cinema").first().waitFor();
      await page.screenshot({ path: shot("merge-preview") });
      await page.getByRole("button", { name: "Merge it" }).click();
      await expect.poll(() => memory.task("trip").head().operation).toBe("merge");
      expect(memory.task("trip").head().tree().node(1).children[0]!.attribute("theme")).toBe("Museums");
      await page.locator("#version-5").getByText("merged version 4").waitFor();
    }),
  );

  it("are made from a version, by the keyboard, under a name that one can have", () =>
    within(async (page, { memory }) => {
      await page.getByRole("tab", { name: "Versions" }).click();
      await page.getByRole("button", { name: "Branch here" }).click();
      await page.getByRole("textbox", { name: "The name of the branch" }).waitFor();
      await page.keyboard.type("7");
      await page.keyboard.press("Enter");
      await page.getByText(/a branch has letters/).waitFor();
      await page.getByRole("textbox", { name: "The name of the branch" }).fill("sunny");
      await page.keyboard.press("Enter");
      await expect
        .poll(() =>
          memory
            .task("trip")
            .branches()
            .map(({ name }) => name),
        )
        .toContain("sunny");
    }));

  it("and their versions are shown in the tree", () =>
    within(async (page) => {
      await page.getByRole("tab", { name: "Versions" }).click();
      await page.locator("#version-3").click();
      await page.getByRole("button", { name: "Show it in the tree" }).click();
      await page.getByRole("tree").waitFor();
      await page.getByText("as it was").first().waitFor();
    }));

  it.each(someOf(Object.entries(LOOKS)))("have no finding of axe, %s", (name, options) =>
    within(async (page) => {
      await toMerge(page);
      expect(await findings(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.screenshot({ path: shot(`merge-${name}`) });
    }, options),
  );
});
