import type { NodeId, Tree } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import type { Change } from "../store/change.js";

/** One change as lines that are gone and lines that are new, as `git diff` shows a text. */
export interface DiffHunk {
  /** Where the node is; of one that is gone, where it was. */
  readonly path: string;
  readonly key: NodeKey;
  /** What was done, in words. */
  readonly text: string;
  /** A line for each node, indented by two spaces a level: `<POI name="Zoo">`. Or an attribute `@name="Zoo"`, a text, or a path. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Lines beyond the limit, which are left out. */
  readonly omitted: number;
}

export interface DiffOptions {
  /** Most lines of one subtree. Default 40. */
  readonly lines?: number;
}

/** Changes between two versions as lines. `before` is null where `after` is the first version. */
export function diffLines(
  before: Tree | null,
  after: Tree,
  changes: readonly Change[],
  { lines = 40 }: DiffOptions = {},
): readonly DiffHunk[] {
  return changes.map((change) => {
    const [removed, added] = linesOf(change, before, after);
    const omitted = Math.max(0, removed.length - lines) + Math.max(0, added.length - lines);
    const { path, key, text } = change;
    return { path, key, text, removed: removed.slice(0, lines), added: added.slice(0, lines), omitted };
  });
}

type Lines = readonly [removed: readonly string[], added: readonly string[]];

function linesOf(change: Change, before: Tree | null, after: Tree): Lines {
  const { kind, key, replaced, name } = change;
  switch (kind) {
    case "insert":
      return [[], subtreeLines(after, key)];
    case "delete":
      return [subtreeLines(before, key), []];
    case "replace":
      return [subtreeLines(before, replaced ?? key), subtreeLines(after, key)];
    case "setAttribute":
      return values(change, (value) => `@${name}=${JSON.stringify(value)}`);
    case "setText":
      return values(change, (value) => JSON.stringify(value));
    case "rename":
      return values(change, (value) => `<${value}>`);
    case "move":
      return values(change, (value) => value);
  }
}

const values = ({ before, after }: Change, line: (value: string) => string): Lines => [
  typeof before === "string" ? [line(before)] : [],
  typeof after === "string" ? [line(after)] : [],
];

/** A line for each node of a subtree. */
function subtreeLines(tree: Tree | null, key: NodeKey): readonly string[] {
  const top = tree?.nodeOfKey(key) ?? -1;
  if (tree === null || top < 0) return [];
  const lines: string[] = [];
  const ends: NodeId[] = [];
  for (let node = top; node < tree.end[top]!; node++) {
    while (ends.length > 0 && ends[ends.length - 1]! <= node) ends.pop();
    lines.push(`${"  ".repeat(ends.length)}${nodeLine(tree, node)}`);
    ends.push(tree.end[node]!);
  }
  return lines;
}

/** A node without its children, in one line: its type, attributes and own text. */
export function nodeLine(tree: Tree, node: NodeId): string {
  const { type, attributes, text } = tree.node(node);
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `<${type}${pairs.join("")}>${text === "" ? "" : ` ${text}`}`;
}
