import type { Schema } from "@semantic-xpath/planner";
import type { Edit, Tree } from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import { inMemoryJournal } from "../journal/inMemoryJournal.js";
import { Store } from "../store/store.js";
import { type ResolvingOptions, resolving } from "./resolveUpdate.js";
import { transaction } from "./transaction.js";
import type { WritingOptions } from "./updateOptions.js";
import type { UpdateResult } from "./updateResult.js";
import type { UpdateOptions, UpdateSource } from "./updateTask.js";

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
export const updateTree = (
  tree: Tree,
  update: UpdateSource,
  { schema = null, onBroken, ...options }: UpdateTreeOptions = {},
): Promise<TreeUpdate> => triedUpdate("data", { tree, schema }, update, defined({ ...options, onBroken }));

/**
 * A dry run of an update in a store of its own, which has nothing but the tree, so that nothing else can be in its result. With `keys` nodes have those of the
 * tree. The edits are empty unless the status is `dry run`.
 */
export async function triedUpdate(
  name: string,
  { tree, schema, keys = false }: { readonly tree: Tree; readonly schema: Schema | null; readonly keys?: boolean },
  update: UpdateSource,
  { clock, ...options }: UpdateOptions & { readonly clock?: () => Date },
): Promise<TreeUpdate> {
  const memory = Store.create(inMemoryJournal(), defined({ now: clock }));
  const task = memory.createTask(name, tree, { schema, keepsKeys: keys });
  const resolve = resolving(task, update, options);
  let edits: readonly Edit[] = [];
  const result = await transaction({
    memory,
    task,
    resolve: async (version) => {
      const resolved = await resolve(version);
      edits = resolved.edits;
      return resolved;
    },
    call: [],
    options: { ...options, dryRun: true },
  });
  const isSkipped = (edit: Edit, i: number): boolean =>
    options.duplicates === "skip" && edit.kind === "insert" && result.duplicates.some((each) => each.edit === i);
  return { result, edits: result.status === "dry run" ? edits.filter((edit, i) => !isSkipped(edit, i)) : [] };
}
