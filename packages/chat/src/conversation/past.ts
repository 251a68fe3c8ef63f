import { type Change, diffLines, lossesOf, type Task, type UpdateResult, type Version } from "@semantic-xpath/memory";
import { stepOf } from "@semantic-xpath/tree";
import type { HistoryReading } from "../translate/translation.js";
import { chatError } from "./chatError.js";
import { branchOf, versionNamed } from "./context.js";
import { type Consent, changeText, cut, omitted } from "./editing.js";
import { outline } from "./outline.js";
import type { Place } from "./record.js";
import { subtreeTokens } from "./tokens.js";
import type { Turn } from "./turn.js";

/** Performs a reading about versions and tasks. `isSure`: a person has confirmed it. */
export async function goThroughHistory(
  turn: Turn,
  reading: HistoryReading,
  consent: Consent & { readonly isSure?: boolean },
): Promise<void> {
  const { action } = reading;
  switch (action.do) {
    case "show":
      return show(turn, taskOf(turn, action.task), action.version);
    case "diff":
      return compare(turn, taskOf(turn, action.task), action.from, action.to);
    case "log":
      return log(turn, taskOf(turn, action.task));
    case "tasks":
      return turn.say(tasksText(turn));
    case "restore":
      return restore(turn, reading, action, consent);
    case "revert":
      return revert(turn, reading, action, consent);
    case "switch":
      return switchTo(turn, action.task);
  }
}

const taskOf = (turn: Turn, name: string | null): Task => turn.host.memory.task(name ?? turn.place.task);

/** The branch of a task in this conversation. */
const branchIn = ({ place }: Turn, { name }: Task): string => branchOf({ ...place, task: name });

/** A whole version, as a run of its own, so that the views show it. */
async function show(turn: Turn, task: Task, name: string | number): Promise<void> {
  const version = versionNamed(task, branchIn(turn, task), name);
  const run = turn.nextRun();
  const runOf = { query: "/*", task: task.name, version: version.number };
  const { tree, result } = await turn.host.runs.run(run, runOf, turn.runOptions());
  turn.text = "/*";
  const nodes = result.matches.map(({ id, path, weight }) => ({
    path,
    key: tree.key === null ? null : tree.keyOf(id),
    weight,
    text: stepOf(tree, id),
  }));
  turn.emit({ type: "retrieved", run, ...runOf, nodes, found: nodes.length });
  turn.retrieved = subtreeTokens(
    tree,
    result.matches.map(({ id }) => id),
  );
  turn.say(`${versionText(version)}:\n${outline(tree, turn.host.limits.lines)}`);
}

/** `Version 2 of 2026-06-01: add a coffee break`. */
function versionText({ number, time, provenance, operation }: Version): string {
  const why = provenance.reason ?? (operation === "create" ? "the first plan" : operation);
  return `Version ${number} (${time.slice(0, 16).replace("T", " ")}, ${why})`;
}

async function compare(turn: Turn, task: Task, from: string | number, to: string | number): Promise<void> {
  const branch = branchIn(turn, task);
  const [before, after] = [versionNamed(task, branch, from), versionNamed(task, branch, to)];
  const { changes } = task.diff(before.number, after.number);
  const { changesShown, lines } = turn.host.limits;
  const diff = diffLines(before.segments, after.segments, changes.slice(0, changesShown));
  const omitted = Math.max(0, changes.length - changesShown);
  const names = { task: task.name, from: before.number, to: after.number };
  turn.emit({ type: "compared", ...names, diff, omitted });
  const keys = changes.slice(0, changesShown).map(({ key }) => key);
  turn.found = { task: task.name, keys: keys.filter((key) => after.nodeOf(key) !== null) };
  const between = `From version ${before.number} to ${after.number}`;
  if (changes.length === 0) return turn.say(`${between} nothing has changed.`);
  turn.say(`${between}:\n${listText(changes, lines)}`);
}

function listText(changes: readonly Change[], most: number): string {
  const hidden = changes.length - most;
  const lines = changes.slice(0, most).map(({ text }) => `- ${text}`);
  return [...lines, ...(hidden > 0 ? [`… and ${hidden} more changes`] : [])].join("\n");
}

function log(turn: Turn, task: Task): void {
  const { lines } = turn.host.limits;
  const versions = task.log({ branch: branchIn(turn, task), limit: lines });
  turn.say([`Versions of ${task.title ?? task.name}:`, ...versions.map((each) => `- ${versionText(each)}`)].join("\n"));
}

function tasksText({ host, place }: Turn): string {
  const tasks = host.memory.tasks().slice(0, host.limits.lines);
  const lines = tasks.map(({ name, title }) => {
    const words = title === null || title === name ? name : `${title} (${name})`;
    return `- ${words}${name === place.task ? ", where we are" : ""}`;
  });
  return ["Tasks:", ...lines].join("\n");
}

interface Going {
  readonly task: string | null;
  readonly version: string | number;
}

type Agreed = Consent & { readonly isSure?: boolean };

function placeOf(turn: Turn, { task: name, version }: Going) {
  const task = taskOf(turn, name);
  const branch = branchIn(turn, task);
  return { task, branch, head: task.head(branch), named: versionNamed(task, branch, version) };
}

