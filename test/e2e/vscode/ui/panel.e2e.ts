import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cursorIsAt, openFile } from "../support/editor.js";
import { command, find, isDone } from "../support/palette.js";
import { choose, nextRun, panelOf, shownRun, type View } from "../support/panel.js";
import { activeTab, notifications, pressButton } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** What happens around a panel that is open: other data, another window, another theme, another width. */
let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("panel");
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const DATA = "notes/notes.xml";
const FILE = "notes/notes.sxp";
const TEXT = `import data "notes.xml";

declare query rainy() := //Note[node =~ "rain"];

declare query sunny() := //Note[node =~ "sun"];
`;

async function run(query: string, file = FILE) {
  let before: string | null = null;
  await until(`a run of ${query}`, async () => {
    await openFile(vscode, file, `query <|>${query}()`);
    before = await shownRun(vscode.page);
    // A panel that is loaded with its window may take the focus from the editor late: then there is no such command.
    return isDone(command(vscode.page, "Semantic XPath: Run Query", 10_000));
  });
  return nextRun(vscode.page, before, query);
}

describe("an open panel", () => {
  it("shows a result in the data at one click, beside the query, which stays open", async () => {
    const panel = await run("busiest_conference_day", "itinerary/itinerary.sxp");
    await panel.getByRole("grid").getByRole("row").first().locator(".result-main").click();
    await activeTab(vscode.page, "itinerary.xml");
    for (const name of ["itinerary.sxp", "itinerary.xml"])
      await vscode.page.locator(".tab:not(.preview)", { hasText: name }).first().waitFor();
    await vscode.shot("one click");
  });

  it("takes the keyboard when a command shows it", async () => {
    await openFile(vscode, "itinerary/itinerary.sxp", "query busiest_conference_day<|>(");
    await command(vscode.page, "Semantic XPath: Show Results");
    const panel = await panelOf(vscode.page, "busiest_conference_day");
    await until("the focus in the results", () =>
      panel.evaluate(() => document.hasFocus() && document.activeElement?.getAttribute("role") === "grid"),
    );
  });

  it("has no results of another run below the error of one that failed", async () => {
    vscode.write("itinerary/no-data.sxp", 'import data "nowhere.xml";\n\ndeclare query a() := //POI;\n');
    const panel = await panelOf(vscode.page, "busiest_conference_day");
    await openFile(vscode, "itinerary/no-data.sxp", "query a<|>");
    await command(vscode.page, "Semantic XPath: Run Query");
    await panel.getByRole("alert").filter({ hasText: "nowhere.xml" }).waitFor();
    await panel.getByRole("grid").first().waitFor({ state: "detached" });
    await vscode.shot("failed");
    await panel.getByRole("button", { name: "Show the run before" }).click();
    await panel.getByRole("grid").waitFor();
    await command(vscode.page, "Notifications: Clear All Notifications");
  });

  it("says so where a result leads into data that has changed since", async () => {
    vscode.write(DATA, "<Notes>\n  <Note>Rain all day.</Note>\n  <Note>Sun at last.</Note>\n</Notes>\n");
    vscode.write(FILE, TEXT);
    const panel = await run("rainy");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "Rain all day" }).waitFor();
    vscode.write(DATA, "<Notes>\n\n  <Note>Rain at night.</Note>\n  <Note>Sun at last.</Note>\n</Notes>\n");
    const notice = notifications(vscode.page).filter({ hasText: "The data has changed since this run" });
    await until("a warning", async () => {
      await panel.getByRole("button", { name: "Go to the source of result 1", exact: true }).click();
      await activeTab(vscode.page, "notes.xml");
      return notice.first().isVisible();
    });
    await vscode.shot("changed data");
    await command(vscode.page, "Notifications: Clear All Notifications");
  });

  it("runs the query again over the new data", async () => {
    const panel = await panelOf(vscode.page, "rainy");
    const before = await shownRun(vscode.page);
    await panel.getByRole("button", { name: "Run again" }).click();
    await nextRun(vscode.page, before, "rainy");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "Rain at night" }).waitFor();
    await panel.getByRole("button", { name: "Go to the source of result 1", exact: true }).click();
    await cursorIsAt(vscode.page, 3, 3);
  });

  it("says so where a step leads into a query that has changed since", async () => {
    vscode.write("notes/other.sxp", TEXT);
    const panel = await run("sunny", "notes/other.sxp");
    vscode.write("notes/other.sxp", TEXT.replace("declare query rainy", "(: new :)\ndeclare query rainy"));
    const notice = notifications(vscode.page).filter({ hasText: "The query has changed since this run" });
    await until("a warning", async () => {
      await panel
        .locator(".query .q-step")
        .first()
        .click({ modifiers: ["Alt"] });
      return notice.first().isVisible();
    });
    await command(vscode.page, "Notifications: Clear All Notifications");
  });

  it("is filled again after a reload at the view it was left at, and a run before it is seen makes no second one", async () => {
    await choose(await run("sunny"), "Memory");
    await panelIsKept(vscode.page, "Query: sunny", "memory");
    await vscode.page.reload({ waitUntil: "domcontentloaded" });
    const panel = await panelOf(vscode.page, "sunny");
    await panel.getByRole("tree", { name: "Memory" }).waitFor();
    await vscode.shot("after a reload");
    await choose(panel, "Results");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "Sun at last" }).waitFor();
    await run("rainy");
    await onePanel();
    // In the background when the window is loaded: its place is kept, and its page is not made yet.
    await vscode.page.keyboard.press("Control+2");
    await command(vscode.page, "File: New Untitled Text File");
    await vscode.page.reload({ waitUntil: "domcontentloaded" });
    await run("rainy");
    await vscode.page.locator(".tab", { hasText: "Query:" }).first().click();
    await panelOf(vscode.page, "rainy");
    await onePanel();
    await vscode.shot("one panel");
    await command(vscode.page, "View: Close All Editors");
    if (await vscode.page.locator(".monaco-dialog-box").isVisible()) await pressButton(vscode.page, "Don't Save");
  });
});

