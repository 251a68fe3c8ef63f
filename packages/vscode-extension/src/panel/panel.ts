import { messageOf } from "@semantic-xpath/inspect/numbers";
import type { RunEntry } from "@semantic-xpath/lsp";
import type { HostMessage, PanelMessage, ViewName } from "@semantic-xpath/views";
import {
  type Disposable,
  type ExtensionContext,
  type LogOutputChannel,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from "vscode";
import type { Runs } from "../runs/runs.js";
import { newNonce, PANEL_TYPE, panelHtml } from "./html.js";

/** The panel beside the editor. The next run takes it over, unless it is kept: then another one opens. */
export interface Panel extends Disposable {
  /** Without a view it keeps its present one. */
  show(run: string, view?: ViewName, at?: { readonly node?: number; readonly isFocused?: boolean }): Promise<void>;
  /** Says that a run ended without a result, if the panel is open. */
  showProblem(title: string, message: string): void;
  send(message: HostMessage): void;
  /** Takes over a panel that VS Code kept from the window before. */
  restore(panel: WebviewPanel): void;
  /** Leaves the open panel to its run. */
  keep(): void;
  close(): void;
  /** The run that is shown, null if none is. */
  readonly shown: string | null;
  readonly isOpen: boolean;
}

/** Requests of a panel that is ready. */
export type PanelRequest = Exclude<PanelMessage, { readonly type: "ready" }>;

export function createPanel(
  { extensionUri }: ExtensionContext,
  log: LogOutputChannel,
  runs: Runs,
  answer: (message: PanelRequest, send: (message: HostMessage) => void) => Promise<void>,
): Panel {
  let page: PanelPage | undefined;
  const keptPanels = new Set<WebviewPanel>();

  const adopt = (panel: WebviewPanel): PanelPage => {
    const opened = panelPage(panel, extensionUri, (message) => {
      answer(message, opened.send).catch((error: unknown) => {
        log.error(`${message.type}: ${String(error)}`);
        void window.showErrorMessage(`This did not work: ${messageOf(error)}`);
      });
    });
    panel.onDidDispose(() => {
      if (!keptPanels.delete(panel)) page = undefined;
    });
    page = opened;
    return opened;
  };
  const opened = (preserveFocus: boolean): PanelPage => {
    page?.panel.reveal(undefined, preserveFocus);
    const place = { viewColumn: ViewColumn.Beside, preserveFocus };
    return page ?? adopt(window.createWebviewPanel(PANEL_TYPE, "Semantic XPath", place));
  };
  const send = (message: HostMessage): void => page?.send(message);
  const progress = runs.onProgress((running) => send({ type: "progress", ...running }));

  return {
    async show(run, view, { node, isFocused = false } = {}) {
      const entries = await runs.list();
      const open = opened(!isFocused);
      open.shown = run;
      const entry = entries.find(({ id }) => id === run);
      if (entry !== undefined) open.panel.title = `Query: ${entry.title}`;
      send({ type: "show", runs: entries.map(forPanel), run, view, node, isFocused });
    },
    showProblem: (title, message) => send({ type: "problem", title, message }),
    send,
    restore: adopt,
    keep() {
      if (page !== undefined) keptPanels.add(page.panel);
      page = undefined;
    },
    close: () => page?.panel.dispose(),
    get shown() {
      return page?.shown ?? null;
    },
    get isOpen() {
      return page !== undefined;
    },
    dispose() {
      progress.dispose();
      for (const panel of [...keptPanels, page?.panel]) panel?.dispose();
    },
  };
}

interface PanelPage {
  readonly panel: WebviewPanel;
  /** The run that is shown. */
  shown: string | null;
  send(message: HostMessage): void;
}

/** The page in a panel. What it is to show before it is ready waits. */
function panelPage(panel: WebviewPanel, extension: Uri, hear: (message: PanelRequest) => void): PanelPage {
  const { webview } = panel;
  const assets = Uri.joinPath(extension, "dist", "panel");
  const icon = (theme: string): Uri => Uri.joinPath(extension, "media", `file-${theme}.svg`);
  /** Messages for a starting page: the newest of each kind, in their order. */
  const state = new Map<HostMessage["type"], HostMessage>();
  let isReady = false;
  const post = (message: HostMessage): void => {
    void webview.postMessage(message);
    // A wish is heard once: a page that comes again stays as it was left.
    if (message.type === "show") state.set("show", { type: "show", runs: message.runs, run: message.run });
  };
  webview.options = { enableScripts: true, localResourceRoots: [assets] };
  panel.iconPath = { light: icon("light"), dark: icon("dark") };
  webview.onDidReceiveMessage((message: PanelMessage) => {
    if (message.type !== "ready") return hear(message);
    isReady = true;
    for (const one of [...state.values()]) post(one);
  });
  webview.html = panelHtml({
    script: webview.asWebviewUri(Uri.joinPath(assets, "panel.js")).toString(),
    style: webview.asWebviewUri(Uri.joinPath(assets, "panel.css")).toString(),
    nonce: newNonce(),
  });
  // VS Code throws the page of a hidden panel away and makes it again when it is seen again.
  panel.onDidChangeViewState(() => {
    if (!panel.visible) isReady = false;
  });
  return {
    panel,
    shown: null,
    send(message) {
      remember(state, message);
      if (isReady) post(message);
    },
  };
}

/** A run that is shown ends what was said before; answers are for the page that asked. */
function remember(state: Map<HostMessage["type"], HostMessage>, message: HostMessage): void {
  if (message.type === "answer" || message.type === "failed") return;
  if (message.type === "show") for (const over of ["progress", "problem"] as const) state.delete(over);
  state.delete(message.type);
  if (message.type !== "step" || message.run !== null) state.set(message.type, message);
}

/** Facts of a run for the panel. */
const forPanel = ({ id, title, query, scorer, count, value, at }: RunEntry) => ({
  ...{ id, title, query, scorer, count, at },
  ...(value !== undefined && { value }),
});
