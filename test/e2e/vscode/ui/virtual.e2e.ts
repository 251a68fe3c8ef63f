import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cursorIsAt, openListed, squiggle, suggestions } from "../support/editor.js";
import { answer, appears, choices, closeInput, command, proposed, saveAs } from "../support/palette.js";
import { choose, nextRun, panelOf, pick, shownRun } from "../support/panel.js";
import { activeTab, notifications, pressButton } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** An extension of the tests that keeps files in memory: no disk, no search, as a repository that is looked at without a checkout. */
const FILES = fileURLToPath(new URL("../virtual", import.meta.url));
const HOSTS = [
  ["with Node", "workspace"],
  ["in a browser's worker", "web"],
] as const;

describe.each(HOSTS)("a workspace that lies on no disk, %s", (_, kind) => {
  let vscode: VsCode;
  beforeAll(async () => {
    vscode = await openVsCode(`virtual-${kind}`, {
      roots: ["memory:/garden", "fixed:/garden"],
      settings: { "remote.extensionKind": { "semantic-xpath.semantic-xpath": [kind], "test.memory-files": [kind] } },
      payload: ({ host }) => [["extensionDevelopmentPath", `vscode-remote://${host}${FILES}`]],
    });
  });
  afterAll(() => vscode?.close());
  picturesOfFailures(() => vscode);

  /** Opens a file by its row in the explorer. */
  const open = (file: string, place = "1:1", root = 0) => openListed(vscode.page, file, place, root);
  const run = async (title: string) => {
    const before = await shownRun(vscode.page);
    await command(vscode.page, "Semantic XPath: Run Query");
    return nextRun(vscode.page, before, title);
  };

  it("has its queries checked and completed from its schema", async () => {
    await open("garden.sxp", "6:32");
    await squiggle(vscode.page, "garden/garden.sxp");
    expect(await suggestions(vscode.page, "Plant")).toContain("Plant");
    await vscode.page.keyboard.press("Escape");
    await vscode.shot("language");
  });

  it("runs a query, and a result leads to the data", async () => {
    await open("garden.sxp", "4:16");
    const panel = await run("sunny");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "Basil" }).waitFor();
    await panel.getByRole("button", { name: "Go to the source of result 1", exact: true }).click();
    await activeTab(vscode.page, "garden.xml");
    await cursorIsAt(vscode.page, 3, 5);
    await vscode.shot("source");
  });

  it("has the memory view, and says why a node is not in the result", async () => {
    const panel = await panelOf(vscode.page, "sunny");
    await choose(panel, "Memory");
    await panel.getByRole("treeitem").first().waitFor();
    await command(vscode.page, "Semantic XPath: Why Is a Node Not in the Result?");
    await answer(vscode.page, "/Garden/Bed/Plant[2]");
    await panel.getByRole("complementary", { name: "Selected node" }).filter({ hasText: "Fern" }).waitFor();
    await vscode.shot("memory");
    await choose(panel, "Execution");
    await panel.locator("#panel-execution", { hasText: "Relevance" }).waitFor();
    await choose(panel, "Results");
  });

  it("is looked through for data, without a search", async () => {
    await open("bare.sxp");
    const before = await shownRun(vscode.page);
    await command(vscode.page, "Semantic XPath: Run Query");
    await choices(vscode.page).filter({ hasText: "garden.xml" }).first().waitFor();
    await vscode.shot("which data");
    await choices(vscode.page).filter({ hasText: "garden.xml" }).first().click();
    const panel = await nextRun(vscode.page, before, "//Plant");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "Fern" }).waitFor();
  });

  it("is looked across for uses of a type", async () => {
    await open("names.sxp", "3:28");
    await command(vscode.page, "References: Find All References");
    await vscode.page.getByText("4 results in 3 files").waitFor();
    await vscode.shot("references");
  });

  it("sees when its data changes", async () => {
    await open("garden.sxp", "4:16");
    await command(vscode.page, "Memory: Change the Data");
    await until(
      "two results",
      async () => (await run("sunny")).getByRole("grid").innerText(),
      (text) => text.includes("Fern"),
    );
  });

  it("takes an export", async () => {
    const panel = await panelOf(vscode.page, "sunny");
    await pick(panel, "Export", "JSON");
    await saveAs(vscode.page, "/garden/sunny.json");
    await notifications(vscode.page).filter({ hasText: "Written" }).first().waitFor();
    await pressButton(vscode.page, "Open");
    await activeTab(vscode.page, "sunny.json");
    await command(vscode.page, "Notifications: Clear All Notifications");
  });

  it("that can't be written says so where something would be", async () => {
    await open("garden.sxp", "4:16", 1);
    const panel = await run("sunny");
    await pick(panel, "Export", "JSON");
    await proposed(vscode.page, "/garden/sunny.json");
    const said = vscode.page.locator(".notifications-toasts, .quick-input-message");
    await until("words", async () => {
      // A dialog that still lists its folder takes no key.
      if (await choices(vscode.page).first().isVisible()) await vscode.page.keyboard.press("Enter");
      await appears(said.filter({ hasText: /\S/ }));
      return /read.?only|can't be written|cannot be/i.test((await said.allInnerTexts()).join(" "));
    });
    await vscode.shot("can't be written");
    await closeInput(vscode.page);
    await command(vscode.page, "Notifications: Clear All Notifications");
  });

  it("names a scorer that can't be had here, and what to do", async () => {
    await open("garden.sxp", "4:16");
    await command(vscode.page, "Semantic XPath: Run Query With…");
    await choices(vscode.page).filter({ hasText: "Scorer" }).first().click();
    await choices(vscode.page).filter({ hasText: "another form" }).click();
    await answer(vscode.page, "embedding:models/all-MiniLM-L6-v2");
    await choices(vscode.page).filter({ hasText: "Run" }).first().click();
    const notice = notifications(vscode.page).filter({ hasText: kind === "web" ? "In a browser" : "no model folder" });
    await notice.first().waitFor();
    await vscode.shot("no such scorer");
    await pressButton(vscode.page, "Run With…");
    await choices(vscode.page).filter({ hasText: "Scorer" }).first().click();
    await choices(vscode.page).filter({ hasText: "Words: nothing is loaded" }).click();
    const before = await shownRun(vscode.page);
    await choices(vscode.page).filter({ hasText: "Run" }).first().click();
    await nextRun(vscode.page, before, "sunny");
  });

  it("asks nobody outside, and nothing fails", () => {
    expect([...vscode.foreign]).toEqual([]);
    expect(vscode.errors).toEqual([]);
  });
});
