import type { Comment } from "../ast/nodes.js";
import type { Layout } from "./layout.js";

/**
 * The comments that are still to be printed. A comment goes before the first node that starts behind it, or before the closer
 * of the node that it stands in: its neighbours stay its neighbours, so printing again changes nothing.
 */
export interface Comments {
  readonly all: readonly Comment[];
  next: number;
}

export const commentsOf = (all: readonly Comment[]): Comments => ({ all, next: 0 });

/** Takes the comments that start before `offset`. */
export function takeBefore(comments: Comments, offset: number): readonly Comment[] {
  const from = comments.next;
  while (comments.next < comments.all.length && comments.all[comments.next].span.start < offset) comments.next++;
  return comments.next === from ? NONE : comments.all.slice(from, comments.next);
}

const NONE: readonly Comment[] = [];

/** Before something that follows white space or an opening bracket. */
export const leading = (comments: Comments, offset: number): Layout =>
  takeBefore(comments, offset).map((comment) => `${comment.text} `);

/** Before something that is glued to what precedes it, such as a bracket or a further step. */
export const glued = (comments: Comments, offset: number): Layout =>
  takeBefore(comments, offset).map((comment, i) => (i === 0 ? ` ${comment.text} ` : `${comment.text} `));

/** Before a closing bracket. */
export const closing = (comments: Comments, offset: number): Layout =>
  takeBefore(comments, offset).map((comment) => ` ${comment.text}`);
