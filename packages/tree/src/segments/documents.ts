import type { NodeId } from "../ids.js";
import type { TreeDocument, TreeSource } from "../source.js";

export const documentsOf = ({ source }: { readonly source: TreeSource }): readonly TreeDocument[] =>
  source.documents ?? [];

/** The documents whose tops are in `[from, to)`, their numbers moved. */
export const shifted = (documents: readonly TreeDocument[], from: NodeId, to: NodeId, by: number): TreeDocument[] =>
  documents.flatMap((each) => (each.node >= from && each.node < to ? [{ ...each, node: each.node + by }] : []));

/** Documents after `length` nodes, with the documents `inside` of them (their tops counted from 1), took the place of the nodes `[from, to)`. */
export function splicedDocuments(
  documents: readonly TreeDocument[],
  inside: readonly TreeDocument[],
  { from, to, length }: { readonly from: NodeId; readonly to: NodeId; readonly length: number },
): readonly TreeDocument[] {
  if (documents.length + inside.length === 0) return [];
  return [
    ...shifted(documents, 0, from, 0),
    ...shifted(inside, 1, Number.POSITIVE_INFINITY, from - 1),
    ...shifted(documents, to, Number.POSITIVE_INFINITY, length - (to - from)),
  ];
}
