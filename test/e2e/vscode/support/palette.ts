import type { Locator, Page } from "playwright-core";
import { until } from "./until.js";

/** Milliseconds after which what did not come is asked for again. */
export const SOON = 3000;

const widget = (page: Page): Locator => page.locator(".quick-input-widget:visible");
export const choices = (page: Page): Locator => widget(page).locator(".monaco-list-row");

/** Runs a command by its title in the palette, such as `Semantic XPath: Run`. */
export async function command(page: Page, title: string): Promise<void> {
  // The palette closes by itself where something else takes the focus, such as an editor that has just opened.
  const isTaken = async (): Promise<boolean> => {
    await summon(page, "F1");
    const isTyped = await isFilled(page, `>${title}`);
    if (isTyped && (await isDone(entry(page, title).click({ timeout: SOON })))) return true;
    // An open list learns of no new commands: those of an extension that is still being found.
    await page.keyboard.press("Escape");
    return false;
  };
  await until(`the command ${title}`, isTaken);
}

/** Opens a quick input by its key, again where the window was busy with something else. */
export async function summon(page: Page, key: string): Promise<void> {
  await until(`an input by ${key}`, async () => {
    await page.keyboard.press(key);
    return appears(widget(page).locator("input").first());
  });
}

/** Whether it can be seen within some seconds. */
export const appears = (shown: Locator): Promise<boolean> => isDone(shown.first().waitFor({ timeout: SOON }));

/** Types into the quick input, where one is open and stays so. */
export const isFilled = (page: Page, text: string): Promise<boolean> =>
  isDone(widget(page).locator("input").first().fill(text, { timeout: SOON }));

/** Whether something could be done within the time it was given. */
export const isDone = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Types into the open quick input. */
export async function fill(page: Page, text: string): Promise<void> {
  const input = widget(page).locator("input").first();
  await input.waitFor();
  await input.fill(text);
}

/** Takes the entry of an open pick list with this label. */
export const choose = (page: Page, label: string): Promise<void> => entry(page, label).click();

const entry = (page: Page, label: string): Locator =>
  choices(page)
    .filter({ has: page.locator(".label-name", { hasText: new RegExp(`^\\s*${escaped(label)}\\s*$`) }) })
    .first();

/** A text as a regular expression that means it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Types an answer into an input box and confirms it. */
export async function answer(page: Page, text: string): Promise<void> {
  await fill(page, text);
  await page.keyboard.press("Enter");
}
