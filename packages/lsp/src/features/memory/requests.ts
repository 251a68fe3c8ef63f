import type { StepOutcome, TaskStep } from "@semantic-xpath/memory";

/** A memory by the URI of its folder. */
export interface MemoryParams {
  readonly memory: string;
}

/** A request that fails has its reason in `problem`; the other fields are then empty. */
interface MemoryAnswer {
  readonly problem: string | null;
  readonly about?: "trust";
}

/** `sxp/memoryTasks`. */
export interface MemoryTasksResult extends MemoryAnswer {
  /** In order of creation. */
  readonly tasks: readonly MemoryTask[];
}

export interface MemoryTask {
  readonly name: string;
  readonly title: string | null;
  readonly nodes: number;
  readonly versionCount: number;
  /** `main` first, each with the number of its newest version. */
  readonly branches: readonly { readonly name: string; readonly head: number }[];
}

/** `sxp/memoryVersions`: the versions that led to the newest one of a branch. */
export interface MemoryVersionsParams extends MemoryParams {
  readonly task: string;
  readonly branch: string;
  /** Only versions with smaller numbers; null: all. */
  readonly before?: number | null;
  /** Maximum number of versions, 1 to 500. Default 100. */
  readonly limit?: number | null;
}

export interface MemoryVersionsResult extends MemoryAnswer {
  /** The newest first. */
  readonly versions: readonly MemoryVersion[];
  /** True if there are older ones. */
  readonly hasMore: boolean;
}

export interface MemoryVersion {
  readonly number: number;
  readonly branch: string;
  readonly parents: readonly number[];
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly author: string | null;
  readonly reason: string | null;
  /** The kind of step that led to it; `pruned`: its tree is deleted. */
  readonly operation: string;
  /** Changes of its first parent, in words: the first ten. */
  readonly changes: readonly string[];
  readonly changeCount: number;
}

/** `sxp/memoryFile`: a version as a file to read, or the file with a URI. */
export type MemoryFileParams =
  | (MemoryParams & { readonly task: string; readonly version: number })
  | { readonly uri: string };

export interface MemoryFileResult extends MemoryAnswer {
  /** The URI by which queries import it, `sxp-memory:/folder/task@7.xml`; null: there is none. */
  readonly uri: string | null;
  readonly text: string;
}

/** `sxp/memoryBlame`: the node at a place of a version's file, in UTF-16 units. */
export interface MemoryBlameParams {
  readonly uri: string;
  readonly offset: number;
}

export interface MemoryBlameResult extends MemoryAnswer {
  /** The node; null: there is none at the place. */
  readonly path: string | null;
  readonly memory: string;
  readonly task: string;
  readonly parts: readonly MemoryBlame[];
}

export interface MemoryBlame {
  /** `node`: that it is there; `place`: where it is; `type`, `text()` or `@name`. */
  readonly part: string;
  readonly value: string;
  readonly version: MemoryVersion;
  /** The change that the version made, in words. */
  readonly change: string;
}

/** `sxp/memoryStep`: what a step would do, or the step. */
export interface MemoryStepParams extends MemoryParams {
  readonly task: string;
  readonly step: TaskStep;
  /** The sides that hold in conflicts, by the ids of these. */
  readonly sides?: Readonly<Record<string, "ours" | "theirs">>;
  /** The newest version of the branch that a preview was made for: the step is done if it is still the newest. null: a preview. */
  readonly apply?: { readonly head: number } | null;
}

export interface MemoryStepResult extends MemoryAnswer {
  /** As in a `StepOutcome`; null: there is a problem. */
  readonly status: StepOutcome["status"] | null;
  /** In words. */
  readonly summary: string;
  /** The newest version of the branch before the step. */
  readonly head: number;
  /** The version that was made; null: none. */
  readonly version: number | null;
  /** Changes of the branch, in words: the first 200. */
  readonly changes: readonly string[];
  readonly changeCount: number;
  readonly conflicts: readonly MemoryConflict[];
  /** The URI of the newest version's file, and the text that it becomes; null if nothing would change. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface MemoryConflict {
  /** By which `sides` name it. */
  readonly id: string;
  readonly path: string;
  readonly text: string;
  /** The value or place in the branch, and in what comes to it; null: none. */
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** A query of `sxp/run` on a memory in place of a file of queries. */
export interface MemoryQuery extends MemoryParams {
  readonly text: string;
  /** Without a task the memory is one tree, `/Memory/Task/Version/…`. */
  readonly task?: string | null;
  readonly version?: number | null;
}
