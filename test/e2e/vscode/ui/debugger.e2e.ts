import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addWatch, debugRows, ended, pressDebug, stopped, stoppedLine } from "../support/debugging.js";
import { editorOf, openFile } from "../support/editor.js";
import { answer, command } from "../support/palette.js";
import { panelOf } from "../support/panel.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("debugger", { size: { width: 1600, height: 900 } });
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const file = "itinerary/debugged.sxp";
const TEXT = `import schema "itinerary.schema.json";
import data "itinerary.xml";

declare query calm_meals() :=
  //Day[avg(
    /POI[node =~ "museum"]
  )]
  /Restaurant[@meal = "dinner"]
  [1];
`;

const rows = (view: string): Promise<string[]> => debugRows(vscode.page, view).allInnerTexts();
const variables = async (): Promise<string> => (await rows("Variables")).join("\n");

/** Where the run stands: the frames of the call stack. */
const here = async (): Promise<string> => (await rows("Call Stack")).join("\n");

/** Where it stands once it has moved: while it moves, the call stack shows a part of what was, so it must stay for half a second. */
async function moved(from: string): Promise<string> {
  await stopped(vscode.page);
  let before = "";
  let stayed = 0;
  return until("another place", here, (text) => {
    stayed = text === before ? stayed + 1 : 0;
    before = text;
    return stayed >= 5 && text !== from && text.includes("calm_meals");
  });
}

describe("the debugger", () => {
  it("stops a named query at F5 before its first operator", async () => {
    vscode.write(file, TEXT);
    await openFile(vscode, file, "calm<|>_meals");
    await vscode.page.keyboard.press("F5");
    await stopped(vscode.page);
    await stoppedLine(vscode.page).waitFor();
    await vscode.shot("entry");
  });

  it("steps in, and the variables show nodes with their weights", async () => {
    await pressDebug(vscode.page, "Step Into");
    await until("the days", variables, (text) => /Day/.test(text));
    await vscode.shot("after the first step");
  });

  it("goes into evidence, out of it, and back", async () => {
    const before = await here();
    await pressDebug(vscode.page, "Step Into");
    const inside = await moved(before);
    await vscode.shot("in the evidence");
    await pressDebug(vscode.page, "Step Out");
    const outside = await moved(inside);
    await vscode.shot("out of it");
    await pressDebug(vscode.page, "Step Back");
    await moved(outside);
    await pressDebug(vscode.page, "Step Over");
    await until("the place before", here, (text) => text === outside);
  });

  it("shows the weights of a relevance", async () => {
    await until("weights", variables, (text) => /0\.\d+/.test(text));
    await vscode.shot("weights");
  });

  it("marks the nodes of the step in the memory view", async () => {
    const panel = await panelOf(vscode.page, "calm_meals");
    await panel.locator(".stepping").waitFor();
    await panel.locator(".tree-row.is-current").first().waitFor();
    await vscode.shot("memory");
  });

  it("watches a path from where the query stands", async () => {
    await command(vscode.page, "Run and Debug: Focus on Watch View");
    await addWatch(vscode.page);
    await vscode.page.locator(".debug-watch .monaco-inputbox input:focus").waitFor();
    await vscode.page.keyboard.type("/Restaurant");
    await vscode.page.keyboard.press("Enter");
    await until(
      "its value",
      () => rows("Watch"),
      (found) => found.some((text) => /\/Restaurant.*\d/s.test(text)),
    );
    await vscode.shot("watch");
  });

  it("answers in the debug console", async () => {
    await command(vscode.page, "Debug Console: Focus on Debug Console View");
    await vscode.page.locator(".repl-input-wrapper .monaco-editor.focused").waitFor();
    await vscode.page.keyboard.type("count(/POI)");
    await vscode.page.keyboard.press("Escape");
    await vscode.page.keyboard.press("Enter");
    await vscode.page
      .locator(".repl .monaco-list-row", { hasText: /^\s*\d(?:, \d)+/ })
      .first()
      .waitFor();
    await vscode.shot("console");
  });

  it("is restarted when the query is edited", async () => {
    await openFile(vscode, file, '"dinner<|>"');
    for (const _ of "dinner") await vscode.page.keyboard.press("Backspace");
    await vscode.page.keyboard.type("lunch");
    await panelOf(vscode.page, "lunch");
    await stopped(vscode.page);
    await vscode.page.keyboard.press("Control+S");
    await pressDebug(vscode.page, "Continue");
    await vscode.page.locator(".repl .monaco-list-row", { hasText: "Annex Noodle House" }).first().waitFor();
    await vscode.shot("restarted");
  });

  it("stops at a breakpoint, runs to the end and ends", async () => {
    await pressDebug(vscode.page, "Stop");
    await ended(vscode.page);
    await openFile(vscode, file, "/Restaurant[@meal<|>");
    await vscode.page.keyboard.press("F9");
    await editorOf(vscode.page, file).locator(".codicon-debug-breakpoint").first().waitFor();
    await vscode.page.keyboard.press("F5");
    await stopped(vscode.page);
    await pressDebug(vscode.page, "Continue");
    await until("the filter", here, (text) => /8:/.test(text) || /Restaurant/.test(text));
    await stoppedLine(vscode.page).waitFor();
    await vscode.shot("breakpoint");
    await pressDebug(vscode.page, "Continue");
    await until("the result", here, (text) => /the result/.test(text));
    await until("its entries", variables, (text) => text.includes("/Itinerary/Day[3]/Restaurant[2]"));
    await vscode.shot("the end");
    await pressDebug(vscode.page, "Continue");
    await ended(vscode.page);
  });

  it("asks for arguments, and is started by the lens", async () => {
    const examples = "itinerary/itinerary.sxp";
    await openFile(vscode, examples, "query day_plan<|>(");
    await command(vscode.page, "Semantic XPath: Debug Query");
    await answer(vscode.page, "2");
    await stopped(vscode.page);
    await pressDebug(vscode.page, "Stop");
    await ended(vscode.page);
  });
});

it("nothing outside this machine was asked for, and nothing failed", () => {
  expect([...vscode.foreign]).toEqual([]);
  expect(vscode.errors).toEqual([]);
});
