import type { Schema } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import type { Store } from "../store/store.js";

/** The visible part of a store: a `Scope`, or all of it. */
export interface Visible {
  /** The node that is all that is seen of the only task; null: whole tasks are. */
  readonly root: NodeKey | null;
  tasks(): readonly { readonly name: string }[];
  /** The name of a task. Throws a `MemoryError` (SXP5012) if it is not seen. */
  named(task: string): string;
  /** A version, by default the newest of `main`. Throws if the root is not in it. */
  view(task: string, version?: number | string): ShownVersion;
  /** The visible part of a version; null if the root is not in it. */
  find(task: string, version?: number | string): ShownVersion | null;
}

interface ShownVersion {
  readonly version: { readonly number: number };
  readonly tree: Tree;
  readonly schema: Schema | null;
}

/** The whole of a store. */
export function wholeStore(memory: Store): Visible {
  const view = (task: string, name: number | string = "main"): ShownVersion => {
    const version = memory.task(task).version(name);
    return { version, tree: version.tree(), schema: version.schema };
  };
  return { root: null, tasks: () => memory.tasks(), named: (task) => memory.task(task).name, view, find: view };
}
