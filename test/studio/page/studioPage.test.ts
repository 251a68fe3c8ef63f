// @module-tag page
import { readXml } from "@semantic-xpath/runtime";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { detail, isLong, someOf } from "../../support/runs.js";
import { findings } from "../../views/support/axe.js";
import { describeInChromium } from "../../views/support/chromium.js";
import { largeTree } from "../../views/support/runs.js";
import { ask, type OpenedPage, onPage, openPage, tripMemory } from "./support/openPage.js";
import { ScriptedStudio } from "./support/scriptedStudio.js";
import { SCRIPTS } from "./support/scripts.js";

const OUTDOORS = "which stops are outdoors on day 2?";
const REMOVE = "remove the market from day 1";

describeInChromium("the studio's page", (browser) => {
  interface Room extends OpenedPage {
    readonly session: ScriptedStudio;
  }

  /** A page over the trip; fails if the browser complained about anything. */
  async function within(
    test: (room: Room) => Promise<void>,
    options: BrowserContextOptions & { readonly canWrite?: boolean } = {},
  ) {
    const { canWrite = true, ...context } = options;
    const session = new ScriptedStudio({ memory: await tripMemory(), title: "Trips", canWrite }, SCRIPTS);
    await onPage(browser(), session, (opened) => test({ ...opened, session }), context);
  }

  const log = (page: Page) => page.locator(".log");
  const tree = (page: Page) => page.getByRole("tree", { name: "Memory" });

  describe("a conversation", () => {
    it("shows what a request was read as, what was found, and the answer", { tags: "smoke" }, () =>
      within(async ({ page }) => {
        await ask(page, OUTDOORS);
        const turn = page.locator(".turn");
        await turn.getByText("There are 4 stops in the open air on day 2").waitFor();
        expect(await turn.locator(".made-query .painted").first().innerText()).toBe(
          "/Itinerary/Day[2]/POI[@open_air = true]",
        );
        expect(await turn.locator(".q-name").first().innerText()).toBe("Itinerary");
        await turn.getByText("How it was read, and 1 more").click();
        expect(await turn.locator(".read-parts").innerText()).toContain("@open_air = true");
        expect(await turn.locator(".other-readings").innerText()).toContain('node =~ "outdoors"');
        await turn.getByText("All 4 nodes").click();
        expect(await turn.locator(".found-node").count()).toBe(4);
        await turn.getByText("214 of").click();
        expect(await turn.locator(".cost table").innerText()).toContain("The whole memory");
      }),
    );

    detail("offers requests that are made of the data, and puts one into the field", () =>
      within(async ({ page }) => {
        const examples = page.getByRole("list", { name: "Examples from this data" });
        await examples.getByRole("button", { name: "how many POIs are there?" }).click();
        const field = page.getByRole("textbox", { name: "Your request" });
        expect(await field.inputValue()).toBe("how many POIs are there?");
        expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      }),
    );

    detail("says an answer to a screen reader sentence by sentence", () =>
      within(async ({ page, session }) => {
        await page.evaluate(() => {
          const heard: string[] = [];
          Object.assign(window, { heard });
          const region = document.querySelector(".studio > [aria-live=polite]")!;
          new MutationObserver(() => heard.push(region.textContent ?? "")).observe(region, {
            characterData: true,
            childList: true,
            subtree: true,
          });
        });
        await ask(page, "the calmest museum");
        await log(page).getByText("It is on").waitFor();
        expect(await page.evaluate(() => [...new Set((window as unknown as { heard: string[] }).heard)].join(""))).toBe(
          "The Textile Museum is small and quiet.",
        );
        await page.keyboard.press("Escape");
        await log(page).getByText("Stopped.").waitFor();
        expect(session.said.filter(({ method }) => method === "cancel")).toHaveLength(1);
      }),
    );

    it("asks before it removes anything, with the difference", { tags: "smoke" }, () =>
      within(async ({ page, session }) => {
        await ask(page, REMOVE);
        const question = page.getByRole("group", { name: "Remove St. Lawrence Market from day 1?" });
        await question.getByText('<POI name="St. Lawrence Market"').waitFor();
        expect(session.memory.task("trip").head().number).toBe(1);
        await question.getByRole("button", { name: "Yes, remove it" }).click();
        await log(page).getByText("saved as version 2").waitFor();
        expect(session.memory.task("trip").head().number).toBe(2);
        await log(page).getByRole("button", { name: "Version 2 in the history" }).click();
        await page.getByRole("option", { selected: true }).getByText("remove the market from day 1").waitFor();
      }),
    );

    it("changes nothing after a no", () =>
      within(async ({ page, session }) => {
        await ask(page, REMOVE);
        await page.getByRole("button", { name: "No", exact: true }).click();
        await log(page).getByText("Nothing was changed.").waitFor();
        expect(session.memory.task("trip").head().number).toBe(1);
        expect(await page.evaluate(() => document.activeElement?.id)).toBe("request");
      }));

    detail("tries a turn again, and puts a request in other words in a branch", () =>
      within(async ({ page, session }) => {
        await ask(page, "everything about dragons");
        await page.getByRole("button", { name: "Retry" }).click();
        await expect.poll(() => session.said.filter(({ method }) => method === "retry").length).toBe(1);
        await page.getByRole("button", { name: "Edit the request: everything about dragons" }).click();
        const field = page.getByRole("textbox", { name: "In other words" });
        await field.fill(OUTDOORS);
        await field.press("Enter");
        await log(page).getByText("There are 4 stops").waitFor();
        expect(await page.locator(".turn").count()).toBe(1);
        await page.getByRole("button", { name: "Earlier conversations" }).click();
        await page.getByRole("menuitem", { name: /dragons/ }).click();
        await log(page).getByText("The model gave no query").waitFor();
      }),
    );

    it("shows characters that turn a text by their names, and nothing as markup", () =>
      within(async ({ page }) => {
        await ask(page, "everything about dragons");
        await log(page).getByText("U+202E").waitFor();
        await ask(page, "<img src=x onerror=alert(1)>\u202eevil");
        await log(page).locator(".request-text", { hasText: "<img src=x onerror=alert(1)>" }).waitFor();
        expect(await page.locator(".log img").count()).toBe(0);
        expect(await log(page).evaluate((element) => element.outerHTML)).not.toContain("\u202e");
      }));

    it("is there again after the page was loaded again, and the token is in no address", () =>
      within(async ({ page }) => {
        await ask(page, OUTDOORS);
        await log(page).getByText("There are 4 stops").waitFor();
        expect(page.url()).not.toContain("token");
        await page.reload();
        await log(page).getByText("There are 4 stops").waitFor();
        await page.getByRole("button", { name: "New" }).click();
        await page.getByText("Ask in your own words").waitFor();
      }));

    detail("goes to a file as one page", () =>
      within(async ({ page }) => {
        await ask(page, OUTDOORS);
        await log(page).getByText("There are 4 stops").waitFor();
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Export" }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/\.html$/);
      }),
    );
  });

  describe("memory and execution", () => {
    detail("show the run of a turn, its first node selected, and the way back to what is now", () =>
      within(async ({ page }) => {
        await ask(page, OUTDOORS);
        await tree(page).getByRole("treeitem", { selected: true }).getByText("Ferry to the Toronto Islands").waitFor();
        expect(await page.locator(".tree-row.state-result").count()).toBe(4);
        expect(await page.locator(".tree-row.is-on-path").count()).toBe(2);
        await page.getByText("4 results of 74 nodes").waitFor();
        await page.getByRole("complementary", { name: "Selected node" }).getByText("Why it is in the result").waitFor();
        await page.getByRole("tab", { name: "Results" }).click();
        await page.getByRole("grid", { name: "Results" }).getByText("High Park").click();
        await tree(page).getByRole("treeitem", { selected: true }).getByText("High Park").waitFor();
        await page.getByRole("button", { name: "Show what is now" }).click();
        await page.getByText("No query is shown").waitFor();
      }),
    );

    it("run a query of one's own in the editor, which begins with that of a turn", () =>
      within(async ({ page }) => {
        await ask(page, OUTDOORS);
        await page.getByRole("button", { name: "Open the query in the editor" }).click();
        const editor = page.getByRole("textbox", { name: "A query" });
        await editor.getByText("/Itinerary/Day[2]/POI[@open_air = true]").waitFor();
        await editor.fill("//Restaurant");
        await page.keyboard.press("Control+Enter");
        await page.getByRole("grid", { name: "Results" }).waitFor();
        await page.getByText("//Restaurant (").first().waitFor({ state: "attached" });
      }));

    it("say what is wrong with a query, and what to do", () =>
      within(async ({ page }) => {
        const editor = page.getByRole("textbox", { name: "A query" });
        await editor.fill("//Restaurnt[");
        await page.keyboard.press("Control+Enter");
        const alert = page.getByRole("alert");
        await alert.waitFor();
        await alert.getByRole("button", { name: "Dismiss" }).click();
        await alert.waitFor({ state: "detached" });
      }));

    detail("draw the versions as a graph that the keyboard walks, and compare any two", () =>
      within(async ({ page, session }) => {
        const task = session.memory.task("trip");
        const update = (text: string, branch: string) => session.memory.update("trip", text, { branch });
        task.branch("rainy", 1);
        await update('replace value of node /Itinerary/Day[1]/@weather with "rain"', "rainy");
        await update('replace value of node /Itinerary/Day[3]/@theme with "Ferries"', "main");
        task.merge("rainy", "main");
        await page.getByRole("tab", { name: "Versions 4" }).click();
        const list = page.getByRole("listbox", { name: "Versions, the newest first" });
        expect(await list.getByRole("option").count()).toBe(4);
        expect(await list.locator("svg path").count()).toBe(4);
        expect(await list.locator(".dot").count()).toBe(4);
        await list.focus();
        await list.press("ArrowLeft");
        expect(await list.getByRole("option", { selected: true }).innerText()).toContain("rainy");
        await list.press("b");
        await list.press("Home");
        await page.getByRole("list", { name: "What differs" }).getByText('@theme="Ferries"').waitFor();
        expect(await page.locator(".timeline rect.dot").count()).toBe(1);
        await list.press("End");
        await list.press("Enter");
        await page.getByRole("tab", { name: "Tree" }).click();
        await page.getByText("Version 1 of 4").waitFor();
      }),
    );

    it("restore an earlier version, and take back the newest change", () =>
      within(async ({ page, session }) => {
        await session.memory.update("trip", "delete node /Itinerary/Day[7]");
        await page.getByRole("tab", { name: "Versions 2" }).click();
        const list = page.getByRole("listbox", { name: "Versions, the newest first" });
        await list.focus();
        await list.press("End");
        await page.getByRole("button", { name: "Restore it" }).click();
        await expect.poll(() => session.memory.task("trip").head().number).toBe(3);
        await page.getByRole("tab", { name: "Tree" }).click();
        await page.getByRole("treeitem", { name: /Day\[7\]/ }).waitFor();
        await page.getByRole("button", { name: "Undo" }).click();
        await page.getByRole("treeitem", { name: /Day\[7\]/ }).waitFor({ state: "detached" });
        await tree(page).focus();
        await page.keyboard.press("Control+z");
        await page.getByRole("treeitem", { name: /Day\[7\]/ }).waitFor();
      }));

    it("try an edit by hand, and write it only after that", () =>
      within(async ({ page, session }) => {
        await page.getByRole("treeitem", { name: /Day\[2\]/ }).click();
        await page.getByRole("tab", { name: "Edit" }).click();
        await page.getByRole("button", { name: "Set @theme" }).click();
        const field = page.getByRole("textbox", { name: "A change" });
        expect(await field.inputValue()).toBe(
          'replace value of node /Itinerary/Day[2]/@theme with "Islands, parks and ravines"',
        );
        await field.fill('replace value of node /Itinerary/Day[2]/@theme with "Ferries"');
        await field.press("Control+Enter");
        await page.getByRole("region", { name: "What it would do" }).getByText('@theme="Ferries"').waitFor();
        expect(session.memory.task("trip").head().number).toBe(1);
        await page.getByRole("button", { name: "Apply it" }).click();
        await expect.poll(() => session.memory.task("trip").head().number).toBe(2);
        await field.fill("delete node /Itinerary/Dya[2]");
        await field.press("Control+Enter");
        await page.getByRole("region", { name: "What it would do" }).getByText("Dya").waitFor();
        expect(await page.getByRole("button", { name: "Apply it" }).count()).toBe(0);
      }));

    it("leave out what writes where nothing may be written", () =>
      within(
        async ({ page }) => {
          await page.getByText("read only").waitFor();
          expect(await page.getByRole("button", { name: /Undo|Import/ }).count()).toBe(0);
          expect(await page.getByRole("tab", { name: "Edit" }).count()).toBe(0);
        },
        { canWrite: false },
      ));
  });

  describe("others", () => {
    detail("change memory without one losing one's place", () =>
      within(async ({ page, session }) => {
        await page.getByRole("treeitem", { name: /Day\[2\]/ }).dblclick();
        await page.getByRole("treeitem", { name: /High Park/ }).click();
        await session.memory.update(
          "trip",
          'insert node <POI name="Ferry pier" category="transit" time_block="8:00 AM - 8:30 AM" minutes="30" cost="CAD 0" travel_method="walk" open_air="true" description="Wait." highlights="boats"/> as first into /Itinerary/Day[2]',
        );
        await tree(page).getByText("Ferry pier").waitFor();
        await tree(page).getByRole("treeitem", { selected: true }).getByText("High Park").waitFor();
        expect(await page.getByRole("treeitem", { name: /Day\[2\]/ }).getAttribute("aria-expanded")).toBe("true");
      }),
    );

    detail("see the same conversation in two tabs", () =>
      within(async ({ page, tab }) => {
        const other = await tab();
        await ask(page, OUTDOORS);
        await log(other).getByText("There are 4 stops").waitFor();
        await ask(other, REMOVE);
        await page.getByRole("button", { name: "Yes, remove it" }).click();
        await log(other).getByText("It is removed").waitFor();
        await other.getByRole("tab", { name: "Versions 2" }).waitFor();
        expect(await other.getByRole("button", { name: "Yes, remove it" }).count()).toBe(0);
      }),
    );

    it("drop a file: it is a task of its own", () =>
      within(async ({ page, session }) => {
        const data = await page.evaluateHandle(() => {
          const transfer = new DataTransfer();
          transfer.items.add(new File(["<Zoo><Animal name='Okapi'/></Zoo>"], "zoo.xml"));
          return transfer;
        });
        await page.dispatchEvent("body", "dragover", { dataTransfer: data });
        await page.getByText("Drop the file").waitFor();
        await page.dispatchEvent("body", "drop", { dataTransfer: data });
        await tree(page).getByText("Zoo").first().waitFor();
        expect(session.memory.tasks()).toHaveLength(2);
        await page.getByRole("combobox", { name: "Task" }).selectOption("trip");
        await tree(page).getByText("Day[1]").waitFor();
      }));
  });

  describe("the keyboard", () => {
    it("goes to each column, and from turn to turn", () =>
      within(async ({ page }) => {
        const column = () => page.evaluate(() => document.activeElement?.closest(".column")?.id);
        await ask(page, OUTDOORS);
        await log(page).getByText("There are 4 stops").waitFor();
        await page.keyboard.press("F6");
        await expect.poll(column).toBe("panel-memory");
        await page.keyboard.press("F6");
        await expect.poll(column).toBe("panel-execution");
        await page.keyboard.press("Alt+1");
        await expect.poll(column).toBe("panel-conversation");
        await page.keyboard.press("Alt+3");
        await expect.poll(column).toBe("panel-execution");
        await page.keyboard.press("Control+/");
        await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("request");
        await page.keyboard.press("ArrowUp");
        expect(await page.getByRole("textbox", { name: "Your request" }).inputValue()).toBe(OUTDOORS);
        await page.keyboard.press("Alt+ArrowUp");
        await expect.poll(column).toBe("panel-memory");
      }));

    detail("shows its keys, and comes back where it was", () =>
      within(async ({ page }) => {
        await page.getByRole("treeitem").first().waitFor();
        await page.keyboard.press("Alt+2");
        await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tree");
        await page.keyboard.press("?");
        await page.getByRole("dialog", { name: "Keys" }).waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" });
        expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tree");
      }),
    );

    detail("is never lost where a button goes away", () =>
      within(async ({ page }) => {
        await ask(page, OUTDOORS);
        const back = page.getByRole("button", { name: "Show what is now" });
        await back.focus();
        await back.press("Enter");
        await page.getByText("No query is shown").waitFor();
        expect(await page.evaluate(() => document.activeElement?.closest(".column")?.id)).toBe("panel-memory");
      }),
    );
  });

  const looks: readonly (readonly [string, BrowserContextOptions])[] = [
    ["320 wide", { viewport: { width: 320, height: 640 } }],
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["forced colours", { forcedColors: "active" }],
  ];
  describe.each(someOf(looks))("%s", (_, options) => {
    it("has no serious finding of axe, and nothing is wider than the page", () =>
      within(async ({ page }) => {
        const column = async (name: string): Promise<void> => {
          const tab = page.getByRole("tab", { name, exact: true });
          if ((await tab.count()) > 0) await tab.click();
        };
        const look = async (): Promise<void> => {
          expect(await serious(page)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        };
        await page.getByRole("list", { name: "Examples from this data" }).waitFor();
        await look();
        await ask(page, OUTDOORS);
        await log(page).getByText("There are 4 stops").waitFor();
        await ask(page, REMOVE);
        await page.getByRole("button", { name: "Yes, remove it" }).waitFor();
        await look();
        await page.getByRole("button", { name: "Yes, remove it" }).click();
        await log(page).getByText("It is removed").waitFor();
        await ask(page, "everything about dragons");
        await log(page).getByText("The model gave no query").waitFor();
        await look();
        await column("Memory");
        await look();
        await page.getByRole("tab", { name: /^Versions/ }).click();
        await page.getByRole("list", { name: "What differs" }).first().waitFor();
        await look();
        await page.getByRole("tab", { name: "Edit" }).click();
        await look();
        await column("Execution");
        await look();
      }, options));
  });

  const thousands = isLong ? 100 : 20;
  it(`stays fluid at ${thousands} 000 nodes: only what is seen is drawn`, async () => {
    const memory = await tripMemory();
    memory.createTask("large", largeTree(thousands * 1000));
    const session = new ScriptedStudio({ memory, title: "Large", task: "large" }, SCRIPTS);
    const opened = await openPage(browser(), session);
    const { page } = opened;
    await page.getByText(new RegExp(`of ${thousands}.\\d{3} nodes`)).waitFor();
    await tree(page).focus();
    for (const key of ["End", "Home", "*", "End"]) await page.keyboard.press(key);
    expect(await page.getByRole("treeitem").count()).toBeLessThan(120);
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });

  detail("teaches where there is nothing", async () => {
    const memory = await tripMemory(readXml("<Itinerary/>"));
    const session = new ScriptedStudio({ memory, title: "Nothing" }, SCRIPTS);
    const opened = await openPage(browser(), session);
    await opened.page.getByText("Ask in your own words").waitFor();
    await opened.close();
  });
});

/** Serious and critical findings. */
const serious = async (page: Page): Promise<unknown[]> =>
  (await findings(page)).filter(({ impact }) => impact === "serious" || impact === "critical");
