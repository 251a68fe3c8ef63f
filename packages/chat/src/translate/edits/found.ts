import { type NodeId, nodePath } from "@semantic-xpath/tree";
import type { Known } from "./known.js";

/** What a noun phrase is about. */
export interface Found {
  /** In document order; none: nothing fits. */
  readonly nodes: readonly NodeId[];
  /** Whether the phrase means all of them. Otherwise it means one, and several are candidates. */
  readonly isMany: boolean;
  /** How surely, in [0, 1]. */
  readonly sureness: number;
  /** Whether it is clear what is meant, and that there is none of it. */
  readonly isNone?: boolean;
}

export const NOTHING: Found = { nodes: [], isMany: false, sureness: 0 };

/** Where a phrase may look: below these nodes, or everywhere. */
export type Scope = readonly NodeId[] | null;

/** One of them, or one in each scope. */
export const one = (nodes: readonly NodeId[]): Found => ({
  nodes,
  isMany: false,
  sureness: nodes.length === 0 ? 0 : 0.95,
});

export const isBelow = ({ tree }: Known, node: NodeId, root: NodeId): boolean => root < node && node < tree.end[root]!;

export const isInScope = (known: Known, node: NodeId, scope: Scope): boolean =>
  scope === null || scope.some((root) => isBelow(known, node, root));

export const inScope = (known: Known, nodes: readonly NodeId[], scope: Scope): readonly NodeId[] =>
  nodes.filter((node) => isInScope(known, node, scope));

export function childrenOf({ tree }: Known, node: NodeId): readonly NodeId[] {
  const children: NodeId[] = [];
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) children.push(child);
  return children;
}

/** Text of a query that leads to this node alone. */
export const targetOf = ({ tree }: Known, node: NodeId): string => nodePath(tree, node);
