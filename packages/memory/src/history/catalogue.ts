import { SegmentedTree, type Tree, TreeBuilder, type TreePart, UNLIMITED } from "@semantic-xpath/tree";
import type { Change } from "../store/change.js";
import type { Store } from "../store/store.js";
import type { Task } from "../store/task.js";
import type { Version } from "../store/version.js";
import { CHANGE, MEMORY, TASK, VERSION } from "./historySchema.js";
import type { Visible } from "./shown.js";

/** View of a store for queries, without reading any version: the tasks, their versions, and the changes of each version. */
export interface Catalogue {
  readonly tree: Tree;
  readonly segments: SegmentedTree;
  /** The visible part of the store. */
  readonly scope: Visible;
  readonly tasks: readonly CatalogueTask[];
}

interface CatalogueTask {
  readonly task: Task;
  readonly node: number;
  /** In the order of their numbers. */
  readonly versions: readonly CatalogueVersion[];
}

export interface CatalogueVersion {
  readonly task: Task;
  readonly version: Version;
  /** In the catalogue alone. */
  readonly node: number;
}

/** Attributes of versions and changes that are not searched by words: numbers, places, and words that the changes contain too. */
export const UNSEARCHABLE: NonNullable<TreePart["unsearchable"]> = new Map([
  [VERSION, new Set(["number", "parents", "operation", "of", "nodes", "changes", "pruned", "turn"])],
  [CHANGE, new Set(["kind", "key", "path", "name", "before", "after", "parent", "replaced"])],
]);

/** True if whole tasks are visible, and not a part of one: attributes of tasks and changes describe the whole. */
type IsWhole = boolean;

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** The attributes of a task's node, in their order. */
function attributesOf(task: Task, isWhole: IsWhole): Attributes {
  const versions = task.versions();
  const branches = task.branches().map(({ name }) => name);
  return {
    name: task.name,
    title: isWhole ? task.title : null,
    description: isWhole ? task.description : null,
    branches: branches.join(" "),
    created: versions[0]?.time,
    changed: versions.at(-1)?.time,
    versions: versions.length,
  };
}

function addAttributes(builder: TreeBuilder, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) builder.attribute(name, `${value}`);
}

/**
 * The catalogue of the visible part of a store. An earlier catalogue is extended by the new versions if nothing else was changed. For a
 * visible part of a task, versions have no changes, since these describe the whole.
 */
export function catalogueOf(memory: Store, before: Catalogue | null, scope: Visible): Catalogue {
  const tasks = scope.tasks().map(({ name }) => memory.task(name));
  const isWhole = scope.root === null;
  const segments = (before !== null && grown(before, tasks, isWhole)) || SegmentedTree.of(built(tasks, isWhole));
  if (before !== null && segments === before.segments) return before;
  const tree = segments.toTree();
  const entries = entriesOf(tree, tasks);
  const parts = entries.flatMap(({ versions }) => versions.map(({ node }) => ({ node, unsearchable: UNSEARCHABLE })));
  return { tree: tree.withParts(parts, UNSEARCHABLE), segments, scope, tasks: entries };
}

function built(tasks: readonly Task[], isWhole: IsWhole): Tree {
  const builder = new TreeBuilder({ format: "object", spans: false }, UNLIMITED);
  builder.open(MEMORY);
  for (const task of tasks) {
    builder.open(TASK);
    addAttributes(builder, attributesOf(task, isWhole));
    for (const version of task.versions()) addVersion(builder, version, isWhole);
    builder.close();
  }
  builder.close();
  return builder.finish();
}

/** The catalogue before, with the versions that came since; null if more is different. */
function grown(before: Catalogue, tasks: readonly Task[], isWhole: IsWhole): SegmentedTree | null {
  const isSame = ({ task, versions }: CatalogueTask, place: number): boolean => {
    const now = tasks[place];
    const current = now?.versions() ?? [];
    return now?.id === task.id && versions.every(({ version }, i) => version === current[i]);
  };
  if (before.tasks.length !== tasks.length || !before.tasks.every(isSame)) return null;
  let { segments } = before;
  for (const [place, { node, versions }] of [...before.tasks.entries()].reverse()) {
    const task = tasks[place]!;
    for (const version of task.versions().slice(versions.length)) {
      const builder = new TreeBuilder({ format: "object", spans: false }, UNLIMITED);
      addVersion(builder, version, isWhole);
      segments = segments.insert(builder.finish(), node);
    }
    const present = before.tree.node(node).attributes;
    for (const [name, value] of Object.entries(attributesOf(task, isWhole))) {
      const text = value === null || value === undefined ? null : `${value}`;
      if ((present[name] ?? null) !== text) segments = segments.setAttribute(node, name, text);
    }
  }
  return segments;
}

function addVersion(builder: TreeBuilder, version: Version, isWhole: IsWhole): void {
  const { isPruned, provenance } = version;
  const changes = isPruned || !isWhole ? [] : version.changes;
  builder.open(VERSION);
  const { number, branch, time, eventTime, operation, of, parents } = version;
  const { author, reason, turn } = provenance;
  addAttributes(builder, {
    number,
    branch,
    time,
    eventTime,
    author,
    reason,
    turn,
    operation,
    of,
    parents: parents.length === 0 ? null : parents.join(" "),
    nodes: isPruned || !isWhole ? null : version.nodes,
    pruned: isPruned ? "true" : null,
    changes: changes.length === 0 ? null : changes.map(inWords).join("; "),
  });
  for (const { kind, key, path, text, name, before, after, parent, replaced } of changes) {
    builder.open(CHANGE);
    addAttributes(builder, { kind, path, name, before, after, key, parent, replaced });
    builder.addText(text);
    builder.close();
  }
  builder.close();
}

/** A change in words, with the lines of what was written or deleted that these do not show. */
function inWords({ kind, text, before, after }: Change): string {
  if (kind === "move") return text;
  const lines = [before, after].flatMap((said) => said?.split("\n") ?? []);
  const unmentioned = lines.filter((line) => !text.includes(line.replace(/^[^:]*: /, "")));
  return unmentioned.length === 0 ? text : `${text}: ${[...new Set(unmentioned)].join(", ")}`;
}

function entriesOf(tree: Tree, tasks: readonly Task[]): CatalogueTask[] {
  const entries: CatalogueTask[] = [];
  let node = 2;
  for (const task of tasks) {
    const versions: CatalogueVersion[] = [];
    let child = node + 1;
    for (const version of task.versions()) {
      versions.push({ task, version, node: child });
      child = tree.end[child]!;
    }
    entries.push({ task, node, versions });
    node = tree.end[node]!;
  }
  return entries;
}
