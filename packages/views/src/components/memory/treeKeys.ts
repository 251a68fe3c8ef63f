import { childrenOf, hasChildren, type TreeColumns, typeOf } from "../../model/treeColumns.js";

/** Action of a key in a tree, by the ARIA pattern: it selects a node, or opens or closes some. */
type TreeAct = { readonly select: number } | { readonly nodes: readonly number[]; readonly isOpen: boolean };

interface Place {
  readonly tree: TreeColumns;
  readonly rows: Int32Array;
  readonly row: number;
  readonly node: number;
  readonly isOpen: boolean;
  /** Whole rows that fit. */
  readonly rowsSeen: number;
}

export function treeAct(key: string, { tree, rows, row, node, isOpen, rowsSeen }: Place): TreeAct | null {
  const isParent = hasChildren(tree, node);
  const above = tree.parent[node - 1] ?? 0;
  const to = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + rowsSeen - 1,
    PageUp: row - rowsSeen + 1,
    Home: 0,
    End: rows.length - 1,
    ...(isParent && isOpen && { ArrowRight: row + 1 }),
  }[key];
  if (to !== undefined) return { select: rows[Math.max(0, Math.min(rows.length - 1, to))] ?? node };
  if (key === "ArrowRight" && isParent) return { nodes: [node], isOpen: true };
  if (key === "ArrowLeft" && isParent && isOpen) return { nodes: [node], isOpen: false };
  if (key === "ArrowLeft" && above > 0) return { select: above };
  if ((key === "Enter" || key === " ") && isParent) return { nodes: [node], isOpen: !isOpen };
  return key === "*" ? { nodes: childrenOf(tree, above), isOpen: true } : null;
}

/** The next node after `row`, around the end, whose type starts with what was typed; undefined: there is none. */
export function typeAhead(tree: TreeColumns, rows: Int32Array, row: number, typed: string): number | undefined {
  const prefix = typed.toLowerCase();
  // A longer text may still mean the row itself.
  const first = row + (typed.length === 1 ? 1 : 0);
  const around = [...rows.subarray(first), ...rows.subarray(0, first)];
  return around.find((node) => typeOf(tree, node).toLowerCase().startsWith(prefix));
}
