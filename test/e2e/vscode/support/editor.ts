import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { encodeSegment } from "../../../../packages/lsp/src/features/workspace/uris.js";
import { appears, choices, command, escaped, isDone, isFilled, SOON, summon } from "./palette.js";
import { until } from "./until.js";
import type { VsCode } from "./window.js";

/** The text editor of a file, by the end of its path. */
export const editorOf = (page: Page, file: string): Locator =>
  page.locator(`.editor-instance .monaco-editor[data-uri$="/${file}"]`);

/** Opens a file of the folder with the cursor where `<|>` is in a part of its text, or at its start. */
export async function openFile(vscode: VsCode, file: string, marked = "<|>"): Promise<void> {
  const { line, column } = placeOf(vscode.read(file), marked);
  const name = file.split("/").at(-1)!;
  const isOpen = async (): Promise<boolean> => {
    // Beside the panel of a run, not over it.
    await vscode.page.keyboard.press("Control+1");
    await summon(vscode.page, "Control+P");
    if (!(await isFilled(vscode.page, `${file}:${line}:${column}`))) return false;
    // Until the list is filtered, the first entry is some other file.
    const first = vscode.page.locator(".quick-input-widget .monaco-list-row.focused", { hasText: name });
    if (!(await appears(first))) return false;
    await vscode.page.keyboard.press("Enter");
    return appears(editorOf(vscode.page, file).filter({ visible: true }));
  };
  // The list closes by itself where something else takes the focus, such as an editor that has just opened.
  await until(`${file} in an editor`, isOpen);
  await cursorIsAt(vscode.page, line, column);
}

/** The same for a file by its whole path, wherever it lies. */
export async function openPath({ page }: VsCode, path: string, marked = "<|>"): Promise<void> {
  const { line, column } = placeOf(readFileSync(path, "utf8").replace("\ufeff", ""), marked);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isOpen = async (): Promise<boolean> => {
    const isAsking = await page.locator(".quick-input-titlebar:visible", { hasText: "Open File" }).isVisible();
    if (!isAsking) {
      await page.keyboard.press("Control+1");
      await command(page, "File: Open File...");
    }
    if (!(await isFilled(page, path))) return false;
    // Before the folder is listed the key does nothing.
    await appears(choices(page).filter({ hasText: name }));
    await page.keyboard.press("Enter");
    return appears(editorOf(page, path.slice(1).split("/").map(encodeSegment).join("/")).filter({ visible: true }));
  };
  await until(`${path} in an editor`, isOpen);
  await toPlace(page, line, column);
}

/** The same by the row of the file in the explorer: in files that are in no search. `root`: the one of its namesakes. */
export async function openListed(page: Page, name: string, place: string, root = 0): Promise<void> {
  await page.keyboard.press("Control+1");
  const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: new RegExp(`^${escaped(name)}$`) });
  await until(`${name} in the explorer`, async () => {
    if (!(await row.nth(root).isVisible())) await page.keyboard.press("Control+Shift+E");
    return isDone(row.nth(root).dblclick({ timeout: SOON }));
  });
  await page.locator(".editor-group-container.active .tab.active", { hasText: name }).waitFor();
  const [line, column] = place.split(":").map(Number);
  await toPlace(page, line!, column!);
}

/** Puts the cursor of the active editor, which has the text of the file, where `<|>` is in a part of the text. */
export async function goTo(vscode: VsCode, file: string, marked: string): Promise<void> {
  const { line, column } = placeOf(vscode.read(file), marked);
  await toPlace(vscode.page, line, column);
}

async function toPlace(page: Page, line: number, column: number): Promise<void> {
  await until(`the cursor at ${line}:${column}`, async () => {
    await summon(page, "Control+G");
    if (!(await isFilled(page, `:${line}:${column}`))) return false;
    await page.keyboard.press("Enter");
    return appears(cursorAt(page, line, column));
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

export const cursorIsAt = (page: Page, line: number, column?: number): Promise<void> =>
  cursorAt(page, line, column).waitFor();

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
  await page.keyboard.press("Control+.");
  await fixRows(page).first().waitFor();
  return fixRows(page).allInnerTexts();
}

/** Applies one of the quick fixes that are open. */
export async function applyFix(page: Page, title: string): Promise<void> {
  const focused = page.locator(".action-widget .monaco-list-row.focused");
  const count = await fixRows(page).count();
  for (let pressed = 0; pressed < count; pressed++) {
    if ((await focused.innerText()).trim() === title) break;
    await page.keyboard.press("ArrowDown");
  }
  expect((await focused.innerText()).trim()).toBe(title);
  await page.keyboard.press("Enter");
  await page.locator(".action-widget").waitFor({ state: "hidden" });
}

const fixRows = (page: Page): Locator => page.locator(".action-widget .monaco-list-row.action");

/** The labels of the suggestions at the cursor, once one of them is there. */
export async function suggestions(page: Page, awaited: string): Promise<string[]> {
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  await page.keyboard.press("Control+Space");
  await rows.filter({ hasText: awaited }).first().waitFor();
  return rows.locator(".label-name").allInnerTexts();
}

/** What the hover at the cursor says. */
export async function hover(page: Page): Promise<Locator> {
  await page.keyboard.press("Control+K");
  await page.keyboard.press("Control+I");
  const shown = page.locator(".monaco-hover:visible .hover-contents").first();
  await shown.waitFor();
  await page.locator(".monaco-hover:visible", { hasText: /Loading/ }).waitFor({ state: "hidden" });
  return page.locator(".monaco-hover:visible").first();
}

export async function rename(page: Page, name: string): Promise<void> {
  await page.keyboard.press("F2");
  const input = page.locator(".rename-box input");
  await input.waitFor();
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
