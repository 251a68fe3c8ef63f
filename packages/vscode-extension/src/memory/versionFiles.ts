import { REQUESTS } from "@semantic-xpath/lsp";
import { commands, type TextDocumentContentProvider, Uri } from "vscode";
import type { Session } from "../client/session.js";
import type { MemoryPlace } from "./memoryView.js";

/** The scheme of versions as documents, which queries import by. */
export const VERSION_SCHEME = "sxp-memory";

/** The texts of versions. A version never changes, so that a text is asked for once. */
export const versionFiles = (session: Session): TextDocumentContentProvider => ({
  async provideTextDocumentContent(uri) {
    const { problem, text } = await session.request(REQUESTS.memoryFile, { uri: uri.toString() });
    return problem ?? text;
  },
});

type OfVersion = Pick<MemoryPlace, "memory" | "task" | "version">;

/** The document of a version. Throws with what keeps it from being read. */
export async function versionDocument(session: Session, { memory, task, version }: OfVersion): Promise<Uri> {
  const { problem, uri } = await session.request(REQUESTS.memoryFile, { memory, task, version });
  if (problem !== null || uri === null) throw new Error(problem ?? "There is no such version.");
  return Uri.parse(uri);
}

/** Shows what the second version is other than the first in the editor's own diff. */
export async function showDifference(session: Session, of: OfVersion, from: number): Promise<void> {
  const before = await versionDocument(session, { ...of, version: from });
  const after = await versionDocument(session, of);
  const title = `${of.task}: version ${from} ↔ ${of.version}`;
  await commands.executeCommand("vscode.diff", before, after, title, { preview: true });
}
