import type { Locator, Page } from "playwright-core";

const toolbar = (page: Page): Locator => page.locator(".debug-toolbar");

/** Presses a button of the debug toolbar by the beginning of its title, such as `Step Over`. */
export const pressDebug = (page: Page, title: string): Promise<void> =>
  toolbar(page).locator(`.action-label[aria-label^="${title}"]`).click();

/** The query has stopped: the step buttons can be pressed. */
export const stopped = (page: Page): Promise<void> =>
  toolbar(page).locator('.action-label:not(.disabled)[aria-label^="Step Over"]').waitFor();

export const ended = (page: Page): Promise<void> => toolbar(page).waitFor({ state: "hidden" });

/** The line that the debugger stands at, which VS Code paints. */
export const stoppedLine = (page: Page): Locator => page.locator(".debug-top-stack-frame-line").first();

/** Rows of a view of the debug side bar: `Variables`, `Watch`, `Call Stack`, `Breakpoints`. */
export const debugRows = (page: Page, view: string): Locator =>
  page.locator(".pane", { has: page.locator(`.pane-header[aria-label^="${view}"]`) }).locator(".monaco-list-row");

/** Opens the input for a new watch expression. */
export const addWatch = (page: Page): Promise<void> =>
  page.locator('.pane-header[aria-label^="Watch"] .action-label[aria-label="Add Expression"]').click({ force: true });
