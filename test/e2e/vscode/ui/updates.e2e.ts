import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFile } from "../support/editor.js";
import { command } from "../support/palette.js";
import { activeTab } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** What changes a data file: previewed as a diff, applied as one step of the editor, taken back. */
let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("updates", { size: { width: 1400, height: 900 } });
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const FILE = "stops/changes.sxp";
const DATA = "stops/trip.xml";
const XML = `<Trip>\n  <!-- kept -->\n  <Stop name="Museum"/>\n  <Stop name="Harbour walk"/>\n  <Stop name="Harbour tour"/>\n</Trip>\n`;

describe("an update of a data file", () => {
  it("is previewed by its lens as a diff, with a button that applies it", async () => {
    vscode.write(DATA, XML);
    vscode.write(FILE, 'import data "trip.xml";\n\ndeclare update drop() := delete node /Trip/Stop[1];\n');
    await openFile(vscode, FILE, "declare update <|>drop");
    await vscode.page.locator(".codelens-decoration a").filter({ hasText: "Preview" }).click();
    await activeTab(vscode.page, "trip.xml: drop");
    await vscode.page.locator(".diff-hidden-lines, .line-delete, .char-delete").first().waitFor();
    await vscode.shot("preview of an update");
    expect(readFileSync(join(vscode.folder, DATA), "utf8")).toBe(XML);
  });

  it("is applied from the title of the diff, and taken back by Ctrl+Z", async () => {
    await command(vscode.page, "Semantic XPath: Apply Update");
    const undo = vscode.page.locator(".notification-list-item").filter({ hasText: "not saved yet" });
    await undo.first().waitFor();
    await vscode.shot("an update applied");
    await openFile(vscode, DATA);
    await until(
      "the text without the stop",
      () => vscode.page.locator(`.editor-instance .view-lines`).last().innerText(),
      (text) => text.includes("kept") && !text.includes("Museum"),
    );
    await vscode.page.keyboard.press("Control+Z");
    await until(
      "the text as it was",
      () => vscode.page.locator(`.editor-instance .view-lines`).last().innerText(),
      (text) => text.includes("Museum"),
    );
    await command(vscode.page, "File: Revert File");
  });

  it("is previewed by the key that runs queries, and asks which node is meant", async () => {
    const file = "stops/which.sxp";
    vscode.write(file, 'import data "trip.xml";\n\ndeclare update any() := delete node //Stop[node =~ "harbour"];\n');
    await openFile(vscode, file, "declare update <|>any");
    await vscode.page.keyboard.press("Control+Enter");
    const picks = vscode.page.locator(".quick-input-list .monaco-list-row");
    await picks.filter({ hasText: "Harbour walk" }).first().waitFor();
    await vscode.shot("which node an update means");
    await vscode.page.keyboard.press("Escape");
  });
});
