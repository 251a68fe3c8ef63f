import type { Schema } from "@semantic-xpath/planner";
import type { CompiledUpdate, Operation } from "@semantic-xpath/runtime";
import type { Store } from "../store/store.js";
import type { Task } from "../store/task.js";
import { type MigratingOptions, type MigrationResult, migrate } from "./migrate.js";
import { type ResolvingOptions, resolving } from "./resolveUpdate.js";
import { type Resolve, transaction } from "./transaction.js";
import type { WritingOptions } from "./updateOptions.js";
import type { UpdateResult } from "./updateResult.js";

/** An update as text, as operations, or compiled. */
export type UpdateSource = string | readonly Operation[] | CompiledUpdate;

export interface UpdateOptions extends WritingOptions, ResolvingOptions {}

/** See `Memory.update`. */
export const updateTask = (
  memory: Store,
  task: Task,
  update: UpdateSource,
  options: UpdateOptions = {},
): Promise<UpdateResult> => transaction({ memory, task, resolve: resolving(task, update, options), options });

export interface MigrateOptions extends MigratingOptions, ResolvingOptions {
  /** Update that makes the tree fit the new schema; its targets are nodes of the old tree. */
  readonly update?: UpdateSource;
}

/** See `Memory.migrate`. */
export function migrateTask(
  memory: Store,
  task: Task,
  schema: Schema | null,
  { update, ...options }: MigrateOptions = {},
): Promise<MigrationResult> {
  const resolve: Resolve =
    update === undefined
      ? async () => ({ edits: [], targets: [], diagnostics: [], status: "ready" })
      : resolving(task, update, options);
  return migrate(memory, task, schema, resolve, options);
}
