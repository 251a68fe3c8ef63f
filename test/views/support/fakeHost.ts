import { factsView, openedBy } from "@semantic-xpath/conversation";
import { compareRuns, type Inspection, type RunView, redacted } from "@semantic-xpath/inspect";
import type { HostMessage, PanelMessage, RunEntry, ViewName } from "@semantic-xpath/views";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beLate } from "../../support/late.js";
import { assets } from "./assets.js";

export interface KeptRun {
  readonly entry: RunEntry;
  readonly inspection: Inspection;
  readonly view: RunView;
}

export interface Panel {
  readonly page: Page;
  /** What the panel said, questions left out. */
  readonly said: PanelMessage[];
  /** What the browser complained about. */
  readonly complaints: string[];
  send(message: HostMessage): Promise<void>;
  show(view: ViewName, run?: string, node?: number): Promise<void>;
}

const ORIGIN = "http://panel.invalid/";
const NONCE = "bm9uY2U";
export const POLICY = `default-src 'none'; script-src 'nonce-${NONCE}'; style-src 'nonce-${NONCE}'`;

/** A panel in a page under the policy of an editor, and an editor of a few lines behind it. */
export async function openPanel(
  browser: Browser,
  runs: readonly KeptRun[],
  options: BrowserContextOptions & { readonly bodyClass?: string; readonly variables?: string } = {},
): Promise<Panel> {
  const { bodyClass = "", variables = "", ...contextOptions } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...contextOptions });
  const page = await context.newPage();
  const { script, style } = (await assets()).panel;
  const said: PanelMessage[] = [];
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (failure) => complaints.push(failure.message));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Semantic XPath</title>
<link rel="stylesheet" nonce="${NONCE}" href="panel.css"><style nonce="${NONCE}">${variables}</style></head>
<body class="${bodyClass}"><div id="app"></div><script nonce="${NONCE}" src="panel.js"></script></body></html>`;
  await context.route("**/*", (route) => {
    const url = route.request().url();
    const headers = { "content-security-policy": POLICY };
    if (url === ORIGIN) return route.fulfill({ contentType: "text/html", body: html, headers });
    if (url === `${ORIGIN}panel.js`) return route.fulfill({ contentType: "text/javascript", body: script });
    if (url === `${ORIGIN}panel.css`) return route.fulfill({ contentType: "text/css", body: style });
    // What a browser asks for by itself.
    if (url === `${ORIGIN}favicon.ico`) return route.fulfill({ status: 204 });
    complaints.push(`asked for ${url}`);
    return route.abort();
  });
  const send = (message: HostMessage): Promise<void> => page.evaluate((data) => window.postMessage(data, "*"), message);
  const show = (view: ViewName, run = runs.at(-1)!.entry.id, node?: number): Promise<void> =>
    send({ type: "show", runs: runs.map(({ entry }) => entry), run, view, ...(node === undefined ? {} : { node }) });
  await page.exposeFunction("toHost", async (message: PanelMessage) => {
    if (message.type === "ask" || message.type === "compare") {
      const answer = await answerOf(runs, message).catch((failure: Error) => failure);
      await beLate();
      if (page.isClosed()) return;
      await send(
        answer instanceof Error
          ? { type: "failed", id: message.id, message: answer.message }
          : { type: "answer", id: message.id, value: answer },
      ).catch(() => undefined);
    } else said.push(message);
  });
  await page.addInitScript(() => {
    const kept = "kept-state";
    Object.assign(window, {
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => (window as unknown as { toHost(message: unknown): void }).toHost(message),
        getState: () => JSON.parse(sessionStorage.getItem(kept) ?? "null"),
        setState: (state: unknown) => sessionStorage.setItem(kept, JSON.stringify(state)),
      }),
    });
  });
  await page.goto(ORIGIN);
  return { page, said, complaints, send, show };
}

async function answerOf(
  runs: readonly KeptRun[],
  message: Extract<PanelMessage, { type: "ask" | "compare" }>,
): Promise<unknown> {
  const of = (id: string): KeptRun => {
    const found = runs.find(({ entry }) => entry.id === id);
    if (found === undefined) throw new Error(`there is no run ${id}`);
    return found;
  };
  if (message.type === "compare") return compareRuns(of(message.before).inspection, of(message.after).inspection);
  const { view, inspection } = of(message.run);
  const params = message.params as { filter: string; count: number; question: string };
  if (message.method === "facts") return factsView(inspection.tree, params);
  if (message.method === "recall") return openedBy(inspection.tree, params.question);
  const asked = message.redacted === true ? redacted(view) : view;
  return (asked[message.method] as (params: unknown) => Promise<unknown>).call(asked, message.params);
}
