import type { Change } from "@semantic-xpath/inspect";
import { describe, expect, it } from "vitest";
import { Range, textDocument, Uri, withVscode } from "./support/withVscode.js";

const CHANGE: Change = {
  kind: "threshold",
  edits: [{ span: { start: 24, end: 27 }, text: "0.31" }],
  text: '//POI[node =~ "quiet" >= 0.31]',
  options: {},
  params: {},
  message: "threshold 0.9 → 0.31",
  count: 3,
};
const QUERY = '//POI[node =~ "quiet" >= 0.9]';

/** Applies a change to a file: what was written, what was run, and what was said. */
async function applied(text: string, change: Change, languageId = "sxp", start = 0, ran = QUERY) {
  const document = textDocument("file:///t/q.sxp", text, languageId);
  const written: { readonly range: Range; readonly text: string }[] = [];
  const told: string[] = [];
  const asked: object[] = [];
  class WorkspaceEdit {
    replace = (_: Uri, range: Range, replacement: string): void => void written.push({ range, text: replacement });
  }
  const vscode = {
    Range,
    Uri,
    WorkspaceEdit,
    window: { showWarningMessage: async (words: string) => void told.push(words) },
    workspace: { openTextDocument: async () => document, applyEdit: async () => true },
  };
  const services = {
    context: { workspaceState: { update: async () => undefined } },
    session: { request: async () => ({ problem: null, answer: { text: ran } }) },
    runs: {
      run: async (request: object) => {
        asked.push(request);
        return null;
      },
    },
    panel: { showProblem: async () => undefined },
  };
  const { applyChange } = await withVscode<{
    applyChange(services: unknown, entry: unknown, change: Change): Promise<void>;
  }>("runs/applyChange.ts", vscode);
  await applyChange(services, { id: "1", title: "q", start, request: { uri: "file:///t/q.sxp", limit: 50 } }, change);
  return { written: written.map(({ range, text: to }) => [document.getText(range), to]), told, asked };
}

describe("a suggested change", () => {
  it("is written where it belongs, and the query runs again", async () => {
    const change = { ...CHANGE, edits: [{ span: { start: 25, end: 28 }, text: "0.31" }] };
    const { written, asked, told } = await applied(QUERY, change);
    expect(written).toEqual([["0.9", "0.31"]]);
    expect(asked).toEqual([{ uri: "file:///t/q.sxp", limit: 50 }]);
    expect(told).toEqual([]);
  });

  it("is refused where the text has changed since the run", async () => {
    const { written, asked, told } = await applied(QUERY.replace("quiet", "silent"), CHANGE);
    expect(written).toEqual([]);
    expect(asked).toEqual([]);
    expect(told[0]).toMatch(/has changed since this run/);
  });

  it("of options alone leaves the text and changes the run", async () => {
    const change: Change = { ...CHANGE, edits: [], options: { limit: 200 }, params: { n: 2, late: true } };
    const { written, asked } = await applied(QUERY, change);
    expect(written).toEqual([]);
    expect(asked).toEqual([{ uri: "file:///t/q.sxp", limit: 200, params: { n: 2, late: "true" } }]);
  });

  it("in a script is spelled for the quotes around it", async () => {
    const script = `const q = compile('//POI[@name = "a"]');`;
    const change: Change = { ...CHANGE, edits: [{ span: { start: 14, end: 17 }, text: `"it's"` }] };
    const start = script.indexOf("//POI");
    const { written } = await applied(script, change, "typescript", start, '//POI[@name = "a"]');
    expect(written).toEqual([['"a"', `"it\\'s"`]]);
  });
});
