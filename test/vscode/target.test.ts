import { createLanguageService, type QueryReference } from "@semantic-xpath/lsp";
import { describe, expect, it } from "vitest";
import type { Target } from "../../packages/vscode-extension/src/runs/target.js";
import { Position, Range, textDocument, Uri, withVscode } from "./support/withVscode.js";

const URI = "file:///t/q.sxp";
const MODULE = `(: first :)
declare query first() := //A;

(: second :)
declare query second($n as number) :=
  //B[$n];
`;

/** The query that a command at a cursor is about, and what the user was asked or told. */
async function targetAt(text: string, at: Position, argument?: unknown, picked?: string) {
  const document = textDocument(URI, text);
  const told: string[] = [];
  const vscode = {
    Position,
    Range,
    Uri,
    window: {
      activeTextEditor: { document, selection: { active: at } },
      showWarningMessage: async (words: string) => void told.push(words),
      showQuickPick: async (items: readonly { label: string }[]) => items.find(({ label }) => label === picked),
    },
    workspace: { openTextDocument: async () => document, textDocuments: [document] },
  };
  const service = createLanguageService({ readText: () => text, files: () => [URI], list: () => [] });
  const session = { compile: async (uri: Uri) => service.compile({ uri: uri.toString() }) };
  const { targetOf } = await withVscode<{
    targetOf(session: unknown, argument: unknown): Promise<Target | undefined>;
  }>("runs/target.ts", vscode);
  return { target: await targetOf(session, argument), told };
}

describe("a command is about", () => {
  it("the query at the cursor, also at its end and in its lines", async () => {
    expect((await targetAt(MODULE, new Position(1, 20))).target!.title).toBe("first");
    expect((await targetAt(MODULE, new Position(1, 29))).target!.title).toBe("first");
    expect((await targetAt(MODULE, new Position(5, 4))).target!.title).toBe("second");
  });
  it("the query below, from its comment or a blank line", async () => {
    expect((await targetAt(MODULE, new Position(0, 3))).target!.title).toBe("first");
    expect((await targetAt(MODULE, new Position(2, 0))).target!.title).toBe("second");
  });
  it("the query that is picked, from what is said about the whole file", async () => {
    const text = `(: All queries\n   of the trip. :)\n\n${MODULE}`;
    expect((await targetAt(text, new Position(0, 4), undefined, "second")).target!.title).toBe("second");
    expect((await targetAt(text, new Position(3, 4))).target!.title).toBe("first");
  });
  it("the only query, wherever the cursor is", async () => {
    const { target } = await targetAt("//A[1]\n\n", new Position(2, 0));
    expect(target).toMatchObject({ title: "//A[1]", offset: 0, entry: { name: null } });
  });
  it("the query that is picked where the cursor says nothing", async () => {
    expect((await targetAt(MODULE, new Position(6, 0), undefined, "second")).target!.title).toBe("second");
    expect((await targetAt(MODULE, new Position(6, 0))).target).toBeUndefined();
  });
  it("the query that a lens names, whatever the cursor", async () => {
    const reference: QueryReference = { uri: URI, name: "second", offset: 0 };
    const { target } = await targetAt(MODULE, new Position(1, 20), reference);
    expect(target).toMatchObject({ title: "second", entry: { parameters: [{ name: "n", type: "number" }] } });
  });
  it("nothing in a file without a query, and says so", async () => {
    expect(await targetAt("(: nothing :)", new Position(0, 0))).toEqual({
      target: undefined,
      told: ["This file has no query."],
    });
  });
});
