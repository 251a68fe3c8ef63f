import { describe, expect, it } from "vitest";
import { Position, withVscode } from "./support/withVscode.js";

const CLEAR = {
  kind: "query",
  said: "every park",
  confidence: 0.9,
  text: "//POI",
  declaration: "(: parks? :)\ndeclare query parks() := //POI;",
};
const OTHER = { ...CLEAR, said: "every lake", declaration: "(: parks? :)\ndeclare query parks() := //Lake;" };
const TALK = { ...CLEAR, kind: "talk", declaration: null };

/** Asks with an editor that answers what is given here; gives what happened. */
async function asked(answer: object, { languageId = "sxp", typed = "parks?" as string | null, pick = 0 } = {}) {
  const happened = {
    requests: [] as unknown[],
    inserted: [] as unknown[],
    said: [] as string[],
    picked: [] as string[],
  };
  const uri = { toString: () => "file:///a.sxp" };
  const editor = { document: { uri, languageId, lineCount: 10 }, revealRange: () => undefined, selection: undefined };
  const { askInEnglish } = await withVscode<{
    askInEnglish(services: object, argument?: unknown): Promise<void>;
  }>("commands/askInEnglish.ts", {
    Position,
    Selection: class {},
    WorkspaceEdit: class {
      insert = (_: unknown, place: Position, text: string) => happened.inserted.push([place.line, text]);
    },
    commands: { executeCommand: async () => undefined },
    window: {
      activeTextEditor: editor,
      showInputBox: async () => typed ?? undefined,
      showInformationMessage: async (text: string) => void happened.said.push(text),
      showErrorMessage: async (text: string) => void happened.said.push(text),
      showWarningMessage: async (text: string) => void happened.said.push(text),
      showQuickPick: async (items: { label: string }[]) => {
        happened.picked.push(...items.map(({ label }) => label));
        return items[pick];
      },
      showTextDocument: async () => editor,
    },
    workspace: { applyEdit: async () => true },
  });
  const result = { problem: null, isClear: true, question: null, readings: [CLEAR], at: { line: 4, character: 2 } };
  const request = async (method: string, params: unknown) => {
    happened.requests.push([method, params]);
    return { ...result, ...answer };
  };
  await askInEnglish({ session: { request } });
  return happened;
}

describe("Ask in English", () => {
  it("writes the query behind the others of the file", async () => {
    const { requests, inserted } = await asked({});
    expect(requests).toEqual([["sxp/ask", { uri: "file:///a.sxp", request: "parks?" }]]);
    expect(inserted).toEqual([[4, `\n\n${CLEAR.declaration}`]]);
  });
  it("begins an empty file", async () => {
    expect((await asked({ at: { line: 0, character: 0 } })).inserted).toEqual([[0, CLEAR.declaration]]);
  });
  it("lets one pick among readings", async () => {
    const { picked, inserted } = await asked({ isClear: false, readings: [CLEAR, OTHER, TALK] }, { pick: 1 });
    expect(picked).toEqual(["every park", "every lake"]);
    expect(inserted).toEqual([[4, `\n\n${OTHER.declaration}`]]);
    expect((await asked({ isClear: false, readings: [CLEAR, OTHER] }, { pick: 9 })).inserted).toEqual([]);
  });
  it("writes nothing of what is not about the data, is not understood, or could not be asked", async () => {
    for (const answer of [
      { readings: [TALK] },
      { isClear: false, question: "What?", readings: [] },
      { problem: "No data", readings: [] },
    ]) {
      const { inserted, said } = await asked(answer);
      expect([inserted, said.length], JSON.stringify(answer)).toEqual([[], 1]);
    }
    expect(await asked({}, { typed: null })).toMatchObject({ requests: [], inserted: [] });
    expect(await asked({}, { languageId: "xml" })).toMatchObject({ requests: [], said: [expect.any(String)] });
  });
});
