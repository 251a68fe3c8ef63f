import { type AstKind, type AstNode, type NodeOf, walk } from "@semantic-xpath/parser";

/** All nodes of a kind in a tree, in source order. */
export function nodesOf<K extends AstKind>(root: AstNode, kind: K): readonly NodeOf<K>[] {
  const nodes: NodeOf<K>[] = [];
  walk(root, (node) => {
    if (node.kind === kind) nodes.push(node as NodeOf<K>);
  });
  return nodes;
}

export const contains = (root: AstNode, ...kinds: readonly AstKind[]): boolean =>
  kinds.some((kind) => nodesOf(root, kind).length > 0);

/** The innermost node of a kind among `nodes`, which are given outermost first. */
export const innermost = <K extends AstKind>(
  nodes: readonly AstNode[],
  ...kinds: readonly K[]
): NodeOf<K> | undefined =>
  nodes.findLast((node): node is NodeOf<K> => (kinds as readonly AstKind[]).includes(node.kind));

const GRADED: ReadonlySet<AstKind> = new Set(["Relevance", "Aggregate", "Combine", "Not", "And", "Or"]);

/** Tests that a bracket or an operand with this content orders the list by weight. */
export const isGraded = ({ kind }: AstNode): boolean => GRADED.has(kind);
