import type { Locator, Page } from "playwright-core";
import { PATIENCE, until } from "./until.js";

/** Milliseconds after which what did not come is asked for again. */
export const SOON = 4000;

const widget = (page: Page): Locator => page.locator(".quick-input-widget:visible");
const input = (page: Page): Locator => widget(page).locator("input").first();
export const choices = (page: Page): Locator => widget(page).locator(".monaco-list-row");

/** What the open quick input says, null if none is open. */
const typed = async (page: Page): Promise<string | null> =>
  (await widget(page).isVisible()) ? input(page).inputValue({ timeout: SOON }) : null;

/** Runs a command by its title in the palette, such as `Semantic XPath: Run`, and leaves the palette. */
export async function command(page: Page, title: string, patience = PATIENCE): Promise<void> {
  const text = `>${title}`;
  const isTaken = async (): Promise<boolean> => {
    await summon(page, "F1");
    // The palette closes by itself where something else takes the focus, such as an editor that has just opened.
    if (!(await isFilled(page, text))) return false;
    // An open list learns of no new commands, such as those of an extension that is still being found: it is opened anew.
    return isPressed(entry(page, title));
  };
  await until(`the command ${title}`, isTaken, Boolean, patience);
  // What is typed next is for what the command asks, not for the palette.
  await until("the end of the palette", async () => (await typed(page)) !== text);
}

/** Keys that open a quick input, and what it says then. */
const OPENED = { F1: ">", "Control+P": "", "Control+G": ":" } as const;

/** Opens a quick input by its key, whatever is open before; again where the window was busy with something else. */
export async function summon(page: Page, key: keyof typeof OPENED): Promise<void> {
  let tries = 0;
  await until(`an input by ${key}`, async () => {
    await closeInput(page);
    // Keys that a view swallows, since its page is not ready, reach the window once nothing in it has the focus.
    if (tries++ > 0) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(key);
    return (await appears(input(page))) && (await typed(page)) === OPENED[key];
  });
}

/** Leaves every quick input that is open: what is typed into one that was left by an earlier step is lost. */
export async function closeInput(page: Page): Promise<void> {
  await until("no open input", async () => {
    if (!(await widget(page).isVisible())) return true;
    await input(page).focus({ timeout: SOON });
    await page.keyboard.press("Escape");
    return isDone(widget(page).waitFor({ state: "hidden", timeout: 1000 }));
  });
}

/** Whether it can be seen within some seconds. */
export const appears = (shown: Locator): Promise<boolean> => isDone(shown.first().waitFor({ timeout: SOON }));

/** Whether it is gone within some seconds. */
export const goes = (shown: Locator): Promise<boolean> =>
  isDone(shown.first().waitFor({ state: "hidden", timeout: SOON }));

/** Types into the quick input, where one is open and stays so. */
export const isFilled = (page: Page, text: string): Promise<boolean> =>
  isDone(input(page).fill(text, { timeout: SOON }));

/** Whether something could be done within the time it was given. */
export const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Types into the open quick input. */
export const fill = (page: Page, text: string): Promise<void> => input(page).fill(text);

/** Takes the entry of an open pick list with this label. */
export const choose = (page: Page, label: string): Promise<unknown> =>
  until(`the entry ${label}`, () => isPressed(entry(page, label)));

/** Presses an entry. What is said of an entry on which the mouse rests may lie over it: then the mouse goes away, so that it ends. */
async function isPressed(row: Locator): Promise<boolean> {
  if (await isDone(row.click({ timeout: SOON }))) return true;
  await row.page().mouse.move(0, 0);
  return false;
}

/** The same in a list that is too long to show all of its entries. */
export async function find(page: Page, label: string): Promise<void> {
  await fill(page, label);
  await choose(page, label);
}

const labelled = (page: Page, label: string): Locator =>
  choices(page).filter({ has: page.locator(".label-name", { hasText: new RegExp(`^\\s*${escaped(label)}\\s*$`) }) });

const entry = (page: Page, label: string): Locator => labelled(page, label).first();

/** The entry that Enter takes, where it has this label. */
export const focusedChoice = (page: Page, label: string): Locator =>
  labelled(page, label).and(page.locator(".focused"));

/** A text as a regular expression that means it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Types an answer into an input box and confirms it. */
export async function answer(page: Page, text: string): Promise<void> {
  await fill(page, text);
  await confirm(page);
}

/** Waits until a dialog proposes to save under a name that ends so, before which it takes no other, and confirms that name. */
export async function saveAs(page: Page, ending: string): Promise<void> {
  await proposed(page, ending);
  await confirm(page);
}

/** Waits until a dialog proposes to save under a name that ends so. */
export const proposed = (page: Page, ending: string): Promise<unknown> =>
  until(
    `the name ${ending}`,
    () => typed(page),
    (text) => text?.endsWith(ending) === true,
  );

/** Takes what stands in the open input, which may be busy: until it says something else, or is closed. */
async function confirm(page: Page): Promise<void> {
  const text = await typed(page);
  await until(`an end of the input with ${text}`, async () => {
    if ((await typed(page)) !== text) return true;
    await page.keyboard.press("Enter");
    return isDone(
      until(
        "its end",
        () => typed(page),
        (now) => now !== text,
        SOON,
      ),
    );
  });
}

/** The entries of the open list from top to bottom: rows are elsewhere in the document than they are seen. */
export const rowsInOrder = (rows: Locator): Promise<string[]> =>
  rows.evaluateAll((all) =>
    all
      .sort((a, b) => Number(a.getAttribute("data-index")) - Number(b.getAttribute("data-index")))
      .map((row) => (row as HTMLElement).innerText),
  );
