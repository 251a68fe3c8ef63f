import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeEditors, cursorIsAt, editorOf, openFile, placeOf, pressLens, visibleText } from "../support/editor.js";
import { answer, command, choose as pickRow, saveAs } from "../support/palette.js";
import { choose, nextRun, panelOf, pick, shownRun } from "../support/panel.js";
import { activeTab, notifications, pressButton } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("run", { settings: { "sxp.data": "itinerary/itinerary.xml" } });
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const file = "itinerary/itinerary.sxp";
const clipboard = (): Promise<string> => vscode.page.evaluate(() => navigator.clipboard.readText());

/** Runs a named query by its command. */
async function run(query: string, from = file) {
  await openFile(vscode, from, `query ${query}<|>(`);
  const before = await shownRun(vscode.page);
  await command(vscode.page, "Semantic XPath: Run Query");
  return nextRun(vscode.page, before, query);
}

describe("a run", () => {
  it("is started by the lens above a query, and shows ranked nodes", async () => {
    await openFile(vscode, file);
    await pressLens(vscode.page, file, "declare query busiest_conference_day", "Run");
    const panel = await panelOf(vscode.page, "busiest_conference_day");
    const rows = panel.getByRole("grid", { name: "Results" }).getByRole("row");
    await rows
      .first()
      .filter({ hasText: /0\.\d\d/ })
      .waitFor();
    await panel
      .getByRole("complementary", { name: "Selected node" })
      .filter({ hasText: "/Itinerary/Day[4]" })
      .waitFor();
    await vscode.shot("results");
  });

  it("leads from a result to its place in the data", async () => {
    const panel = await panelOf(vscode.page, "busiest_conference_day");
    await panel.getByRole("button", { name: "Go to the source of result 1" }).click();
    const data = "itinerary/itinerary.xml";
    await activeTab(vscode.page, "itinerary.xml");
    const { line } = placeOf(vscode.read(data), '<|><Day index="4"');
    await cursorIsAt(vscode.page, line);
    await vscode.shot("source");
  });

  it("leaves its heat under the steps of the query", async () => {
    await openFile(vscode, file, "query busiest_conference_day<|>(");
    await editorOf(vscode.page, file).locator(".view-overlays [class*='ced-']").first().waitFor();
    await vscode.shot("heat");
  });

  it("gives results to other programs", async () => {
    const panel = await panelOf(vscode.page, "busiest_conference_day");
    await pick(panel, "More for result 1", "Copy path");
    await until("the path", clipboard, (text) => text === "/Itinerary/Day[4]");
    await pick(panel, "More for result 1", "Copy as JSON");
    await until("JSON", clipboard, (text) => text.includes('"/Itinerary/Day[4]"') && JSON.parse(text).rank === 1);
    await pick(panel, "More for result 1", "Copy as Markdown");
    await until("Markdown", clipboard, (text) => text.startsWith("1. `/Itinerary/Day[4]`"));
  });

  it("asks for the arguments of a query that has parameters", async () => {
    await openFile(vscode, file, "query day_with<|>(");
    await command(vscode.page, "Semantic XPath: Run Query");
    await answer(vscode.page, "lake by bicycle");
    const panel = await panelOf(vscode.page, "day_with");
    await panel.getByRole("grid").getByRole("row").first().waitFor();
    await panel.getByRole("list", { name: "Figures of the run" }).filter({ hasText: "lake by bicycle" }).waitFor();
    await vscode.shot("arguments");
  });

  it("is kept: an earlier one is shown again", async () => {
    const panel = await panelOf(vscode.page, "day_with");
    const runs = panel.getByRole("combobox", { name: "Run" });
    const earlier = await until("the earlier run", async () =>
      (await runs.locator("option").allInnerTexts()).find((text) => text.includes("busiest")),
    );
    await runs.selectOption({ label: earlier! });
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "A full day at the archives" }).waitFor();
  });

  it("pages through many results", async () => {
    vscode.write(
      "mealplan/all.sxp",
      'import schema "mealplan.schema.json";\nimport data "mealplan.json";\n\ndeclare query every_option() := //Option;\n',
    );
    await openFile(vscode, "mealplan/all.sxp", "every<|>_option");
    const before = await shownRun(vscode.page);
    await command(vscode.page, "Semantic XPath: Run Query With…");
    await pickRow(vscode.page, "Limit");
    await answer(vscode.page, "1000");
    await pickRow(vscode.page, "Run");
    const panel = await nextRun(vscode.page, before, "every_option");
    const grid = panel.getByRole("grid");
    await until(
      "252 rows",
      () => grid.getAttribute("aria-rowcount"),
      (count) => count === "252",
    );
    await grid.focus();
    await vscode.page.keyboard.press("End");
    await panel.locator('[aria-rowindex="252"]', { hasText: "/MealPlan" }).waitFor();
    await vscode.shot("the last of 252");
  });

  it("can be of a query in a script", async () => {
    vscode.write(
      "itinerary/stops.ts",
      'import { sxp } from "semantic-xpath";\n\nexport const museums = sxp`//POI[@category = "museum"]`;\n',
    );
    await openFile(vscode, "itinerary/stops.ts", "//P<|>OI");
    const before = await shownRun(vscode.page);
    await command(vscode.page, "Semantic XPath: Run Query");
    const panel = await nextRun(vscode.page, before, "museum");
    await until(
      "3 rows",
      () => panel.getByRole("grid").getAttribute("aria-rowcount"),
      (count) => count === "3",
    );
  });

  it("that finds nothing says why, and what would", async () => {
    vscode.write(
      "itinerary/nothing.sxp",
      'import data "itinerary.xml";\n\ndeclare query soups() := //Restaurant[description =~ "soup" >= 0.99];\n',
    );
    const panel = await run("soups", "itinerary/nothing.sxp");
    await panel.getByRole("heading", { name: "Nothing was found" }).waitFor();
    await panel.getByRole("button", { name: "Apply" }).waitFor();
    await vscode.shot("nothing found");
  });

  it("that can't be done says what is missing", async () => {
    vscode.write("itinerary/no-data.sxp", 'import data "nowhere.xml";\n\ndeclare query a() := //POI;\n');
    await openFile(vscode, "itinerary/no-data.sxp", "query a<|>");
    await command(vscode.page, "Semantic XPath: Run Query");
    await notifications(vscode.page).filter({ hasText: "nowhere.xml" }).first().waitFor();
    await vscode.shot("a problem");
    await command(vscode.page, "Notifications: Clear All Notifications");
  });
});

