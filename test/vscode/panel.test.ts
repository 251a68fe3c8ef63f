import type { HostMessage } from "@semantic-xpath/views";
import { describe, expect, it } from "vitest";
import type { Panel } from "../../packages/vscode-extension/src/panel/panel.js";
import { memento } from "./support/memento.js";
import { Uri, withVscode } from "./support/withVscode.js";

const disposable = { dispose: () => undefined };
const uri = (path: string) => ({ path, toString: () => path });

/** A panel of the editor: what its page was sent, and the events of both. */
function webviewPanel() {
  const sent: HostMessage[] = [];
  const heard: ((message: object) => void)[] = [];
  const views: (() => void)[] = [];
  const panel = {
    title: "",
    visible: true,
    iconPath: undefined as undefined | { readonly light: object; readonly dark: object },
    webview: {
      asWebviewUri: (of: object) => of,
      onDidReceiveMessage: (listener: (message: object) => void) => heard.push(listener),
      postMessage: async (message: HostMessage) => void sent.push(message),
    },
    onDidChangeViewState: (listener: () => void) => views.push(listener),
    onDidDispose: () => disposable,
    reveal: () => undefined,
  };
  const ready = (): void => {
    for (const hear of heard) hear({ type: "ready" });
  };
  const hide = (): void => {
    panel.visible = false;
    for (const change of views) change();
  };
  return { panel, sent, ready, hide };
}

const ENTRY = { id: "7", title: "museums", query: "//POI", scorer: "lexical", count: 3, at: 0 };

async function opened() {
  const own = webviewPanel();
  const vscode = {
    Uri: { joinPath: ({ path }: { path: string }, ...parts: string[]) => uri([path, ...parts].join("/")) },
    ViewColumn: { Beside: -2 },
    window: { createWebviewPanel: () => own.panel },
  };
  const { createPanel } = await withVscode<{ createPanel(...given: unknown[]): Panel }>("panel/panel.ts", vscode);
  const runs = { list: async () => [ENTRY], onProgress: () => disposable };
  return { ...own, shown: createPanel({ extensionUri: uri("/x") }, {}, runs, async () => undefined) };
}

describe("the panel", () => {
  it("tells a page what to show once it is ready, and a page that comes again to stay where it was left", async () => {
    const { shown, sent, ready, hide } = await opened();
    await shown.show("7", "memory", { node: 5 });
    expect(sent).toEqual([]);
    ready();
    expect(sent).toMatchObject([{ type: "show", run: "7", view: "memory", node: 5 }]);
    hide();
    ready();
    expect(sent.slice(1)).toMatchObject([{ type: "show", run: "7" }]);
    expect(sent[1]).not.toHaveProperty("view");
  });
  it("has an icon for light and for dark themes", async () => {
    const { shown, panel } = await opened();
    await shown.show("7", "results");
    expect(String(panel.iconPath?.light)).not.toBe(String(panel.iconPath?.dark));
  });
});

describe("a panel of the window before", () => {
  async function restored(last: { readonly scorer: string; readonly request: object } | undefined) {
    let deserialize: (panel: object) => Promise<void> = async () => undefined;
    const vscode = {
      Uri,
      window: {
        visibleTextEditors: [],
        registerWebviewPanelSerializer: (_: string, given: { deserializeWebviewPanel: typeof deserialize }) => {
          deserialize = given.deserializeWebviewPanel;
        },
      },
      workspace: { getConfiguration: () => ({ get: () => undefined }) },
    };
    const { registerSerializer } = await withVscode<{ registerSerializer(services: object): void }>(
      "panel/restore.ts",
      vscode,
    );
    const workspaceState = memento();
    if (last !== undefined) await workspaceState.update("sxp.lastRun", { title: "museums", ...last });
    const done: unknown[][] = [];
    const note =
      (name: string) =>
      async (...given: readonly unknown[]) =>
        void done.push([name, ...given]);
    registerSerializer({
      context: { workspaceState },
      runs: { run: async () => ({ run: "1", problem: null }), entry: async () => ({ scorer: last?.scorer }) },
      heat: { show: async () => undefined },
      marks: { show: async () => undefined },
      panel: { isOpen: false, restore: () => undefined, show: note("show"), showProblem: note("problem") },
    });
    await deserialize({ dispose: () => done.push(["disposed"]) });
    return done;
  }
  const request = { uri: "file:///q.sxp" };

  it("is filled by running the query again, and stays at its view", async () => {
    expect(await restored({ scorer: "lexical", request })).toEqual([["show", "1", undefined]]);
  });
  it("asks no scorer that costs something, also if it was the default of the project", async () => {
    expect((await restored({ scorer: "mini", request }))[0]![0]).toBe("problem");
  });
  it("goes if nothing has run", async () => expect(await restored(undefined)).toEqual([["disposed"]]));
});
