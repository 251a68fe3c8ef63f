import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFile } from "../support/editor.js";
import { command } from "../support/palette.js";
import { notifications, pressButton } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** The tools of language models, called by another extension as an assistant calls them, with the editor's own question to the person. */
let vscode: VsCode;
const XML = '<Trip>\n  <Stop name="Tower" cost="7"/>\n  <Stop name="Museum" cost="5"/>\n</Trip>\n';
beforeAll(async () => {
  vscode = await openVsCode("assistants", {
    size: { width: 1300, height: 900 },
    folder: "empty",
    // The SQLite of a Node that has none of its own.
    environment: { NODE_PATH: fileURLToPath(new URL("../../../../node_modules", import.meta.url)) },
    payload: ({ host }) => [
      ["extensionDevelopmentPath", `vscode-remote://${host}${fileURLToPath(new URL("../virtual", import.meta.url))}`],
    ],
  });
  vscode.write("trip.xml", XML);
  const memory = createMemory(join(vscode.folder, "trips"));
  memory.createTask("trip", readXml(XML));
  memory.close();
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const UPDATE = 'replace value of node //Stop[@name = "Tower"]/@cost with "8"';
const dialog = () => vscode.page.locator(".monaco-dialog-box");

async function call(name: string, input: object): Promise<void> {
  rmSync(join(vscode.folder, "answer.txt"), { force: true });
  vscode.write("call.json", JSON.stringify({ name, input }));
  await command(vscode.page, "Memory: Call a Tool");
}

const answered = (): Promise<string> =>
  until(
    "the answer of the tool",
    () => (existsSync(join(vscode.folder, "answer.txt")) ? vscode.read("answer.txt") : ""),
    (text) => text !== "",
  );

const versions = (): number => {
  const memory = openMemory(join(vscode.folder, "trips"), { readOnly: true });
  try {
    return memory.task("trip").state.versions.length;
  } finally {
    memory.close();
  }
};

describe("an assistant in the editor", () => {
  it("asks a data file and a memory, and previews a change, without a question to the person", async () => {
    await openFile(vscode, "trip.xml");
    await call("sxp_query", { file: "trip.xml", question: "which stops cost more than 6?" });
    expect(await answered()).toContain("/Trip/Stop[1]");
    await call("sxp_query", { file: "trips", question: "sum(//Stop/@cost)" });
    expect(await answered()).toContain("12");
    await call("sxp_preview_update", { file: "trips", update: UPDATE });
    expect(await answered()).toMatch(/7[\s\S]*8/);
    expect(versions()).toBe(1);
  });

  it("changes a memory after the person has confirmed what is shown, which then can be taken back", async () => {
    await call("sxp_apply_update", { file: "trips", update: UPDATE, reason: "the price has risen" });
    await dialog().filter({ hasText: "Change trips?" }).waitFor();
    await vscode.shot("an assistant asks for a change");
    expect(await dialog().innerText()).toContain("8");
    expect(versions()).toBe(1);
    await dialog().locator(".monaco-button", { hasText: "Yes" }).click();
    expect(await answered()).toContain("version 2 of trip");
    expect(versions()).toBe(2);
    await notifications(vscode.page).filter({ hasText: "version 2 of trip" }).first().waitFor();
    await vscode.shot("the change is made");
    await pressButton(vscode.page, "Undo");
    await until("the version of the undo", versions, (count) => count === 3);
  });

  it("makes nothing if the person refuses, nor if the data changes while they are asked", async () => {
    await call("sxp_apply_update", { file: "trips", update: UPDATE });
    await dialog().waitFor();
    await vscode.page.keyboard.press("Escape");
    expect(await answered()).toMatch(/cancel/i);
    await call("sxp_apply_update", { file: "trips", update: UPDATE });
    await dialog().waitFor();
    const memory = openMemory(join(vscode.folder, "trips"));
    await memory.update("trip", "delete node //Stop[2]");
    memory.close();
    await dialog().locator(".monaco-button", { hasText: "Yes" }).click();
    expect(await answered()).toContain("has changed since");
    expect(versions()).toBe(4);
  });

  it("changes a data file in the editor, where Ctrl+Z takes it back and nothing is saved", async () => {
    await openFile(vscode, "trip.xml");
    await call("sxp_apply_update", { file: "trip.xml", update: UPDATE });
    await dialog().filter({ hasText: "Change trip.xml?" }).waitFor();
    await dialog().locator(".monaco-button", { hasText: "Yes" }).click();
    expect(await answered()).toContain("not saved yet");
    await vscode.page.locator(".tab.dirty", { hasText: "trip.xml" }).first().waitFor();
    expect(vscode.read("trip.xml")).toBe(XML);
    await vscode.shot("a data file is changed");
  });

  it("gets no question for a change that can't be made, but the reason", async () => {
    await call("sxp_apply_update", { file: "../outside.xml", update: UPDATE });
    expect(await answered()).toContain("is no file of it");
    await call("sxp_apply_update", { file: "trip.xml", update: "delete node //Shop" });
    expect(await answered()).not.toMatch(/cancel/i);
    expect(await dialog().isVisible()).toBe(false);
  });
});