async function restore(turn: Turn, reading: HistoryReading, going: Going, consent: Agreed): Promise<void> {
  const { task, branch, head, named: restored } = placeOf(turn, going);
  const { changes } = task.diff(head.number, restored.number);
  if (changes.length === 0) return turn.say(`It is already as in version ${restored.number}.`);
  const isOwn = consent.isOwnWish && !hasOthersSince(turn, task, branch, restored.number);
  if (consent.isSure !== true && !isOwn) {
    const question = `Going back to version ${restored.number} undoes everything since. Continue?`;
    return askAbout(turn, reading, question, {
      task,
      named: restored,
      dryRun: shownResult(turn, task, head, restored, changes),
      changes,
    });
  }
  const options = { branch, provenance: turn.provenance, ifVersion: head.number };
  const result = await turn.host.memory.transactionAsync(() => task.restore(restored.number, options));
  changed(turn, task, head, result.version);
}

/** True if another writer has added a version since the given one. */
function hasOthersSince(turn: Turn, task: Task, branch: string, number: number): boolean {
  const ownTurns = new Set(turn.earlier.map(({ id }) => id));
  return task
    .log({ branch })
    .some((version) => version.number > number && !ownTurns.has(version.provenance.turn ?? "") && !version.isPruned);
}

async function revert(turn: Turn, reading: HistoryReading, going: Going, consent: Agreed): Promise<void> {
  const { task, branch, head, named: undone } = placeOf(turn, going);
  const tried = task.revert(undone.number, { branch, dryRun: true, ...(consent.isSure === true && THEIRS) });
  if (tried.conflicts.length > 0) {
    const why = tried.conflicts.map(({ text }) => text).join("; ");
    const question = `What came after version ${undone.number} contradicts taking it back (${why}). Do it all the same?`;
    return askAbout(turn, reading, question, { task, named: undone, dryRun: null, changes: tried.changes });
  }
  if (tried.changes.length === 0) return turn.say(`What version ${undone.number} changed is not there any more.`);
  if (consent.isSure !== true && !consent.isOwnWish)
    return askAbout(turn, reading, `Take back what version ${undone.number} changed?`, {
      task,
      named: undone,
      dryRun: null,
      changes: tried.changes,
    });
  const options = { branch, provenance: turn.provenance, ifVersion: head.number };
  const { version: made } = await turn.host.memory.transactionAsync(() =>
    task.revert(undone.number, { ...options, ...(consent.isSure === true && THEIRS) }),
  );
  if (made === null) throw chatError("SXP5151", { what: "The undo", problem: "somebody else has just written" });
  changed(turn, task, head, made);
}

/** The undoing holds. */
const THEIRS = { resolve: "theirs" } as const;

interface Asking {
  readonly task: Task;
  /** The version that the reading names: counted from the newest, it would be another one after the next write. */
  readonly named: Version;
  readonly dryRun: UpdateResult | null;
  /** All changes. */
  readonly changes: readonly Change[];
}

function askAbout(
  turn: Turn,
  reading: HistoryReading,
  question: string,
  { task, named, dryRun, changes }: Asking,
): void {
  const action = { ...reading.action, task: task.name, version: named.number } as HistoryReading["action"];
  const pending = { kind: "history", reading: { ...reading, action }, about: turn.askedAbout(task.name) } as const;
  turn.ask(pending, question, ["yes", "no"], { dryRun, losses: lossesOf(changes).length });
}

/** Reports what was done to a task, from one version to a later one, and goes on there. `said`: default the changes. */
export function changed(turn: Turn, task: Task, before: Version, after: Version, said?: string): void {
  const changes = after.number === before.number + 1 ? after.changes : task.diff(before.number, after.number).changes;
  // Numbers between these may be versions of other branches.
  for (const { number } of task.log({ turn: turn.record.id }))
    if (number > before.number && number <= after.number) turn.wrote.push({ task: task.name, version: number });
  turn.found = { task: task.name, keys: changes.map(({ key }) => key).filter((key) => after.nodeOf(key) !== null) };
  turn.state = "changed";
  const result = shownResult(turn, task, before, after, changes);
  turn.emit({
    type: "changed",
    result: { ...result, status: "applied", version: after.number, isDryRun: false },
    omitted: omitted(turn, { changes }),
  });
  turn.emit({ type: "moved", task: task.name, version: after.number });
  turn.say(said ?? changeText({ changes }, turn.host.limits.lines));
}

function shownResult(
  turn: Turn,
  task: Task,
  before: Version,
  after: Version,
  changes: readonly Change[],
): UpdateResult {
  const first = changes.slice(0, turn.host.limits.changesShown);
  return cut(turn, {
    status: "dry run",
    task: task.name,
    branch: branchIn(turn, task),
    base: before.number,
    version: null,
    isDryRun: true,
    changes: first,
    diff: diffLines(before.segments, after.segments, first),
    targets: [],
    broken: [],
    duplicates: [],
    conflict: null,
    diagnostics: [],
  });
}

/** Goes on with another task, on the branch that the conversation has of it. */
function switchTo(turn: Turn, name: string): void {
  const task = turn.host.memory.task(name);
  const place: Place = { ...turn.place, task: task.name };
  turn.place = place;
  turn.emit({ type: "moved", task: task.name, version: turn.head().number });
  turn.say(`This is about ${task.title ?? task.name} now.`);
}
