import type { CompileResult, SourceEntry } from "@semantic-xpath/lsp";
import { afterEach, expect, it, vi } from "vitest";
import { textDocument, Uri, withVscode } from "./support/withVscode.js";

afterEach(() => void vi.useRealTimers());

it("the language status names the data that was chosen, as soon as the server knows it", async () => {
  const items = new Map<string, { text: string }>();
  let changed = (): void => undefined;
  const disposable = { dispose: () => undefined };
  const vscode = {
    Uri: Object.assign(Uri, {
      parse: (text: string) => ({ path: text.replace("file://", ""), toString: () => text }),
    }),
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
    compile: async (): Promise<CompileResult> => ({ queries: [], diagnostics: [], schema: none, data }),
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
