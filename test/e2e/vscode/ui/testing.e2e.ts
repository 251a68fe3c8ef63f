import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { command } from "../support/palette.js";
import { webview } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** Suites of `sxp eval` in the Test Explorer. */
const SUITE = {
  version: 1,
  tree: "trip.xml",
  cases: [
    { id: "both stops", kind: "saved", query: "//Stop", include: ["/Trip/Stop[1]", "/Trip/Stop[2]"] },
    { id: "the walk", kind: "saved", query: '//Stop[@name = "Museum"]', include: ["/Trip/Stop[2]"] },
  ],
};
const XML = '<Trip>\n  <Stop name="Museum"/>\n  <Stop name="Harbour walk"/>\n</Trip>\n';

const row = (page: Page, text: string) => page.locator(".test-explorer .monaco-list-row", { hasText: text });

function write(vscode: VsCode): void {
  vscode.write("trip/trip.xml", XML);
  vscode.write("trip/trip.eval.json", `${JSON.stringify(SUITE, null, 2)}\n`);
}

/** Opens the Test Explorer, and in it the cases of the suite. */
async function openCases({ page }: VsCode): Promise<void> {
  // The view is there once the extension is, after the window was loaded again.
  await page.locator(".activitybar .codicon-test-view-icon").first().waitFor();
  await command(page, "Testing: Focus on Test Explorer View");
  await row(page, "trip.eval.json").first().waitFor();
  await until("the cases of the suite", async () => {
    if (await row(page, "the walk").first().isVisible()) return true;
    await row(page, "trip.eval.json").first().click();
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(1000);
    return row(page, "the walk").first().isVisible();
  });
}

describe("a suite in the Test Explorer", () => {
  let vscode: VsCode;
  beforeAll(async () => {
    vscode = await openVsCode("testing", { size: { width: 1400, height: 900 } });
    write(vscode);
    await command(vscode.page, "Developer: Reload Window");
  });
  afterAll(() => vscode?.close());
  picturesOfFailures(() => vscode);

  it("shows its cases, and nothing has run", async () => {
    await openCases(vscode);
    await row(vscode.page, "both stops").locator(".codicon-testing-unset-icon").first().waitFor();
    await vscode.shot("cases");
  });

  it("passes and fails as sxp eval does, with the nodes side by side", async () => {
    const { page } = vscode;
    await command(page, "Test: Run All Tests");
    await row(page, "both stops").locator(".codicon-testing-passed-icon").first().waitFor();
    await row(page, "the walk").locator(".codicon-testing-failed-icon, .codicon-testing-error-icon").first().waitFor();
    await vscode.shot("ran");
  });

  it("leads from a failure to why a node is missing", async () => {
    const { page } = vscode;
    const reason = page.locator(".test-output-peek-tree .monaco-list-row", { hasText: "Museum" }).first();
    const link = page.locator("a", { hasText: "Why is it not in the result?" }).first();
    await until("the link of the failure", async () => {
      if (await link.isVisible()) return true;
      if (await row(page, "the walk").first().isVisible()) await row(page, "the walk").first().dblclick();
      await command(page, "Test Results: Focus on Test Results View");
      await reason.click({ timeout: 4000 }).catch(() => undefined);
      await page.waitForTimeout(500);
      return link.isVisible();
    });
    await vscode.shot("failure");
    await link.click();
    const panel = await webview(page, ".header");
    await panel.getByRole("treeitem").first().waitFor();
    await vscode.shot("why not");
  });
});

describe("a suite in a folder that is not trusted", () => {
  let vscode: VsCode;
  beforeAll(async () => {
    vscode = await openVsCode("testing not trusted", { isTrusting: false });
    write(vscode);
  });
  afterAll(() => vscode?.close());
  picturesOfFailures(() => vscode);

  it("is listed, and says that trust is needed", async () => {
    const { page } = vscode;
    const dialog = page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    await dialog.locator(".monaco-button", { hasText: "No, I don't trust" }).click();
    await dialog.waitFor({ state: "hidden" });
    await command(page, "Developer: Reload Window");
    await openCases(vscode);
    await command(page, "Test: Run All Tests", 8000).catch(() => undefined);
    await dialog.filter({ hasText: "trust" }).first().waitFor();
    await vscode.shot("restricted");
    await dialog.locator(".monaco-button", { hasText: "Cancel" }).click();
    await row(page, "the walk").locator(".codicon-testing-unset-icon").first().waitFor();
  });
});
