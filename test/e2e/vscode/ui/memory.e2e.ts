import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { command, isDone } from "../support/palette.js";
import { activeTab } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** A memory of the workspace in the side bar: its versions, what they differ in, and steps that are previewed. */
let vscode: VsCode;
let folder: string;
beforeAll(async () => {
  vscode = await openVsCode("memory", {
    size: { width: 1400, height: 1200 },
    folder: "empty",
    // The SQLite of a Node that has none of its own.
    environment: { NODE_PATH: fileURLToPath(new URL("../../../../node_modules", import.meta.url)) },
  });
  folder = join(vscode.folder, "trips");
  await makeMemory(folder);
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const TRIP =
  '<Trip><Stop name="Tower" day="1"/><Stop name="Museum" day="2"/><Stop name="Harbour walk" day="3"/></Trip>';
const rename = (stop: number, name: string) => `replace value of node /Trip/Stop[${stop}]/@name with "${name}"`;

async function makeMemory(at: string): Promise<void> {
  const memory = createMemory(at);
  const task = memory.createTask("trip", readXml(TRIP), {
    title: "A trip",
    provenance: { author: "Maren", reason: "planned" },
  });
  const by = (author: string, reason: string) => ({ provenance: { author, reason } });
  await memory.update(task, rename(1, "Old tower"), by("Ole", "the tower was the old one"));
  task.branch("rainy", 1);
  await memory.update(task, rename(1, "Cinema"), { branch: "rainy", ...by("Ida", "if it rains") });
  await memory.update(task, "delete node /Trip/Stop[3]", by("Ole", "no time for the harbour"));
  memory.close();
}

/** What the memory holds now, by another process. */
function looked<T>(look: (task: ReturnType<ReturnType<typeof openMemory>["task"]>) => T): T {
  const memory = openMemory(folder, { readOnly: true });
  try {
    return look(memory.task("trip"));
  } finally {
    memory.close();
  }
}

const row = (text: string | RegExp) =>
  vscode.page.locator(".pane-body .monaco-list-row").filter({ hasText: text }).first();
const inDiff = (side: "original" | "modified") => vscode.page.locator(`.editor.${side} .view-lines`).last();

async function menuOf(text: string | RegExp, item: string): Promise<void> {
  await row(text).click({ button: "right" });
  const entry = vscode.page.locator(".monaco-menu .action-item").filter({ hasText: item }).first();
  // A menu that has just opened takes no click.
  await until(
    `the end of the menu after ${item}`,
    async () => {
      if (await isDone(entry.click({ timeout: 1000 }))) await new Promise((done) => setTimeout(done, 200));
      return entry.isVisible();
    },
    (isOpen) => !isOpen,
  );
}

describe("the memories of the workspace", () => {
  it("are listed unopened, and have tasks, branches and versions with who, when and why", async () => {
    await vscode.page.locator(".activitybar .action-label[aria-label*='Semantic XPath']").first().click();
    await row("trips").waitFor();
    await vscode.shot("a memory before it is opened");
    await row("trips").click();
    await row("A trip").click();
    await row(/^main/).click();
    await row("no time for the harbour").waitFor();
    const line = await row("the tower was the old one").innerText();
    expect(line).toMatch(/2\s+the tower was the old one[\s\S]*Ole/);
    await vscode.shot("versions of a branch");
  });

  it("open a version as a document that can't be written", async () => {
    await row("planned").click();
    await activeTab(vscode.page, "trip@1.xml");
    await vscode.page.locator(".view-lines").filter({ hasText: "Harbour" }).first().waitFor();
    await vscode.shot("a version as a document");
  });

  it("say who changed the node at the cursor, and show that version", async () => {
    await row("no time for the harbour").click();
    await activeTab(vscode.page, "trip@4.xml");
    await vscode.page.locator(".view-line").filter({ hasText: "Old" }).first().click();
    await command(vscode.page, "Semantic XPath: Who Changed This Node?");
    const picks = vscode.page.locator(".quick-input-list .monaco-list-row");
    await picks.filter({ hasText: "@name = Old tower" }).filter({ hasText: "version 2 · Ole" }).first().waitFor();
    await vscode.shot("who changed a node");
    await picks.filter({ hasText: "@name = Old tower" }).first().click();
    await activeTab(vscode.page, "trip: version 1 ↔ 2");
    await until(
      "the version before",
      () => inDiff("original").innerText(),
      (text) => /name="Tower"/.test(text),
    );
    await vscode.shot("what a version changed");
  });

  it("are asked: one version in the question box, all of them by a query", async () => {
    await menuOf("the tower was the old one", "Ask This Version");
    await vscode.page.locator(".quick-input-title").filter({ hasText: "Ask trip@2.xml" }).waitFor();
    await vscode.page.keyboard.type("//Stop[@day > 1]");
    const picks = vscode.page.locator(".quick-input-widget .monaco-list-row");
    await picks.filter({ hasText: "Harbour walk" }).first().waitFor();
    await vscode.shot("a version is asked");
    await vscode.page.keyboard.press("Escape");
    await row("trips").hover();
    await row("trips").locator(".action-label[aria-label*='Query All Versions']").click();
    await vscode.page.locator(".quick-input-title").filter({ hasText: "Query trips" }).waitFor();
    await vscode.page.keyboard.press("Control+A");
    await vscode.page.keyboard.type('//Version//Stop[@name = "Harbour walk"]');
    await vscode.page.keyboard.press("Enter");
    await vscode.page.locator(".tab").filter({ hasText: "Query: //Version//Stop" }).first().waitFor();
    await vscode.shot("a query on all versions");
  });

  it("take one version back: first as a diff, then as a new version", async () => {
    await menuOf("the tower was the old one", "Take Back");
    await activeTab(vscode.page, "trip: take version 2 back");
    await until(
      "the text after it",
      () => inDiff("modified").innerText(),
      (text) => /name="Tower"/.test(text),
    );
    await vscode.shot("preview of an undo");
    expect(looked((task) => task.state.versions.length)).toBe(4);
    await command(vscode.page, "Semantic XPath: Apply to the Memory");
    await row("undid version 2").waitFor();
    await vscode.shot("an undo is done");
    const { provenance, changes } = looked((task) => {
      const { provenance: by, changes: made } = task.head();
      return { provenance: by, changes: made.map(({ text }) => text) };
    });
    expect(provenance).toMatchObject({ author: "person" });
    expect(changes).toHaveLength(1);
  });

  it("do nothing where somebody has written since the preview, and show the new one", async () => {
    await menuOf("planned", "Go Back to a Version");
    await activeTab(vscode.page, "trip: go back to version 1");
    const memory = openMemory(folder);
    await memory.update("trip", rename(2, "Aquarium"), { provenance: { author: "Ole", reason: "meanwhile" } });
    memory.close();
    await command(vscode.page, "Semantic XPath: Apply to the Memory");
    await vscode.page.locator(".notification-list-item").filter({ hasText: "have written since" }).first().waitFor();
    expect(looked((task) => task.state.versions.length)).toBe(6);
    await until(
      "the new preview",
      () => inDiff("original").innerText(),
      (text) => text.includes("Aquarium"),
    );
    await vscode.shot("a preview is made anew");
  });

  it("merge a branch, where the user says which side holds in a conflict", async () => {
    await vscode.page.keyboard.press("Escape");
    await menuOf(/^rainy/, "Merge Into Another Branch");
    // The tower was renamed on one side and taken back, so only the cinema is new.
    await activeTab(vscode.page, "trip: merge version 3 into main");
    await until(
      "the text after it",
      () => inDiff("modified").innerText(),
      (text) => text.includes("Cinema"),
    );
    await vscode.shot("preview of a merge");
    const memory = openMemory(folder);
    await memory.update("trip", rename(1, "New tower"), { provenance: { author: "Ole" } });
    memory.close();
    await command(vscode.page, "Semantic XPath: Apply to the Memory");
    const sides = vscode.page.locator(".quick-input-list .monaco-list-row");
    await sides.filter({ hasText: "Take what comes to it" }).filter({ hasText: "Cinema" }).first().waitFor();
    await vscode.shot("a conflict of a merge");
    await sides.filter({ hasText: "Take what comes to it" }).first().click();
    // The preview before it had the cinema, too, and is out of date.
    await until(
      "the merge with the side",
      () => inDiff("original").innerText(),
      (text) => /New.tower/.test(text),
    );
    await inDiff("modified").filter({ hasText: "Cinema" }).waitFor();
    await command(vscode.page, "Semantic XPath: Apply to the Memory");
    await row("merged version 3").waitFor();
    expect(looked((task) => [task.head().operation, task.head().parents[1]])).toEqual(["merge", 3]);
    await vscode.shot("a merge is done");
  });
});
