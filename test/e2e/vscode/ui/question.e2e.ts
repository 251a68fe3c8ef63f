import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFile } from "../support/editor.js";
import { command } from "../support/palette.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** The first minute of somebody who has a data file and no query. */
let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("question", { size: { width: 1400, height: 900 } });
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const DATA = "itinerary/itinerary.xml";

describe("the question box of a data file", () => {
  const rows = () => vscode.page.locator(".quick-input-widget .monaco-list-row");

  it("answers in English while one types, and shows the node in the file", async () => {
    await openFile(vscode, DATA);
    await command(vscode.page, "Semantic XPath: Ask This Data…");
    // What is typed before the box is there goes into the file.
    await vscode.page.locator(".quick-input-title").filter({ hasText: "Ask itinerary.xml" }).waitFor();
    await vscode.page.keyboard.type("what is outdoors on day 7?");
    await rows().filter({ hasText: "/Itinerary/Day[7]" }).first().waitFor();
    const title = await vscode.page.locator(".quick-input-title").innerText();
    expect(title).toMatch(/results? · .*Day/);
    await vscode.shot("a question in English");
  });

  it("takes a query, and says what is wrong with it", async () => {
    await vscode.page.keyboard.press("Control+A");
    await vscode.page.keyboard.type("sum(//POI/@minutes)");
    await rows().filter({ hasText: "=" }).first().waitFor();
    await vscode.page.keyboard.press("Control+A");
    await vscode.page.keyboard.type("//POI[@cost");
    await until(
      "what is wrong",
      () => rows().first().innerText(),
      (text) => /expected|missing|"\]"/i.test(text),
    );
  });

  it("keeps the query in a file, where it runs", async () => {
    await vscode.page.keyboard.press("Control+A");
    await vscode.page.keyboard.type("museums in the evening");
    await vscode.page.locator(".quick-input-titlebar .action-label[aria-label*='Keep']").click();
    await vscode.page.locator(".tab.active, .tab").filter({ hasText: "itinerary-2.sxp" }).first().waitFor();
    await vscode.shot("a question kept as a query");
  });
});
