import type { NodeState } from "@semantic-xpath/inspect";
import { STATES, type TreeColumns } from "./treeColumns.js";

/** Which nodes of a tree are open, and which are left out: 1 at index n − 1 for node n. Not written to once it is shown. */
export interface Outline {
  readonly open: Uint8Array;
  /** null: no filter. */
  readonly kept: Uint8Array | null;
}

/** The nodes that an outline shows, in document order. 100 000 open nodes take about a millisecond. */
export function visibleRows(tree: TreeColumns, { open, kept }: Outline): Int32Array {
  const rows = new Int32Array(tree.size);
  let count = 0;
  for (let node = 1; node <= tree.size; ) {
    const i = node - 1;
    if (kept !== null && kept[i] === 0) {
      node = tree.end[i]!;
      continue;
    }
    rows[count++] = node;
    node = open[i] === 1 ? node + 1 : tree.end[i]!;
  }
  return rows.subarray(0, count);
}

/** The row of a node; where it is not shown, of the last row before it. -1 where there are no rows. */
export function rowOf(rows: Int32Array, node: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle]! <= node) low = middle;
    else high = middle - 1;
  }
  return rows.length === 0 ? -1 : low;
}

export const openToDepth = (tree: TreeColumns, depth: number): Uint8Array =>
  Uint8Array.from({ length: tree.size }, (_, i) => (tree.depth[i]! < depth ? 1 : 0));

/** Everything above the nodes of some states is open. */
export function openTo(tree: TreeColumns, states: readonly NodeState[]): Uint8Array {
  const open = new Uint8Array(tree.size);
  const wanted = STATES.map((state) => states.includes(state));
  for (let i = 0; i < tree.size; i++) if (wanted[tree.state[i]!]) openAbove(tree, open, i + 1);
  return open;
}

export function countOf(tree: TreeColumns, state: NodeState): number {
  const wanted = STATES.indexOf(state);
  let count = 0;
  for (const found of tree.state) if (found === wanted) count++;
  return count;
}

/** Opens what is above a node, in place, up to what is open already. */
function openAbove(tree: TreeColumns, open: Uint8Array, node: number): void {
  for (let at = tree.parent[node - 1]!; at > 0 && open[at - 1] === 0; at = tree.parent[at - 1]!) open[at - 1] = 1;
}

/** The nodes of some states and what stands above them. */
export function keptOf(tree: TreeColumns, states: ReadonlySet<NodeState>): Uint8Array | null {
  if (states.size === 0 || states.size === STATES.length) return null;
  const wanted = STATES.map((state) => states.has(state));
  const kept = new Uint8Array(tree.size);
  for (let i = tree.size - 1; i >= 0; i--) {
    if (kept[i] === 0 && !wanted[tree.state[i]!]) continue;
    kept[i] = 1;
    const above = tree.parent[i]!;
    if (above > 0) kept[above - 1] = 1;
  }
  return kept;
}
