import type { NodeId, SegmentedTree, TreeRow } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import type { Change } from "../store/change.js";

/** One change as lines that are gone and lines that are new, as `git diff` shows a text. */
export interface DiffHunk {
  /** Path of the node, or its former path if it is gone. */
  readonly path: string;
  readonly key: NodeKey;
  /** The change, in words. */
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

/** Changes between two versions as lines. `before` is null if `after` is the first version. Reads only the rows that it shows. */
export function diffLines(
  before: SegmentedTree | null,
  after: SegmentedTree,
  changes: readonly Change[],
  { lines = 40 }: DiffOptions = {},
): readonly DiffHunk[] {
  return changes.map((change) => {
    const [removed, added] = linesOf(change, before, after, lines);
    const { path, key, text } = change;
    const omitted = removed.omitted + added.omitted;
    return { path, key, text, removed: removed.lines, added: added.lines, omitted };
  });
}

interface Lines {
  readonly lines: readonly string[];
  readonly omitted: number;
}

const NONE: Lines = { lines: [], omitted: 0 };

function linesOf(
  change: Change,
  before: SegmentedTree | null,
  after: SegmentedTree,
  most: number,
): readonly [removed: Lines, added: Lines] {
  const { kind, key, replaced, name } = change;
  switch (kind) {
    case "insert":
      return [NONE, subtreeLines(after, key, most)];
    case "delete":
      return [subtreeLines(before, key, most), NONE];
    case "replace":
      return [subtreeLines(before, replaced ?? key, most), subtreeLines(after, key, most)];
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

const values = ({ before, after }: Change, line: (value: string) => string): readonly [Lines, Lines] => [
  typeof before === "string" ? { lines: [line(before)], omitted: 0 } : NONE,
  typeof after === "string" ? { lines: [line(after)], omitted: 0 } : NONE,
];

/** A line for each node of a subtree, `most` of them. */
function subtreeLines(tree: SegmentedTree | null, key: NodeKey, most: number): Lines {
  const top = tree?.nodeOfKey(key) ?? -1;
  if (tree === null || top < 0) return NONE;
  const end = tree.endOf(top);
  const lines: string[] = [];
  const ends: NodeId[] = [];
  for (let node = top; node < end && lines.length < most; node++) {
    while (ends.length > 0 && ends[ends.length - 1]! <= node) ends.pop();
    lines.push(`${"  ".repeat(ends.length)}${nodeLine(tree.rowAt(node))}`);
    ends.push(tree.endOf(node));
  }
  return { lines, omitted: end - top - lines.length };
}

/** A node without its children, in one line: its type, attributes and own text. */
export function nodeLine({ type, attributes, text }: TreeRow): string {
  const pairs = Array.from(attributes, ([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `<${type}${pairs.join("")}>${text === "" ? "" : ` ${text}`}`;
}
