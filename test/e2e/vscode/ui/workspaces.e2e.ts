import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cursorIsAt, editorOf, openPath, replaceText, suggestions } from "../support/editor.js";
import {
  answer,
  appears,
  choices,
  choose as chooseRow,
  closeInput,
  command,
  find,
  proposed,
  rowsInOrder,
} from "../support/palette.js";
import { nextRun, pick, shownRun } from "../support/panel.js";
import { activeTab, notifications } from "../support/panels.js";
import { until } from "../support/until.js";
import { openVsCode, picturesOfFailures, type VsCode } from "../support/window.js";

/** Two folders in one workspace, with files of the same names in them, and files that lie in none of them. */
let vscode: VsCode;
let readsSettings = false;
const SETTINGS = "itinerary/.vscode/settings.json";
const FOLDER_SETTINGS = '{ "sxp.data": "itinerary.xml", "sxp.limit": 2, "editor.lineNumbers": "off" }';
beforeAll(async () => {
  vscode = await openVsCode("workspaces", { roots: ["todo", "itinerary"] });
  vscode.write(SETTINGS, FOLDER_SETTINGS);
  vscode.write("itinerary/all.sxp", "//POI\n");
  vscode.write(
    "itinerary/best.sxp",
    'import data "itinerary.xml";\n\ndeclare query best() := //POI[node =~ "museum"];\n',
  );
  vscode.write("todo/best.sxp", 'import data "todo.xml";\n\ndeclare query best() := //Task[node =~ "summary"];\n');
  vscode.write("todo/all.sxp", "//Task\n");
  vscode.write("todo/more/tasks.xml", '<TodoList><Task name="only one"/></TodoList>\n');
  readsSettings = await settingsAreRead();
});
afterAll(() => vscode?.close());
picturesOfFailures(() => vscode);

const open = (file: string, marked?: string) => openPath(vscode, join(vscode.folder, file), marked);

/** Runs the query of the active editor and waits for its rows. */
async function run(title: string) {
  const before = await shownRun(vscode.page);
  await command(vscode.page, "Semantic XPath: Run Query");
  return nextRun(vscode.page, before, title);
}

/**
 * Whether VS Code itself goes by the settings of a folder: one of the editor's own is in them. A window that was slow to reach its files
 * reads them when they change, or when it is loaded anew.
 */
async function settingsAreRead(): Promise<boolean> {
  for (let tries = 0; tries < 6; tries++) {
    await open("itinerary/all.sxp");
    const numbers = editorOf(vscode.page, "all.sxp").locator(".line-numbers");
    const isRead = await numbers
      .first()
      .waitFor({ state: "detached", timeout: 4000 })
      .then(
        () => true,
        () => false,
      );
    if (isRead) return true;
    vscode.write(SETTINGS, `${FOLDER_SETTINGS}${"\n".repeat(tries)}`);
    if (tries % 2 === 1) await vscode.page.reload({ waitUntil: "domcontentloaded" });
  }
  return false;
}

describe("in a workspace of two folders", () => {
  beforeEach(({ skip }) => skip(!readsSettings, "VS Code itself did not read the settings of its folders"));

  it("imports are those of the query's own folder, and results lead there", async () => {
    for (const [folder, type] of [
      ["todo", "Task"],
      ["itinerary", "POI"],
    ] as const) {
      await open(`${folder}/best.sxp`, "query <|>best");
      const panel = await run("best");
      await panel
        .getByRole("grid")
        .getByRole("row")
        .filter({ hasText: `${type}[` })
        .first()
        .waitFor();
      await panel.getByRole("button", { name: "Go to the source of result 1", exact: true }).click();
      await activeTab(vscode.page, `${folder}.xml`);
      await vscode.shot(`a result in ${folder}`);
    }
  });

  it("settings of a folder are for its files only, with paths from it", async () => {
    await open("itinerary/all.sxp");
    const panel = await run("//POI");
    await until(
      "two rows",
      () => panel.getByRole("grid").getByRole("row").count(),
      (count) => count === 2,
    );
  });

  it("the pick list names the folder of each file, and the choice is for one file", async () => {
    await open("todo/all.sxp");
    const before = await shownRun(vscode.page);
    await command(vscode.page, "Semantic XPath: Run Query");
    const wanted = ["todo.xmltodo", "tasks.xmltodo/more", "itinerary.xmlitinerary", "Anotherfile…", "None"];
    await until(
      `the list ${wanted.join()}`,
      async () => (await rowsInOrder(choices(vscode.page))).map((row) => row.replaceAll(/\s/g, "")),
      (rows) => rows.join() === wanted.join(),
    );
    await vscode.shot("which data");
    await choices(vscode.page).filter({ hasText: "tasks.xml" }).click();
    const panel = await nextRun(vscode.page, before, "//Task");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "only one" }).waitFor();
  });

  it("a schema is inferred from the data of the folder that the query is in", async () => {
    await open("todo/all.sxp");
    await command(vscode.page, "Semantic XPath: Infer Schema from Data");
    await activeTab(vscode.page, "tasks.schema.json");
    await vscode.page.locator(".view-line", { hasText: '"TodoList"' }).first().waitFor();
    await command(vscode.page, "View: Revert and Close Editor");
  });

  it("a scorer is chosen for the folder of the file", async () => {
    await open("todo/all.sxp");
    await command(vscode.page, "Semantic XPath: Choose Scorer…");
    await chooseRow(vscode.page, "lexical");
    await until(
      "the setting",
      () => vscode.read("todo/.vscode/settings.json"),
      (text) => /"sxp.scorer": "lexical"/.test(text),
    );
    expect(vscode.read(SETTINGS)).not.toContain("scorer");
  });

  it("an export is offered beside the query's own folder", async () => {
    await open("todo/best.sxp", "query <|>best");
    const panel = await run("best");
    await pick(panel, "Export", "HTML report");
    await proposed(vscode.page, "/todo/best.html");
    await closeInput(vscode.page);
  });
});