const onePanel = (): Promise<unknown> =>
  until(
    "one panel",
    () => vscode.page.locator(".tab", { hasText: "Query:" }).count(),
    (count) => count === 1,
  );

/** Waits until the window has written down the panel with this title at this view, which it does every few seconds: before that a reload loses them. */
const panelIsKept = (page: Page, title: string, view: string): Promise<unknown> =>
  until("the panel in the storage of the window", () =>
    page.evaluate(
      async ([name, tab]) => {
        const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
          new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        for (const { name: place = "" } of await indexedDB.databases()) {
          if (!place.startsWith("vscode-web-state-db")) continue;
          const database = await answerOf(indexedDB.open(place));
          const values = database.objectStoreNames.contains("ItemTable")
            ? await answerOf(database.transaction("ItemTable").objectStore("ItemTable").getAll())
            : [];
          database.close();
          // The state of a panel is JSON in JSON.
          const isKept = (text: string): boolean => text.includes(name) && new RegExp(`tab\\W+${tab}`).test(text);
          if (values.some((value) => isKept(String(value)))) return true;
        }
        return false;
      },
      [title, view] as const,
    ),
  );

/** Some 55 MB: more than VS Code gives extensions of a document. */
const LINES = 150_000;
const line = (at: number): string =>
  `<Entry n="${at}">${at % 1000 === 7 ? "A regatta in the old harbour" : "A long walk in the park beside the river"}, with ${"coffee and rain and ".repeat(16)}nothing else.</Entry>`;

