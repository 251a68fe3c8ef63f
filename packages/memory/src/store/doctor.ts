import type { SegmentedTree } from "@semantic-xpath/tree";
import type { JournalReport } from "../journal/verify.js";
import { changesOf } from "./changes.js";
import type { Memory } from "./memory.js";
import { type Committed, decodeRecord, type StoreEvent } from "./records.js";

/** What does not agree in a store, and whose. */
export interface StoreProblem {
  readonly task: string;
  /** null: it is about no version. */
  readonly version: number | null;
  /** A sentence without its full stop. */
  readonly what: string;
}

export interface DoctorReport {
  /** Whether everything that was written can be read, and agrees. */
  readonly isWhole: boolean;
  /** What the files say. */
  readonly files: JournalReport;
  /** What the records and trees say. */
  readonly problems: readonly StoreProblem[];
  readonly tasks: number;
  readonly versions: number;
}

export function doctor(memory: Memory): DoctorReport {
  const report = examined(memory);
  // Others have pruned meanwhile: what seems to be missing is elsewhere.
  if (report.isWhole || !memory.isBehind) return report;
  memory.refresh();
  return doctor(memory);
}

function examined(memory: Memory): DoctorReport {
  const files = memory.journal.verify();
  const problems: StoreProblem[] = [];
  let versions = 0;
  problems.push(...recordProblems(memory));
  for (const task of memory.state.tasks.values()) {
    const report = (version: number | null, what: string): number => problems.push({ task: task.name, version, what });
    for (const { name, head } of task.branches.values())
      if (task.versions[head - 1] === undefined)
        report(null, `the branch "${name}" begins at version ${head}, which is missing`);
    for (let number = 1; number <= task.versions.length; number++) {
      const state = task.versions[number - 1];
      versions++;
      if (state === undefined) report(number, "its record is missing");
      else {
        for (const parent of state.parents)
          if (!(parent < number && task.versions[parent - 1] !== undefined))
            report(number, `its parent ${parent} is missing`);
        if (state.kind === "commit") for (const what of versionProblems(memory, state)) report(number, what);
      }
    }
  }
  const isWhole = files.isWhole && problems.length === 0;
  return { isWhole, files, problems, tasks: memory.state.tasks.size, versions };
}

/** That every record parses, and says things in an order in which they can have happened. */
function recordProblems({ journal }: Memory): StoreProblem[] {
  const problems: StoreProblem[] = [];
  const known = new Set<number>();
  for (const { sequence, record } of journal.events()) {
    try {
      for (const event of decodeRecord(record).events) checkEvent(event, known);
    } catch (error) {
      problems.push({ task: "", version: null, what: `the record ${sequence} can't be read: ${messageOf(error)}` });
    }
  }
  return problems;
}

function checkEvent(event: StoreEvent, known: Set<number>): void {
  if (event.kind === "settings") return;
  if (event.kind === "task") known.add(event.task);
  if (!known.has(event.task)) throw new RangeError(`it is about the task ${event.task}, which is not there`);
  if (event.kind === "delete") known.delete(event.task);
}

function versionProblems(memory: Memory, state: Committed): string[] {
  try {
    for (const hash of state.chunks) memory.journal.read(hash);
    const tree = memory.contents.tree(state.task, state.manifest);
    const task = memory.state.tasks.get(state.task)!;
    if (state.schema !== null) memory.contents.schema(state.schema);
    const [first] = state.parents.map((parent) => task.versions[parent - 1]);
    const before =
      first === undefined || first.kind === "pruned" ? null : memory.contents.tree(first.task, first.manifest);
    return [...treeProblems(tree, state), ...changeProblems(memory, state, before, tree)];
  } catch (error) {
    return [`it can't be read: ${messageOf(error)}`];
  }
}

function treeProblems(tree: SegmentedTree, { nodes, nextKey }: Committed): string[] {
  const problems: string[] = [];
  if (tree.size !== nodes) problems.push(`it has ${tree.size} nodes, and its record says ${nodes}`);
  const keys = new Set<number>();
  for (let node = 1; node <= tree.size; node++) keys.add(tree.keyOf(node));
  if (keys.size !== tree.size) problems.push("two of its nodes have the same key");
  if ([...keys].some((key) => !(key > 0 && key < nextKey))) problems.push("a node has a key that was never given");
  return problems;
}

/** That what a version says it changed is what differs between its tree and the one before. */
function changeProblems(
  memory: Memory,
  { changes: kept }: Committed,
  before: SegmentedTree | null,
  tree: SegmentedTree,
): string[] {
  const said = typeof kept === "string" ? memory.contents.changes(kept) : kept;
  const found = changesOf(before, tree);
  const isSame = JSON.stringify(said) === JSON.stringify(found);
  return isSame ? [] : ["its changes are not what differs between its tree and the one before"];
}

const messageOf = (error: unknown): string => {
  const { parameters, message } = error as { parameters?: Readonly<Record<string, unknown>>; message?: string };
  return String(parameters?.problem ?? message ?? error).replace(/\.$/, "");
};
