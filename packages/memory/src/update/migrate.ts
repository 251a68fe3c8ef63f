import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { describeChange, diffSchemas } from "@semantic-xpath/readers/schema";
import { compile, queryChanges } from "@semantic-xpath/runtime";
import type { Store } from "../store/store.js";
import type { Task } from "../store/task.js";
import { type Resolve, transaction } from "./transaction.js";
import type { WritingOptions } from "./updateOptions.js";
import type { UpdateResult } from "./updateResult.js";

export interface MigratingOptions extends Omit<WritingOptions, "onBroken"> {
  /** Texts with queries that are in use, by names for people: which of them the new schema breaks is reported. */
  readonly queries?: Readonly<Record<string, string>>;
}

/** One difference between the schemas, in words. */
export interface SchemaDifference {
  readonly text: string;
  /** True if a query that was right may be wrong now, or find less. */
  readonly isBreaking: boolean;
}

/** A saved query that the new schema breaks. */
export interface BrokenQuery {
  readonly name: string;
  /** With spans in its text. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface MigrationResult extends UpdateResult {
  readonly schemaChanges: readonly SchemaDifference[];
  readonly brokenQueries: readonly BrokenQuery[];
}

/**
 * Gives a task another schema, and makes the edits with which its tree fits it, as one version. The whole tree is validated: every place
 * that is against the new schema is reported with its path, and any of them refuses the migration. Older versions keep their schema. Saved queries
 * that break are reported, and refuse nothing.
 */
export async function migrate(
  memory: Store,
  task: Task,
  schema: Schema | null,
  resolve: Resolve,
  { queries = {}, ...options }: MigratingOptions = {},
  call: readonly unknown[] = ["migrate"],
): Promise<MigrationResult> {
  await memory.refreshAsync();
  const before = task.head(options.branch).schema;
  const result = await transaction({ memory, task, resolve, schema, call, options });
  const brokenQueries = Object.entries(queries).flatMap(([name, text]) => {
    const diagnostics = broken(text, before, schema);
    return diagnostics.length === 0 ? [] : [{ name, diagnostics }];
  });
  const warnings = brokenQueries.map(({ name, diagnostics: [first] }) =>
    diagnose("SXP5037", { start: 0, end: 0 }, { query: name, problem: first!.message }),
  );
  return {
    ...result,
    diagnostics: [...result.diagnostics, ...warnings],
    schemaChanges: differences(before, schema),
    brokenQueries,
  };
}

function broken(text: string, before: Schema | null, after: Schema | null): readonly Diagnostic[] {
  if (after === null) return [];
  if (before !== null) return queryChanges(text, before, after).broken;
  const earlierProblems = new Set(compile(text).diagnostics.map(({ code, span }) => `${code} ${span.start}`));
  return compile(text, { schema: after }).diagnostics.filter(
    ({ severity, code, span }) => severity !== "hint" && !earlierProblems.has(`${code} ${span.start}`),
  );
}

const differences = (before: Schema | null, after: Schema | null): readonly SchemaDifference[] =>
  before === null || after === null
    ? []
    : diffSchemas(before, after).map((change) => ({ text: describeChange(change), isBreaking: change.breaking }));
