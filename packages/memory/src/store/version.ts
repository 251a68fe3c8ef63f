import { parseSchema, type Schema } from "@semantic-xpath/planner";
import {
  type NodeData,
  type NodeId,
  nodeData,
  type SegmentedTree,
  segmentedPath,
  type Tree,
} from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import { memoryError } from "../memoryError.js";
import type { Change } from "./change.js";
import type { Contents } from "./contents.js";
import type { Committed, Operation, Provenance } from "./records.js";
import type { TaskState, VersionState } from "./state.js";
import type { Store } from "./store.js";
import { rangesText } from "./words.js";

/**
 * A version of a task: who made it, when and why, what it changed, and the tree, which is read when it is first asked for. It never changes.
 * Of a version that was pruned only number, branch, parents and time are left; all else throws a `MemoryError` (SXP5016).
 */
export class Version {
  constructor(
    private readonly memory: Store,
    /** The task's number in the store. */
    private readonly taskId: number,
    /** As it was when this process last read all records again. */
    private readonly initial: VersionState,
  ) {}

  /** After `prune` the version may be pruned, or be kept in another place. */
  private get state(): VersionState {
    return this.memory.state.tasks.get(this.taskId)?.versions[this.initial.version - 1] ?? this.initial;
  }

  /** From 1, over all branches of the task. */
  get number(): number {
    return this.state.version;
  }

  /** The branch that it was committed on. */
  get branch(): string {
    return this.state.branch;
  }

  /** None for the first version of a task, two for a merge: that of the branch, and what was merged into it. */
  get parents(): readonly number[] {
    return this.state.parents;
  }

  /** When it was committed: ISO 8601 in UTC. */
  get time(): string {
    return this.state.time;
  }

  get isPruned(): boolean {
    return this.state.kind === "pruned";
  }

  /** When it was pruned: ISO 8601 in UTC. null: it was not, or by a version of sxp that did not keep this. */
  get prunedTime(): string | null {
    return this.state.pruned;
  }

  /** Time in the world of its content, if it was given. */
  get eventTime(): string | null {
    return this.provenance.time ?? null;
  }

  /** Author, reason and turn. Empty if they were not given. */
  get provenance(): Provenance {
    return this.fact(({ provenance }) => provenance ?? {}, {});
  }

  /** Kind of step that led to it; for a step about a version, with that version. */
  get operation(): Operation | "pruned" {
    return this.fact<Operation | "pruned">(({ operation }) => operation, "pruned");
  }

  /** The version that was merged, reverted or restored; null for other operations. */
  get of(): number | null {
    return this.fact(({ of }) => of ?? null, null);
  }

  get idempotencyKey(): string | null {
    return this.fact(({ idempotencyKey }) => idempotencyKey ?? null, null);
  }

  /** Digest of the call that the idempotency key was for; null if none was kept. */
  get call(): string | null {
    return this.fact(({ call }) => call ?? null, null);
  }

  /** Number of nodes. */
  get nodes(): number {
    return this.read(({ nodes }) => nodes);
  }

  /** Changes against its first parent; for the first version, the insertion of the tree. */
  get changes(): readonly Change[] {
    return this.read(({ changes }, contents) => (typeof changes === "string" ? contents.changes(changes) : changes));
  }

  /**
   * The tree as segments, each read on first access. After a `prune` by others the access throws SXP5018, and the version must be requested again.
   */
  get segments(): SegmentedTree {
    return this.read(({ manifest }, contents) => contents.tree(this.taskId, manifest));
  }

  /** The whole tree, for queries. Linear in the nodes the first time. */
  tree(): Tree {
    return this.read(({ manifest }, contents) => contents.tree(this.taskId, manifest).toTree());
  }

  /** The schema that held at this version; null: none. */
  get schema(): Schema | null {
    return this.read(({ schema }, contents) => (schema === null ? null : contents.schema(schema)));
  }

  /** The place of a node in this version; null if the node is not in it. */
  nodeOf(key: NodeKey): NodeId | null {
    const node = this.inTree((tree) => tree.nodeOfKey(key));
    return node < 0 ? null : node;
  }

  /** The permanent key of the node at a place. Throws a RangeError where there is no such node. */
  keyOf(node: NodeId): NodeKey {
    return this.inTree((tree) => tree.keyOf(node));
  }

  /** A node with its subtree as plain data, such as an `insert` takes: so a node is copied from an old version. Throws SXP5017. */
  data(key: NodeKey): NodeData {
    const node = this.existing(key);
    return this.inTree((tree) => nodeData(tree.subtree(node).toTree(), 1));
  }

  /** A query that finds the node in this version. Throws SXP5017. */
  pathOf(key: NodeKey): string {
    const node = this.existing(key);
    return this.inTree((tree) => segmentedPath(tree, node));
  }

  /** Hash of the schema as it is stored; null: none. */
  get schemaHash(): string | null {
    return this.read(({ schema }) => schema);
  }

  /** Hash of the manifest: versions of the same content in the same segments have the same. */
  get manifest(): string {
    return this.read(({ manifest }) => manifest);
  }

  private existing(key: NodeKey): NodeId {
    const node = this.nodeOf(key);
    if (node !== null) return node;
    throw memoryError("SXP5017", { task: this.taskName, version: this.number, key });
  }

  private inTree<T>(look: (tree: SegmentedTree) => T): T {
    return this.read(({ manifest }, contents) => look(contents.tree(this.taskId, manifest)));
  }

  /** Reads what a version holds: again from where it is now, if others have pruned meanwhile. */
  private read<T>(look: (event: Committed, contents: Contents) => T): T {
    for (;;) {
      try {
        const { contents } = this.memory;
        return look(this.committed(contents), contents);
      } catch (error) {
        if (!this.memory.catchesUp(error)) throw error;
      }
    }
  }

  private get taskName(): string {
    return this.memory.state.tasks.get(this.taskId)?.name ?? "";
  }

  /** Facts of the version from its record, or those of a pruned one. */
  private fact<T>(of: (event: Committed) => T, ofPruned: T): T {
    try {
      return this.isPruned ? ofPruned : this.read(of);
    } catch (error) {
      // The version was pruned by others just now.
      if (!this.isPruned) throw error;
      return ofPruned;
    }
  }

  private committed(contents: Contents): Committed {
    const { state } = this;
    if (state.kind === "commit") return contents.committed(this.taskId, state);
    throw prunedVersion(this.memory.state.tasks.get(this.taskId), state);
  }
}

/** SXP5016, with the versions of the task whose content is left. */
export function prunedVersion(task: TaskState | undefined, { version, pruned }: VersionState): Error {
  const remaining = task?.versions.flatMap((each) => (each.kind === "commit" ? [each.version] : [])) ?? [];
  return memoryError("SXP5016", { task: task?.name ?? "", version, since: pruned, left: rangesText(remaining) });
}

/** A schema as it was stored. */
export function readSchema(bytes: Uint8Array): Schema {
  const { schema, diagnostics } = parseSchema(new TextDecoder().decode(bytes));
  if (schema === undefined || schema === null)
    throw new RangeError(diagnostics.map(({ message }) => message).join(" "));
  return schema;
}
