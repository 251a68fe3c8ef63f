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
import { messageOf } from "../runs/problems.js";
import type { Runs } from "../runs/runs.js";
import { newNonce, PANEL_TYPE, panelHtml } from "./html.js";

/** The panel beside the editor. There is one at most; what is to be shown before its page is ready waits. */
export interface Panel extends Disposable {
  show(run: string, view: ViewName, node?: number): Promise<void>;
  /** Says that a run ended without a result, if the panel is open. */
  showProblem(title: string, message: string): Promise<void>;
  send(message: HostMessage): void;
  /** Takes over a panel that VS Code kept from the window before. */
  restore(panel: WebviewPanel): void;
  close(): void;
  /** The run that is shown, null if none is. */
  readonly shown: string | null;
  readonly isOpen: boolean;
}

/** What a panel requests once it is ready. */
export type PanelRequest = Exclude<PanelMessage, { readonly type: "ready" }>;

export function createPanel(
  context: ExtensionContext,
  log: LogOutputChannel,
  runs: Runs,
  answer: (message: PanelRequest) => Promise<void>,
): Panel {
  let open: WebviewPanel | undefined;
  let isReady = false;
  /** What is sent to a page that starts: the newest of each kind, in the order in which they came. */
  const state = new Map<HostMessage["type"], HostMessage>();
  let shown: string | null = null;
  const assets = Uri.joinPath(context.extensionUri, "dist", "panel");

  const send = (message: HostMessage): void => {
    if (open === undefined) return;
    remember(state, message);
    if (isReady) void open.webview.postMessage(message);
  };
  const hear = (message: PanelMessage): void => {
    if (message.type !== "ready") {
      answer(message).catch((error: unknown) => {
        log.error(`${message.type}: ${String(error)}`);
        void window.showErrorMessage(`This did not work: ${messageOf(error)}`);
      });
      return;
    }
    isReady = true;
    for (const one of state.values()) void open?.webview.postMessage(one);
  };
  const adopt = (panel: WebviewPanel): void => {
    open = panel;
    isReady = false;
    state.clear();
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [assets] };
    panel.iconPath = Uri.joinPath(context.extensionUri, "media", "file-dark.svg");
    webview.onDidReceiveMessage(hear);
    webview.html = panelHtml({
      script: webview.asWebviewUri(Uri.joinPath(assets, "panel.js")).toString(),
      style: webview.asWebviewUri(Uri.joinPath(assets, "panel.css")).toString(),
      nonce: newNonce(),
    });
    // VS Code throws the page of a hidden panel away and makes it anew when it is seen again.
    panel.onDidChangeViewState(() => {
      if (!panel.visible) isReady = false;
    });
    panel.onDidDispose(() => {
      if (open === panel) open = undefined;
      shown = null;
    });
  };
  const opened = (): void => {
    const place = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    if (open === undefined) adopt(window.createWebviewPanel(PANEL_TYPE, "Semantic XPath", place));
    else open.reveal(undefined, true);
  };
  const progress = runs.onProgress((running) => send({ type: "progress", ...running }));

  return {
    async show(run, view, node) {
      const entries = await runs.list();
      opened();
      shown = run;
      const entry = entries.find(({ id }) => id === run);
      if (open !== undefined && entry !== undefined) open.title = `Query: ${entry.title}`;
      send({ type: "show", runs: entries.map(forPanel), run, view, ...(node !== undefined && { node }) });
    },
    async showProblem(title, message) {
      send({ type: "problem", title, message });
    },
    send,
    restore: adopt,
    close: () => open?.dispose(),
    get shown() {
      return shown;
    },
    get isOpen() {
      return open !== undefined;
    },
    dispose() {
      progress.dispose();
      open?.dispose();
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

/** What the panel needs to know of a run. */
const forPanel = ({ id, title, query, scorer, count, at }: RunEntry) => ({ id, title, query, scorer, count, at });
