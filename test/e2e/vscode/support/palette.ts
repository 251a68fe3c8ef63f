import type { Locator, Page } from "playwright-core";
import { until } from "./until.js";

const widget = (page: Page): Locator => page.locator(".quick-input-widget:visible");
export const choices = (page: Page): Locator => widget(page).locator(".monaco-list-row");

/** Runs a command by its title in the palette, such as `Semantic XPath: Run`. */
export async function command(page: Page, title: string): Promise<void> {
  await summon(page, "F1");
  await fill(page, `>${title}`);
  await choose(page, title);
}

/** Opens a quick input by its key, again where the window was busy with something else. */
export async function summon(page: Page, key: string): Promise<void> {
  await until(`an input by ${key}`, async () => {
    await page.keyboard.press(key);
    return appears(widget(page).locator("input").first());
  });
}

/** Whether it can be seen within some seconds. */
export const appears = (shown: Locator): Promise<boolean> =>
  shown
    .first()
    .waitFor({ timeout: 3000 })
    .then(
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
export const choose = (page: Page, label: string): Promise<void> =>
  choices(page)
    .filter({ has: page.locator(".label-name", { hasText: new RegExp(`^\\s*${escaped(label)}\\s*$`) }) })
    .first()
    .click();

/** A text as a regular expression that means it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Types an answer into an input box and confirms it. */
export async function answer(page: Page, text: string): Promise<void> {
  await fill(page, text);
  await page.keyboard.press("Enter");
}
