// @module-tag page
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { detail, someOf } from "../../support/runs.js";
import { findings } from "../../views/support/axe.js";
import { describeInChromium } from "../../views/support/chromium.js";
import { onPage, shot, tripMemory } from "./support/openPage.js";
import { ScriptedStudio } from "./support/scriptedStudio.js";

const QUERY = "/Itinerary/Day[2]/POI[@open_air = true]";

/** The trip in five versions: what is outdoors on day 2 changes in three of them. */
async function history(): Promise<ScriptedStudio> {
  const memory = await tripMemory();
  const update = async (text: string, reason: string) => {
    const { status } = await memory.update("trip", text, { provenance: { author: "Maren", reason } });
    expect(status).toBe("applied");
  };
  await update('replace value of node //POI[@name = "High Park"]/@open_air with "false"', "The park is closed");
  await update('replace value of node /Itinerary/Day[7]/@theme with "Home"', "The last day has a name");
  await update("delete node /Itinerary/Day[2]/POI[1]", "No ferry in this wind");
  await update('replace value of node //POI[@name = "High Park"]/@open_air with "true"', "The park is open again");
  return new ScriptedStudio({ memory, title: "Trips" });
}

describeInChromium("a query over the history, on the page", (browser) => {
  async function within(
    test: (room: { readonly page: Page; readonly session: ScriptedStudio }) => Promise<void>,
    options: BrowserContextOptions = {},
  ) {
    const session = await history();
    await onPage(browser(), session, ({ page }) => test({ page, session }), options);
  }

  const show = async (page: Page): Promise<void> => {
    const column = page.getByRole("tab", { name: "Execution", exact: true });
    if ((await column.count()) > 0) await column.click();
    await page.getByRole("textbox", { name: "A query" }).fill(QUERY);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("grid", { name: "Results" }).waitFor();
    await page.getByRole("tab", { name: "Over time" }).click();
    await page.getByText("Version 5 of 5").waitFor();
  };
  const slider = (page: Page) => page.getByRole("slider", { name: "Version" });
  const moves = (page: Page) => page.getByRole("list", { name: "What entered and left" });

  it("moves through the versions with the keys, and says what entered and left, and why", { tags: "smoke" }, () =>
    within(async ({ page }) => {
      await show(page);
      expect(await slider(page).getAttribute("aria-valuetext")).toBe("Version 5: 3 results: 1 entered");
      await moves(page).getByText("entered: High Park").waitFor();
      expect(await moves(page).innerText()).toMatch(/Before: its @open_air is false.*\n.*from "false" to "true"/i);
      await slider(page).focus();
      await page.keyboard.press("ArrowLeft");
      await page.getByText("No ferry in this wind").waitFor();
      await moves(page).getByText("It is not there any more").waitFor();
      expect(await slider(page).getAttribute("aria-valuetext")).toBe("Version 4: 2 results: 1 left");
      // What the other parts show is of that version, too.
      await page.getByText("found in version 4 of 5").waitFor();
      await page.getByRole("button", { name: "Earlier change" }).click();
      await page.getByText("The park is closed").waitFor();
      await page.getByRole("tab", { name: "Results" }).click();
      await page.getByRole("grid", { name: "Results" }).getByText("Ferry to the Toronto Islands").waitFor();
      expect(await page.getByRole("grid", { name: "Results" }).getByText("High Park").count()).toBe(0);
      await page.getByRole("tab", { name: "Over time" }).click();
      // Versions come one after the other.
      await expect.poll(() => slider(page).getAttribute("max")).toBe("4");
      await slider(page).press("Home");
      await page.getByText("It is the first version.").waitFor();
    }),
  );

  it("shows the chosen version in the results, also when they are looked at before its answer is there", () =>
    within(async ({ page, session }) => {
      await show(page);
      await moves(page).getByText("entered: High Park").waitFor();
      const answer = session.answer.bind(session);
      let release = (): void => {};
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      session.answer = async (method, params, signal) => {
        if (method === "replayStep") await isReleased;
        return answer(method, params, signal);
      };
      await page.getByRole("button", { name: "Earlier change" }).click();
      await page.getByText("No ferry in this wind").waitFor();
      await page.getByRole("tab", { name: "Results" }).click();
      const results = page.getByRole("grid", { name: "Results" });
      await results.getByText("High Park").waitFor();
      release();
      await results.getByText("High Park").waitFor({ state: "detached" });
    }));

  detail("plays from the first change to the last", () =>
    within(async ({ page }) => {
      await show(page);
      await page.getByRole("button", { name: "Play" }).click();
      await page.getByText("It is the first version.").waitFor();
      for (const reason of ["The park is closed", "No ferry in this wind", "The park is open again"])
        await page.getByText(reason).waitFor();
      await page.getByRole("button", { name: "Play" }).waitFor();
    }),
  );

  detail("follows what others write meanwhile", () =>
    within(async ({ page, session }) => {
      await show(page);
      await session.memory.update("trip", "delete node /Itinerary/Day[2]");
      await page.getByText("Version 6 of 6").waitFor();
      await page.getByText("0 results: 3 left").waitFor();
    }),
  );

  it("is there again after the page was loaded again", () =>
    within(async ({ page }) => {
      await show(page);
      await page.reload();
      await page.getByRole("grid", { name: "Results" }).getByText("High Park").waitFor();
      expect(await page.getByRole("combobox", { name: "Run" }).inputValue()).toMatch(/^q/);
    }));

  const looks: readonly (readonly [string, BrowserContextOptions])[] = [
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["forced colours", { forcedColors: "active" }],
    ["390 wide", { viewport: { width: 390, height: 844 } }],
  ];
  it.each(someOf(looks))("%s: no finding of axe, nothing is wider than the page", (name, options) =>
    within(async ({ page }) => {
      await show(page);
      await moves(page).getByText("entered: High Park").waitFor();
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.screenshot({ path: shot(`replay-${name}`) });
    }, options),
  );
});
