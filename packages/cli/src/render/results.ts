import { summaryOf } from "@semantic-xpath/inspect";
import type { CompiledQuery, Match, RunResult, TreeNode } from "@semantic-xpath/runtime";
import type { CacheUse } from "../input/cache.js";
import { count, cut, inOneLine, largest, pad, weightBar, weightText, widthOf, wrap } from "./columns.js";
import type { Glyphs, Screen } from "./screen.js";

/** What a run is about, as its header says it. */
interface RunFacts {
  readonly nodes: number;
  readonly limit: number | undefined;
  readonly scorer: string;
  /** How often an expensive scorer was called, kept scores left out; null if none are kept. */
  readonly use: CacheUse | null;
  /** The data, if that is to be said. */
  readonly data?: string;
}

/**
 * What was asked and what it took, in two lines: the query, then how many of how many, the scorer, time, calls, pairs and cache
 * hits. Approximate scores have lines of their own.
 */
export function headLines(query: CompiledQuery, result: RunResult, of: RunFacts, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  const inRoom = (text: string): string => cut(text, columns, glyphs.ellipsis);
  const approximation = query.isSemantic ? result.stats.approximation : null;
  return [
    paint.bold(inRoom(inOneLine(queryText(query)))),
    paint.dim(inRoom(effortLine(query, result, of, screen))),
    ...(approximation === null ? [] : wrap(approximation, columns).map(paint.yellow)),
  ];
}

/** How many of how many, the scorer, and what it took; the time may be left out, so that the same run is to print the same. */
export function effortLine(
  query: CompiledQuery,
  { matches, stats }: RunResult,
  of: RunFacts,
  { glyphs }: Pick<Screen, "glyphs">,
  timed = true,
): string {
  const number = matches.length === 0 ? "no match" : count(matches.length, "match", "matches");
  const isCut = matches.length > 0 && matches.length === of.limit;
  const parts = [
    ...(of.data === undefined ? [] : [of.data]),
    `${number}${isCut ? " (the limit)" : ""} in ${count(of.nodes, "node")}`,
    ...(query.isSemantic ? [of.scorer] : []),
    ...(timed ? [`${milliseconds(stats.milliseconds)} ms`] : []),
    ...(query.isSemantic ? [useText(stats, of.use)] : []),
  ];
  return parts.join(` ${glyphs.dot} `);
}

/** A cache hit is a score that was there already: from this run, or kept from an earlier one. */
function useText({ scorerCalls, scorerPairs, cacheHits }: RunResult["stats"], kept: CacheUse | null): string {
  const { calls, pairs, hits } = kept ?? { calls: scorerCalls, pairs: scorerPairs, hits: 0 };
  const all = hits + cacheHits;
  const asked = `${count(calls, "call")}, ${count(pairs, "pair")}`;
  return all === 0 && kept === null ? asked : `${asked}, ${count(all, "cache hit")}`;
}

const milliseconds = (time: number): string => (time < 10 ? time.toFixed(1) : time.toFixed(0));

/** The text of the query itself; of a declared one, without the document around it. */
export function queryText({ plan }: CompiledQuery): string {
  const { start, end } = plan.result.span;
  return plan.text.slice(start, end);
}

const BAR_CELLS = 10;
/** Below this a summary says nothing; the path gets the room. */
const LEAST_SUMMARY = 16;
const GAP = "  ";

/** Whether weights tell the matches apart: those of a structural query are all 1. */
export const isRanked = (matches: readonly Match[]): boolean => matches.some(({ weight }) => weight !== 1);

/**
 * One line a match: the weight as a bar and as a number, the path, and what the node says as far as there is room. The path is whole, so that
 * it can be pasted. Without weights: path and summary. Where the matches are a page of a result, `all` has the whole of it.
 */
export function ranking(matches: readonly Match[], screen: Screen, all: readonly Match[] = matches): string[] {
  const { paint, glyphs, columns } = screen;
  const ranked = isRanked(all);
  const paths = matches.map(({ path }) => path);
  const room = columns - (ranked ? BAR_CELLS + 1 + weightText(1).length + GAP.length : 0) - GAP.length;
  const widest = largest(paths.map(widthOf));
  const aligned = room - widest >= LEAST_SUMMARY ? widest : Math.min(widest, Math.max(16, Math.floor(room * 0.6)));
  return matches.map((match, i) => {
    const path = pad(paths[i]!, aligned);
    const summary = cut(summariseMatch(match, glyphs.dot), room - widthOf(path), glyphs.ellipsis);
    const weight = ranked ? `${weightBar(match.weight, BAR_CELLS, screen)}${GAP}` : "";
    return `${weight}${paint.cyan(path)}${GAP}${summary}`.trimEnd();
  });
}

/** A node in one line, the most telling first. The line is as long as it is; the caller cuts it. */
export const summarise = ({ tree, id }: TreeNode, dot: string): string => summaryOf(tree, id, dot) || "(empty)";

/** The same for a result: an attribute is its value. A path that can't write the type does without, so it is said here. */
function summariseMatch({ attribute, node }: Match, dot: string): string {
  if (attribute !== null) return inOneLine(attribute.value);
  return `${/\/\*\[\d+\]$/.test(node.path) ? `${node.type} ${dot} ` : ""}${summarise(node, dot)}`;
}

/** What a result says and nothing about it: the value of an attribute, the text of a node and its descendants. */
export const valueText = ({ attribute, node }: Match): string => inOneLine(attribute?.value ?? node.textContent);

const TREE_BAR_CELLS = 8;
/** Bar, weight and the space around them. */
const GUTTER = TREE_BAR_CELLS + 1 + weightText(1).length + 2;
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
    : `${weightBar(largest(matches.map(({ weight }) => weight)), TREE_BAR_CELLS, screen)}  `;
