import { createLanguageService, type LanguageHost } from "@semantic-xpath/lsp";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Files } from "../../packages/lsp/src/server/files.js";

export const ROOT = "file:///home/";

/** Files of a workspace as the server reads them: what is asked for is known a moment later. */
export function workspaceOf(texts: Readonly<Record<string, string>>) {
  const uris = Object.keys(texts);
  const names = (folder: string) =>
    uris
      .filter((name) => name.startsWith(folder))
      .map((name) => name.slice(folder.length))
      .map((name) => (name.includes("/") ? name.slice(0, name.indexOf("/") + 1) : name));
  const fileSystem = {
    read: async (uri: string) => texts[decodeURIComponent(uri.slice(ROOT.length))] ?? null,
    list: async (uri: string) => [...new Set(names(decodeURIComponent(uri.slice(ROOT.length))))],
    find: async () => [],
  };
  const open = { get: () => undefined, all: () => [] } as never;
  const files = new Files(fileSystem, open, () => undefined);
  const service = createLanguageService(files as unknown as LanguageHost);
  service.configure({ folders: { [ROOT]: {} } });
  const document = (text: string) => TextDocument.create(`${ROOT}q.sxp`, "sxp", 1, text);
  /** Asks until nothing is read in the background any more. */
  const settled = async <T>(ask: () => T | Promise<T>): Promise<T> => {
    for (let round = 0; round < 6; round++) {
      await ask();
      await files.settled();
    }
    return ask();
  };
  return { service, document, settled };
}
