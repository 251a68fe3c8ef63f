import type { NodeKey } from "../keys.js";
import { memoryError } from "../memoryError.js";
import { type Change, isWithin } from "./change.js";
import type { Task } from "./task.js";
import type { Version } from "./version.js";

/** Version that last made a part of a node. */
export interface Blame {
  /** `node`: that it is there; `place`: where it is; `type`, `text()` or `@name`. */
  readonly part: string;
  /** Content of the part; for `node` the path. */
  readonly value: string;
  readonly version: Version;
  readonly change: Change;
  /** True if the version that made it was pruned, and this is the oldest one left that has it. */
  readonly isMakerPruned: boolean;
}

/**
 * The version that made a node, and those that made each of its parts, at a version. Content of a merge is attributed to the merged version.
 * If that version was pruned, the oldest remaining one counts.
 */
export function blame(task: Task, key: NodeKey, at: Version): readonly Blame[] {
  const node = at.nodeOf(key);
  if (node === null) throw memoryError("SXP5017", { task: task.name, version: at.number, key });
  const { type, text, attributes } = at.segments.rowAt(node);
  const path = at.pathOf(key);
  const parts: [part: string, value: string][] = [
    ["node", path],
    ["place", path],
    ["type", type],
    ...(text === "" ? [] : [["text()", text] as [string, string]]),
    ...[...attributes].map(([name, value]): [string, string] => [`@${name}`, value]),
  ];
  return parts.flatMap(([part, value]) => {
    const maker = whoMade(task, at, key, part);
    return maker === null ? [] : [{ part, value, ...maker }];
  });
}

type Maker = Pick<Blame, "version" | "change" | "isMakerPruned">;

function whoMade(task: Task, from: Version, key: NodeKey, part: string): Maker | null {
  let version = from;
  for (;;) {
    if (version.isPruned) return null;
    const change = version.changes.findLast((each) => makes(each, key, part));
    const [first, merged] = version.parents;
    if (change !== undefined) {
      const other = merged === undefined ? null : task.version(merged);
      if (other !== null && !other.isPruned && other.nodeOf(key) !== null) version = other;
      else {
        // After a pruned version the whole tree counts as inserted.
        const isMakerPruned = other?.isPruned === true || (first !== undefined && task.version(first).isPruned);
        return { version, change, isMakerPruned };
      }
    } else if (first === undefined) return null;
    else version = task.version(first);
  }
}

/** True if a change made a part of a node. A new node is made with all its parts. */
function makes(change: Change, key: NodeKey, part: string): boolean {
  if (change.kind === "insert" || change.kind === "replace") return isWithin(change, key);
  if (change.key !== key) return false;
  switch (change.kind) {
    case "move":
      return part === "place";
    case "rename":
      return part === "type";
    case "setText":
      return part === "text()";
    case "setAttribute":
      return part === `@${change.name}`;
    case "delete":
      return false;
  }
}
