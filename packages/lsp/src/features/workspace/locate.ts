import type { Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { toOffset, touchesRegion, type View } from "./view.js";
import type { Workspace } from "./workspace.js";

/** A place in a query text. */
export interface Place {
  readonly view: View;
  /** In the text of the view. */
  readonly offset: number;
}

/** The query text at a position, null where there is none: in a script, outside of queries. */
export function placeAt(workspace: Workspace, document: TextDocument, position: Position): Place | null {
  const offset = document.offsetAt(position);
  const view = workspace.views(document).find(({ region }) => touchesRegion(region, offset));
  return view === undefined ? null : { view, offset: toOffset(view, position) };
}
