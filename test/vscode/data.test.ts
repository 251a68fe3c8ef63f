import { createLanguageService, type NodeAtParams } from "@semantic-xpath/lsp";
import { describe, expect, it } from "vitest";
import { Position, Range, textDocument, Uri, withVscode } from "./support/withVscode.js";

const DATA = "file:///t/plan.xml";
const TEXT = '<Plan>\n  <Day><POI name="Museum"/></Day>\n  <Day/>\n</Plan>';

/** What commands from a data file do with the cursor at a mark. */
async function from(marked: string, known: Readonly<Record<string, number>> = {}) {
  const document = textDocument(DATA, TEXT, "xml");
  const copied: string[] = [];
  const told: string[] = [];
  const shown: unknown[][] = [];
  const vscode = {
    Uri,
    Range,
    Position,
    env: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
    window: {
      activeTextEditor: { document, selection: { active: document.positionAt(TEXT.indexOf(marked)) } },
      setStatusBarMessage: () => undefined,
      showWarningMessage: async (text: string) => void told.push(text),
    },
  };
  const service = createLanguageService({ readText: () => TEXT, files: () => [], list: () => [] });
  const session = {
    request: async (method: string, params: NodeAtParams & { readonly params?: { readonly path: string } }) =>
      method === "sxp/nodeAt" ? service.nodeAt(params) : { problem: null, answer: known[params.params!.path] ?? null },
  };
  const runs = {
    list: async () => [
      { id: "1", title: "days", data: DATA },
      { id: "2", title: "others", data: "file:///t/other.xml" },
    ],
  };
  const panel = { show: async (...given: unknown[]) => void shown.push(given) };
  const services = { session, runs, panel };
  const commands = await withVscode<Record<"copyNodePath" | "whyHere", (given: object) => Promise<unknown>>>(
    "commands/dataCommands.ts",
    vscode,
  );
  return { copy: () => commands.copyNodePath(services), why: () => commands.whyHere(services), copied, told, shown };
}

describe("from a data file", () => {
  it("the path of the node at the cursor is copied", async () => {
    const { copy, copied } = await from("Museum");
    await copy();
    expect(copied).toEqual(["/Plan/Day[1]/POI"]);
  });
  it("the node at the cursor is shown in the newest run over the file", async () => {
    const { why, shown } = await from("Museum", { "/Plan/Day[1]/POI": 3 });
    await why();
    expect(shown).toEqual([["1", "memory", { node: 3, isFocused: true }]]);
  });
  it("what the schema makes a field of its parent is shown as the parent", async () => {
    const { why, shown } = await from("Museum", { "/Plan/Day[1]": 2 });
    await why();
    expect(shown[0]![2]).toEqual({ node: 2, isFocused: true });
  });
  it("a node that the run does not have is said", async () => {
    const { why, told, shown } = await from("Museum");
    await why();
    expect(shown).toEqual([]);
    expect(told[0]).toContain("has no node /Plan/Day[1]/POI");
  });
});
