import { type Diagnostic, diagnose, errorsOf } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import {
  type AppliedEdits,
  applyingEdits,
  type Edit,
  NONE,
  type NodeId,
  type SegmentedTree,
  SemanticXPathError,
} from "@semantic-xpath/tree";
import { defined } from "@semantic-xpath/values";
import type { NodeKey } from "../keys.js";
import { MemoryError } from "../memoryError.js";
import type { Change } from "../store/change.js";
import type { Candidate } from "../store/commit.js";
import type { Store } from "../store/store.js";
import type { Task } from "../store/task.js";
import type { Version } from "../store/version.js";
import { checkEdits, checkWhole, withoutDuplicates } from "./checkEdits.js";
import type { NearDuplicate } from "./nearDuplicates.js";
import { isSuperseded, type Mark, markedEdits, type Succession, succession } from "./succession.js";
import { diffLines } from "./treeDiff.js";
import type { WritingOptions } from "./updateOptions.js";
import type { UpdateResult, UpdateStatus } from "./updateResult.js";

const NOWHERE = { start: 0, end: 0 };

/** A pending write: edits of a version, all applied or none. */
interface Writing {
  readonly memory: Store;
  readonly task: Task;
  readonly branch: string;
  readonly base: Version;
  readonly edits: readonly Edit[];
  /** The schema that the task gets; without it stays as it is. */
  readonly schema?: Schema | null;
  /** See `WriteOptions`. */
  readonly call: readonly unknown[];
  readonly options: WritingOptions;
}

/** Result of a write; the other members of an `UpdateResult` are known before. */
export type WriteOutcome = Pick<
  UpdateResult,
  "status" | "version" | "changes" | "diff" | "broken" | "duplicates" | "diagnostics"
>;

/**
 * Checks edits and writes them as one version, or returns the reason against it. Null if their base is not the newest version of the branch
 * any more: then nothing was written, and the targets must be found again.
 */
export async function commitUpdate(writing: Writing): Promise<WriteOutcome | null> {
  const { base, task, schema, options } = writing;
  const { segments } = base;
  const plan = planned(writing);
  if ("status" in plan) return plan;
  const { mark, applied, duplicates } = plan;
  const editsFrom = (next: NodeKey): readonly Edit[] =>
    mark === null ? plan.edits : markedEdits(plan.edits, mark, applied, next);
  const expected = task.state.nextKey;
  const edits = editsFrom(expected);
  const all = mark === null ? applied : applyingEdits(segments, edits);
  const { broken, diagnostics: problems } =
    schema === undefined
      ? checkEdits(segments.toTree(), edits, all, base.schema, options)
      : { broken: [], diagnostics: checkWhole(all.version.toTree(), schema) };
  const diagnostics = [...problems, ...plan.diagnostics];
  const isRefused = errorsOf(diagnostics).length > 0;
  const isPreview = isRefused || options.dryRun === true;
  // With other keys the edits are made once more.
  const makeEdits = (next: NodeKey): KeyedEdits => ({
    edits: editsFrom(next),
    edited: mark === null || next === expected ? all.version : undefined,
  });
  const outcome = await write(writing, makeEdits, isPreview);
  if (outcome === null) return null;
  return {
    ...outcome,
    status: isRefused ? "refused" : outcome.status,
    broken,
    duplicates,
    diagnostics: [...diagnostics, ...outcome.diagnostics],
  };
}

/** Edits to write, except for the key of the superseding node. */
interface Plan {
  readonly edits: readonly Edit[];
  readonly mark: Mark | null;
  readonly applied: AppliedEdits;
  readonly duplicates: readonly NearDuplicate[];
  readonly diagnostics: readonly Diagnostic[];
}