describe("from a run", () => {
  it("the plan is explained in a document", async () => {
    await openFile(vscode, file, "query busiest_conference_day<|>(");
    await command(vscode.page, "Semantic XPath: Explain Query");
    await vscode.page.locator(".tab", { hasText: "Plan of busiest_conference_day" }).waitFor();
    const plan = vscode.page.locator(".editor-instance .monaco-editor[data-uri^='sxp-plan']");
    await until(
      "the plan",
      () => visibleText(plan),
      (text) => /avg/.test(text),
    );
    await vscode.shot("explained");
  });

  it("a test is copied", async () => {
    await command(vscode.page, "Semantic XPath: Copy Query as Test");
    const text = await until("a test", clipboard, (copied) => copied.includes("vitest"));
    expect(text).toContain("busiest_conference_day");
    await command(vscode.page, "Notifications: Clear All Notifications");
  });

  it("two runs are compared", async () => {
    await run("rainy_day");
    await closeEditors(vscode.page);
    await run("busiest_conference_day");
    await run("one_conference_day");
    await command(vscode.page, "Semantic XPath: Compare Two Runs");
    const panel = await panelOf(vscode.page, "one_conference_day");
    await panel.locator("#panel-compare").waitFor();
    await until(
      "rows",
      () => panel.locator("#panel-compare").innerText(),
      (text) => /Day\[4\]/.test(text),
    );
    await vscode.shot("compared");
  });

  it("the panel is reached and used by keyboard alone", async () => {
    const panel = await run("soup_places");
    await openFile(vscode, file, "query soup_places<|>(");
    await vscode.page.keyboard.press("Control+2");
    const isIn = (): Promise<boolean> => panel.evaluate(() => document.hasFocus());
    await until("the focus in the panel", isIn);
    const focused = (): Promise<string> => panel.evaluate(() => document.activeElement?.getAttribute("role") ?? "");
    await until(
      "the list of results",
      async () => {
        await vscode.page.keyboard.press("Tab");
        return focused();
      },
      (role) => role === "grid",
    );
    await vscode.page.keyboard.press("ArrowDown");
    await panel.locator('[aria-rowindex="2"][aria-selected="true"]').waitFor();
    await vscode.page.keyboard.press("Enter");
    await panel.getByRole("tree", { name: "Memory" }).waitFor();
    await vscode.page.keyboard.press("Control+1");
    await cursorIsAt(vscode.page, placeOf(vscode.read(file), "query soup_places<|>(").line);
  });
});

