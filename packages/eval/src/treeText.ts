import type { Schema } from "@semantic-xpath/planner";
import { compileUpdate } from "@semantic-xpath/runtime";
import { applyEdits, type NodeData, nodeData, type Tree } from "@semantic-xpath/tree";

/** A text of a tree that is equal for equal trees: attributes by name, white space of texts trimmed. */
export const treeText = (tree: Tree): string => JSON.stringify(sorted(nodeData(tree, 1)));

const sorted = (node: NodeData): unknown => [
  node.type,
  Object.entries(node.attributes ?? {})
    .map(([name, value]) => [name, value.trim()] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  (node.text ?? "").trim(),
  (node.children ?? []).map(sorted),
];

export interface UpdateContext {
  readonly schema: Schema | null;
  readonly now: string;
}

/** The tree after an update; a sentence if it is impossible. Parts missing by the schema do not prevent it. */
export async function afterUpdate(tree: Tree, text: string, { schema, now }: UpdateContext): Promise<Tree | string> {
  const strict = await updated(tree, text, schema, now);
  return typeof strict === "string" && schema !== null ? updated(tree, text, null, now) : strict;
}

async function updated(tree: Tree, text: string, schema: Schema | null, now: string): Promise<Tree | string> {
  const { update, diagnostics } = compileUpdate(text, { schema });
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (update === undefined || error !== undefined) return error?.message ?? "it is no update";
  const { edits, diagnostics: pending } = await update.pending(tree, { now });
  const problem = pending.find(({ severity }) => severity === "error");
  return problem === undefined ? applyEdits(tree, edits) : problem.message;
}
