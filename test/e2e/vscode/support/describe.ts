import type { Page } from "playwright-core";

/** What a window shows, in a few lines for a log: where somebody who can't see a picture of it would look first. */
export async function describeWindow(page: Page): Promise<string> {
  const shown = await Promise.race([
    page.evaluate(look).catch((error: unknown) => [`nothing, ${String(error).split("\n")[0]}`]),
    new Promise<string[]>((done) => setTimeout(() => done(["nothing: it does not answer"]), 10_000)),
  ]);
  const panels = await Promise.all(page.frames().slice(1).map(headerOf));
  const lines = [...shown, ...panels.flatMap((text) => (text === "" ? [] : [`view: ${text}`]))];
  return ["the window showed", ...lines.map((line) => `  ${line}`)].join("\n");
}

const headerOf = (frame: ReturnType<Page["frames"]>[number]): Promise<string> =>
  frame
    .locator(".header")
    .first()
    .innerText({ timeout: 500 })
    .then((text) => text.replace(/\s+/g, " ").slice(0, 120))
    .catch(() => "");

/** Runs in the page. */
function look(): string[] {
  const MOST = 200;
  const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const text = (element: Element): string =>
    ((element as HTMLElement).innerText ?? "").replace(/\s+/g, " ").trim().slice(0, MOST);
  const all = (selector: string): string[] => [...document.querySelectorAll(selector)].filter(isSeen).map(text);
  const line = (name: string, found: readonly string[]): string[] => {
    const said = found.filter((one) => one !== "");
    return said.length === 0 ? [] : [`${name}: ${said.slice(0, 6).join(" | ")}`];
  };
  const focus = document.activeElement;
  const words = ["class", "aria-label", "data-uri", "placeholder"].flatMap((name) => {
    const value = focus?.closest(name === "data-uri" ? ".monaco-editor" : "*")?.getAttribute(name);
    return value ? [`${name}=${value.slice(-MOST)}`] : [];
  });
  const inputs = [...document.querySelectorAll<HTMLInputElement>(".quick-input-widget input:not([type=checkbox])")];
  return [
    ...line("active tabs", all(".editor-group-container.active .tab.active")),
    ...line("other tabs", all(".tab:not(.active), .editor-group-container:not(.active) .tab.active")),
    `focus: ${focus?.tagName.toLowerCase() ?? "none"} ${words.join(" ")}`,
    ...line("cursor", all('[id="status.editor.selection"]')),
    ...line("input", [...inputs.filter(isSeen).map(({ value }) => JSON.stringify(value))]),
    ...line("its title", all(".quick-input-title, .quick-input-message")),
    ...line("its entries", all(".quick-input-widget .monaco-list-row")),
    ...line("suggestions", all(".suggest-widget.visible .monaco-list-row")),
    ...line("notifications", all(".notification-list-item")),
    ...line("dialog", all(".monaco-dialog-box")),
    ...line("debugger", all(".debug-toolbar .action-label:not(.disabled)")),
    ...line("progress", all(".statusbar-item .codicon-loading, .monaco-progress-container.active")),
  ];
}