describe("the memory view", () => {
  it("shows the tree, finds words, and says why a node is not in the result", async () => {
    const panel = await run("soup_places");
    await command(vscode.page, "Semantic XPath: Show Memory");
    const tree = panel.getByRole("tree", { name: "Memory" });
    await tree.getByRole("treeitem").first().waitFor();
    await vscode.shot("memory");
    await panel.getByRole("searchbox", { name: "Search the tree" }).fill("lemongrass");
    await panel
      .getByRole("complementary", { name: "Selected node" })
      .filter({ hasText: "Lantern and Laurel" })
      .filter({ hasText: "Why it is not in the result" })
      .waitFor();
    await vscode.shot("why not");
  });

  it("the smallest change is shown, written into the query and run", async () => {
    const panel = await panelOf(vscode.page, "soup_places");
    await panel.getByRole("button", { name: "Smallest change that admits it" }).click();
    const apply = panel.getByRole("button", { name: "Apply" });
    await apply.waitFor();
    await vscode.shot("smallest change");
    const before = vscode.read(file);
    await apply.click();
    await vscode.page.locator(".tab.dirty", { hasText: "itinerary.sxp" }).waitFor();
    await panel.getByRole("heading", { name: "Why it is in the result" }).waitFor();
    await vscode.shot("admitted");
    await openFile(vscode, file, "query soup_places<|>(");
    await vscode.page.keyboard.press("Control+S");
    await until(
      "the changed query",
      () => vscode.read(file),
      (text) => text !== before,
    );
    expect(vscode.read(file)).not.toContain('//Restaurant[description =~ "soup" >= 0.4]');
  });

  it("is opened at a node by its path", async () => {
    await command(vscode.page, "Semantic XPath: Why Is a Node Not in the Result?");
    await answer(vscode.page, "/Itinerary/Day[2]/POI[1]");
    const panel = await panelOf(vscode.page, "soup_places");
    await panel
      .getByRole("complementary", { name: "Selected node" })
      .filter({ hasText: "Ferry to the Toronto Islands" })
      .waitFor();
  });
});

describe("the execution view", () => {
  it("has a card for every operator", async () => {
    const panel = await run("quiet_nature");
    await choose(panel, "Execution");
    await until(
      "cards",
      () => panel.locator("#panel-execution").innerText(),
      (text) => /Relevance/.test(text),
    );
    await vscode.shot("execution");
  });

  it("is written as a page of its own", async () => {
    const panel = await panelOf(vscode.page, "quiet_nature");
    await pick(panel, "Export", "HTML report");
    await saveAs(vscode.page, "/quiet_nature.html");
    await notifications(vscode.page).filter({ hasText: "Written" }).first().waitFor();
    expect(vscode.read("quiet_nature.html")).toMatch(/^<!doctype html>/i);
    await pressButton(vscode.page, "Open");
    await activeTab(vscode.page, "quiet_nature.html");
  });
});

it("nothing outside this machine was asked for, and nothing failed", () => {
  expect([...vscode.foreign]).toEqual([]);
  expect(vscode.errors).toEqual([]);
});
