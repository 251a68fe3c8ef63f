import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { encodeSegment } from "../../../../packages/lsp/src/features/workspace/uris.js";
import {
  appears,
  choices,
  closeInput,
  command,
  escaped,
  focusedChoice,
  goes,
  isDone,
  isFilled,
  SOON,
  summon,
} from "./palette.js";
import { until } from "./until.js";
import type { VsCode } from "./window.js";

/** The text editor of a file, by the end of its path. */
export const editorOf = (page: Page, file: string): Locator =>
  page.locator(`.editor-instance .monaco-editor[data-uri$="/${file}"]`);

/** Opens a file of the folder with the cursor where `<|>` is in a part of its text, or at its start. */
export async function openFile(vscode: VsCode, file: string, marked = "<|>"): Promise<void> {
  const { page } = vscode;
  const { line, column } = placeOf(vscode.read(file), marked);
  await until(`${file} in an editor`, async () => {
    // Beside the panel of a run, not over it.
    await page.keyboard.press("Control+1");
    return (await isPicked(page, file, `:${line}:${column}`)) && isWrittenIn(page, file);
  });
  if (!(await appears(cursorAt(page, line, column)))) await toPlace(page, line, column);
}

/** Opens a file of the folder in whatever editor it has. */
export async function openTab(page: Page, file: string): Promise<void> {
  const tab = page.locator(".tab.active", { hasText: file.split("/").at(-1)! });
  await until(`a tab of ${file}`, async () => (await isPicked(page, file)) && appears(tab));
}

/** Takes a file from the list of files; false where it was not offered within some seconds. */
async function isPicked(page: Page, file: string, place = ""): Promise<boolean> {
  await summon(page, "Control+P");
  if (!(await isFilled(page, `${file}${place}`))) return false;
  // Until the list is filtered, its first entry is what was open before, such as a comparison that the file has a part in.
  if (!(await appears(focusedChoice(page, file.split("/").at(-1)!)))) return false;
  await page.keyboard.press("Enter");
  return true;
}

/** The same for a file by its whole path, wherever it lies. */
export async function openPath({ page }: VsCode, path: string, marked = "<|>"): Promise<void> {
  const { line, column } = placeOf(readFileSync(path, "utf8").replace("\ufeff", ""), marked);
  const name = path.slice(path.lastIndexOf("/") + 1);
  await until(`${path} in an editor`, async () => {
    await page.keyboard.press("Control+1");
    await command(page, "File: Open File...");
    if (!(await appears(page.locator(".quick-input-titlebar:visible", { hasText: "Open File" })))) return false;
    if (!(await isFilled(page, path))) return false;
    // Before the folder is listed the key does nothing.
    if (!(await appears(choices(page).filter({ hasText: name })))) return false;
    await page.keyboard.press("Enter");
    return isWrittenIn(page, path.slice(1).split("/").map(encodeSegment).join("/"));
  });
  await toPlace(page, line, column);
}

/** Whether keys go into this file within some seconds: no input is open over it, and it has the focus. A file may be seen long before it is opened again. */
const isWrittenIn = async (page: Page, file: string): Promise<boolean> =>
  (await goes(page.locator(".quick-input-widget:visible"))) &&
  appears(
    page.locator(
      `.editor-group-container.active .editor-instance .monaco-editor.focused[data-uri$="/${file}"]:visible`,
    ),
  );

/** The same by the row of the file in the explorer: in files that are in no search. `root`: the one of its namesakes. */
export async function openListed(page: Page, name: string, place: string, root = 0): Promise<void> {
  const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: new RegExp(`^${escaped(name)}$`) });
  const tab = page.locator(".editor-group-container.active .tab.active", { hasText: name });
  await until(`${name} from the explorer`, async () => {
    await closeInput(page);
    await page.keyboard.press("Control+1");
    if (!(await row.nth(root).isVisible())) await page.keyboard.press("Control+Shift+E");
    return (await isDone(row.nth(root).dblclick({ timeout: SOON }))) && appears(tab);
  });
  const [line, column] = place.split(":").map(Number);
  await toPlace(page, line!, column!);
}

/** Puts the cursor of the active editor there; where none is active, of that in the first group. */
async function toPlace(page: Page, line: number, column: number): Promise<void> {
  await until(`the cursor at ${line}:${column}`, async () => {
    await summon(page, "Control+G");
    if (!(await isFilled(page, `:${line}:${column}`))) return false;
    if (!(await appears(choices(page).filter({ hasText: "Go to line" })))) {
      await closeInput(page);
      await page.keyboard.press("Control+1");
      return false;
    }
    await page.keyboard.press("Enter");
    return (await goes(page.locator(".quick-input-widget:visible"))) && appears(cursorAt(page, line, column));
  });
}

