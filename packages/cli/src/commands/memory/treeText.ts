import type { NodeId, Tree } from "@semantic-xpath/tree";
import { cut, inOneLine, widthOf } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";

/** A tree for people: a node on each line, its attributes and its text after its type; `keys`: with its permanent key. */
export function* treeLines(tree: Tree, { paint, glyphs, columns }: Screen, { keys = false } = {}): Generator<string> {
  const open: { end: NodeId; indent: string }[] = [];
  for (let node = 1; node <= tree.size; node++) {
    while (open.length > 0 && open.at(-1)!.end <= node) open.pop();
    const parent = open.at(-1);
    const isLast = parent === undefined || tree.end[node]! >= parent.end;
    const lead = parent === undefined ? "" : parent.indent + (isLast ? glyphs.lastBranch : glyphs.branch);
    const key = keys && tree.key !== null ? `#${tree.key[node]} ` : "";
    const type = tree.typeNames[tree.type[node]!]!;
    const room = columns - widthOf(`${lead}${key}${type}`) - 1;
    const says = room <= 0 ? "" : cut(saysOf(tree, node), room, glyphs.ellipsis);
    yield `${paint.dim(lead)}${paint.yellow(key)}${paint.cyan(type)}${says === "" ? "" : ` ${says}`}`;
    const indent = parent === undefined ? "" : parent.indent + (isLast ? "   " : glyphs.line);
    open.push({ end: tree.end[node]!, indent });
  }
}

/** Attributes as `name="value"`, and the own text. */
function saysOf(tree: Tree, node: NodeId): string {
  const attributes = Object.entries(tree.node(node).attributes).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  return inOneLine([...attributes, tree.ownText(node)].join(" "));
}
