import type { Frame, Locator, Page } from "playwright-core";
import { command, isDone, SOON } from "./palette.js";
import { until } from "./until.js";

/** The document of a visible webview that has something matching: views lie two frames deep. */
export async function webview(page: Page, selector: string, patience?: number): Promise<Frame> {
  const find = async (): Promise<Frame | null> => {
    for (const frame of page.frames().slice(1)) {
      if ((await isVisible(frame, selector)) && (await isShown(frame))) return frame;
    }
    return null;
  };
  return (await until(`a view with ${selector}`, find, (found) => found !== null, patience))!;
}

const isVisible = (frame: Frame, selector: string): Promise<boolean> =>
  frame
    .locator(selector)
    .first()
    .isVisible()
    .catch(() => false);

/** Whether the frame, and the one around it, can be seen: hidden editors keep theirs. */
async function isShown(frame: Frame): Promise<boolean> {
  for (let inner = frame; inner.parentFrame() !== null; inner = inner.parentFrame()!) {
    const element = await inner.frameElement().catch(() => null);
    if (element === null || !(await element.isVisible().catch(() => false))) return false;
  }
  return true;
}

/** What the Problems view lists. */
export async function problems(page: Page): Promise<Locator> {
  await command(page, "Problems: Focus on Problems View");
  const rows = page.locator(".markers-panel .monaco-list-row");
  await page.locator(".markers-panel").waitFor();
  return rows;
}

export const notifications = (page: Page): Locator =>
  page.locator(".notifications-toasts .notification-list-item, .notifications-center .notification-list-item");

/** Presses a button of a notification or a dialog. A notification that hid itself meanwhile is called back. */
export async function pressButton(page: Page, name: string): Promise<void> {
  const button = page
    .locator(".notification-list-item, .monaco-dialog-box")
    .locator(".monaco-button", { hasText: name })
    .first();
  await until(`the button ${name}`, async () => {
    if (await isDone(button.click({ timeout: SOON }))) return true;
    await command(page, "Notifications: Show Notifications");
    return false;
  });
}

export const activeTab = (page: Page, name: string | RegExp): Promise<void> =>
  page.locator(".tab.active", { hasText: name }).first().waitFor();
