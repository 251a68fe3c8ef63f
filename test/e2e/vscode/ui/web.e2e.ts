import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFile, squiggle, suggestions } from "../support/editor.js";
import { command } from "../support/palette.js";
import { choose, panelOf } from "../support/panel.js";
import { activeTab } from "../support/panels.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** As in a VS Code without any Node: the extension and its language server run in workers of the browser. */
let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("web", {
    settings: { "remote.extensionKind": { "semantic-xpath.semantic-xpath": ["web"] } },
  });
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const file = "itinerary/itinerary.sxp";

describe("in the browser", () => {
  it("a query is checked and completed", async () => {
    vscode.write(
      "itinerary/wrong.sxp",
      'import schema "itinerary.schema.json";\nimport data "itinerary.xml";\n\ndeclare query a() := /Itinerary/Day/Resturant;\n',
    );
    await openFile(vscode, "itinerary/wrong.sxp", "/Itinerary/Day/<|>");
    await squiggle(vscode.page, "itinerary/wrong.sxp");
    expect((await suggestions(vscode.page, "POI")).slice(0, 2)).toEqual(["POI", "Restaurant"]);
    await vscode.page.keyboard.press("Escape");
  });

  it("it is the browser's worker that does it", async () => {
    await command(vscode.page, "Developer: Show Running Extensions");
    const row = vscode.page.locator(".runtime-extensions-editor .monaco-list-row", { hasText: "Semantic XPath" });
    await row
      .filter({ hasText: /web worker/i })
      .first()
      .waitFor();
    await vscode.shot("running extensions");
  });

  it("a query runs, and leads to the data", async () => {
    await openFile(vscode, file, "query busiest_conference_day<|>(");
    await command(vscode.page, "Semantic XPath: Run Query");
    const panel = await panelOf(vscode.page, "busiest_conference_day");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "/Itinerary/Day[4]" }).waitFor();
    await choose(panel, "Memory");
    await panel.getByRole("treeitem").first().waitFor();
    await vscode.shot("ran");
    await choose(panel, "Results");
    await panel.getByRole("button", { name: "Go to the source of result 1" }).click();
    await activeTab(vscode.page, "itinerary.xml");
  });
});