function planned({ memory, base: { segments, schema }, edits, options }: Writing): Plan | WriteOutcome {
  const { supersedes: key = null, provenance } = options;
  const tree = segments.toTree();
  const time = provenance?.time ?? memory.now().toISOString();
  const succeeding: Succession | { readonly edits: readonly Edit[]; readonly mark: null } =
    key === null ? { edits, mark: null } : succession(tree, edits, schema, { key, time });
  if ("problem" in succeeding)
    return notWritten("refused", [diagnose("SXP5035", NOWHERE, { key: key ?? 0, problem: succeeding.problem })]);
  const { mark } = succeeding;
  const applying = applied(segments, succeeding.edits);
  if ("problem" in applying) return notWritten("invalid", [diagnose("SXP5036", NOWHERE, applying)]);
  const isGone = (node: NodeId): boolean =>
    applying.after(node) === NONE || node === mark?.node || isSuperseded(tree, node);
  const { edits: unique, ...found } = withoutDuplicates(tree, succeeding.edits, isGone, schema, options);
  if (unique.length === succeeding.edits.length) return { edits: unique, mark, applied: applying, ...found };
  const isMarked = mark === null || unique.some((edit) => "content" in edit && edit.content === mark.content);
  // A successor that is there already is not inserted, so that nothing is superseded.
  if (!isMarked) return { ...notWritten("unchanged", found.diagnostics), duplicates: found.duplicates };
  return { edits: unique, mark, applied: applyingEdits(segments, unique), ...found };
}

/** Edits made in memory; or why they can't be, for the end of a sentence. */
function applied(segments: SegmentedTree, edits: readonly Edit[]): AppliedEdits | { readonly problem: string } {
  try {
    return applyingEdits(segments, edits);
  } catch (error) {
    if (error instanceof SemanticXPathError || error instanceof RangeError)
      return { problem: error.message.replace(/\.$/, "") };
    throw error;
  }
}

/** Edits, and the tree after them if it is computed already. */
interface KeyedEdits {
  readonly edits: readonly Edit[];
  readonly edited: SegmentedTree | undefined;
}

/** Exception that ends a step of the store before anything is written. */
class Stopped {
  constructor(readonly candidate: Candidate | null) {}
}

/** Writes a version, or computes it for a dry run. Null if the base is not the newest version any more. */
async function write(
  { memory, task, branch, base, schema, call, options }: Writing,
  made: (next: NodeKey) => KeyedEdits,
  isPreview: boolean,
): Promise<WriteOutcome | null> {
  const { idempotencyKey, provenance } = options;
  const before = base.segments;
  const validate = (candidate: Candidate): void => {
    if (isPreview || (candidate.changes.length === 0 && schema === undefined)) throw new Stopped(candidate);
  };
  try {
    const { version } = await memory.transactionAsync(() => {
      if (task.head(branch).number !== base.number) throw new Stopped(null);
      const { edits, edited } = made(task.state.nextKey);
      const how = defined({ branch, base: base.number, validate, edited, idempotencyKey, call, provenance });
      return schema === undefined ? task.commit(edits, how) : task.migrateSchema(schema, edits, how);
    });
    return { ...describedUpdate("applied", before, version.segments, version.changes), version: version.number };
  } catch (error) {
    if (error instanceof MemoryError && error.code === "SXP5015") return notWritten("refused", [error.diagnostic]);
    if (!(error instanceof Stopped)) throw error;
    if (error.candidate === null) return null;
    const { changes, tree } = error.candidate;
    const status = changes.length === 0 && schema === undefined ? "unchanged" : "dry run";
    return describedUpdate(status, before, tree, changes);
  }
}

export const describedUpdate = (
  status: UpdateStatus,
  before: SegmentedTree | null,
  after: SegmentedTree,
  changes: readonly Change[],
): WriteOutcome => ({ ...notWritten(status, []), changes, diff: diffLines(before, after, changes) });

export const notWritten = (status: UpdateStatus, diagnostics: readonly Diagnostic[]): WriteOutcome => ({
  status,
  version: null,
  changes: [],
  diff: [],
  broken: [],
  duplicates: [],
  diagnostics,
});
