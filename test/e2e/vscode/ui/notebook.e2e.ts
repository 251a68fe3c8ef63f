import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/runtime";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTab } from "../support/editor.js";
import { command } from "../support/palette.js";
import { notifications, pressButton } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** Notebooks: the same in a window with Node and in the workers of a browser. */
const WINDOWS = [
  ["with Node", {}],
  ["in a browser", { "remote.extensionKind": { "semantic-xpath.semantic-xpath": ["web"] } }],
] as const;

const FILE = "stops/week.sxpnb";
const XML = `<Trip>\n  <Stop name="Museum"/>\n  <Stop name="Harbour walk"/>\n  <Stop name="Harbour tour"/>\n</Trip>\n`;
const TEXT = [
  "---",
  "data: trip.xml",
  "---",
  "# Stops",
  "",
  "```sxp",
  "count(//Stop)",
  "```",
  "",
  "",
  "What is at the harbour?",
  "",
  "~~~~ sxp",
  '//Stop[@name = "Harbour walk"]',
  "~~~~",
].join("\n");
const BROKEN = "broken.sxpnb";

/** Opens a notebook from the list of files. */
async function openNotebook({ page }: VsCode, file: string): Promise<void> {
  await openTab(page, file);
  await page.locator(".code-cell-row .monaco-editor").first().waitFor();
}

/** The frame with the outputs of the notebook, once an output has this text. */
async function outputWith(page: Page, text: string | RegExp): Promise<Frame> {
  let found: Frame | undefined;
  await until(`an output with ${text}`, async () => {
    for (const frame of page.frames()) {
      const output = frame
        .locator(".output, .output_container, .output-plaintext, .output-stream")
        .filter({ hasText: text });
      if (
        await output
          .first()
          .isVisible()
          .catch(() => false)
      )
        found = frame;
    }
    return found !== undefined;
  });
  return found!;
}

const isDirty = (page: Page, name: string): Promise<boolean> =>
  page.locator(".tab.active.dirty", { hasText: name }).first().isVisible();

describe.each(WINDOWS)("a notebook %s", (name, settings) => {
  let vscode: VsCode;
  beforeAll(async () => {
    vscode = await openVsCode(`notebook ${name}`, { settings, size: { width: 1300, height: 1000 } });
    vscode.write("stops/trip.xml", XML);
    vscode.write(FILE, TEXT);
  });
  afterAll(() => vscode?.close());
  picturesOfFailures(() => vscode);

  it("opens with its cells, and has nothing to save", async () => {
    await openNotebook(vscode, FILE);
    const { page } = vscode;
    // A language that is set late would show itself here.
    await page.locator(".code-cell-row", { hasText: "count" }).first().waitFor();
    expect(await isDirty(page, "week.sxpnb")).toBe(false);
    await vscode.shot("open");
  });

  it("runs all cells over the data of the front matter", async () => {
    const { page } = vscode;
    await command(page, "Notebook: Run All");
    const values = await outputWith(page, "3");
    await values.locator(".value-large", { hasText: "3" }).first().waitFor();
    const results = await outputWith(page, "Harbour walk");
    await results.locator(".output [role=row]", { hasText: "/Trip/Stop[2]" }).first().waitFor();
    await vscode.shot("ran");
    expect(await isDirty(page, "week.sxpnb")).toBe(false);
  });

  it("opens a run in the panel", async () => {
    const results = await outputWith(vscode.page, "Harbour walk");
    await results
      .locator(".output", { hasText: "Harbour walk" })
      .getByRole("button", { name: "Open in the panel" })
      .first()
      .click();
    await vscode.page.locator(".tab.active", { hasText: "Query:" }).waitFor();
    await vscode.shot("in the panel");
    await command(vscode.page, "View: Close Editor");
  });

  it("saves an edited cell, and leaves every other byte as it was", async () => {
    const { page } = vscode;
    await openNotebook(vscode, FILE);
    const editor = page.locator(".code-cell-row", { hasText: "count" }).first().locator(".monaco-editor");
    await editor.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText("count(//Trip)");
    await page.locator(".tab.active.dirty", { hasText: "week.sxpnb" }).waitFor();
    await page.keyboard.press("Control+S");
    await until(
      "the saved notebook",
      async () => vscode.read(FILE),
      (text) => text === TEXT.replace("count(//Stop)", "count(//Trip)"),
    );
    // What is written outside of the editor comes in, and is not dirty.
    appendFileSync(join(vscode.folder, FILE), "\n\nThe end.\n");
    await until("the notebook with what was added", async () => !(await isDirty(page, "week.sxpnb")));
  });

  it("shows what is wrong in a cell before it runs, and says it where it would run", async () => {
    const { page } = vscode;
    vscode.write(BROKEN, "```sxp\n//Stop[\n```\n");
    await openNotebook(vscode, BROKEN);
    await page.locator(".code-cell-row .squiggly-error").first().waitFor();
    await command(page, "Notebook: Run All");
    await outputWith(page, /SXP\d{4}/);
    await vscode.shot("an error");
  });

  it("is any Markdown file that a person opens as one: cells that show errors, or have no data, do not stop it", async () => {
    const { page } = vscode;
    const text =
      '# A guide\r\n\r\n```sxp error\r\n//Stop[\r\n```\r\n\r\n```sxp\r\n//Stop\r\n```\r\n\r\n```sxp\r\nimport data "trip.xml";\r\n```\r\n\r\n```sxp\r\ncount(//Stop)\r\n```\r\n';
    vscode.write("stops/guide.md", text);
    await openTab(page, "stops/guide.md");
    await command(page, "Semantic XPath: Open as Notebook");
    await page.locator(".code-cell-row .monaco-editor").nth(1).waitFor();
    await command(page, "Notebook: Run All");
    const values = await outputWith(page, "3");
    await values.locator(".value-large", { hasText: "3" }).first().waitFor();
    expect(vscode.read("stops/guide.md")).toBe(text);
    expect(await isDirty(page, "guide.md")).toBe(false);
    await vscode.shot("a guide");
  });
});

