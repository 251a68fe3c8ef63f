import type { Comment } from "../ast/nodes.js";
import type { Layout } from "./layout.js";

/**
 * The comments that are still to be printed. A comment goes before the first node that starts after it, or before the closer of
 * the node that it is in: its neighbours stay its neighbours, so printing again changes nothing. Each takes those that start before
 * an offset.
 */
export interface Comments {
  readonly take: (offset: number) => readonly Comment[];
  /** Before something that follows white space or an opening bracket. */
  readonly leading: (offset: number) => Layout;
  /** Before something that is glued to what precedes it, such as a bracket or a further step. */
  readonly glued: (offset: number) => Layout;
  /** Before a closing bracket. */
  readonly closing: (offset: number) => Layout;
}

export function commentsOf(all: readonly Comment[]): Comments {
  let count = 0;
  const take = (offset: number): readonly Comment[] => {
    const from = count;
    for (let next = all[count]; next !== undefined && next.span.start < offset; next = all[count]) count++;
    return all.slice(from, count);
  };
  return {
    take,
    leading: (offset) => take(offset).map(({ text }) => `${text} `),
    glued: (offset) => take(offset).map(({ text }, i) => (i === 0 ? ` ${text} ` : `${text} `)),
    closing: (offset) => take(offset).map(({ text }) => ` ${text}`),
  };
}
