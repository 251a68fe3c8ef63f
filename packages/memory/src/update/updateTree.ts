import type { Schema } from "@semantic-xpath/planner";
import type { Edit, Tree } from "@semantic-xpath/tree";
import { inMemoryJournal } from "../journal/inMemoryJournal.js";
import { Store } from "../store/store.js";
import { type ResolvingOptions, resolving } from "./resolveUpdate.js";
import { transaction } from "./transaction.js";
import type { WritingOptions } from "./updateOptions.js";
import type { UpdateResult } from "./updateResult.js";
import type { UpdateSource } from "./updateTask.js";

/** The options of an update that need no store. */
export interface UpdateTreeOptions extends ResolvingOptions, Pick<WritingOptions, "onBroken"> {
  /** Default: none, so that nothing is checked against one. */
  readonly schema?: Schema | null;
}

/** Result of an update of a tree that no memory holds. */
export interface TreeUpdate {
  /** As of a dry run. Keys of nodes are their numbers in the tree. */
  readonly result: UpdateResult;
  /** The edits of the tree, for `applyEdits` or `editSource`; empty unless the result's status is `dry run`. */
  readonly edits: readonly Edit[];
}

/**
 * Checks an update of a tree by the rules of a memory and returns the edits that it comes to. The tree stays as it is. Rejects as a run does
 * where targets can't be looked for.
 *
 * @example (await updateTree(tree, "delete node //POI[2]")).edits
 */
export async function updateTree(
  tree: Tree,
  update: UpdateSource,
  { schema = null, onBroken, ...resolvingOptions }: UpdateTreeOptions = {},
): Promise<TreeUpdate> {
  const memory = Store.create(inMemoryJournal());
  const task = memory.createTask("data", tree, { schema });
  const resolve = resolving(task, update, resolvingOptions);
  let edits: readonly Edit[] = [];
  const result = await transaction({
    memory,
    task,
    resolve: async (version) => {
      const resolved = await resolve(version);
      edits = resolved.edits;
      return resolved;
    },
    options: { dryRun: true, ...(onBroken !== undefined && { onBroken }) },
  });
  return { result, edits: result.status === "dry run" ? edits : [] };
}
