import { hasChildren, type TreeColumns, typeOf } from "../../model/treeColumns.js";

/** What a key means in a tree, as the ARIA pattern has it. */
export type TreeAct =
  | { readonly kind: "select"; readonly row: number }
  | { readonly kind: "selectNode"; readonly node: number }
  | { readonly kind: "open" | "close" | "toggle"; readonly node: number }
  | { readonly kind: "openSiblings"; readonly node: number };

interface Place {
  readonly tree: TreeColumns;
  readonly rows: Int32Array;
  readonly row: number;
  readonly isOpen: boolean;
  readonly rowsSeen: number;
}

export function treeAct(key: string, { tree, rows, row, isOpen, rowsSeen }: Place): TreeAct | null {
  const node = rows[row]!;
  const within = (to: number): TreeAct => ({ kind: "select", row: Math.max(0, Math.min(rows.length - 1, to)) });
  switch (key) {
    case "ArrowDown":
      return within(row + 1);
    case "ArrowUp":
      return within(row - 1);
    case "PageDown":
      return within(row + rowsSeen - 1);
    case "PageUp":
      return within(row - rowsSeen + 1);
    case "Home":
      return within(0);
    case "End":
      return within(rows.length - 1);
    case "ArrowRight":
      if (!hasChildren(tree, node)) return null;
      return isOpen ? within(row + 1) : { kind: "open", node };
    case "ArrowLeft": {
      if (isOpen && hasChildren(tree, node)) return { kind: "close", node };
      const above = tree.parent[node - 1]!;
      return above === 0 ? null : { kind: "selectNode", node: above };
    }
    case "Enter":
    case " ":
      return hasChildren(tree, node) ? { kind: "toggle", node } : null;
    case "*":
      return { kind: "openSiblings", node };
    default:
      return null;
  }
}

/** The next row behind `row`, around the end, whose type starts with what was typed. */
export function typeAhead(tree: TreeColumns, rows: Int32Array, row: number, typed: string): number {
  const wanted = typed.toLowerCase();
  // A longer text may still mean the row itself.
  const first = typed.length === 1 ? 1 : 0;
  for (let step = first; step <= rows.length; step++) {
    const at = (row + step) % rows.length;
    if (typeOf(tree, rows[at]!).toLowerCase().startsWith(wanted)) return at;
  }
  return -1;
}
