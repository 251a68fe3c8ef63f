import { children } from "./childKeys.js";
import type { AstNode } from "./nodes.js";

/** Called with a node and its ancestors, outermost first; `false` skips the node's children. */
export type Visit = (node: AstNode, ancestors: readonly AstNode[]) => unknown;

/** Visits a node and all below it, in source order, parents first. */
export function walk(root: AstNode, visit: Visit): void {
  const ancestors: AstNode[] = [];
  const visitBelow = (node: AstNode): void => {
    if (visit(node, ancestors) === false) return;
    ancestors.push(node);
    for (const child of children(node)) visitBelow(child);
    ancestors.pop();
  };
  visitBelow(root);
}
