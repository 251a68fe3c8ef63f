import type { Axis } from "@semantic-xpath/parser";
import type { AxisOperator } from "@semantic-xpath/planner";
import { CHANGE, MEMORY, TASK, VERSION } from "./historySchema.js";

/** What nodes of a store there may be at some place of a query, as bits. */
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

/** What an axis leads to. */
export function along(axis: Axis, levels: Levels): Levels {
  switch (axis) {
    case "self":
      return levels;
    case "child":
      return mapped(levels, CHILDREN);
    case "descendant":
      return closure(levels, CHILDREN);
    case "descendant-or-self":
      return levels | closure(levels, CHILDREN);
    case "parent":
      return mapped(levels, PARENTS);
    case "ancestor":
      return closure(levels, PARENTS);
    case "ancestor-or-self":
      return levels | closure(levels, PARENTS);
    case "following-sibling":
    case "preceding-sibling":
      return siblingsOf(levels);
    case "following":
    case "preceding":
      return task | version | change | content;
  }
}

/** From where an axis leads into the tree of a version that the start need not lie in. */
export const CONTENT_FROM: Readonly<Record<Axis, Levels>> = {
  self: 0,
  child: version,
  descendant: document | memory | task | version,
  "descendant-or-self": document | memory | task | version,
  parent: 0,
  ancestor: 0,
  "ancestor-or-self": 0,
  "following-sibling": change,
  "preceding-sibling": 0,
  following: task | version | change | content,
  preceding: task | version | change | content,
};

const NAMES: Readonly<Record<number, string>> = {
  [memory]: MEMORY,
  [task]: TASK,
  [version]: VERSION,
  [change]: CHANGE,
};

/** Those that a node test may accept; what is in a version may be called anything. */
export const accepted = ({ names, document: isDocument }: AxisOperator["test"], levels: Levels): Levels =>
  ALL.reduce((all, level) => {
    if ((levels & level) === 0) return all;
    const isAccepted = level === document ? isDocument : level === content || !names || names.includes(NAMES[level]!);
    return isAccepted ? all | level : all;
  }, 0);
