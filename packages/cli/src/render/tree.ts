import type { Match } from "@semantic-xpath/runtime";
import { cut, largest, weightBar, weightText, widthOf } from "./columns.js";
import { isRanked, summarise } from "./results.js";
import type { Glyphs, Screen } from "./screen.js";

const BAR_CELLS = 8;
/** Bar, weight and the space around them. */
const GUTTER = BAR_CELLS + 1 + weightText(1).length + 2;
const ANCESTOR_COLUMNS = 40;

/** The rows of a tree, parents before children, each with the branches that lead to it. Nothing is made before it is asked for. */
export function* treeRows<T>(
  item: T,
  childrenOf: (item: T) => readonly T[],
  glyphs: Glyphs,
  [lead, below]: readonly [string, string] = ["", ""],
): Generator<readonly [item: T, lead: string]> {
  yield [item, lead];
  const children = childrenOf(item);
  for (const [i, child] of children.entries()) {
    const isLast = i === children.length - 1;
    const [branch, line] = isLast ? [glyphs.lastBranch, "   "] : [glyphs.branch, glyphs.line];
    yield* treeRows(child, childrenOf, glyphs, [below + branch, below + line]);
  }
}

/** The matches in their place: bars and weights in front, then the tree, ancestors dimmed, what has no match in it left out. */
export function matchTree(matches: readonly Match[], screen: Screen): string[] {
  const tree = matches[0]?.tree;
  if (tree === undefined) return [];
  const matchesOf = new Map<number, Match[]>();
  for (const match of matches) matchesOf.set(match.id, [...(matchesOf.get(match.id) ?? []), match]);
  const shown = new Set<number>();
  for (const id of matchesOf.keys())
    for (let at = id; at > 0 && !shown.has(at); at = tree.parent[at] ?? 0) shown.add(at);
  const shownIn = (id: number): readonly number[] =>
    tree.node(id).children.flatMap((child) => (shown.has(child.id) ? [child.id] : []));
  const ranked = isRanked(matches);
  const { paint, glyphs, columns } = screen;
  return Array.from(treeRows(1, shownIn, glyphs), ([id, lead]) => {
    const own = matchesOf.get(id) ?? [];
    const node = tree.node(id);
    const step = node.path.slice((node.parent?.path.length ?? 0) + 1);
    const attributes = own.flatMap(({ attribute }) =>
      attribute === null ? [] : [`@${attribute.name} = ${attribute.value}`],
    );
    const says = attributes.length > 0 ? attributes.join(", ") : summarise(node, glyphs.dot);
    const room = columns - (ranked ? GUTTER : 0) - widthOf(lead) - widthOf(step) - 2;
    const said = cut(says, own.length === 0 ? Math.min(room, ANCESTOR_COLUMNS) : room, glyphs.ellipsis);
    const shownNode = own.length === 0 ? paint.dim(`${step}  ${said}`) : `${paint.cyan(paint.bold(step))}  ${said}`;
    return `${ranked ? gutter(own, screen) : ""}${paint.dim(lead)}${shownNode}`.trimEnd();
  });
}

/** Bar and weight of a node; of several attributes of one node, the highest. */
const gutter = (matches: readonly Match[], screen: Screen): string =>
  matches.length === 0
    ? " ".repeat(GUTTER)
    : `${weightBar(largest(matches.map(({ weight }) => weight)), BAR_CELLS, screen)}  `;
