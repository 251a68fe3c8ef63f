import type { CompileResult, SourceEntry } from "@semantic-xpath/lsp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Position, textDocument, withVscode } from "./support/withVscode.js";

afterEach(() => void vi.useRealTimers());

const disposable = { dispose: () => undefined };

it("the language status names the data that was chosen, as soon as the server knows it", async () => {
  const items = new Map<string, { text: string }>();
  let changed = (): void => undefined;
  const vscode = {
    Uri: { parse: (text: string) => ({ path: text.replace("file://", ""), toString: () => text }) },
    LanguageStatusSeverity: { Information: 0, Warning: 1 },
    languages: {
      createLanguageStatusItem: (id: string) => {
        const item = { text: "", ...disposable };
        items.set(id, item);
        return item;
      },
    },
    window: {
      activeTextEditor: { document: textDocument("file:///t/q.sxp", "//Day") },
      onDidChangeActiveTextEditor: () => disposable,
    },
    workspace: {
      getConfiguration: () => ({ get: () => "" }),
      onDidChangeTextDocument: () => disposable,
      onDidChangeConfiguration: () => disposable,
    },
  };
  const { showStatus } = await withVscode<{ showStatus(session: object): unknown }>("status/status.ts", vscode);
  const none: SourceEntry = { uri: null, state: "none", importedAt: null };
  let data = none;
  vi.useFakeTimers();
  showStatus({
    compile: async (): Promise<CompileResult> => ({ queries: [], updates: [], diagnostics: [], schema: none, data }),
    onChanged: (listener: () => void) => {
      changed = listener;
      return disposable;
    },
  });
  const text = async (): Promise<string> => {
    changed();
    await vi.runAllTimersAsync();
    return items.get("sxp.data")!.text;
  };
  expect(await text()).toBe("no data");
  data = { uri: "file:///t/trip.xml", state: "ready", importedAt: null };
  expect(await text()).toBe("data: trip.xml");
});

describe("the path of the node at the cursor", () => {
  const DATA = "file:///t/trip.xml";
  const PATH = `/Trip/${"Day[10]/".repeat(10)}POI[1]`;

  /** The text of the status bar with the cursor in a file, or null if it is hidden. */
  async function shown(uri: string, path: string | null): Promise<string | null> {
    const item = {
      text: "",
      isShown: false,
      show: () => Object.assign(item, { isShown: true }),
      hide: () => Object.assign(item, { isShown: false }),
    };
    let move = (): void => undefined;
    const vscode = {
      StatusBarAlignment: { Right: 2 },
      window: {
        activeTextEditor: { document: textDocument(uri, "<Trip/>", "xml"), selection: { active: new Position(0, 1) } },
        createStatusBarItem: () => item,
        onDidChangeActiveTextEditor: () => disposable,
        onDidChangeTextEditorSelection: (listener: () => void) => {
          move = listener;
          return disposable;
        },
      },
    };
    const { showNodePath } = await withVscode<{ showNodePath(...given: object[]): unknown }>(
      "status/nodePath.ts",
      vscode,
    );
    vi.useFakeTimers();
    const runs = { list: async () => [{ data: DATA }], onChanged: () => disposable };
    showNodePath({ request: async () => ({ path }) }, runs);
    move();
    await vi.runAllTimersAsync();
    return item.isShown ? item.text : null;
  }

  it("is in the status bar, its end if it is long", async () => {
    expect(await shown(DATA, "/Trip/Day[2]")).toBe("/Trip/Day[2]");
    expect(await shown(DATA, PATH)).toBe(`…${PATH.slice(-60)}`);
  });
  it("is not there between nodes, nor in files that no query ran over", async () => {
    expect(await shown(DATA, null)).toBeNull();
    expect(await shown("file:///t/package.json", "/object")).toBeNull();
  });
});
