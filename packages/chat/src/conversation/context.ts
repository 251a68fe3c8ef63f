import type { Memory, NodeKey, Task, Version } from "@semantic-xpath/memory";
import type { MemoryContext, TurnContext } from "../translate/about.js";
import { chatError } from "./chatError.js";
import type { Place, TurnRecord } from "./record.js";

/** Turns that `that one` may be about, nodes of each, and versions that `the earlier plan` may be. */
const MAX_TURNS = 8;
const MAX_NODES = 50;
const MAX_VERSIONS = 100;

export const branchOf = ({ task, branches }: Place): string => branches.find(([name]) => name === task)?.[1] ?? "main";

/** The newest version where a conversation is. */
export const headOf = (memory: Memory, place: Place): Version => memory.task(place.task).head(branchOf(place));

/** The context from earlier turns, mapped to a version: moved nodes are found at their present place, deleted nodes are left out. */
export function turnContext(turns: readonly TurnRecord[], task: string, version: Version): TurnContext {
  const newest = turns.slice(-MAX_TURNS).reverse();
  const pathsOf = (keys: readonly NodeKey[]): readonly string[] =>
    keys.slice(0, MAX_NODES).flatMap((key) => (version.nodeOf(key) === null ? [] : [version.pathOf(key)]));
  return {
    found: newest.map(({ found }) => (found === null || found.task !== task ? [] : pathsOf(found.keys))),
    requests: newest.map(({ request, text }) => ({ request, text })),
  };
}

export function memoryContext(memory: Memory, place: Place): MemoryContext {
  const task = memory.task(place.task);
  return {
    task: task.name,
    tasks: memory.tasks().map(({ name, title }) => ({ name, title: title ?? name })),
    versions: task.log({ branch: branchOf(place), limit: MAX_VERSIONS }).map((version) => ({
      number: version.number,
      time: version.time,
      reason: version.provenance.reason ?? null,
    })),
  };
}

/**
 * A version as a reading names it: by number, by branch, or counted from the newest of the conversation's branch. Throws a `ChatError` (SXP5147) where there is
 * none so far back.
 */
export function versionNamed(task: Task, branch: string, name: string | number): Version {
  const number = typeof name === "number" ? name : /^-?\d+$/.test(name) ? Number(name) : null;
  if (number === null || number > 0) return task.version(name);
  const back = Math.max(1, -number);
  const version = task.log({ branch, limit: back })[back - 1];
  if (version !== undefined) return version;
  throw chatError("SXP5147", { task: task.name, back: back - 1 });
}
