import type { QueryReference, UpdateEntry } from "@semantic-xpath/lsp";
import { Uri, window, workspace } from "vscode";
import type { Session } from "../client/session.js";
import { editorRange } from "../files/names.js";
import type { Target } from "./target.js";

/** An update of a file, as commands are about one. */
export interface UpdateTarget extends Pick<Target, "uri" | "title" | "offset"> {
  readonly entry: UpdateEntry;
}

/** The update that a lens names, else the one at the cursor; undefined: there is none. */
export async function updateAt(session: Session, argument: unknown): Promise<UpdateTarget | undefined> {
  const { uri: named, name = null, offset = null } = (argument ?? {}) as Partial<QueryReference>;
  const editor = window.activeTextEditor;
  const uri = typeof named === "string" ? Uri.parse(named) : editor?.document.uri;
  if (uri === undefined) return undefined;
  const { updates } = await session.compile(uri);
  if (updates.length === 0) return undefined;
  const document = await workspace.openTextDocument(uri);
  const at = offset === null ? editor?.selection.active : document.positionAt(offset);
  const entry = updates.find((one) =>
    name === null ? at !== undefined && editorRange(one.range).contains(at) : one.name === name,
  );
  if (entry === undefined) return undefined;
  const range = editorRange(entry.range);
  const title = entry.name ?? document.getText(range).replaceAll(/\s+/g, " ").slice(0, 60);
  return { uri, entry, title, offset: document.offsetAt(range.start) };
}
