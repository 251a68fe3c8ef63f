import { childrenAt } from "./childKeys.js";
import type { AstNode } from "./nodes.js";

/**
 * The nodes around an offset, outermost first; empty if `root` does not reach it. Between two neighbours the offset belongs to
 * what is missing there, else to the right one, else to the left one: so a cursor after the last character is still in its node.
 *
 * @example pathAt(parse("/Day[1]").ast, 5).map((node) => node.kind).at(-1) // "IndexLiteral"
 */
export function pathAt(root: AstNode, offset: number): readonly AstNode[] {
  const path: AstNode[] = [];
  let node: AstNode | null = touches(root, offset) ? root : null;
  while (node !== null) {
    path.push(node);
    node = childAt(node, offset);
  }
  return path;
}

/** The innermost node at an offset, null if `root` does not reach it. */
export const nodeAt = (root: AstNode, offset: number): AstNode | null => pathAt(root, offset).at(-1) ?? null;

function childAt(parent: AstNode, offset: number): AstNode | null {
  let right: AstNode | null = null;
  let before: AstNode | null = null;
  for (const child of childrenAt(parent, offset)) {
    if (child.span.start === child.span.end) return child;
    if (offset < child.span.end) right ??= child;
    else before = child;
  }
  return right ?? before;
}

const touches = ({ span }: AstNode, offset: number): boolean => span.start <= offset && offset <= span.end;
