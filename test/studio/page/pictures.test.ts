// @module-tag page
import { it } from "vitest";
import { describeInChromium, still } from "../../views/support/chromium.js";
import { ask, openPage, shot, tripMemory } from "./support/openPage.js";
import { ScriptedStudio } from "./support/scriptedStudio.js";
import { SCRIPTS } from "./support/scripts.js";

const THEMES = [
  ["light", { colorScheme: "light" as const }],
  ["dark", { colorScheme: "dark" as const }],
  ["narrow", { colorScheme: "light" as const, viewport: { width: 360, height: 780 } }],
  ["middle", { colorScheme: "dark" as const, viewport: { width: 1024, height: 768 } }],
] as const;

/** For people to look at: each state of the page in each theme. */
describeInChromium("pictures of the studio", (browser) => {
  it.each(THEMES)("%s", async (name, options) => {
    const memory = await tripMemory();
    const session = new ScriptedStudio({ memory, title: "Trips" }, SCRIPTS);
    const opened = await openPage(browser(), session, options);
    const { page } = opened;
    const look = async (what: string): Promise<void> => {
      await still(page);
      await page.screenshot({ path: shot(`${name}-${what}`) });
    };
    const column = async (label: string): Promise<void> => {
      const tab = page.getByRole("tab", { name: label, exact: true });
      if (await tab.isVisible()) await tab.click();
    };
    await look("empty");
    await ask(page, "which stops are outdoors on day 2?");
    await page.locator(".log").getByText("There are").waitFor();
    await look("answered");
    await column("Memory");
    await look("memory");
    await column("Execution");
    await look("execution");
    await column("Conversation");
    await ask(page, "what is on the second day off?");
    await page.getByRole("group", { name: "Which day do you mean?" }).waitFor();
    await ask(page, "remove the market from day 1");
    await page.getByRole("button", { name: "Yes, remove it" }).waitFor();
    await look("question");
    await page.getByRole("button", { name: "Yes, remove it" }).click();
    await page.locator(".log").getByText("It is removed").waitFor();
    await look("changed");
    await ask(page, "everything about dragons");
    await page.locator(".log").getByText("The model gave no query").waitFor();
    await look("failed");
    await branches(session);
    await column("Memory");
    await page.getByRole("tab", { name: /^Versions/ }).click();
    await look("versions");
    await page.getByRole("tab", { name: "Edit" }).click();
    await page
      .getByRole("textbox", { name: "A change" })
      .fill('replace value of node /Itinerary/Day[1]/@theme with "Arrival"');
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("button", { name: "Apply it" }).waitFor();
    await look("edit");
    await column("Execution");
    await page.waitForTimeout(1_500);
    await look("query");
    await column("Conversation");
    await ask(page, "the calmest museum");
    await page.locator(".log").getByText("It is on").waitFor();
    await look("streaming");
    await opened.close();
    console.log(name, opened.complaints);
  });
});

/** Work on the side, which is merged. */
async function branches(session: ScriptedStudio): Promise<void> {
  const task = session.memory.task("trip");
  const update = (text: string, branch: string, reason: string) =>
    session.memory.update("trip", text, { branch, provenance: { author: "Maren", reason } });
  task.branch("rainy", 1);
  await update('replace value of node /Itinerary/Day[1]/@weather with "rain"', "rainy", "What if it rains?");
  await update('replace value of node /Itinerary/Day[2]/@weather with "rain"', "rainy", "And on the second day");
  await update('replace value of node /Itinerary/Day[3]/@theme with "Ferries"', "main", "Day 3 is about ferries");
  task.merge("rainy", "main");
}
