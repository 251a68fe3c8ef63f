import { expect, it } from "vitest";
import { LSPErrorCodes } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { answering } from "../../packages/lsp/src/server/answering.js";
import type { FileSystem } from "../../packages/lsp/src/server/fileSystem.js";
import { Files } from "../../packages/lsp/src/server/files.js";
import type { Serving } from "../../packages/lsp/src/server/server.js";

const document = TextDocument.create("file:///q.sxp", "sxp", 1, "//A");
const NEVER = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };

/** Asks across files of which each names the next, and says what the answer saw. */
async function asked(texts: ReadonlyMap<string, string>): Promise<unknown> {
  const documents = { get: (uri: string) => (uri === document.uri ? document : undefined), all: () => [document] };
  const fileSystem = {
    read: async (uri: string) => texts.get(uri) ?? null,
    find: async () => [],
    list: async () => [],
  } as unknown as FileSystem;
  const files = new Files(fileSystem, documents as never, () => undefined);
  const { across } = answering({ documents, files } as unknown as Serving);
  const chain = (uri: string): readonly string[] => {
    const text = files.readText(uri);
    return text == null ? [uri] : [uri, ...chain(text)];
  };
  return across(() => chain("file:///1"))({ textDocument: document }, NEVER);
}

it("what is asked across files waits for those that only the answer asks for", async () => {
  const texts = new Map([
    ["file:///1", "file:///2"],
    ["file:///2", "file:///3"],
  ]);
  expect(await asked(texts)).toEqual(["file:///1", "file:///2", "file:///3"]);
});

it("a chain of files has an end, also where it has none", async () => {
  const endless = new Map(Array.from({ length: 100 }, (_, i) => [`file:///${i}`, `file:///${i + 1}`]));
  expect(await asked(endless)).toHaveLength(8);
});

it("law: an answer about a text that has changed meanwhile, or was closed, is none", async () => {
  for (const [becomes, isGiven] of [
    [document, true],
    [TextDocument.create("file:///q.sxp", "sxp", 2, "//A"), false],
    [TextDocument.create("file:///q.sxp", "sxp", 2, "//B"), false],
    [undefined, false],
  ] as const) {
    let current: TextDocument | undefined = document;
    const { later } = answering({ documents: { get: () => current }, files: {} } as unknown as Serving);
    const answer = later(async () => {
      await Promise.resolve();
      current = becomes;
      return "an answer";
    })({ textDocument: document }, NEVER);
    const given = await answer;
    if (isGiven) expect(given).toBe("an answer");
    else expect(given).toMatchObject({ code: LSPErrorCodes.ContentModified });
  }
});