/** Line and column, from 1, of the mark. */
export function placeOf(text: string, marked: string): { readonly line: number; readonly column: number } {
  const [before, after] = marked.split("<|>") as [string, string];
  const found = text.indexOf(before + after);
  if (found < 0) throw new Error(`the text has no ${JSON.stringify(before + after)}`);
  const lines = text.slice(0, found + before.length).split("\n");
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/** What the status bar says of the cursor: `Ln 3, Col 5`. */
export const cursor = (page: Page): Locator => page.locator('[id="status.editor.selection"]');

/**
 * Waits for the cursor of the editor beside the panel. The status bar shows that of the active group: after a click into a panel this may still
 * be the panel's, though the keys go into the editor already.
 */
export async function cursorIsAt(page: Page, line: number, column?: number): Promise<void> {
  await until(`the cursor at ${line}:${column ?? "any"}`, async () => {
    if (await appears(cursorAt(page, line, column))) return true;
    await page.keyboard.press("Control+1");
    return false;
  });
}

function cursorAt(page: Page, line: number, column?: number): Locator {
  const wanted = column === undefined ? `Ln ${line}, Col \\d+` : `Ln ${line}, Col ${column}`;
  return cursor(page).filter({ hasText: new RegExp(`^\\s*${wanted}\\b`) });
}

/** Saves the active editor and waits until the file has what is expected of it. */
export async function saved(vscode: VsCode, file: string, expected: string | RegExp): Promise<string> {
  const matches = (text: string) => (typeof expected === "string" ? text.includes(expected) : expected.test(text));
  // What a command does to the text may come after the key: then it is saved again.
  const save = async (): Promise<string> => {
    await vscode.page.keyboard.press("Control+S");
    return vscode.read(file);
  };
  return until(`${expected} in ${file}`, save, matches);
}

/** Writes over the whole text of the active editor, as by hand: what an editor closes by itself is not doubled. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

export const closeEditors = (page: Page): Promise<void> => command(page, "View: Close All Editors");

/** The lines of an editor that are on the screen. */
export const visibleText = async (editor: Locator): Promise<string> =>
  (await editor.locator(".view-line").allInnerTexts()).join("\n").replaceAll(" ", " ");

/** Waits for an underlined problem in a file. */
export const squiggle = (page: Page, file: string, severity: "error" | "warning" | "info" = "error"): Promise<void> =>
  editorOf(page, file).locator(`.squiggly-${severity}`).first().waitFor();

export const noSquiggle = (page: Page, file: string): Promise<void> =>
  editorOf(page, file).locator(".squiggly-error").first().waitFor({ state: "detached" });

/** The titles of the quick fixes at the cursor. They stay open. */
export async function quickFixes(page: Page): Promise<string[]> {
  await until("quick fixes", async () => {
    if (await fixRows(page).first().isVisible()) return true;
    await page.keyboard.press("Control+.");
    return appears(fixRows(page));
  });
  return fixRows(page).allInnerTexts();
}

/** Applies one of the quick fixes that are open. */
export async function applyFix(page: Page, title: string): Promise<void> {
  const focused = page.locator(".action-widget .monaco-list-row.focused");
  const isAt = async (): Promise<boolean> => (await focused.innerText({ timeout: SOON })).trim() === title;
  await until(`the fix ${title}`, async () => {
    if (await isAt()) return true;
    await page.keyboard.press("ArrowDown");
    return isAt();
  });
  await page.keyboard.press("Enter");
  await page.locator(".action-widget").waitFor({ state: "hidden" });
}

const fixRows = (page: Page): Locator => page.locator(".action-widget .monaco-list-row.action");

/** The labels of the suggestions at the cursor from top to bottom, once one of them is there. A list that is closed, or has others, is asked for anew. */
export async function suggestions(page: Page, awaited: string): Promise<string[]> {
  const list = page.locator(".suggest-widget.visible");
  const read = async (): Promise<string[]> => {
    await page.keyboard.press("Control+Space");
    if (await appears(list.locator(".monaco-list-row", { hasText: awaited }))) return labelsOf(list);
    await page.keyboard.press("Escape");
    return [];
  };
  return until(`the suggestion ${awaited}`, read, (found) => found.length > 0);
}

/** The labels of an open list of suggestions from top to bottom. */
export const labelsOf = async (list: Locator): Promise<string[]> =>
  list
    .locator(".monaco-list-row")
    .evaluateAll((all) =>
      all
        .sort((a, b) => Number(a.getAttribute("data-index")) - Number(b.getAttribute("data-index")))
        .map((row) => (row.querySelector(".label-name") as HTMLElement | null)?.innerText ?? ""),
    );

/** What the hover at the cursor says, once it says this: what is not there yet comes with the next one. */
export async function hover(page: Page, awaited: string): Promise<Locator> {
  const shown = page.locator(".monaco-hover:visible", { hasText: awaited }).first();
  await until(`a hover with ${awaited}`, async () => {
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Control+I");
    return appears(shown);
  });
  return shown;
}

export async function rename(page: Page, name: string): Promise<void> {
  const input = page.locator(".rename-box input");
  await until("the input of a rename", async () => {
    await page.keyboard.press("F2");
    return appears(input);
  });
  await input.fill(name);
  await page.keyboard.press("Enter");
  await input.waitFor({ state: "hidden" });
}

/** Presses the code lens with this title that stands right above a line with this text. */
export async function pressLens(page: Page, file: string, line: string, title: string): Promise<void> {
  const editor = editorOf(page, file);
  const text = editor
    .locator(".view-line", { hasText: new RegExp(escaped(line).replaceAll(" ", "[\\s\\u00a0]")) })
    .first();
  const links = editor.locator(".codelens-decoration a", { hasText: new RegExp(`^\\W*${escaped(title)}$`) });
  const find = async (): Promise<Box | null> => {
    const top = (await boxOf(text))?.y ?? 0;
    const boxes = await Promise.all((await links.filter({ visible: true }).all()).map(boxOf));
    return boxes.find((box) => box !== null && box.y < top && top < box.y + 3 * box.height) ?? null;
  };
  // Lenses move while others are still on their way: it is there once it stays.
  let before: Box | null = null;
  const isStill = (box: Box | null): boolean => {
    const stays = box !== null && box.y === before?.y;
    before = box;
    return stays;
  };
  const { x, y, width, height } = (await until(`the lens "${title}" above "${line}"`, find, isStill))!;
  await page.mouse.click(x + width / 2, y + height / 2);
}

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

const boxOf = (shown: Locator): Promise<Box | null> => shown.boundingBox({ timeout: 1000 }).catch(() => null);
