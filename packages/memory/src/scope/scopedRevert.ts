import { SegmentedTree, type Tree } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import { MemoryError, memoryError } from "../memoryError.js";
import type { Change } from "../store/change.js";
import { changesOf } from "../store/changes.js";
import type { Join, JoinOptions } from "../store/joining.js";
import type { Task } from "../store/task.js";
import { threeWay } from "../store/threeWay.js";
import type { Scope } from "./scope.js";

/** Attempts to undo a version while other writers keep committing. */
const MAX_ATTEMPTS = 100;

/** Trees of three versions, each from the root of the scope on. */
interface Parts {
  readonly before: Tree;
  readonly undone: Tree;
  readonly head: Tree;
}

/**
 * Undoes a version that changed only what is inside the root of a scope. The merge is made on the visible parts first, so that its changes and conflicts
 * name nothing outside; it is written only if the merge of the whole trees makes the same changes.
 *
 * Throws SXP5062 for a version with changes outside, and where undoing it would change something outside now.
 */
export function revertWithin(scope: Scope, task: Task, version: number | string, options: JoinOptions): Join {
  const beyond = (): MemoryError => memoryError("SXP5062", { what: "Undoing that version" });
  const undone = task.version(version);
  const [parent] = undone.parents;
  const branch = options.branch ?? "main";
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [before, after] = [parent, undone.number].map((each) =>
      each === undefined ? null : scope.find(task.name, each),
    );
    if (before == null || after == null || !undone.changes.every((each) => isInside(each, before.tree, after.tree)))
      throw beyond();
    const head = scope.view(task.name, branch);
    const part = mergeParts({ before: before.tree, undone: after.tree, head: head.tree }, options);
    const tried = task.revert(version, { ...options, dryRun: true });
    if (tried.isRepeated) {
      const { number } = tried.version!;
      const tree = SegmentedTree.of(scope.view(task.name, number).tree);
      return { ...tried, tree, changes: scope.changes(task.name, number) };
    }
    if (part.conflicts.length > 0 || part.isDone || options.dryRun === true) return part;
    if (tried.conflicts.length > 0 || keysOf(tried.changes) !== keysOf(part.changes)) throw beyond();
    try {
      const { version: reverted } = task.revert(version, { ...options, ifVersion: head.version.number });
      return { ...part, version: reverted };
    } catch (error) {
      const hasMoved = error instanceof MemoryError && error.code === "SXP5010" && options.ifVersion === undefined;
      if (!hasMoved) throw error;
    }
  }
  throw memoryError("SXP5020", { attempts: MAX_ATTEMPTS });
}

function mergeParts(parts: Parts, { resolve }: JoinOptions): Join {
  const [undone, ours, before] = [parts.undone, parts.head, parts.before].map((tree) => SegmentedTree.of(tree));
  const { tree, conflicts, resolved } = threeWay(undone!, ours!, before!, resolve ?? null);
  const changes = changesOf(ours!, tree);
  const isDone = changes.length === 0 && conflicts.length === 0;
  const becomes = isDone || conflicts.length > 0 ? null : tree;
  return { version: null, conflicts, resolved, changes, tree: becomes, isDone, isRepeated: false };
}

const keysOf = (changes: readonly Change[]): string => changes.map(({ kind, key }) => `${kind} ${key}`).join();

/** True if a change is inside the root: of the root itself its attributes and text, and all of what is below it, before and after. */
function isInside({ kind, key, replaced }: Change, before: Tree, after: Tree): boolean {
  const isBelow = (tree: Tree, each: NodeKey): boolean => tree.nodeOfKey(each) > 1;
  switch (kind) {
    case "setAttribute":
    case "setText":
      return after.nodeOfKey(key) >= 1;
    case "rename":
    case "insert":
      return isBelow(after, key);
    case "delete":
      return isBelow(before, key);
    case "move":
      return isBelow(before, key) && isBelow(after, key);
    case "replace":
      return isBelow(before, replaced!) && isBelow(after, key);
  }
}