/** A new file of ours that is not saved, with this text. */
async function writeUntitled(text: string): Promise<void> {
  await vscode.page.keyboard.press("Control+1");
  await command(vscode.page, "File: New Untitled Text File");
  await command(vscode.page, "Change Language Mode");
  await find(vscode.page, "Semantic XPath");
  await vscode.page.locator(".statusbar-item", { hasText: "Semantic XPath" }).first().waitFor();
  await replaceText(vscode.page, text);
}

describe("a file that is not saved", () => {
  it("imports from the first folder, and has its names completed and checked", async () => {
    await writeUntitled('import data "todo.xml";\n\ndeclare query categories() := /TodoList/');
    expect(await suggestions(vscode.page, "Category")).toContain("Category");
    await vscode.page.keyboard.press("Escape");
    await vscode.page.keyboard.type("Category[2];");
    const panel = await run("categories");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "/TodoList/Category[2]" }).waitFor();
    await vscode.shot("untitled with an import");
  });

  it("is asked for its data once, and has it still when it is saved", async () => {
    await writeUntitled('//Task[node =~ "summary"]');
    const before = await shownRun(vscode.page);
    await command(vscode.page, "Semantic XPath: Run Query");
    await choices(vscode.page).filter({ hasText: "todo.xml" }).click();
    const panel = await nextRun(vscode.page, before, "//Task");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "summary" }).first().waitFor();
    await vscode.page.keyboard.press("Control+1");
    await command(vscode.page, "File: Save As...");
    await proposed(vscode.page, "Untitled-2.sxp");
    await answer(vscode.page, join(vscode.folder, "todo/kept.sxp"));
    await activeTab(vscode.page, "kept.sxp");
    // What it counts while others need the machine may take too long: then it says "…", and counts again at the next edit.
    const counted = vscode.page.locator(".view-line", { hasText: /1\s·\s\d\.\d/ });
    await until("the count", async () => {
      if (await appears(counted)) return true;
      await vscode.page.keyboard.press("Control+End");
      await vscode.page.keyboard.type(" ");
      await vscode.page.keyboard.press("Backspace");
      return false;
    });
    await run("//Task");
  });
});

describe("a file from outside of the workspace", () => {
  it("runs over the data beside it, and sees when that changes", async () => {
    const at = (name: string): string => join(vscode.folder, "elsewhere", name);
    vscode.write("elsewhere/notes.xml", '<Notes><Note text="first"/></Notes>\n');
    vscode.write("elsewhere/notes.sxp", 'import data "notes.xml";\n\ndeclare query notes() := /Notes/Note;\n');
    await openPath(vscode, at("notes.sxp"));
    const panel = await run("notes");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "first" }).waitFor();
    writeFileSync(at("notes.xml"), '<Notes>\n  <Note text="first"/>\n  <Note text="second"/>\n</Notes>\n');
    await until(
      "the new data",
      async () => {
        await openPath(vscode, at("notes.sxp"));
        await run("notes");
        return panel.getByRole("grid").innerText();
      },
      (text) => text.includes("second"),
    );
    await panel.getByRole("button", { name: "Go to the source of result 2", exact: true }).click();
    await activeTab(vscode.page, "notes.xml");
    await cursorIsAt(vscode.page, 3, 3);
  });
});

/** Name of a folder and of its files, and what stands before and in the data. */
const ODD = [
  ["a name with spaces", "my plan (2)", "\ufeff", "\r\n"],
  ["another alphabet", "旅行 été", "", "\r\n"],
  ["signs of URIs", "100% #1 [a]+b&c;d", "\ufeff", "\n"],
] as const;

describe("a file whose name has", () => {
  it.each(ODD)("%s is read, and a result leads to its place", async (what, name, mark, end) => {
    const lines = [
      "<Garden>",
      "  <Bed>",
      '    <Plant name="Bärlauch 旅"/><Plant name="second"/>',
      "  </Bed>",
      "</Garden>",
      "",
    ];
    vscode.write(`itinerary/${name}/${name}.xml`, `${mark}${lines.join(end)}`);
    vscode.write(
      `itinerary/${name}/${name}.sxp`,
      `${mark}import data "${name}.xml";${end}${end}declare query second() := //Plant[2];${end}`,
    );
    await openPath(vscode, join(vscode.folder, "itinerary", name, `${name}.sxp`), "<|>second()");
    const panel = await run("second");
    await panel.getByRole("grid").getByRole("row").filter({ hasText: "second" }).waitFor();
    await panel.getByRole("button", { name: "Go to the source of result 1", exact: true }).click();
    await activeTab(vscode.page, `${name}.xml`);
    await cursorIsAt(vscode.page, 3, lines[2]!.indexOf('<Plant name="second"') + 1);
    await vscode.shot(what);
  });
});

it("nothing failed, and nothing was said that was not asked for", async () => {
  expect(vscode.errors).toEqual([]);
  expect(await notifications(vscode.page).allInnerTexts()).toEqual([]);
});
