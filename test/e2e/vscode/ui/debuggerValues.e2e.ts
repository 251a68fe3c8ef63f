import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { debugRows, ended, pressDebug, stopped, stoppedLine } from "../support/debugging.js";
import { editorOf, openFile } from "../support/editor.js";
import { answer, command } from "../support/palette.js";
import { panelOf } from "../support/panel.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

let vscode: VsCode;
beforeAll(async () => {
  vscode = await openVsCode("debuggerValues", { size: { width: 1600, height: 900 } });
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const file = "itinerary/wishes.sxp";
const TEXT = `import schema "itinerary.schema.json";
import data "itinerary.xml";

(: Every day of the trip. :)
declare query all_days() := //Day;

(: Which days have a stop like $wish, and where does one eat then? :)
declare query days_like($wish as string) :=
  //Day
    [max(/POI[node =~ $wish])]
  /Restaurant[@meal = "dinner"];
`;

const inConsole = (text: string | RegExp): Locator => vscode.page.locator(".repl .monaco-list-row", { hasText: text });
const variables = async (): Promise<string> => (await debugRows(vscode.page, "Variables").allInnerTexts()).join("\n");
const stack = async (): Promise<string> => (await debugRows(vscode.page, "Call Stack").allInnerTexts()).join("\n");
/** What stands behind the lines of the query. */
const inline = async (): Promise<string> =>
  (await editorOf(vscode.page, file).locator(".view-line").allInnerTexts()).join("\n").replaceAll("\u00a0", " ");

async function type(text: string): Promise<void> {
  await command(vscode.page, "Debug Console: Focus on Debug Console View");
  await vscode.page.locator(".repl-input-wrapper .monaco-editor.focused").waitFor();
  await vscode.page.keyboard.press("Control+A");
  await vscode.page.keyboard.press("Delete");
  await vscode.page.keyboard.type(text);
}

/** Adds a breakpoint of a kind at the cursor, with what it says. */
async function addBreakpoint(kind: string, text: string): Promise<void> {
  await command(vscode.page, `Debug: Add ${kind}...`);
  await vscode.page.locator(".breakpoint-widget .monaco-editor.focused").waitFor();
  await vscode.page.keyboard.type(text);
  await vscode.page.keyboard.press("Enter");
  await vscode.page.locator(".breakpoint-widget").waitFor({ state: "hidden" });
}

describe("what the debugger shows in the editor", () => {
  it("starts with F5 on the query at the cursor, and asks for its argument", async () => {
    vscode.write(file, TEXT);
    await openFile(vscode, file, "max(/POI<|>");
    await vscode.page.keyboard.press("F5");
    await answer(vscode.page, "lake");
    await stopped(vscode.page);
    await until("the query at the cursor", stack, (text) => text.includes("days_like"));
    await vscode.shot("started");
  });

  it("halts at a breakpoint inside of a bracket", async () => {
    await openFile(vscode, file, "/POI[<|>node");
    await command(vscode.page, "Debug: Inline Breakpoint");
    await editorOf(vscode.page, file).locator(".codicon-debug-breakpoint").first().waitFor();
    await vscode.shot("inline breakpoint");
    await pressDebug(vscode.page, "Continue");
    await until("the relevance in its bracket", stack, (text) => text.startsWith("[node =~ $wish"));
    await stoppedLine(vscode.page).waitFor();
  });

  it("shows behind each line what its operators gave", async () => {
    const wanted = [/\[node…\] 32,/, /\/POI 32,/, /best 0\.\d\d/];
    await until("values", inline, (text) => wanted.every((one) => one.test(text)));
    await vscode.shot("inline values");
  });

  it("tells under the mouse what an operator gave", async ({ skip }) => {
    const word = editorOf(vscode.page, file).locator(".view-line span", { hasText: /^POI$/ }).first();
    const hover = vscode.page.locator(".debug-hover-widget");
    // The editor asks when the mouse rests, and not again until it has moved.
    const isShown = await until("the hover", async () => {
      await vscode.page.mouse.move(5, 5);
      await word.hover();
      return hover.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    }).then(
      () => true,
      () => false,
    );
    skip(!isShown, "the editor showed no hover for the mouse");
    await until(
      "its sequence",
      () => hover.innerText(),
      (text) => /^32 entries\n/.test(text),
    );
    await vscode.shot("hover");
    await vscode.page.keyboard.press("Escape");
  });

  it("follows in the memory view", async () => {
    const panel = await panelOf(vscode.page, "days_like");
    await panel.locator(".stepping").waitFor();
    await panel.locator(".tree-row.is-current").first().waitFor();
  });

  it("completes in the console as the editor does", async () => {
    await type("/..[@ci");
    const menu = vscode.page.locator(".suggest-widget.visible .monaco-list-row");
    await vscode.page.keyboard.press("Control+Space");
    await menu.filter({ hasText: "city" }).first().waitFor();
    await vscode.shot("completion");
    await vscode.page.keyboard.press("Tab");
    await vscode.page.keyboard.type(' = "T');
    await vscode.page.keyboard.press("Control+Space");
    await menu.filter({ hasText: "Toronto" }).first().waitFor();
    await vscode.shot("completion of a value");
    await vscode.page.keyboard.press("Escape");
  });

  it("answers in the console", async () => {
    await type('@category = "museum"');
    await vscode.page.keyboard.press("Escape");
    await vscode.page.keyboard.press("Enter");
    await inConsole(/true for \d+ of \d+ nodes/).waitFor();
    await type(":whynot /Itinerary/Day[2]/Restaurant[1]");
    await vscode.page.keyboard.press("Escape");
    await vscode.page.keyboard.press("Enter");
    await inConsole(/"dinner"/)
      .first()
      .waitFor();
    await vscode.shot("console");
  });
});

describe("breakpoints that ask and that write", () => {
  it("a log point writes and does not halt, a condition on weights halts where it holds", async () => {
    await pressDebug(vscode.page, "Stop");
    await ended(vscode.page);
    await command(vscode.page, "Remove All Breakpoints");
    await openFile(vscode, file, "\n  //Day<|>");
    await addBreakpoint("Logpoint", "days: {count}");
    await openFile(vscode, file, "[max<|>(");
    await addBreakpoint("Conditional Breakpoint", "weight >= 0.2");
    await vscode.shot("breakpoints");
    await vscode.page.keyboard.press("F5");
    // The argument is the one that was given before.
    await stopped(vscode.page);
    await pressDebug(vscode.page, "Continue");
    await until("the condition", stack, (text) => text.startsWith("[max("));
    await inConsole(/days: 7.*wishes\.sxp:9/s).waitFor();
    await until("the days", variables, (text) => /\/Itinerary\/Day\[\d\] /.test(text));
    await vscode.shot("logged and halted");
  });

  it("a condition that can't be is told where it stands", async () => {
    await openFile(vscode, file, "/Restaurant<|>[");
    await addBreakpoint("Conditional Breakpoint", "weight");
    await editorOf(vscode.page, file)
      .locator(".codicon-debug-breakpoint-unverified, .codicon-debug-breakpoint-conditional-unverified")
      .first()
      .hover();
    await vscode.page.locator(".monaco-hover", { hasText: "Compare weight with a number" }).first().waitFor();
    await vscode.shot("condition told");
    await pressDebug(vscode.page, "Stop");
    await ended(vscode.page);
  });
});

describe("launch.json", () => {
  const write = (fields: object): void => {
    const configuration = { type: "sxp", request: "launch", name: "Days", ...fields };
    vscode.write(".vscode/launch.json", JSON.stringify({ version: "0.2.0", configurations: [configuration] }));
  };

  it("says what is wrong with it in a box, with what is near", async () => {
    write({ program: `\${workspaceFolder}/${file}`, query: "days_lik", params: { wish: "lake" } });
    await until(
      "the configuration",
      () => vscode.page.locator(".start-debug-action-item").innerText(),
      (text) => text.includes("Days"),
    );
    await vscode.page.keyboard.press("F5");
    const box = vscode.page.locator(".monaco-dialog-box");
    await box.filter({ hasText: 'declares no query "days_lik". Did you mean "days_like"?' }).waitFor();
    await vscode.shot("a wrong query");
    await vscode.page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
  });

  it("starts what it names, with its variables replaced", async () => {
    write({
      program: `\${workspaceFolder}/${file}`,
      query: "days_like",
      params: { wish: "museum" },
      data: "${workspaceFolder}/itinerary/itinerary.xml",
      schema: "${workspaceFolder}/itinerary/itinerary.schema.json",
      scorer: "lexical",
      limit: 2,
      stopOnEntry: true,
    });
    await openFile(vscode, file, "all_days<|>");
    await vscode.page.keyboard.press("F5");
    await stopped(vscode.page);
    await until("its query, not that at the cursor", stack, (text) => text.includes("days_like"));
    const wanted = [/limit =\s*2/, /\$wish =\s*"museum"/];
    await until("its arguments", variables, (text) => wanted.every((one) => one.test(text)));
    await vscode.shot("from launch.json");
    await pressDebug(vscode.page, "Stop");
    await ended(vscode.page);
  });
});

it("nothing outside this machine was asked for, and nothing failed", () => {
  expect([...vscode.foreign]).toEqual([]);
  expect(vscode.errors).toEqual([]);
});
