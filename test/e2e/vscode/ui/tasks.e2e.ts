import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MemorySession } from "@semantic-xpath/agents";
import { createMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/runtime";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { applyFix, openFile, quickFixes, rename, squiggle } from "../support/editor.js";
import { command } from "../support/palette.js";
import { panelOf } from "../support/panel.js";
import { activeTab, notifications, pressButton, problems } from "../support/panels.js";
import { until } from "../support/until.js";
import { artifactsOf, openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** Six tasks of somebody new to it, each with the number of steps that it takes: a command, a key, a click, a text that is typed. */
let vscode: VsCode;
const counts: string[] = [];
let steps = 0;
beforeAll(async () => {
  vscode = await openVsCode("tasks", {
    size: { width: 1400, height: 900 },
    // The SQLite of a Node that has none of its own.
    environment: { NODE_PATH: fileURLToPath(new URL("../../../../node_modules", import.meta.url)) },
  });
  await makeTrips(join(vscode.folder, "trips"));
  await makeTalks(join(vscode.folder, "talks"));
});
afterEach(({ task }) => {
  counts.push(`${task.name}: ${steps}`);
  steps = 0;
});
afterAll(async () => {
  writeFileSync(join(artifactsOf("tasks").path, "steps.txt"), `${counts.join("\n")}\n`);
  await vscode?.close();
});
picturesOfFailures(() => vscode);

async function makeTrips(folder: string): Promise<void> {
  const memory = createMemory(folder);
  const task = memory.createTask("trip", readXml('<Trip><Stop name="Tower"/><Stop name="Museum"/></Trip>'), {
    provenance: { author: "Maren", reason: "planned" },
  });
  const provenance = { author: "Ole", reason: "no time for it" };
  await memory.update(task, "delete node /Trip/Stop[2]", { provenance });
  memory.close();
}

async function makeTalks(folder: string): Promise<void> {
  const memory = createMemory(folder);
  const session = new MemorySession({ memory, isForConversations: true, grant: { rights: "write" } });
  const say = (id: string, day: string, text: string) =>
    session.call("remember_messages", { session: day, messages: [{ id, speaker: "Ann", text, time: day }] });
  await say("1", "2026-01-05", "I live in Bremen.");
  await say("2", "2026-03-09", "I moved to Lisbon.");
  memory.close();
}

/** One step of a person. */
async function step(work: Promise<unknown>): Promise<void> {
  steps++;
  await work;
}
const run = (title: string) => step(command(vscode.page, title));
const press = (key: string) => step(vscode.page.keyboard.press(key));
const type = (text: string) => step(vscode.page.keyboard.type(text));
const open = (file: string, marked?: string) => step(openFile(vscode, file, marked));
const clickOn = (text: string | RegExp) => step(row(text).click());

/** A line of the view Memories. */
const row = (text: string | RegExp) =>
  vscode.page
    .locator(".pane", { has: vscode.page.locator(".pane-header", { hasText: "Memories" }) })
    .locator(".monaco-list-row")
    .filter({ hasText: text })
    .first();
const rows = () => vscode.page.locator(".quick-input-widget .monaco-list-row");
const DATA = "itinerary/itinerary.xml";

describe("a newcomer", () => {
  it("answers three questions about own data", async () => {
    await open(DATA);
    await run("Semantic XPath: Ask This Data…");
    await vscode.page.locator(".quick-input-title").filter({ hasText: "Ask itinerary.xml" }).waitFor();
    await type("what is outdoors on day 7?");
    await rows().filter({ hasText: "/Itinerary/Day[7]" }).first().waitFor();
    await press("Control+A");
    await type("how many restaurants are there?");
    await rows().filter({ hasText: "=" }).first().waitFor();
    await press("Control+A");
    await type("museums in the evening");
    await rows().filter({ hasText: "/Itinerary" }).first().waitFor();
    await vscode.shot("three questions");
    await vscode.page.keyboard.press("Escape");
    expect(steps).toBeLessThanOrEqual(7);
  });

  it("finds why a node is missing", async () => {
    await open("itinerary/itinerary.sxp", "busiest<|>_conference_day");
    await press("Control+Enter");
    await panelOf(vscode.page, "busiest_conference_day");
    await open(DATA, '<POI name="Opening<|> keynote"');
    await run("Semantic XPath: Why Is This Node Not in the Result?");
    const panel = await panelOf(vscode.page, "busiest_conference_day");
    await panel.getByRole("complementary", { name: "Selected node" }).filter({ hasText: "Opening keynote" }).waitFor();
    await vscode.shot("why a node is missing");
    expect(steps).toBeLessThanOrEqual(4);
    await command(vscode.page, "View: Close All Editors");
  });

  it("changes something and takes it back", async () => {
    await open(DATA);
    await run("Semantic XPath: Ask This Data…");
    await vscode.page.locator(".quick-input-title").filter({ hasText: "Ask itinerary.xml" }).waitFor();
    await type("delete the opening keynote");
    await vscode.page.locator(".quick-input-title").filter({ hasText: "A change of itinerary.xml" }).waitFor();
    await press("Enter");
    await activeTab(vscode.page, "itinerary.xml: change");
    await vscode.shot("a change is shown");
    await step(pressButton(vscode.page, "Apply"));
    await notifications(vscode.page).filter({ hasText: "not saved yet" }).first().waitFor();
    await step(pressButton(vscode.page, "Undo"));
    await until(
      "the text as it was",
      () => vscode.page.locator(".tab.dirty", { hasText: "itinerary.xml" }).count(),
      (count) => count === 0,
    );
    expect(steps).toBeLessThanOrEqual(6);
    await command(vscode.page, "Notifications: Clear All Notifications").catch(() => undefined);
  });

  it("compares two versions", async () => {
    await step(vscode.page.locator(".activitybar .action-label[aria-label*='Semantic XPath']").first().click());
    await clickOn("trips");
    await clickOn(/nodes? ·/);
    await step(row("no time for it").click({ button: "right" }));
    const entry = vscode.page.locator(".monaco-menu .action-item").filter({ hasText: "Compare With Another" }).first();
    await step(
      until("the end of the menu", async () => {
        await entry.click({ timeout: 1000 }).catch(() => undefined);
        return !(await entry.isVisible());
      }),
    );
    await step(rows().filter({ hasText: "planned" }).first().click());
    await activeTab(vscode.page, "trip: version 1 ↔ 2");
    await vscode.shot("two versions");
    expect(steps).toBeLessThanOrEqual(6);
  });

  it("sees what a memory of conversations believes about a person, and since when", async () => {
    await clickOn("talks");
    await row("Conversations").hover();
    await step(row("Conversations").locator(".action-label[aria-label*='Show What It Holds']").click());
    const panel = await panelOf(vscode.page, "/*");
    await step(panel.getByRole("tab", { name: "Facts" }).click());
    await panel
      .getByRole("list", { name: /Ann: home/ })
      .getByText(/from .*Mar/)
      .last()
      .waitFor();
    await vscode.shot("what a memory believes");
    expect(steps).toBeLessThanOrEqual(3);
  });

  it("has queries that survive a change of their schema", async () => {
    const texts = () => ["todo/todo.sxp", "requests/todo.sxp"].map((file) => vscode.read(file));
    const SCHEMA = "todo/todo.schema.json";
    // Renamed as a symbol: every query follows, open or not.
    await open(SCHEMA, '"Ta<|>sk": {\n      "documentation"');
    await step(rename(vscode.page, "Chore"));
    await run("File: Save All Files");
    await until("the queries with the new name", texts, (all) =>
      all.every((text) => text.includes("//Chore[@status") && !text.includes("//Task[")),
    );
    expect(steps).toBeLessThanOrEqual(3);
    // Written by hand: every query is reported, open or not, and one fix writes all of them.
    steps = 0;
    await open(SCHEMA, '"Ch<|>ore": {\n      "documentation"');
    await press("Control+F2");
    await type("Errand");
    const rows = await problems(vscode.page);
    await rows.filter({ hasText: 'no node type "Chore"' }).first().waitFor();
    await vscode.shot("queries that are not open are reported");
    await open("todo/todo.sxp", "//Ch<|>ore[@deadline");
    await squiggle(vscode.page, "todo/todo.sxp");
    const titles = await quickFixes(vscode.page);
    steps++;
    await vscode.shot("a fix for all queries");
    const fix = titles.find((title) => title.startsWith("Write Errand for Chore"));
    await step(applyFix(vscode.page, fix!.trim()));
    await run("File: Save All Files");
    await until("the queries with the next name", texts, (all) =>
      all.every((text) => text.includes("//Errand[@status") && !text.includes("//Chore[")),
    );
    expect(steps).toBeLessThanOrEqual(7);
  });
});
