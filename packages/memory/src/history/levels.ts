import { AXES, type Axis } from "@semantic-xpath/parser";
import type { AxisOperator } from "@semantic-xpath/planner";
import { CHANGE, MEMORY, TASK, VERSION } from "./historySchema.js";

/** Levels of a store that a place of a query may be on, as bits. */
export type Levels = number;

export const LEVEL = { document: 1, memory: 2, task: 4, version: 8, change: 16, content: 32 } as const;
const { document, memory, task, version, change, content } = LEVEL;
const ALL = [document, memory, task, version, change, content];

const CHILDREN: Readonly<Record<number, Levels>> = {
  [document]: memory,
  [memory]: task,
  [task]: version,
  [version]: change | content,
  [change]: 0,
  [content]: content,
};

const PARENTS: Readonly<Record<number, Levels>> = {
  [document]: 0,
  [memory]: document,
  [task]: memory,
  [version]: task,
  [change]: version,
  [content]: version | content,
};

const mapped = (levels: Levels, to: Readonly<Record<number, Levels>>): Levels =>
  ALL.reduce((all, level) => ((levels & level) === 0 ? all : all | to[level]!), 0);

function closure(levels: Levels, to: Readonly<Record<number, Levels>>): Levels {
  let [all, next] = [0, mapped(levels, to)];
  while ((next & ~all) !== 0) {
    all |= next;
    next = mapped(all, to);
  }
  return all;
}

/** Siblings in a version are its changes and, after them, the root of its tree. */
export const siblingsOf = (levels: Levels): Levels =>
  (levels & ~document & ~memory) | ((levels & (change | content)) === 0 ? 0 : change | content);

/** Levels of the nodes on an axis. */
export function along(axis: Axis, levels: Levels): Levels {
  const { relation, includesSelf } = AXES[axis];
  return (includesSelf ? levels : 0) | related(relation, levels);
}

function related(relation: (typeof AXES)[Axis]["relation"], levels: Levels): Levels {
  switch (relation) {
    case "self":
      return levels;
    case "children":
      return mapped(levels, CHILDREN);
    case "descendants":
      return closure(levels, CHILDREN);
    case "parents":
      return mapped(levels, PARENTS);
    case "ancestors":
      return closure(levels, PARENTS);
    case "siblings":
      return siblingsOf(levels);
    case "beside":
      return task | version | change | content;
  }
}

const FROM = { self: 0, children: version, descendants: document | memory | task | version, parents: 0, ancestors: 0 };

/** Levels from which an axis leads into the tree of a version that the start need not lie in. */
export function contentFrom(axis: Axis): Levels {
  const { relation, reverse } = AXES[axis];
  if (relation === "siblings") return reverse ? 0 : change;
  return relation === "beside" ? task | version | change | content : FROM[relation];
}

const NAMES: Readonly<Record<number, string>> = {
  [memory]: MEMORY,
  [task]: TASK,
  [version]: VERSION,
  [change]: CHANGE,
};

/** Levels that a node test may accept; nodes in a version can have any name. */
export const accepted = ({ names, document: isDocument }: AxisOperator["test"], levels: Levels): Levels =>
  ALL.reduce((all, level) => {
    if ((levels & level) === 0) return all;
    const isAccepted = level === document ? isDocument : level === content || !names || names.includes(NAMES[level]!);
    return isAccepted ? all | level : all;
  }, 0);
