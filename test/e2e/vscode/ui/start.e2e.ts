import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openFile, pressLens, saved, suggestions, visibleText } from "../support/editor.js";
import { choose, command, find } from "../support/palette.js";
import { nextRun, panelOf, shownRun } from "../support/panel.js";
import { activeTab } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

let vscode: VsCode | undefined;
afterEach(() => vscode?.close());
picturesOfFailures(() => vscode);

describe("somebody new", () => {
  it("gets from an empty folder to a query that has run, with an example", async () => {
    vscode = await openVsCode("start-example", { folder: "empty" });
    const { page } = vscode;
    await command(page, "Semantic XPath: Open an Example");
    await choose(page, "Itinerary");
    await choose(page, "my-memory");
    await activeTab(page, "itinerary.sxp");
    await pressLens(page, "itinerary/itinerary.sxp", "declare query busiest_conference_day", "Run");
    const panel = await panelOf(page, "busiest_conference_day");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "/Itinerary/Day[4]" }).waitFor();
    await vscode.shot("ran");
  });

  it("gets from data alone to a schema and a query that has run", async () => {
    vscode = await openVsCode("start-data", { folder: "empty" });
    const { page } = vscode;
    vscode.write(
      "garden.xml",
      '<Garden>\n  <Bed name="south"><Plant kind="herb">Basil, likes sun.</Plant><Plant kind="fruit">Strawberry, sweet.</Plant></Bed>\n</Garden>\n',
    );
    await openFile(vscode, "garden.xml");
    await command(page, "Semantic XPath: Infer Schema from Data");
    const schema = page.locator(".editor-instance .monaco-editor[data-uri$='garden.schema.json']");
    await until(
      "a schema",
      () => visibleText(schema),
      (text) => text.includes('"Garden"'),
    );
    await vscode.shot("a schema");
    await page.keyboard.press("Control+S");
    await until("the schema beside its data", () => existsSync(join(vscode!.folder, "garden.schema.json")));
    vscode.write("garden.sxp", 'import data "garden.xml";\n\ndeclare query sunny() := //Bed/;\n');
    await openFile(vscode, "garden.sxp", "//Bed/<|>");
    expect(await suggestions(page, "Plant")).toContain("Plant");
    await page.keyboard.press("Escape");
    await page.keyboard.type('Plant[node =~ "likes sun');
    await saved(vscode, "garden.sxp", 'likes sun"]');
    await page.keyboard.press("Control+Enter");
    const panel = await panelOf(page, "sunny");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "/Garden/Bed/Plant[1]" }).waitFor();
    await vscode.shot("ran");
  });

  it("writes one line, is asked for the data once, and never again", async () => {
    vscode = await openVsCode("start-line");
    const { page } = vscode;
    vscode.write("itinerary/first.sxp", '//Day[node =~ "rain"]\n');
    await openFile(vscode, "itinerary/first.sxp");
    await page.keyboard.press("Control+Enter");
    await page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: "itinerary.xml" }).first().click();
    const panel = await panelOf(page, "//Day");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "Day" }).first().waitFor();
    await vscode.shot("ran");
    const before = await shownRun(page);
    await openFile(vscode, "itinerary/first.sxp");
    await page.keyboard.press("Control+Enter");
    await nextRun(page, before, "//Day");
  });

  it("is led by the walkthrough", async () => {
    vscode = await openVsCode("start-walkthrough", { folder: "empty" });
    const { page } = vscode;
    await command(page, "Welcome: Open Walkthrough...");
    await find(page, "Get started with Semantic XPath");
    const guide = page.locator(".gettingStartedContainer");
    await guide.getByText("Run your first query in five steps").first().waitFor();
    await vscode.shot("walkthrough");
    await guide.locator(".getting-started-step.expanded .monaco-button", { hasText: "Open an Example" }).click();
    await choose(page, "Itinerary");
    await choose(page, "my-memory");
    await activeTab(page, "itinerary.sxp");
    await openFile(vscode, "itinerary/itinerary.sxp", "query busiest_conference_day<|>(");
    await page.keyboard.press("Control+Enter");
    const panel = await panelOf(page, "busiest_conference_day");
    await panel.getByRole("grid").getByRole("row").first().waitFor();
    await vscode.shot("ran");
  });
});
