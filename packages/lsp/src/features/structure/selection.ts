import type { Position, SelectionRange } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { placeAt } from "../workspace/locate.js";
import { nodesAt, toRange } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** From the word at each position outwards: operand, condition, bracket, step, path, query, file. */
export const selectionRanges = (
  workspace: Workspace,
  document: TextDocument,
  positions: readonly Position[],
): SelectionRange[] => positions.map((position) => selectionRange(workspace, document, position));

function selectionRange(workspace: Workspace, document: TextDocument, position: Position): SelectionRange {
  const place = placeAt(workspace, document, position);
  let selection: SelectionRange | null = null;
  let last = { start: -1, end: -1 };
  for (const { span } of place === null ? [] : nodesAt(place.view, place.offset)) {
    if (span.start === last.start && span.end === last.end) continue;
    last = span;
    const range = toRange(place!.view, span);
    selection = selection === null ? { range } : { range, parent: selection };
  }
  return selection ?? { range: { start: position, end: position } };
}
