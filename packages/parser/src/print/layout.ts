/**
 * A text with places where it may be broken. A group is printed on one line if it fits, else its own breaks become newlines;
 * the groups inside then try again.
 */
export type Layout = string | Break | Group | Indent | readonly Layout[];

/** White space when flat, a newline with the current indentation when broken. */
interface Break {
  readonly kind: "Break";
  readonly flat: "" | " ";
  /** Broken even in a group that would fit. */
  readonly isHard: boolean;
}
interface Group {
  readonly kind: "Group";
  readonly content: Layout;
}
interface Indent {
  readonly kind: "Indent";
  readonly content: Layout;
}

export const SOFT: Layout = { kind: "Break", flat: "", isHard: false };
export const LINE: Layout = { kind: "Break", flat: " ", isHard: false };
export const NEWLINE: Layout = { kind: "Break", flat: "", isHard: true };
export const group = (...content: Layout[]): Layout => ({ kind: "Group", content });
export const indent = (...content: Layout[]): Layout => ({ kind: "Indent", content });

export function join(parts: readonly Layout[], separator: Layout): Layout[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [separator, part]));
}

interface Command {
  readonly layout: Layout;
  readonly indent: number;
  readonly isFlat: boolean;
}

/** Renders a layout within `width` columns if its breaks allow it. */
export function render(layout: Layout, width: number): string {
  const todo: Command[] = [{ layout, indent: 0, isFlat: false }];
  const lines: string[] = [];
  let line = "";
  let column = 0;
  for (let command = todo.pop(); command !== undefined; command = todo.pop()) {
    const { layout: each, indent: depth, isFlat } = command;
    if (typeof each === "string") {
      line += each;
      const newline = each.lastIndexOf("\n");
      column = newline === -1 ? column + each.length : each.length - newline - 1;
    } else if (isList(each)) pushAll(todo, each, depth, isFlat);
    else if (each.kind === "Indent") todo.push({ layout: each.content, indent: depth + 2, isFlat });
    else if (each.kind === "Group") {
      const flat = { layout: each.content, indent: depth, isFlat: true };
      todo.push(isFlat || fits(flat, todo, width - column) ? flat : { ...flat, isFlat: false });
    } else if (isFlat && !each.isHard) {
      line += each.flat;
      column += each.flat.length;
    } else {
      lines.push(line.trimEnd());
      line = " ".repeat(depth);
      column = depth;
    }
  }
  lines.push(line);
  return lines.join("\n");
}

const isList = (layout: Layout): layout is readonly Layout[] => Array.isArray(layout);

function pushAll(todo: Command[], parts: readonly Layout[], depth: number, isFlat: boolean): void {
  for (const layout of parts.toReversed()) todo.push({ layout, indent: depth, isFlat });
}

/** Tests that `first`, printed flat, and the rest up to the next possible newline fit into `room` columns. */
function fits(first: Command, rest: readonly Command[], room: number): boolean {
  const todo = [first];
  let next = rest.length;
  let columns = room;
  while (columns >= 0) {
    const command = todo.pop() ?? rest[--next];
    if (command === undefined) return true;
    const { layout, indent: depth, isFlat } = command;
    if (typeof layout === "string") {
      const newline = layout.indexOf("\n");
      if (newline !== -1) return newline <= columns;
      columns -= layout.length;
    } else if (isList(layout)) pushAll(todo, layout, depth, isFlat);
    else if (layout.kind === "Break") {
      if (!isFlat || layout.isHard) return true;
      columns -= layout.flat.length;
    } else todo.push({ layout: layout.content, indent: depth, isFlat });
  }
  return false;
}
