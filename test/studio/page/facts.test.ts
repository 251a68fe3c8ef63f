// @module-tag page
import { ENGLISH_SPACE, openConversation, rulesFormation } from "@semantic-xpath/conversation";
import { HASHED_THEMES, updateThemes } from "@semantic-xpath/conversation/xmemory";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { someOf } from "../../support/runs.js";
import { findings } from "../../views/support/axe.js";
import { describeInChromium } from "../../views/support/chromium.js";
import { LOOKS, onPage, shot, tripMemory } from "./support/openPage.js";
import { ScriptedStudio } from "./support/scriptedStudio.js";

/** A trip, and what two people said over two months. */
async function talk(): Promise<ScriptedStudio> {
  const memory = await tripMemory();
  const said = (id: string, date: string, ...lines: readonly string[]) => ({
    id,
    date,
    turns: lines.map((line, i) => {
      const [speaker = "", text = ""] = line.split(": ");
      return { id: `${id}.${i + 1}`, speaker, text };
    }),
  });
  await openConversation(memory, { formation: rulesFormation() }).add([
    said(
      "A",
      "2026-01-12",
      "Ivo: I live in Tartu.",
      "Noor: My orthodontist is Dr. Pell.",
      "Ivo: If I won a prize, I would live in Oslo.",
    ),
    said(
      "B",
      "2026-02-16",
      "Ivo: I moved to Narva last week.",
      "Noor: My new orthodontist is Dr. Quist.",
      "Noor: What a day.",
    ),
  ]);
  await updateThemes({ memory, task: "conversation", space: ENGLISH_SPACE, settings: HASHED_THEMES });
  return new ScriptedStudio({ memory, title: "Talks", task: "conversation" });
}

describeInChromium("a memory of conversations, on the page", (browser) => {
  async function within(test: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
    await onPage(browser(), await talk(), ({ page }) => test(page), options);
  }

  const toFacts = async (page: Page): Promise<void> => {
    const column = page.getByRole("tab", { name: "Memory", exact: true });
    if ((await column.count()) > 0) await column.click();
    await page.getByRole("tab", { name: "Facts" }).click();
    await page.getByRole("list", { name: "Timelines" }).waitFor();
  };

  it("shows what holds and since when, what took its place, and the turn that says so", { tags: "smoke" }, () =>
    within(async (page) => {
      await toFacts(page);
      const lives = page.getByRole("list", { name: "Ivo: home" });
      const entries = await lives.getByRole("listitem").allInnerTexts();
      expect(entries).toHaveLength(2);
      expect(entries[0]).toMatch(/Tartu[\s\S]*from 12 Jan 2026 to \d+ Feb 2026, replaced by Narva/);
      expect(entries[1]).toMatch(/Narva\s*now[\s\S]*Ivo: “I moved to Narva last week”/);
      await page.screenshot({ path: shot("facts") });
      await page.getByRole("searchbox", { name: "Search timelines" }).fill("quist");
      await expect.poll(() => page.getByRole("list", { name: "Timelines" }).getByRole("heading").count()).toBe(1);
      await page.getByRole("searchbox", { name: "Search timelines" }).fill("constructor");
      await page.getByText("No timeline has this text.").waitFor();
      await page.getByRole("searchbox", { name: "Search timelines" }).fill("");
      await lives.getByRole("button", { name: "Show the turn" }).first().click();
      await page.locator("[role=tree] [aria-selected=true]").filter({ hasText: "I live in Tartu" }).waitFor();
    }),
  );

  it("answers by the keyboard, and says what the question opened, what it held back and what was not kept", () =>
    within(async (page) => {
      await toFacts(page);
      await page.getByRole("textbox", { name: "A question about what was said" }).focus();
      await page.keyboard.type("Where does Ivo live?");
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "The answer" }).getByText("Narva").waitFor();
      const levels = page.getByRole("region", { name: "Levels of the memory" });
      expect(await levels.innerText()).toMatch(/Facts 1 of \d[\s\S]*Episodes 1 of 2[\s\S]*Turns 1 of 6/);
      const held = page.getByText("1 fact held back");
      await held.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "Held back" }).getByText("(superseded)").waitFor();
      await levels.getByText("Turns").click();
      await page.getByRole("list", { name: "Opened: Turns" }).getByText("I moved to Narva last week.").waitFor();
      await page.getByText("hypothetical").first().click();
      await page.getByText("If I won a prize, I would live in Oslo.").first().waitFor();
      await page.screenshot({ path: shot("facts-recalled") });
    }));

  it("has no such tab for any other memory", () =>
    within(async (page) => {
      await toFacts(page);
      await page.getByRole("combobox", { name: "Task" }).selectOption("trip");
      await page.getByRole("tree").waitFor();
      await expect.poll(() => page.getByRole("tab", { name: "Facts" }).count()).toBe(0);
    }));

  it.each(someOf(Object.entries(LOOKS)))("has no finding of axe, %s", (name, options) =>
    within(async (page) => {
      await toFacts(page);
      await page.getByRole("textbox", { name: "A question about what was said" }).fill("Where does Ivo live?");
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "The answer" }).waitFor();
      expect(await findings(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.screenshot({ path: shot(`facts-${name}`) });
    }, options),
  );
});
