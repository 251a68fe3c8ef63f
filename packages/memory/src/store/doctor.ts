import type { SegmentedTree } from "@semantic-xpath/tree";
import type { Journal, Published } from "../journal/journal.js";
import { MirrorJournal, type MirrorOptions } from "../journal/mirrorJournal.js";
import type { RemoteJournal } from "../journal/remoteJournal.js";
import { type JournalReport, sentenceOf } from "../journal/verify.js";
import { MemoryError } from "../memoryError.js";
import { type Before, changesOf } from "./changes.js";
import { decodeRecord } from "./recordShapes.js";
import type { Committed } from "./records.js";
import { State, type TaskState } from "./state.js";
import { Store } from "./store.js";

/** Inconsistency in a store, with its task. */
export interface StoreProblem {
  readonly task: string;
  /** null: it is about no version. */
  readonly version: number | null;
  /** A sentence without its full stop. */
  readonly what: string;
}

export interface DoctorOptions {
  /** A fingerprint that an earlier report gave: that its events are still there, in their order, is checked too. */
  readonly expect?: string;
}

export interface DoctorReport {
  /** True if all written data is readable and consistent. */
  readonly isWhole: boolean;
  /** Report on the file. */
  readonly journal: JournalReport;
  /** Problems of the records and trees. */
  readonly problems: readonly StoreProblem[];
  /** Chunks without a version. They cost room and are harmless; the next `prune` that removes something removes them. */
  readonly orphans: readonly string[];
  readonly tasks: number;
  readonly versions: number;
}

/** Looks at the store as it is at one moment, while others may write. */
export function doctor(memory: Store, options: DoctorOptions = {}): DoctorReport {
  return memory.journal.snapshot(() => {
    const journal = memory.journal.verify();
    const { problems, names, versions } = examine(memory);
    const all = [...problems, ...expectation(journal, options)];
    const orphans = [...memory.journal.names()].filter((name) => !names.has(name));
    const isWhole = journal.isWhole && all.length === 0;
    return { isWhole, journal, problems: all, orphans, tasks: memory.state.tasks.size, versions };
  });
}

/** `doctor` of a journal, also of one so damaged that no memory can be opened on it. Closes it. */
export function examineJournal(journal: Journal, options: DoctorOptions): DoctorReport {
  try {
    return doctor(Store.open(journal, { readOnly: true }), options);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const report = journal.verify();
    const problems = [...readable(journal), ...expectation(report, options)];
    const isSilent = problems.length === 0 && report.isWhole;
    return brokenReport(report, isSilent ? [{ task: "", version: null, what: wordsOf(error) }] : problems);
  } finally {
    journal.close();
  }
}

/** `Memory.doctorAsync` of a store on a server, also of one so damaged that it can't be opened. Rejects with SXP5001 for a store that is missing. */
export async function examineRemote(
  remote: RemoteJournal,
  store: string,
  { expect, ...mirror }: DoctorOptions & MirrorOptions = {},
): Promise<DoctorReport> {
  const copy = await new MirrorJournal(remote, store, mirror).remote.copy();
  return examineJournal(copy, expect === undefined ? {} : { expect });
}

export const wordsOf = ({ diagnostic }: MemoryError): string => diagnostic.message.replace(/\.$/, "");

/** The report on a journal that no memory can be opened on. */
export const brokenReport = (journal: JournalReport, problems: readonly StoreProblem[] = []): DoctorReport => ({
  isWhole: false,
  journal,
  problems,
  orphans: [],
  tasks: 0,
  versions: 0,
});

function readable(journal: Journal): readonly StoreProblem[] {
  try {
    return recordProblems(journal.since(null).events);
  } catch {
    // The report of the journal says it.
    return [];
  }
}

/** A concurrent write may cause the unreadable data. */
function examine(memory: Store): Examined {
  try {
    memory.lookForMore();
    return examined(memory);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { problems: [{ task: "", version: null, what: sentenceOf(error) }], names: new Set(), versions: 0 };
  }
}

/** Removing the newest events with the head that names them leaves nothing that could tell: only who has the fingerprint can. */
function expectation({ fingerprints }: JournalReport, { expect }: DoctorOptions): readonly StoreProblem[] {
  if (expect === undefined || fingerprints.includes(expect)) return [];
  const problem = `the fingerprint ${JSON.stringify(expect)} is not in its history: events were taken away or changed since, or it was pruned`;
  return [{ task: "", version: null, what: problem }];
}

/** Impossible records, for a journal that can't be opened as a memory. */
function recordProblems(events: Iterable<Published>): readonly StoreProblem[] {
  const state = new State();
  const problems: StoreProblem[] = [];
  for (const event of events) {
    try {
      state.applyRecord(decodeRecord(event), event.sequence);
    } catch (error) {
      problems.push({ task: "", version: null, what: `event ${event.sequence} can't be read: ${sentenceOf(error)}` });
      break;
    }
  }
  return problems;
}

interface Examined {
  readonly problems: readonly StoreProblem[];
  /** The hashes of all chunks that versions name. */
  readonly names: ReadonlySet<string>;
  readonly versions: number;
}

function examined(memory: Store): Examined {
  const problems: StoreProblem[] = [];
  const names = new Set<string>();
  let versions = 0;
  for (const event of memory.journal.since(null).events)
    for (const each of decodeRecord(event).events)
      if (each.kind === "commit") for (const name of each.chunks) names.add(name);
  const missing = missingOf(memory, names);
  for (const task of memory.state.tasks.values())
    for (const state of task.versions) {
      versions++;
      if (state.kind === "pruned") continue;
      for (const what of versionProblems(memory, task, memory.contents.committed(task.id, state), missing))
        problems.push({ task: task.name, version: state.version, what });
    }
  return { problems, names, versions };
}

function missingOf(memory: Store, names: ReadonlySet<string>): ReadonlySet<string> {
  const stored = new Set(memory.journal.names());
  return new Set([...names].filter((name) => !stored.has(name)));
}

function versionProblems(
  memory: Store,
  task: TaskState,
  state: Committed,
  missing: ReadonlySet<string>,
): readonly string[] {
  const lost = state.chunks.filter((name) => missing.has(name));
  if (lost.length > 0)
    return [`the chunk ${lost[0]} is missing${lost.length === 1 ? "" : `, and ${lost.length - 1} more`}`];
  try {
    const tree = memory.contents.tree(state.task, state.manifest);
    if (state.schema !== null) memory.contents.schema(state.schema);
    const first = state.parents[0] === undefined ? undefined : task.versions[state.parents[0] - 1];
    const before =
      first === undefined
        ? null
        : first.kind === "pruned"
          ? "pruned"
          : memory.contents.tree(task.id, memory.contents.committed(task.id, first).manifest);
    return [...treeProblems(tree, state), ...changeProblems(memory, state, before, tree)];
  } catch (error) {
    return [`it can't be read: ${sentenceOf(error)}`];
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

/** Checks that the recorded changes of a version are the difference between its tree and the one before. */
function changeProblems(memory: Store, { changes: kept }: Committed, before: Before, tree: SegmentedTree): string[] {
  const recorded = typeof kept === "string" ? memory.contents.changes(kept) : kept;
  const derived = changesOf(before, tree);
  const isSame = JSON.stringify(recorded) === JSON.stringify(derived);
  return isSame ? [] : ["its changes are not what differs between its tree and the one before"];
}
