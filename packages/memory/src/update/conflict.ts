import { type Edit, type NodeId, nodeData, nodePath, type Tree } from "@semantic-xpath/tree";
import type { Task } from "../store/task.js";
import type { Version } from "../store/version.js";
import type { UpdateConflict } from "./updateResult.js";
import type { UpdateTarget } from "./updateTarget.js";

/** Targets that are other nodes now, or are not found any more. */
export const differingTargets = (
  before: readonly UpdateTarget[],
  now: readonly UpdateTarget[],
): UpdateConflict["targets"] =>
  before.flatMap(({ key }, target) => {
    const after = now[target]?.key ?? null;
    return key === after ? [] : [{ target, before: key, after }];
  });

/** Parts of edits that others have changed meanwhile, for the end of a sentence; null: none. `edits` and `editsNow` come from the same update. */
export function changedSince(tree: Tree, edits: readonly Edit[], now: Tree, editsNow: readonly Edit[]): string | null {
  if (edits.length !== editsNow.length) return "it would change other things there";
  for (const [i, edit] of edits.entries()) {
    const subject = changeOf(tree, edit, now, editsNow[i]!);
    if (subject !== null) return `${subject} has changed`;
  }
  return null;
}

function changeOf(tree: Tree, edit: Edit, now: Tree, editNow: Edit): string | null {
  if (edit.kind === "insert") return null;
  if (editNow.kind !== edit.kind) return "what it would do";
  const [was, is] = [edit.node, editNow.node];
  const path = nodePath(now, is);
  switch (edit.kind) {
    case "setAttribute": {
      const { name } = edit;
      return tree.attribute(was, name) === now.attribute(is, name) ? null : `the attribute "${name}" of ${path}`;
    }
    case "setText":
      return tree.ownText(was) === now.ownText(is) ? null : `the text of ${path}`;
    case "rename":
      return tree.node(was).type === now.node(is).type ? null : `the type of ${path}`;
    case "move":
      return tree.keyOf(tree.parent[was]!) === now.keyOf(now.parent[is]!) ? null : `the place of ${path}`;
    case "delete":
    case "replace":
      return contentOf(tree, was) === contentOf(now, is) ? null : path;
  }
}

const contentOf = (tree: Tree, node: NodeId): string => JSON.stringify(nodeData(tree, node));

/** Maximum number of changes by others in a message. */
const MAX_CHANGES = 20;

/** Changes of a branch since a version, in words. */
export const changesSince = (task: Task, expected: number, head: Version): readonly string[] =>
  task
    .versions()
    .slice(Math.max(0, expected))
    .flatMap((version) => (version.isPruned || version.branch !== head.branch ? [] : version.changes))
    .slice(0, MAX_CHANGES)
    .map(({ text }) => text);
