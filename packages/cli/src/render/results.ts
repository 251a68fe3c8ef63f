import { type EntryValues, summaryOf } from "@semantic-xpath/inspect";
import { readableValue, valueLine, valuesOf, weightText } from "@semantic-xpath/inspect/numbers";
import type { CompiledQuery, Match, QueryValue, RunResult, SingleValue, TreeNode } from "@semantic-xpath/runtime";
import { groupBy } from "@semantic-xpath/values";
import { bar, count, cut, inOneLine, largest, NARROW, pad, weightBar, widthOf, wrap } from "./columns.js";
import { areGroups, areRecords, groupLines, labelOf, recordTable } from "./reports.js";
import type { Glyphs, Screen } from "./screen.js";

/** Calls of a scorer, and pairs answered by the cache. */
export interface CacheUse {
  readonly calls: number;
  readonly pairs: number;
  readonly hits: number;
}

/** Result in a tree or in several. */
type ResultParts = Pick<RunResult, "matches" | "stats" | "caveats">;

/** Facts of a run for its header. */
interface RunFacts {
  readonly nodes: number;
  readonly limit: number | undefined;
  readonly scorer: string;
  /** Calls of an expensive scorer, without cached scores; null without a cache. */
  readonly use: CacheUse | null;
  /** The data, if the header names it. */
  readonly data?: string;
  /** Keys of an observed run, for the header. */
  readonly entries?: EntryValues;
}

/**
 * Query and effort in two lines: the query, then the number of results and nodes, the scorer, time, calls, pairs and cache
 * hits. Approximate scores have lines of their own.
 */
export function headLines(query: CompiledQuery, result: ResultParts, of: RunFacts, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  const inRoom = (text: string): string => cut(text, columns, glyphs.ellipsis);
  const approximation = query.isSemantic ? result.stats.approximation : null;
  return [
    paint.bold(inRoom(inOneLine(queryText(query)))),
    paint.dim(inRoom(effortLine(query, result, of, screen))),
    ...(approximation === null ? [] : wrap(approximation, columns).map(paint.yellow)),
    ...caveatLines(result, screen),
  ];
}

/** The reservations about a result, each on lines of its own. */
export const caveatLines = ({ caveats = [] }: Pick<RunResult, "caveats">, { paint, columns }: Screen): string[] =>
  caveats.flatMap(({ message }) => wrap(message, columns).map(paint.yellow));

/** Number of results and nodes, the scorer, and the effort. The time may be left out, so that equal runs print equal lines. */
export function effortLine(
  query: CompiledQuery,
  { matches, stats }: ResultParts,
  of: RunFacts,
  { glyphs }: Pick<Screen, "glyphs">,
  timed = true,
): string {
  const isValue = query.plan.result.kind === "Value";
  const [one, several] = isValue ? ["contributor", "contributors"] : ["match", "matches"];
  const number = matches.length === 0 ? `no ${one}` : count(matches.length, one!, several);
  const isCut = !isValue && matches.length > 0 && matches.length === of.limit;
  const parts = [
    ...(of.data === undefined ? [] : [of.data]),
    `${number}${isCut ? " (the limit)" : ""} in ${count(of.nodes, "node")}`,
    ...(of.entries === undefined ? [] : [orderText(of.entries)].filter((text) => text !== "")),
    ...(query.isSemantic ? [of.scorer] : []),
    ...(timed ? [`${milliseconds(stats.milliseconds)} ms`] : []),
    ...(query.isSemantic ? [useText(stats, of.use)] : []),
  ];
  return parts.join(` ${glyphs.dot} `);
}

/** A cache hit is a score that was there already: from this run, or kept from an earlier one. */
function useText(
  { scorerCalls, scorerPairs, postingsRead, cacheHits }: RunResult["stats"],
  kept: CacheUse | null,
): string {
  const { calls, pairs, hits } = kept ?? { calls: scorerCalls, pairs: scorerPairs, hits: 0 };
  const all = hits + cacheHits;
  const read = postingsRead === 0 ? "" : `, ${count(postingsRead, "posting")}`;
  const usage = `${count(calls, "call")}, ${count(pairs, "pair")}${read}`;
  return all === 0 && kept === null ? usage : `${usage}, ${count(all, "cache hit")}`;
}

const milliseconds = (time: number): string => (time < 10 ? time.toFixed(1) : time.toFixed(0));

/** The text of the query itself; of a declared one, without the document around it. */
export function queryText({ plan }: CompiledQuery): string {
  const { start, end } = plan.span;
  return plan.text.slice(start, end);
}

const BAR_CELLS = 10;
/** Least width of a useful summary; below it the path gets the room. */
const MIN_SUMMARY = 16;
const GAP = "  ";
/** Assumed width of an uncut line. */
const UNCUT_COLUMNS = 160;

