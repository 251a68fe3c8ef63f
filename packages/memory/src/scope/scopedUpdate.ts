import { type Edit, type NodeId, SegmentedTree } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import type { NodeKey } from "../keys.js";
import type { Memory } from "../memory.js";
import { MemoryError, memoryError } from "../memoryError.js";
import { repeatedVersion, type WriteOptions } from "../store/commit.js";
import type { Task } from "../store/task.js";
import type { Version } from "../store/version.js";
import { describedUpdate, notWritten } from "../update/commitUpdate.js";
import type { UpdateResult } from "../update/updateResult.js";
import { callOf, type UpdateOptions, type UpdateSource } from "../update/updateTask.js";
import { type TreeUpdate, triedUpdate } from "../update/updateTree.js";
import type { Scope, View } from "./scope.js";

/** Options of an update through a scope, which defines the visible part. */
export type ScopedUpdateOptions = Omit<UpdateOptions, "base">;

/** Maximum attempts of an update while others keep writing. */
const ATTEMPTS = 100;

interface Updating {
  readonly scope: Scope;
  readonly memory: Memory;
  readonly task: Task;
  readonly root: NodeKey;
  readonly source: UpdateSource;
  readonly options: ScopedUpdateOptions;
}

/**
 * An update of what is in one node. It is tried first in a store of its own, which has nothing but that: so all that is said of it (targets, duplicates,
 * what is against the schema, conflicts) is said by something that has never seen the rest. Then its edits are written where they belong.
 */
export async function updateWithin(updating: Updating): Promise<UpdateResult> {
  const { scope, task, options } = updating;
  const { branch = "main", ifVersion } = options;
  const repeated = repeatedVersion(updating.memory, task, keyed(updating), options.idempotencyKey);
  if (repeated !== null) return repeatedWithin(updating, repeated);
  if (options.supersedes !== undefined) throw beyond("Superseding a node");
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const view = scope.view(task.name, branch);
    const base = view.version.number;
    if (ifVersion !== undefined && isMoved(scope, task.name, ifVersion, base))
      throw memoryError("SXP5010", { branch, expected: ifVersion, head: base });
    const tried = await tryOut(view, updating);
    const result = { ...tried.result, branch, base, isDryRun: options.dryRun === true };
    if (result.status !== "dry run" || options.dryRun === true) return result;
    const version = await write(updating, view, tried.edits);
    if (version !== null) return { ...result, ...version, changes: scope.changes(task.name, version.version) };
  }
  throw memoryError("SXP5020", { attempts: ATTEMPTS });
}

/** Result of the earlier update with the same idempotency key. */
function repeatedWithin({ scope, task, options }: Updating, version: Version): UpdateResult {
  const { number, parents, isPruned } = version;
  const base = parents[0] ?? number;
  const treeAt = (each: number): SegmentedTree | null => {
    const view = task.version(each).isPruned ? null : scope.find(task.name, each);
    return view === null ? null : SegmentedTree.of(view.tree);
  };
  const after = treeAt(number);
  const changes = isPruned ? [] : scope.changes(task.name, number);
  return {
    task: task.name,
    branch: options.branch ?? "main",
    base,
    isDryRun: options.dryRun === true,
    ...(after === null ? notWritten("repeated", []) : describedUpdate("repeated", treeAt(base), after, changes)),
    version: number,
    targets: [],
    conflict: null,
  };
}

/** Options by which the update is known again. Keys of others are others'. */
const keyed = ({ root, source, options }: Updating): Pick<WriteOptions, "branch" | "idempotencyKey" | "call"> => {
  const { branch, idempotencyKey: key } = options;
  const idempotencyKey = key === undefined ? undefined : `#${root}: ${key}`;
  return { ...defined({ branch, idempotencyKey }), call: callOf(source, options) };
};

/** True if the visible part changed between a version and the newest one, or the version does not exist. */
const isMoved = (scope: Scope, task: string, ifVersion: number, head: number): boolean =>
  ifVersion !== head &&
  (!Number.isInteger(ifVersion) || ifVersion < 1 || ifVersion > head || scope.diff(task, ifVersion, head).length > 0);

const beyond = (what: string): MemoryError => memoryError("SXP5062", { what });

/** Result of the update in a store with the visible part only. */
async function tryOut({ task, ...part }: View, { memory, source, options }: Updating): Promise<TreeUpdate> {
  const { ifVersion: _, idempotencyKey: _key, branch: _branch, ...rest } = options;
  const tried = await triedUpdate(task, { ...part, keys: true }, source, { ...rest, clock: () => memory.now() });
  for (const edit of tried.edits) checkEdit(edit);
  return tried;
}

/** The node that is all that may be seen stays where it is: around it is what may not. */
function checkEdit(edit: Edit): void {
  const isOfRoot = "node" in edit && edit.node === 1;
  if (isOfRoot && ["delete", "replace", "move", "rename"].includes(edit.kind))
    throw beyond("Deleting, replacing, moving or renaming the root of what may be seen");
  if ("parent" in edit && edit.parent < 1) throw beyond("Putting something beside the root of what may be seen");
}

/** Null if another process wrote in between. */
async function write(
  updating: Updating,
  { version: { number } }: View,
  edits: readonly Edit[],
): Promise<{ readonly status: "applied" | "repeated"; readonly version: number } | null> {
  const { memory, task, root, options } = updating;
  const shift = task.version(number).nodeOf(root)! - 1;
  try {
    const fullEdits = edits.map((edit) => moved(edit, shift));
    const how = { ifVersion: number, ...keyed(updating), ...defined({ provenance: options.provenance }) };
    const { version, isRepeated } = await memory.transactionAsync(() => task.commit(fullEdits, how));
    return { status: isRepeated ? "repeated" : "applied", version: version.number };
  } catch (error) {
    if (error instanceof MemoryError && error.code === "SXP5010") return null;
    throw error;
  }
}

/** An edit of the subtree as one of the whole. */
function moved(edit: Edit, shift: number): Edit {
  const by = (node: NodeId): NodeId => node + shift;
  const before =
    "before" in edit && edit.before !== undefined ? { before: edit.before === null ? null : by(edit.before) } : {};
  if (edit.kind === "insert") return { ...edit, parent: by(edit.parent), ...before };
  if (edit.kind === "move") return { ...edit, node: by(edit.node), parent: by(edit.parent), ...before };
  return { ...edit, node: by(edit.node) };
}
