import { nodePath, type Tree } from "@semantic-xpath/tree";
import type { Repair, Scene } from "./repair.js";

/** The last resort: the query, or the node itself. */
export function ownPathRepairs({ observation, syntax }: Scene, node: number): readonly Repair[] {
  const { tree, query, limit } = observation;
  const { end } = syntax.queryAround(query.plan.result.span).span;
  const paths = [nodePath(tree, node), placesPath(tree, node)];
  // The node's own path gives it weight 1; in document order it may still stand behind the limit.
  return [limit, limit + 1, tree.size].flatMap((most) =>
    paths.map(
      (path): Repair => ({
        kind: "path",
        edits: [{ span: { start: end, end }, text: ` | ${path}` }],
        ...(most === limit ? {} : { options: { limit: most } }),
        message: `or ${path} itself${most === limit ? "" : `, limit ${limit} → ${most}`}`,
      }),
    ),
  );
}

/** A path by places alone, whatever the types are called and a schema says of them. */
function placesPath(tree: Tree, node: number): string {
  let path = "";
  for (let at = node; at > 0; at = tree.parent[at]!) {
    let place = 1;
    for (let child = tree.parent[at]! + 1; child < at; child = tree.end[child]!) place++;
    path = `/*[${place}]${path}`;
  }
  return path;
}
