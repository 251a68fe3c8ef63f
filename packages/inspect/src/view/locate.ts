import { compile } from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";

/** The node with this path, or the node that has this attribute; null where there is none, or several. */
export function locateIn(tree: Tree, path: string): number | null {
  const { query } = compile(path);
  if (query === undefined || query.isSemantic || query.plan.parameters.length > 0) return null;
  const { ids } = query.select(tree);
  return ids.length === 1 ? ids[0]! : null;
}
