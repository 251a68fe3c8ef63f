import type { Match, Tree } from "@semantic-xpath/runtime";
import { bar, cut, largest, weightText, widthOf } from "./columns.js";
import { isRanked, summarise } from "./results.js";
import type { Screen } from "./screen.js";

const BAR_CELLS = 8;
/** Bar, weight and the space around them. */
const GUTTER = BAR_CELLS + 1 + weightText(1).length + 2;
const ANCESTOR_COLUMNS = 40;

/**
 * The matches in their place: bars and weights in front, the tree behind, ancestors dimmed, what has no match in it left out.
 */
export function matchTree(matches: readonly Match[], screen: Screen): string[] {
  const tree = matches[0]?.tree;
  if (tree === undefined) return [];
  const matchOf = new Map<number, Match[]>();
  for (const match of matches) matchOf.set(match.id, [...(matchOf.get(match.id) ?? []), match]);
  return new TreeWriter(tree, matchOf, isRanked(matches), largest(matches.map(({ weight }) => weight)), screen).lines();
}

class TreeWriter {
  private readonly shown = new Set<number>();
  private readonly written: string[] = [];

  constructor(
    private readonly tree: Tree,
    private readonly matchesOf: ReadonlyMap<number, readonly Match[]>,
    private readonly isRanked: boolean,
    private readonly heaviest: number,
    private readonly screen: Screen,
  ) {
    for (const id of matchesOf.keys()) {
      for (let at = id; at > 0 && !this.shown.has(at); at = tree.parent[at]!) this.shown.add(at);
    }
  }

  lines(): string[] {
    this.write(1, "", "");
    return this.written;
  }

  /** A node behind `lead`; what is below it is led in by `below`. */
  private write(id: number, lead: string, below: string): void {
    const { glyphs, paint } = this.screen;
    const matches = this.matchesOf.get(id) ?? [];
    this.written.push(`${this.gutter(matches)}${paint.dim(lead)}${this.node(id, matches, widthOf(lead))}`.trimEnd());
    const children = this.childrenOf(id);
    for (const [i, child] of children.entries()) {
      const isLast = i === children.length - 1;
      this.write(
        child,
        `${below}${isLast ? glyphs.lastBranch : glyphs.branch}`,
        `${below}${isLast ? "   " : glyphs.line}`,
      );
    }
  }

  /** Bar and weight of a node; of several attributes of one node, the highest. */
  private gutter(matches: readonly Match[]): string {
    const { glyphs, paint } = this.screen;
    if (!this.isRanked) return "";
    if (matches.length === 0) return " ".repeat(GUTTER);
    const weight = largest(matches.map(({ weight }) => weight));
    const shown = bar(weight / this.heaviest, BAR_CELLS, glyphs).padEnd(BAR_CELLS);
    return `${paint.green(shown)} ${paint.bold(weightText(weight))}  `;
  }

  private node(id: number, matches: readonly Match[], lead: number): string {
    const { paint, glyphs, columns } = this.screen;
    const step = this.tree.node(id).path.replace(/^.*\//, "");
    const left = columns - (this.isRanked ? GUTTER : 0) - lead - widthOf(step) - 2;
    const said = cut(
      this.says(id, matches),
      matches.length === 0 ? Math.min(left, ANCESTOR_COLUMNS) : left,
      glyphs.ellipsis,
    );
    return matches.length === 0 ? paint.dim(`${step}  ${said}`) : `${paint.cyan(paint.bold(step))}  ${said}`;
  }

  private says(id: number, matches: readonly Match[]): string {
    const attributes = matches.flatMap(({ attribute }) =>
      attribute === null ? [] : [`@${attribute.name} = ${attribute.value}`],
    );
    return attributes.length > 0 ? attributes.join(", ") : summarise(this.tree.node(id), this.screen.glyphs.dot);
  }

  private childrenOf(id: number): number[] {
    const children: number[] = [];
    for (let child = id + 1; child < this.tree.end[id]!; child = this.tree.end[child]!)
      if (this.shown.has(child)) children.push(child);
    return children;
  }
}
