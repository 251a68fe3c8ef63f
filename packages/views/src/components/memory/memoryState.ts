import type { NodeState } from "@semantic-xpath/inspect";

/** What is kept of the tree's state while another view is shown. Written in place. */
export interface MemoryState {
  open: Uint8Array | null;
  /** What was open before a reload. */
  openNodes: readonly number[] | null;
  states: ReadonlySet<NodeState>;
  scroll: number;
}

/** The state of a run that was never looked at. */
export const startMemory = (): MemoryState => ({ open: null, openNodes: null, states: new Set(), scroll: 0 });

/** The open nodes as a list that a panel can keep; null where they are too many to be worth it. */
export function listOpen({ open }: MemoryState): number[] | null {
  if (open === null) return null;
  const nodes: number[] = [];
  for (let i = 0; i < open.length; i++) if (open[i] === 1) nodes.push(i + 1);
  return nodes.length > 5_000 ? null : nodes;
}
