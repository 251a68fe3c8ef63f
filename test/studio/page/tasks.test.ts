// @module-tag page
import { openConversation, rulesFormation } from "@semantic-xpath/conversation";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readJson } from "@semantic-xpath/runtime";
import { StudioSession } from "@semantic-xpath/studio/session";
import type { Browser, Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { noChromium, startChromium } from "../../views/support/chromium.js";
import { openPage, shot } from "./support/openPage.js";

const DATA = {
  projects: [
    {
      name: "Garden",
      tasks: [
        { title: "Order seeds", due: "2026-12-05", cost: 40, status: "open" },
        { title: "Fix the greenhouse door", due: "2026-11-20", cost: 120, status: "open" },
        { title: "Prune the roses", due: "2026-11-30", cost: 0, status: "done" },
      ],
    },
    {
      name: "House",
      tasks: [
        { title: "Paint the kitchen", due: "2027-01-15", cost: 300, status: "open" },
        { title: "Repair the roof gutter", due: "2026-12-01", cost: 220, status: "open" },
      ],
    },
  ],
};

/** A page that counts what a person does: presses, choices, and texts that end with Enter. */
class Person {
  actions = 0;
  constructor(readonly page: Page) {}

  async press(what: Locator): Promise<void> {
    this.actions++;
    await what.click();
  }

  async ask(request: string): Promise<Locator> {
    this.actions++;
    await this.page.getByRole("textbox", { name: "Your request" }).fill(request);
    await this.page.keyboard.press("Enter");
    const turn = this.page.locator(".turn").filter({ hasText: request }).last();
    await turn.getByText(/tokens/).waitFor();
    return turn;
  }

  /** The actions since the last task. */
  done(): number {
    const { actions } = this;
    this.actions = 0;
    return actions;
  }
}

/** The tasks by which somebody new to the page judges it, each in as few steps as it takes now. */
it.skipIf(noChromium !== null)("what somebody new wants to do takes a few steps, without a way back", async () => {
  const browser: Browser = await startChromium();
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("garden", readJson(JSON.stringify(DATA)));
  const turn = (id: string, text: string) => ({ id, speaker: "Ivo", text });
  await openConversation(memory, { formation: rulesFormation() }).add([
    { id: "A", date: "2026-01-12", turns: [turn("1", "I live in Tartu.")] },
    { id: "B", date: "2026-02-16", turns: [turn("2", "I moved to Narva last week.")] },
  ]);
  const { page, complaints, close } = await openPage(
    browser,
    new StudioSession({ memory, title: "Garden", task: "garden" }),
  );
  const person = new Person(page);
  try {
    // Three questions about data of one's own.
    expect(await (await person.ask("which tasks are still open?")).innerText()).toContain("Repair the roof gutter");
    expect(await (await person.ask("how much do the open tasks cost together?")).innerText()).toContain("680");
    expect(await (await person.ask("what is due before December 2026?")).innerText()).toContain("Prune the roses");
    expect(person.done()).toBe(3);

    // Why a node is missing.
    person.actions++;
    await page.getByRole("textbox", { name: "A query" }).fill('//tasks[@status = "open" and @cost > 100]');
    await page.keyboard.press("Control+Enter");
    await page.getByRole("grid", { name: "Results" }).getByText("Paint the kitchen").waitFor();
    await person.press(page.getByRole("treeitem").filter({ hasText: "Order seeds" }).first());
    await page.getByText("its @cost is 40, which is not > 100").waitFor();
    expect(person.done()).toBe(2);
    await page.screenshot({ path: shot("tasks-why") });

    // A change, and back.
    const changed = await person.ask("set the due date of Prune the roses to 2026-12-03");
    await changed.getByText("saved as version 2").waitFor();
    await person.press(page.getByRole("button", { name: "Undo", exact: true }));
    await expect.poll(() => memory.task("garden").head().operation).toBe("revert");
    expect(person.done()).toBe(2);

    // Two versions.
    await person.press(page.getByRole("tab", { name: /^Versions/ }));
    await page
      .locator("#panel-versions")
      .getByRole("list", { name: "What differs" })
      .getByText('@due="2026-12-03"')
      .waitFor();
    expect(person.done()).toBe(1);
    await page.screenshot({ path: shot("tasks-versions") });

    // What a memory of a chat believes about a person, and since when.
    person.actions++;
    await page.getByRole("combobox", { name: "Task" }).selectOption("conversation");
    await person.press(page.getByRole("tab", { name: "Facts" }));
    await page
      .getByRole("list", { name: "Ivo: home" })
      .getByText(/from .*Feb 2026/)
      .last()
      .waitFor();
    expect(person.done()).toBe(2);
    expect(complaints).toEqual([]);
  } finally {
    await close();
    await browser.close();
  }
});
