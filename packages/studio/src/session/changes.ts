import {
  type Commit,
  type DiffHunk,
  diffLines,
  type Join,
  type Memory,
  type Provenance,
  renderUpdate,
  type Task,
  takeStep,
  type UpdateOptions,
  type UpdateResult,
} from "@semantic-xpath/memory";
import type { Params } from "../params.js";
import type { DiffView, MergeView, UpdateView } from "../protocol.js";
import { studioError } from "./studioError.js";

/** Lines of a difference that a page gets; what is beyond is counted. */
const MAX_LINES = 2_000;
/** Changes of a difference that are said in words. */
const MAX_CHANGES = 500;

type Lines = DiffView["lines"];

/** Difference of two versions, in proportion to the changes. */
export function diffView(task: Task, from: number, to: number): DiffView {
  const { changes } = task.diff(from, to);
  return {
    from,
    to,
    lines: linesOf(diffLines(task.version(from).segments, task.version(to).segments, changes.slice(0, MAX_CHANGES))),
    changes: shortened(changes.map(({ text }) => text)),
  };
}

function shortened(texts: readonly string[]): readonly string[] {
  if (texts.length <= MAX_CHANGES) return texts;
  return [...texts.slice(0, MAX_CHANGES), `and ${texts.length - MAX_CHANGES} more`];
}

function linesOf(diff: readonly DiffHunk[]): Lines {
  const lines: { sign: "+" | "-" | " "; text: string; path: string | null }[] = [];
  for (const { path, text, removed, added, omitted } of diff) {
    lines.push({ sign: " ", text, path });
    for (const line of removed) lines.push({ sign: "-", text: line, path: null });
    for (const line of added) lines.push({ sign: "+", text: line, path: null });
    if (omitted > 0) lines.push({ sign: " ", text: `… ${omitted} more lines`, path: null });
    if (lines.length > MAX_LINES) break;
  }
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), { sign: " ", text: "… and more lines", path: null }];
}

/** An edit by hand. */
export async function updateView(
  memory: Memory,
  task: string,
  update: string,
  options: UpdateOptions,
): Promise<UpdateView> {
  const result = await memory.update(task, update, options);
  return { status: result.status, version: result.version, lines: linesOf(result.diff), message: messageOf(result) };
}

/** Outcome in words, without the lines. */
const messageOf = (result: UpdateResult): string => renderUpdate({ ...result, diff: [] }).trimEnd();

interface Undoing {
  /** Default: `main`. */
  readonly branch?: string | undefined;
  readonly ifVersion: number;
  readonly dryRun?: boolean | undefined;
  readonly author: string;
}

/** Takes back the newest change that stands. Throws SXP5166 where there is none, SXP5010 where another version is the newest. */
export async function undo(
  memory: Memory,
  task: Task,
  { branch, ifVersion, dryRun = false, author }: Undoing,
): Promise<UpdateView> {
  await memory.refreshAsync();
  const head = task.head(branch);
  const number = standing(task, head.number);
  const undone = task.version(number);
  const [parent] = undone.parents;
  if (undone.isPruned || parent === undefined || task.version(parent).isPruned)
    throw studioError("SXP5166", { task: task.name });
  const provenance: Provenance = { author, reason: `undid version ${number}` };
  const options = { ifVersion, provenance, dryRun, ...(branch !== undefined && { branch }) };
  const join = await memory.transactionAsync(() => task.revert(number, options));
  return joinView(task, head.number, join, number);
}

/**
 * The change whose outcome a version has: a version that takes back what stood before it has the outcome of what stood before that. So several undos in a row
 * go back step by step, and what was done after an undo is what the next one takes back.
 */
function standing(task: Task, number: number): number {
  const stands = [0];
  for (const { number: version, parents, operation, of } of task.versions().slice(0, number)) {
    const before = stands[parents[0] ?? 0]!;
    const isUndo = operation === "revert" && of === before;
    stands[version] = isUndo ? stands[task.state.versions[before - 1]!.parents[0] ?? 0]! : version;
  }
  return stands[number] || number;
}

function joinView(task: Task, head: number, { version, conflicts, changes }: Join, undone: number): UpdateView {
  const before = task.version(head).segments;
  // Only a write has a diff.
  const lines =
    version === null
      ? changes.map(({ text, path }) => ({ sign: " " as const, text, path }))
      : linesOf(diffLines(before, version.segments, changes));
  const status = conflicts.length > 0 ? "conflict" : version === null ? "dry run" : "applied";
  const message =
    status === "conflict"
      ? `${task.name}: version ${undone} can't be taken back alone: ${conflicts.length} of its changes were changed again`
      : `${task.name}: ${status === "applied" ? `version ${version!.number} takes back` : "would take back"} version ${undone}`;
  return { status, version: version?.number ?? null, lines, message };
}

/** The task is again as it was in a version. */
export async function restore(
  memory: Memory,
  task: Task,
  version: number,
  { branch, ifVersion, author }: Omit<Undoing, "dryRun">,
): Promise<UpdateView> {
  const before = task.head(branch);
  const provenance: Provenance = { author, reason: `restored version ${version}` };
  const options = { ...(branch !== undefined && { branch }), ifVersion, provenance };
  const commit: Commit = await memory.transactionAsync(() => task.restore(version, options));
  const { lines } = diffView(task, before.number, commit.version.number);
  const message = `${task.name}: version ${commit.version.number} is as version ${version} was`;
  return { status: "applied", version: commit.version.number, lines, message };
}

/** Conflicts of a merge that a page gets. */
const MAX_CONFLICTS = 200;

/** A merge, or its preview. */
export async function merge(
  memory: Memory,
  task: Task,
  how: Omit<Params<"merge">, "task"> & { readonly author: string },
): Promise<MergeView> {
  const { from, branch, head, sides = {}, author } = how;
  await memory.refreshAsync();
  const options = { author, sides, apply: head === undefined ? null : { head } };
  const outcome = await takeStep(memory, task, { kind: "merge", from, branch }, options);
  const { status, summary, version, changes, conflicts, tree } = outcome;
  const before = task.version(outcome.head).segments;
  return {
    ...{ status, message: summary, head: outcome.head, version },
    lines: tree === null ? [] : linesOf(diffLines(before, tree, changes.slice(0, MAX_CHANGES))),
    conflicts: conflicts.slice(0, MAX_CONFLICTS).map(({ id, path, text, ours, theirs }) => ({
      ...{ id, path, text, ours, theirs },
    })),
  };
}
