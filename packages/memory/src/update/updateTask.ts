import type { Schema } from "@semantic-xpath/planner";
import { CompiledUpdate, type Operation } from "@semantic-xpath/runtime";
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
): Promise<UpdateResult> =>
  transaction({ memory, task, resolve: resolving(task, update, options), call: callOf(update, options), options });

/** The text, arguments and superseded node by which an update is recognised. */
export const callOf = (
  update: UpdateSource | null,
  { params, name, supersedes }: Pick<UpdateOptions, "params" | "name" | "supersedes">,
): readonly unknown[] => [
  "update",
  update instanceof CompiledUpdate ? update.text : update,
  Object.entries(params ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
  name ?? null,
  supersedes ?? null,
];

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
  return migrate(memory, task, schema, resolve, options, ["migrate", ...callOf(update ?? null, options)]);
}
