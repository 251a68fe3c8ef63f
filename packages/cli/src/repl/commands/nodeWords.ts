import { foldFields, type Tree, type TreeNode } from "@semantic-xpath/runtime";
import type { Session } from "../session/session.js";
import type { Word } from "./command.js";

const MOST_NUMBERS = 50;
const MOST_PATHS = 200;

/** What names a node: results by number, and the paths of the tree step by step. */
export function nodeWords(session: Session, typed: string): readonly Word[] {
  const tree = treeOf(session);
  const slash = typed.lastIndexOf("/");
  if (slash > 0) {
    const parent = tree === null ? null : nodeAtPath(tree, typed.slice(0, slash));
    return (parent?.children ?? [])
      .filter(({ path }) => path.toLowerCase().startsWith(typed.toLowerCase()))
      .slice(0, MOST_PATHS)
      .map(({ path, attributes, text }) => ({ word: path, says: attributes.name ?? attributes.title ?? text }));
  }
  const matches = session.runs.at(-1)?.inspection.result.matches ?? [];
  const numbers = matches.slice(0, MOST_NUMBERS).map(({ path }, i) => ({ word: String(i + 1), says: path }));
  return [...numbers, ...(tree?.root ? [{ word: tree.root.path, says: "the root" }] : [])];
}

/** The node with exactly this path, found step by step. */
function nodeAtPath({ root }: Tree, path: string): TreeNode | null {
  let at: TreeNode | undefined = root ?? undefined;
  while (at !== undefined && at.path !== path)
    at = at.children.find((child) => path === child.path || path.startsWith(`${child.path}/`));
  return at ?? null;
}

const folded = new WeakMap<Tree, Tree>();

/** The tree that the last run saw, else that of the data, with fields folded. */
function treeOf({ runs, settings: { data, schema } }: Session): Tree | null {
  const last = runs.at(-1);
  if (last !== undefined) return last.inspection.tree;
  if (data === null || schema === null) return data?.tree ?? null;
  const known = folded.get(data.tree) ?? foldFields(data.tree, schema.schema);
  folded.set(data.tree, known);
  return known;
}
