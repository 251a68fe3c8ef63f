import type { LinkedEditingRanges, Position, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Workspace } from "../workspace/workspace.js";
import { findEntity } from "./entity.js";
import { occurrences, occurrencesIn } from "./occurrences.js";

const NAME = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}·_.-]*$/u;

/** The name that can be renamed at a position, null if there is none. */
export function prepareRename(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | null {
  const found = findEntity(workspace, document, position);
  return found === null ? null : { range: found.range, placeholder: found.entity.name };
}

/**
 * Renames a query, a parameter, or a type or attribute of the schema in all files that name it, the schema file included. Data files
 * are left as they are. Null if the new name is none.
 */
export function rename(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
  newName: string,
): WorkspaceEdit | null {
  const found = findEntity(workspace, document, position);
  const name = newName.replace(/^[$@]/, "");
  if (found === null || !NAME.test(name)) return null;
  const changes: Record<string, TextEdit[]> = {};
  for (const { uri, range } of occurrences(workspace, found.entity, document)) {
    changes[uri] ??= [];
    changes[uri].push({ range, newText: name });
  }
  return { changes };
}

/** A parameter is edited in its header and its places at once. */
export function linkedEditing(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
): LinkedEditingRanges | null {
  const found = findEntity(workspace, document, position);
  if (found?.entity.kind !== "parameter") return null;
  const ranges = occurrencesIn(workspace, found.entity, document).map(({ range }) => range);
  return ranges.length < 2 ? null : { ranges, wordPattern: "[\\p{L}_][\\p{L}\\p{N}_.-]*" };
}
