import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editorOf, openFile, squiggle } from "../support/editor.js";
import { command, saveAs } from "../support/palette.js";
import { nextRun, panelOf, pick, shownRun } from "../support/panel.js";
import { activeTab } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** What starts from the data and from the side bar instead of from a query. */
let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("data", { size: { width: 1600, height: 900 } });
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const QUERIES = "itinerary/itinerary.sxp";
const DATA = "itinerary/itinerary.xml";
const clipboard = (): Promise<string> => vscode.page.evaluate(() => navigator.clipboard.readText());

describe("from the data file", () => {
  it("the results of the last run are marked, with rank and weight", async () => {
    await openFile(vscode, QUERIES, "query busiest_conference_day<|>(");
    await command(vscode.page, "Semantic XPath: Run Query");
    await panelOf(vscode.page, "busiest_conference_day");
    await openFile(vscode, DATA, '<|><Day index="4"');
    await until(
      "a mark",
      () =>
        editorOf(vscode.page, DATA)
          .locator(".view-line [class*='ced-']")
          .evaluateAll((all) => all.map((one) => getComputedStyle(one, "::before").content)),
      (texts) => texts.some((text) => /#1\s·\s\d\.\d\d/.test(text)),
    );
    await vscode.shot("marks");
  });

  it("the path of the node at the cursor is copied", async () => {
    await openFile(vscode, DATA, '<POI name="Opening<|> keynote"');
    await command(vscode.page, "Semantic XPath: Copy Path of the Node");
    await until("the path", clipboard, (text) => text === "/Itinerary/Day[4]/POI[1]");
  });

  it("the node at the cursor is asked why it is not in the result", async () => {
    await command(vscode.page, "Semantic XPath: Why Is This Node Not in the Result?");
    const panel = await panelOf(vscode.page, "busiest_conference_day");
    await panel.getByRole("complementary", { name: "Selected node" }).filter({ hasText: "Opening keynote" }).waitFor();
    await vscode.shot("why from the data");
  });

  it("a new query finds nodes like the one at the cursor", async () => {
    await openFile(vscode, DATA, '<POI name="Opening<|> keynote"');
    const before = await shownRun(vscode.page);
    await command(vscode.page, "Semantic XPath: New Query on This File");
    await activeTab(vscode.page, "itinerary-2.sxp");
    await vscode.page.keyboard.press("Control+Enter");
    const panel = await nextRun(vscode.page, before, "found");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "POI" }).first().waitFor();
    await vscode.shot("a new query");
  });

  it("what does not fit the schema is underlined while it is typed", async () => {
    vscode.write(
      "notes/notes.schema.json",
      '{ "version": 1, "roots": ["Notes"], "types": { "Notes": { "children": { "Note": {} } }, "Note": { "text": true } } }',
    );
    vscode.write("notes/notes.xml", "<Notes>\n  <Note>Rain.</Note>\n</Notes>\n");
    vscode.write(
      "notes/notes.sxp",
      'import schema "notes.schema.json";\nimport data "notes.xml";\n\ndeclare query a() := //Note;\n',
    );
    await openFile(vscode, "notes/notes.sxp");
    await openFile(vscode, "notes/notes.xml", "  <|><Note>");
    await vscode.page.keyboard.type("<Remark/>");
    await squiggle(vscode.page, "notes/notes.xml", "warning");
    await vscode.shot("data against its schema");
    await vscode.page.keyboard.press("Control+Z");
    await command(vscode.page, "File: Revert File");
  });
});

describe("a run", () => {
  it("is kept beside the next", async () => {
    await panelOf(vscode.page, "found");
    await command(vscode.page, "Semantic XPath: Keep This Run Beside the Next");
    await openFile(vscode, QUERIES, "query rainy_day<|>(");
    await command(vscode.page, "Semantic XPath: Run Query");
    await activeTab(vscode.page, "Query: rainy_day");
    await until(
      "two panels",
      () => vscode.page.locator(".tab", { hasText: "Query:" }).count(),
      (count) => count === 2,
    );
    await vscode.page.locator(".tab", { hasText: "Query: found" }).click();
    await activeTab(vscode.page, "Query: found");
    const kept = await panelOf(vscode.page, "found");
    await kept.getByRole("grid").getByRole("row").first().waitFor();
    await vscode.shot("kept");
  });

  it("is written as CSV", async () => {
    await vscode.page.locator(".tab", { hasText: "Query: rainy_day" }).click();
    await activeTab(vscode.page, "Query: rainy_day");
    const panel = await panelOf(vscode.page, "rainy_day");
    await pick(panel, "Export", "CSV of the results");
    await saveAs(vscode.page, "/rainy_day.csv");
    await until(
      "the file",
      () => vscode.read("rainy_day.csv"),
      (text) => /^rank,weight,path,value,text,/.test(text),
    );
  });
});

describe("the side bar", () => {
  const rows = (view: string) =>
    vscode.page
      .locator(".pane", { has: vscode.page.locator(`.pane-header[aria-label^="${view}"]`) })
      .locator(".monaco-list-row");

  it("has queries, runs and the schema, and runs a query", async () => {
    await openFile(vscode, QUERIES, "query rainy_day<|>(");
    await command(vscode.page, "View: Show Semantic XPath");
    await rows("Queries").filter({ hasText: "itinerary/itinerary.sxp" }).click();
    const query = rows("Queries").filter({ hasText: "one_conference_day" }).first();
    await query.waitFor();
    await rows("Runs").filter({ hasText: "busiest_conference_day" }).first().waitFor();
    await rows("Schema").filter({ hasText: "Itinerary" }).first().waitFor();
    await vscode.shot("side bar");
    const before = await shownRun(vscode.page);
    await query.hover();
    await query.locator('.action-label[aria-label*="Run Query"]').click();
    await nextRun(vscode.page, before, "one_conference_day");
    await rows("Runs").filter({ hasText: "one_conference_day" }).first().waitFor();
  });
});

it("nothing outside this machine was asked for, and nothing failed", () => {
  expect([...vscode.foreign]).toEqual([]);
  expect(vscode.errors).toEqual([]);
});