describe("a notebook in a folder that is not trusted", () => {
  let vscode: VsCode;
  beforeAll(async () => {
    vscode = await openVsCode("notebook not trusted", { isTrusting: false });
    vscode.write("stops/trip.xml", XML);
    vscode.write(FILE, TEXT);
  });
  afterAll(() => vscode?.close());
  picturesOfFailures(() => vscode);

  it("runs nothing, and says why", async () => {
    const dialog = vscode.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    await dialog.locator(".monaco-button", { hasText: "No, I don't trust" }).click();
    await dialog.waitFor({ state: "hidden" });
    await openNotebook(vscode, FILE);
    await vscode.page.locator(".code-cell-row .monaco-editor").nth(1).waitFor();
    await command(vscode.page, "Notebook: Run All").catch(() => undefined);
    await vscode.shot("restricted");
    const said = vscode.page.locator(".notification-list-item, .monaco-dialog-box", { hasText: /trust/i });
    await until("that trust is needed", async () => {
      if (await said.first().isVisible()) return true;
      for (const frame of vscode.page.frames())
        if (
          await frame
            .locator("body", { hasText: "not trusted" })
            .isVisible()
            .catch(() => false)
        )
          return true;
      return false;
    });
  });
});

describe("a notebook of a memory", () => {
  let vscode: VsCode;
  const MATTER = "---\nmemory: trips\ntask: trip\n---\n";
  beforeAll(async () => {
    vscode = await openVsCode("notebook of a memory", {
      folder: "empty",
      size: { width: 1300, height: 1000 },
      // The SQLite of a Node that has none of its own.
      environment: { NODE_PATH: fileURLToPath(new URL("../../../../node_modules", import.meta.url)) },
    });
    const memory = createMemory(join(vscode.folder, "trips"));
    memory.createTask("trip", readXml(XML));
    memory.close();
    vscode.write(
      "trip.sxpnb",
      `${MATTER}\n\`\`\`sxp\ncount(//Stop)\n\`\`\`\n\n\`\`\`sxp\ndelete node //Stop[3]\n\`\`\`\n`,
    );
  });
  afterAll(() => vscode?.close());
  picturesOfFailures(() => vscode);

  const versions = (): number => {
    const memory = openMemory(join(vscode.folder, "trips"), { readOnly: true });
    try {
      return memory.task("trip").state.versions.length;
    } finally {
      memory.close();
    }
  };

  it("previews a change in its output and writes nothing", async () => {
    await openNotebook(vscode, "trip.sxpnb");
    await command(vscode.page, "Notebook: Run All");
    await (await outputWith(vscode.page, "3")).locator(".value-large", { hasText: "3" }).first().waitFor();
    await outputWith(vscode.page, "A preview: nothing is written");
    await vscode.shot("a change in a cell");
    expect(versions()).toBe(1);
  });

  it("previews the change as a diff from the cell, applies it as a version, and takes it back", async () => {
    const { page } = vscode;
    const cell = page.locator(".code-cell-row", { hasText: "delete" }).first();
    await cell.locator(".codelens-decoration a", { hasText: "Preview" }).click();
    await page.locator(".tab.active", { hasText: "trip@1.xml" }).waitFor();
    await vscode.shot("its preview");
    expect(versions()).toBe(1);
    await command(page, "Semantic XPath: Apply Update");
    await notifications(page).filter({ hasText: "version 2 of trip" }).first().waitFor();
    expect(versions()).toBe(2);
    await vscode.shot("its version");
    await pressButton(page, "Undo");
    await until("the version of the undo", versions, (count) => count === 3);
    await openNotebook(vscode, "trip.sxpnb");
    await command(page, "Notebook: Run All");
    await (await outputWith(page, "3")).locator(".value-large", { hasText: "3" }).first().waitFor();
    expect(await isDirty(page, "trip.sxpnb")).toBe(false);
  });
});