/** True if weights distinguish the matches: those of a structural query are all 1. */
export const isRanked = (matches: readonly Match[]): boolean => matches.some(({ weight }) => weight !== 1);

/**
 * One line a match: the weight as a bar and as a number, the path, and the content of the node as far as there is room. The path is whole, so
 * that it can be pasted. Without weights: path and summary. If the matches are a page of a result, `all` has the whole of it.
 */
export function ranking(
  matches: readonly Match[],
  screen: Screen,
  { all = matches, entries, from = 0, labels = [] }: Page = {},
): string[] {
  if (areRecords(matches)) return recordTable(matches, screen);
  if (areGroups(matches)) return groupLines(matches, screen, ranking);
  const { paint, glyphs, columns } = screen;
  const ranked = isRanked(all);
  const label = labels.length === 0 ? 0 : largest(labels.map(widthOf)) + GAP.length;
  const paths = matches.map(labelOf);
  const heads = entries === undefined ? [] : headColumn(matches, entries, from, screen);
  const head = heads.length === 0 ? 0 : widthOf(heads[0]!);
  // Uncut output, such as to a pipe, is aligned as well, unless paths are very long.
  const line = glyphs.ellipsis === "" ? Math.max(columns, UNCUT_COLUMNS) : columns;
  const room = line - head - label - (ranked ? BAR_CELLS + 1 + weightText(1).length + GAP.length : 0) - GAP.length;
  const widest = largest(paths.map(widthOf));
  const aligned = room - widest >= MIN_SUMMARY ? widest : Math.min(widest, Math.max(16, Math.floor(room * 0.6)));
  return matches.map((match, i) => {
    const path = pad(paths[i]!, aligned);
    // For an attribute that is in front already, its node is summarised instead.
    const isSaid = head > 0 && match.attribute !== null;
    const says = isSaid ? summarise(match.node, glyphs.dot) : summariseMatch(match, glyphs.dot);
    const summary = cut(says, room - widthOf(path), glyphs.ellipsis);
    const weight = ranked ? `${weightBar(match.weight, BAR_CELLS, screen)}${GAP}` : "";
    const labelled = label === 0 ? "" : paint.dim(pad(labels[i]!, label));
    return `${weight}${paintedHead(heads[i], screen)}${labelled}${paint.cyan(path)}${GAP}${summary}`.trimEnd();
  });
}

/** For a page of a result: the whole result, its entries in the run, and the first one of the page. */
interface Page {
  readonly all?: readonly Match[];
  readonly entries?: EntryValues;
  readonly from?: number;
  /** Labels before the paths: their places. */
  readonly labels?: readonly string[];
}

/** A key, or a value that was given, is cut to this. */
const MAX_KEY = 20;

/** Column before each path: the values of the order keys, or the contribution of each entry to a value. Empty without either. */
function headColumn(
  matches: readonly Match[],
  entries: EntryValues,
  from: number,
  { glyphs, columns }: Screen,
): string[] {
  const rows = matches.map((_, i) => {
    const { values } = entries.givenAt(from + i);
    return values.length > 0 ? [values] : entries.keysAt(from + i).map((key) => [key]);
  });
  // All were counted: that each is one says nothing.
  const isCount = rows.every((row) => entries.keys.length === 0 && row.flat().every((value) => value === 1));
  if (isCount) return matches.map(() => "");
  const room = Math.max(4, Math.min(MAX_KEY, Math.floor(columns / 4)));
  const cells = rows.map((row) => row.map((values) => cut(values.map(entryText).join(", "), room, glyphs.ellipsis)));
  const width = largest(cells.map((row) => row.length));
  const widths = Array.from({ length: width }, (_, k) => largest(cells.map((row) => widthOf(row[k] ?? ""))));
  const isRight = widths.map((_, k) => rows.every((row) => (row[k] ?? []).every((value) => typeof value !== "string")));
  const hasShare = matches.some((_, i) => entries.givenAt(from + i).share !== null);
  return cells.map((row, i) => {
    const cells = widths.map((room, k) => (isRight[k] ? (row[k] ?? "").padStart(room) : pad(row[k] ?? "", room)));
    const share = hasShare && columns >= NARROW ? `${GAP}${shareBar(entries.givenAt(from + i).share, glyphs)}` : "";
    return cells.join(GAP) + share + GAP;
  });
}

const shareBar = (share: number | null, glyphs: Glyphs): string =>
  `${`${((share ?? 0) * 100).toFixed(1)}%`.padStart(6)} ${pad(bar(share ?? 0, BAR_CELLS, glyphs), BAR_CELLS)}`;

/** The bar in its colour, the values as numbers are. */
const paintedHead = (head: string | undefined, { paint }: Screen): string =>
  head === undefined || head === "" ? "" : paint.bold(head);

/** A value of an entry for people: money in its minor unit, a number without binary noise. */
const entryText = (value: SingleValue | null): string =>
  shownText(
    typeof value === "number"
      ? Number(value.toPrecision(15))
      : typeof value === "string"
        ? readableValue(value)
        : value,
  );

