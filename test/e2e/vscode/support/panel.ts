import type { Frame, Page } from "playwright-core";
import { webview } from "./panels.js";
import { until } from "./until.js";

/** The views of a run, as they stand in the panel beside the editor. */
export type View = "Results" | "Memory" | "Execution" | "Compare";

/** The panel once it shows a run whose name or query has this text. */
export async function panelOf(page: Page, query: string): Promise<Frame> {
  const frame = await webview(page, ".header");
  await frame.locator(".header", { hasText: query }).waitFor();
  return frame;
}

/** The run that the panel shows, to tell it from the next; null where there is no panel to be seen. */
export async function shownRun(page: Page): Promise<string | null> {
  for (const frame of page.frames()) {
    const runs = frame.getByRole("combobox", { name: "Run", exact: true });
    if (await runs.isVisible().catch(() => false)) return runs.inputValue();
    if (
      await frame
        .locator("header h1")
        .isVisible()
        .catch(() => false)
    )
      return "the first";
  }
  return null;
}

/** The panel once it shows another run, and this query. */
export async function nextRun(page: Page, before: string | null, query: string): Promise<Frame> {
  await until(
    "another run",
    () => shownRun(page),
    (run) => run !== null && run !== before,
  );
  return panelOf(page, query);
}

/** Changes to a view by its tab. */
export async function choose(frame: Frame, view: View): Promise<void> {
  await frame.getByRole("tab", { name: view }).click();
  await frame.locator(`#panel-${view.toLowerCase()}`).waitFor();
}

/** Presses an entry of a menu of the panel. */
export async function pick(frame: Frame, menu: string, entry: string): Promise<void> {
  await frame.getByRole("button", { name: menu, exact: true }).click();
  await frame.getByRole("menuitem", { name: entry }).click();
}
