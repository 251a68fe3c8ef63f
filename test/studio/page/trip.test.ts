// @module-tag page
import { openaiModel } from "@semantic-xpath/llm/openai";
import { StudioSession } from "@semantic-xpath/studio/session";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { exampleTrip, namesOfDay } from "../../chat/support/trip.js";
import { TRIP_SCRIPT } from "../../chat/support/tripScript.js";
import { scriptedServer } from "../../support/scriptedServer.js";
import { describeInChromium } from "../../views/support/chromium.js";
import { ask, openPage, shot } from "./support/openPage.js";

describeInChromium("the trip in the page", (browser) => {
  it("is planned, revised, looked back at, planned a second time, and taken back, with a language model", async () => {
    const memory = exampleTrip();
    const server = await scriptedServer(TRIP_SCRIPT);
    const model = openaiModel({ url: server.url, model: "scripted", retries: 0, firstWait: 0, timeout: 5000 });
    const session = new StudioSession({
      memory,
      title: "ACL trip",
      model: "scripted",
      conversation: { model, leads: "model" },
    });
    const opened = await openPage(browser(), session);
    const { page } = opened;
    const last = page.locator(".turn").last();
    const look = (name: string) => page.screenshot({ path: shot(`trip-${name}`) });
    const ended = async (count: number, state: string): Promise<void> => {
      await page.locator(`.turn:nth-child(${count})[data-state=${state}]`).waitFor();
    };

    await ask(page, "Add a coffee break to the day packed with conference sessions");
    await ended(1, "changed");
    expect(namesOfDay(memory, "trip", 2)[4]).toBe("Coffee break");
    await treeRow(page, "Coffee break").waitFor();
    await look("1-coffee");

    await ask(page, "Make it a bit later");
    await ended(2, "changed");
    await last.getByText('@time="15:15"').waitFor();

    await ask(page, "What was the plan before that?");
    await ended(3, "answered");
    await last.getByText("Break: Coffee break · 15:00").waitFor();
    await look("3-earlier");

    await ask(page, "which breaks are there?");
    await ended(4, "answered");
    await page.getByRole("treeitem", { selected: true }).getByText("Coffee break").waitFor();
    await last.locator("summary", { hasText: / in, .* out/ }).waitFor();
    await look("4-breaks");

    await ask(page, "Make a quieter second plan from it");
    await ended(5, "changed");
    await expect.poll(() => page.getByRole("combobox", { name: "Task" }).inputValue()).toBe("quieter");

    await ask(page, "Leave out the tutorial");
    await ended(6, "waiting");
    await last.getByText("Tutorial on structured queries").first().waitFor();
    expect(namesOfDay(memory, "quieter", 2)).toContain("Tutorial on structured queries");
    await look("6-question");
    await last.locator(".choices button").first().click();
    await ended(6, "changed");
    expect(namesOfDay(memory, "quieter", 2)).not.toContain("Tutorial on structured queries");

    await ask(page, "Back to the first one");
    await expect.poll(() => page.getByRole("combobox", { name: "Task" }).inputValue()).toBe("trip");
    await treeRow(page, "Day[2]").waitFor();
    await ask(page, "Undo the last change there");
    await ended(8, "changed");
    expect(memory.task("trip").head().tree().root!.children[1]!.children[4]!.attributes.time).toBe("15:00");
    await page.getByRole("tab", { name: "Versions 4" }).click();
    await page.getByRole("listbox").getByText("Undo the last change there").waitFor();
    await look("8-versions");
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });

  it("goes the same way with the translator alone", async () => {
    const memory = exampleTrip();
    const session = new StudioSession({ memory, title: "ACL trip" });
    const opened = await openPage(browser(), session, { colorScheme: "dark" });
    const { page } = opened;
    const last = page.locator(".turn").last();
    let turns = 0;
    const say = async (request: string, state: string): Promise<void> => {
      await ask(page, request);
      await page.locator(`.turn:nth-child(${++turns})[data-state=${state}]`).waitFor();
    };
    const task = page.getByRole("combobox", { name: "Task" });

    await say("which day has the most sessions?", "answered");
    await page.getByRole("treeitem", { selected: true }).getByText("conference").waitFor();
    await say("add a break called Coffee break at 15:00 to day 2", "changed");
    await treeRow(page, "15:00").waitFor();
    await say("move it to 15:15", "changed");
    await treeRow(page, "15:15").waitFor();
    await say("what was the plan before that?", "answered");
    await page.getByText("Version 2 of 3").waitFor();
    await page.screenshot({ path: shot("trip-translator-earlier") });
    await say("make a second plan from it called quieter", "changed");
    await expect.poll(() => task.inputValue()).toBe("quieter");
    await say("remove the tutorial on structured queries", "waiting");
    await last.getByText("Tutorial on structured queries").first().waitFor();
    // What waits for a choice takes it in words as well.
    await ask(page, "yes");
    await page.locator(`.turn:nth-child(${turns})[data-state=changed]`).waitFor();
    expect(namesOfDay(memory, "quieter", 2)).not.toContain("Tutorial on structured queries");
    await say("switch back to trip", "answered");
    await expect.poll(() => task.inputValue()).toBe("trip");
    await say("undo the last change", "changed");
    await last.getByText('@time="15:00"').waitFor();
    await page.screenshot({ path: shot("trip-translator-undone") });
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });
});

const treeRow = (page: Page, text: string) => page.getByRole("treeitem").filter({ hasText: text }).first();
