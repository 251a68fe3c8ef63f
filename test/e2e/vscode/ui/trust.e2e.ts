import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editorOf, openFile, squiggle, suggestions } from "../support/editor.js";
import { choices, command, fill, summon } from "../support/palette.js";
import { panelOf } from "../support/panel.js";
import { notifications } from "../support/panels.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("trust", { isTrusting: false });
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const file = "itinerary/itinerary.sxp";

describe("a folder that is not trusted", () => {
  it("is opened in restricted mode", async () => {
    const dialog = vscode.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    await dialog.locator(".monaco-button", { hasText: "No, I don't trust" }).click();
    await dialog.waitFor({ state: "hidden" });
    await vscode.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
  });

  it("has diagnostics and completion from its schema", async () => {
    vscode.write(
      "itinerary/wrong.sxp",
      'import schema "itinerary.schema.json";\n\ndeclare query a() := /Itinerary/Day/Restrant;\n',
    );
    await openFile(vscode, "itinerary/wrong.sxp", "Day/<|>Rest");
    await squiggle(vscode.page, "itinerary/wrong.sxp");
    expect((await suggestions(vscode.page, "POI")).slice(0, 2)).toEqual(["POI", "Restaurant"]);
    await vscode.shot("language");
    await vscode.page.keyboard.press("Escape");
  });

  it("runs nothing: no lens, no command, no numbers from the data", async () => {
    await openFile(vscode, file, "query busiest<|>_conference_day");
    const editor = editorOf(vscode.page, file);
    await editor.locator(".codelens-decoration a").first().waitFor();
    const lenses = await editor.locator(".codelens-decoration a").allInnerTexts();
    expect(lenses.filter((title) => /Run|Debug|test/.test(title))).toEqual([]);
    await vscode.shot("no run");
    await summon(vscode.page, "F1");
    await fill(vscode.page, ">Semantic XPath: Run Query");
    await choices(vscode.page).first().waitFor();
    expect((await choices(vscode.page).allInnerTexts()).filter((title) => title.includes("Run Query"))).toEqual([]);
    await vscode.page.keyboard.press("Escape");
  });
});

it("Ctrl+Enter says that trust is needed, and writes nothing into the file", async () => {
  const before = vscode.read(file);
  await openFile(vscode, file, "query busiest<|>_conference_day");
  await vscode.page.keyboard.press("Control+Enter");
  await notifications(vscode.page).filter({ hasText: "not trusted" }).first().waitFor();
  await vscode.shot("trust is needed");
  await vscode.page.locator(".tab.active:not(.dirty)", { hasText: "itinerary.sxp" }).waitFor();
  expect(vscode.read(file)).toBe(before);
  await command(vscode.page, "Notifications: Clear All Notifications");
});

it("once it is trusted, queries run without a reload", async () => {
  await command(vscode.page, "Workspaces: Manage Workspace Trust");
  await vscode.page
    .locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ })
    .first()
    .click();
  await vscode.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor({ state: "hidden" });
  await openFile(vscode, file, "query busiest<|>_conference_day");
  await editorOf(vscode.page, file).locator(".codelens-decoration a", { hasText: "Run" }).first().waitFor();
  await command(vscode.page, "Semantic XPath: Run Query");
  await panelOf(vscode.page, "busiest_conference_day");
  await vscode.shot("trusted");
});
