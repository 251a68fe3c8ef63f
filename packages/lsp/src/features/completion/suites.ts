import type { CompletionList, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isSuite } from "../workspace/suiteFile.js";
import type { Workspace } from "../workspace/workspace.js";

/** Completions at a place of a suite; null: the document is not a suite. */
export async function completeSuite(
  { host }: Workspace,
  document: TextDocument,
  position: Position,
): Promise<CompletionList | null> {
  if (!isSuite(document.uri, document.getText())) return null;
  return (await host.completeSuite?.(document, position)) ?? null;
}
