import type { Schema } from "@semantic-xpath/planner";
import { inferSchema } from "@semantic-xpath/readers";
import { getOrMake, type Tree } from "@semantic-xpath/tree";

const schemas = new WeakMap<Tree, Schema>();
let last: { readonly text: string; readonly schema: Schema } | null = null;

/** What can be inferred from a tree. Of trees with equal schemas it is one object, so that what was read by it stays valid. */
export function inferredSchema(tree: Tree): Schema {
  return getOrMake(schemas, tree, () => {
    const schema = inferSchema(tree);
    const text = JSON.stringify(schema);
    if (last?.text !== text) last = { text, schema };
    return last.schema;
  });
}