/** A missing value has a sign of its own. */
export const shownText = (value: SingleValue | null): string => (value === null ? "-" : inOneLine(String(value)));

/** The value of a query, plain: one a line of a list. */
export const valueTexts = (value: QueryValue): string[] => valuesOf(value).map(shownText);

/** Lines of a value for people; an empty value is named. */
export function valueLines(value: QueryValue, { paint, columns }: Screen): string[] {
  const texts = valuesOf(value).map((one) => inOneLine(readableValue(one)));
  if (texts.length === 0) return [paint.dim(valueLine(value))];
  return texts.flatMap((text) => wrap(text, columns)).map(paint.bold);
}

/** Order of a result by keys: `by @cost descending`. */
const orderText = ({ keys }: EntryValues): string =>
  keys.length === 0
    ? ""
    : `by ${keys.map(({ text, isDescending }) => `${text}${isDescending ? " descending" : ""}`).join(", ")}`;

/** A value as JSON has it: an infinite number, or none, as its text. */
export const valueJson = (value: QueryValue): QueryValue =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

/** A node in one line, the most telling first. The line is as long as it is; the caller cuts it. */
export const summarise = ({ tree, id }: TreeNode, dot: string): string => summaryOf(tree, id, dot) || "(empty)";

/** Summary of a match: an attribute is its value. A path that can't write the type omits it, so it is added here. */
function summariseMatch({ attribute, text, node }: Match, dot: string): string {
  if (attribute !== null) return inOneLine(attribute.value);
  if (text !== null) return inOneLine(text);
  return `${/\/\*\[\d+\]$/.test(node.path) ? `${node.type} ${dot} ` : ""}${summarise(node, dot)}`;
}

/**
 * The text of a result alone: the value of an attribute, the own text, the text of a node and its descendants, or its attributes if it has no
 * text.
 */
export const valueText = (match: Match): string => {
  const { attribute, text, node, group, value } = match;
  return inOneLine(group !== null ? value : (attribute?.value ?? text ?? (node.textContent || attributesText(match))));
};

/** The attributes of a node that has no text; "" for any other result. */
export const attributesText = ({ attribute, text, group, path, node }: Match): string =>
  attribute === null && text === null && group === null && path !== "" ? summaryOf(node.tree, node.id, "·") : "";

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

/** A group as the nodes that it is made of. */
const nodesOf = (match: Match): readonly Match[] => match.group?.members.flatMap(nodesOf) ?? [match];

/** The matches in their place: bars and weights in front, then the tree, ancestors dimmed, what has no match in it left out. */
export function matchTree(found: readonly Match[], screen: Screen): string[] {
  const matches = found.flatMap(nodesOf);
  const tree = matches[0]?.tree;
  if (tree === undefined) return [];
  const matchesOf = groupBy(matches, ({ id }) => id);
  const visible = new Set<number>();
  for (const id of matchesOf.keys())
    for (let at = id; at > 0 && !visible.has(at); at = tree.parent[at] ?? 0) visible.add(at);
  const shownIn = (id: number): readonly number[] =>
    tree.node(id).children.flatMap((child) => (visible.has(child.id) ? [child.id] : []));
  const ranked = isRanked(matches);
  const { paint, glyphs, columns } = screen;
  return Array.from(treeRows(1, shownIn, glyphs), ([id, lead]) => {
    const ownMatches = matchesOf.get(id) ?? [];
    const node = tree.node(id);
    const step = node.path.slice((node.parent?.path.length ?? 0) + 1);
    const attributes = ownMatches.flatMap(({ attribute, text }) =>
      attribute !== null
        ? [`@${attribute.name} = ${attribute.value}`]
        : text !== null
          ? [`text() = ${inOneLine(text)}`]
          : [],
    );
    const says = attributes.length > 0 ? attributes.join(", ") : summarise(node, glyphs.dot);
    const room = columns - (ranked ? GUTTER : 0) - widthOf(lead) - widthOf(step) - 2;
    const summary = cut(says, ownMatches.length === 0 ? Math.min(room, ANCESTOR_COLUMNS) : room, glyphs.ellipsis);
    const shownNode =
      ownMatches.length === 0 ? paint.dim(`${step}  ${summary}`) : `${paint.cyan(paint.bold(step))}  ${summary}`;
    return `${ranked ? gutter(ownMatches, screen) : ""}${paint.dim(lead)}${shownNode}`.trimEnd();
  });
}

/** Bar and weight of a node; of several attributes of one node, the highest. */
const gutter = (matches: readonly Match[], screen: Screen): string =>
  matches.length === 0
    ? " ".repeat(GUTTER)
    : `${weightBar(largest(matches.map(({ weight }) => weight)), TREE_BAR_CELLS, screen)}  `;