describe("data of 50 MB", () => {
  it("is run with progress, which can be cancelled", async () => {
    const text = `<Log>\n${Array.from({ length: LINES }, (_, at) => line(at)).join("\n")}\n</Log>\n`;
    expect(text.length).toBeGreaterThan(50 * 1024 * 1024);
    vscode.write("large/log.xml", text);
    vscode.write(
      "large/log.sxp",
      'import data "log.xml";\n\ndeclare query regattas() := //Entry[node =~ "regatta harbour"];\n',
    );
    await openFile(vscode, "large/log.sxp", "query <|>regattas");
    await command(vscode.page, "Semantic XPath: Run Query");
    const notice = notifications(vscode.page).filter({ hasText: "Running regattas" });
    await notice.first().waitFor();
    await pressButton(vscode.page, "Cancel");
    await notice.first().waitFor({ state: "hidden" });
    await vscode.shot("cancelled");
    expect(await vscode.page.locator(".tab", { hasText: "Query: regattas" }).count()).toBe(0);
  });

  it("runs to its end, and a result leads to its line", async () => {
    await openFile(vscode, "large/log.sxp", "query <|>regattas");
    await command(vscode.page, "Semantic XPath: Run Query");
    await vscode.page.locator(".tab", { hasText: "Query: regattas" }).waitFor({ timeout: 100_000 });
    const panel = await panelOf(vscode.page, "regattas");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "regatta" }).first().waitFor();
    await vscode.shot("large data");
    await panel.getByRole("button", { name: "Go to the source of result 1", exact: true }).click();
    await activeTab(vscode.page, "log.xml");
    await cursorIsAt(vscode.page, 9);
    await choose(panel, "Memory");
    await panel.getByRole("treeitem").first().waitFor();
    await vscode.shot("large memory");
  });
});

const THEMES = ["Dark Modern", "Light Modern", "Dark High Contrast", "Light High Contrast"];
const WIDTHS = [1280, 600];

describe.each(THEMES)("in the theme %s", (theme) => {
  it("every view is there at any width, and nothing is cut off at the side", async () => {
    await vscode.page.setViewportSize({ width: 1280, height: 800 });
    await command(vscode.page, "Preferences: Color Theme");
    await find(vscode.page, theme);
    const panel = await run("busiest_conference_day", "itinerary/itinerary.sxp");
    // The command is there only while the side bar is.
    if (await vscode.page.locator(".part.sidebar").isVisible())
      await command(vscode.page, "View: Close Primary Side Bar");
    for (const width of WIDTHS) {
      await vscode.page.setViewportSize({ width, height: 800 });
      for (const view of ["Results", "Memory", "Execution", "Compare"] satisfies View[]) {
        await choose(panel, view);
        await until(
          `${view} at ${width} with nothing cut off`,
          () => panel.evaluate(() => document.body.scrollWidth - document.documentElement.clientWidth),
          (overflow) => overflow <= 0,
        );
        await vscode.shot(`${theme} ${width} ${view}`);
      }
    }
    await choose(panel, "Results");
    await until(
      `a ${theme.includes("Dark") ? "dark" : "light"} page, and a selected row as dark or light`,
      async () => [await brightness(panel, "body"), await brightness(panel, '[aria-selected="true"][role="row"]')],
      (both) => both.every((one) => one !== null && one < 0.5 === theme.includes("Dark")),
    );
    await vscode.page.setViewportSize({ width: 1280, height: 800 });
  });
});

/** How bright the ground of an element is, from 0 to 1; of one whose ground lets through, that of what is around it. Null if it is not there. */
const brightness = (panel: Frame, selector: string): Promise<number | null> =>
  panel.evaluate((wanted) => {
    if (document.querySelector(wanted) === null) return null;
    for (let at = document.querySelector(wanted); at !== null; at = at.parentElement) {
      const [red = 0, green = 0, blue = 0, alpha = 1] = getComputedStyle(at)
        .backgroundColor.match(/[\d.]+/g)!
        .map(Number);
      if (alpha > 0.5) return (red + green + blue) / 3 / 255;
    }
    return 1;
  }, selector);
