import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { DOCUMENT, type Tree } from "@semantic-xpath/tree";
import type { SourceHistory, TreeSource } from "./method.js";

/** A memory of a conversation in which every earlier turn had its right result. */
export class TurnMemory {
  private readonly memory: Memory;
  private task: string;

  constructor({ tree, history, now }: Pick<TreeSource, "tree" | "history" | "now">) {
    // No schema: a gold update may insert nodes that lack required attributes.
    this.memory = Memory.create(inMemoryJournal(), { now: () => new Date(now) });
    this.task = history.task;
    this.memory.createTask(this.task, tree, { title: titleOf(tree), keepsKeys: true });
  }

  tree(): Tree {
    return this.memory.task(this.task).head().tree();
  }

  history(): SourceHistory {
    const tasks = this.memory.tasks().map(({ name, title }) => ({ name, title: title ?? name }));
    const versions = this.memory
      .task(this.task)
      .log()
      .map(({ number, time, provenance }) => ({ number, time, reason: provenance.reason ?? null }));
    return { task: this.task, tasks, versions };
  }

  /** Paths of what the update changed. */
  async update(text: string, reason: string | undefined): Promise<readonly string[]> {
    const provenance = reason === undefined ? {} : { provenance: { reason } };
    const { changes } = await this.memory.update(this.task, text, { onBroken: "allow", ...provenance });
    return changes.map(({ path }) => path);
  }

  /** Commits a tree as the next version. */
  replace(tree: Tree): void {
    this.memory.task(this.task).commitTree(tree);
  }

  /** Carries out an action (restore, revert, create or switch), and throws if it can't; false: the action only reads. */
  act({ do: what, version, task, name }: Action): boolean {
    const current = this.memory.task(this.task);
    if (what === "restore" && isVersion(version)) current.restore(version);
    else if (what === "revert" && isVersion(version)) current.revert(version);
    else if (what === "switch" && typeof task === "string") this.task = this.memory.task(task).name;
    else if (what === "create" && typeof name === "string") {
      this.task = taskName(name);
      this.memory.createTask(this.task, current.version(1).tree(), { title: name });
    } else return false;
    return true;
  }

  /** The tree that an action brings back; null: it brings none back. */
  treeAfter({ do: what, version }: Action): Tree | null {
    const task = this.memory.task(this.task);
    if (!isVersion(version)) return null;
    if (what === "restore") return task.version(version).tree();
    const [parent] =
      what === "revert" && task.version(version).number === task.head().number ? task.head().parents : [];
    return parent === undefined ? null : task.version(parent).tree();
  }
}

type Action = Readonly<Record<string, unknown>>;

const isVersion = (version: unknown): version is number | string =>
  typeof version === "number" || typeof version === "string";

/** A valid name of a task with a title. */
export const taskName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "data";

export const titleOf = (tree: Tree): string => tree.node(DOCUMENT + 1).attribute("title") ?? "";
