import { type Task, treeFile, type Version } from "@semantic-xpath/memory";
import { printSchema } from "@semantic-xpath/planner";
import type { DataText, TaskView, VersionView } from "../protocol.js";

/** Versions of a task that its view has, and tasks that have any; the rest is asked for. */
const VERSIONS_SHOWN = 100;
const TASKS_SHOWN = 1_000;
const BRANCHES_SHOWN = 100;
const VERSIONS_IN_ALL = 2_000;

/** The newest tasks, each with its newest versions as long as there is room. No tree is read. */
export function taskViews(tasks: readonly Task[]): readonly TaskView[] {
  let room = VERSIONS_IN_ALL;
  const views = tasks
    .slice(-TASKS_SHOWN)
    .toReversed()
    .map((task) => {
      const view = taskView(task, Math.min(VERSIONS_SHOWN, Math.max(1, room)));
      room -= view.versions.length;
      return view;
    });
  return views.reverse();
}

function taskView(task: Task, most: number): TaskView {
  const head = task.head();
  return {
    name: task.name,
    title: task.title ?? task.name,
    head: head.number,
    nodes: head.nodes,
    branches: task
      .branches()
      .slice(0, BRANCHES_SHOWN)
      .map(({ name, head: newest }) => ({ name, head: newest })),
    versionCount: task.state.versions.length,
    versions: versionViews(task, null, most),
  };
}

/** Versions before one, the oldest first. */
export function versionViews(task: Task, before: number | null, count: number): readonly VersionView[] {
  const end = before === null ? task.state.versions.length : Math.min(before - 1, task.state.versions.length);
  const first = Math.max(1, end - count + 1);
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, i) => versionView(task.version(first + i)));
}

const views = new WeakMap<Version, VersionView>();

/** A version never changes, but for being pruned. */
export function versionView(version: Version): VersionView {
  const cached = views.get(version);
  if (cached !== undefined && !version.isPruned) return cached;
  const { author = null, reason = null, turn = null } = version.provenance;
  const view: VersionView = {
    number: version.number,
    branch: version.branch,
    parents: version.parents,
    time: version.time,
    author,
    reason,
    turn,
    changes: version.isPruned ? 0 : version.changes.length,
  };
  views.set(version, view);
  return view;
}

/** A version as a file that an editor's language server reads. */
export function dataText(task: string, version: Version): DataText {
  const { format, text } = treeFile(version.tree());
  return { name: `${task}.${format}`, text, schema: version.schema === null ? null : printSchema(version.schema) };
}
