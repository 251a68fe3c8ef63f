import type { Frame, Page } from "playwright-core";
import { isDone } from "./palette.js";
import { webview } from "./panels.js";
import { until } from "./until.js";

/** The views of a run, as they stand in the panel beside the editor. */
export type View = "Results" | "Memory" | "Execution" | "Compare";

/** The panel once it shows a run whose name or query has this text. A page that is hidden is thrown away: the frame is found anew. */
export async function panelOf(page: Page, query: string): Promise<Frame> {
  let frame: Frame;
  await until(`a panel that shows ${query}`, async () => {
    frame = await webview(page, ".header", 5000);
    return frame.locator(".header", { hasText: query }).first().isVisible();
  });
  return frame!;
}

/** The run that the panel shows, to tell it from the next; null where there is no panel to be seen. */
export async function shownRun(page: Page): Promise<string | null> {
  for (const frame of page.frames()) {
    const run = await runIn(frame).catch(() => null);
    if (run !== null) return run;
  }
  return null;
}

async function runIn(frame: Frame): Promise<string | null> {
  const runs = frame.getByRole("combobox", { name: "Run", exact: true });
  if (await runs.isVisible()) return runs.inputValue({ timeout: 1000 });
  return (await frame.locator("header h1").isVisible()) ? "the first" : null;
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

/** Presses an entry of a menu of the panel, which closes where something else takes the focus. */
export async function pick(frame: Frame, menu: string, entry: string): Promise<void> {
  const item = frame.getByRole("menuitem", { name: entry });
  await until(`the entry ${entry} of the menu ${menu}`, async () => {
    if (!(await item.isVisible())) await frame.getByRole("button", { name: menu, exact: true }).click();
    return isDone(item.click({ timeout: 5000 }));
  });
}
