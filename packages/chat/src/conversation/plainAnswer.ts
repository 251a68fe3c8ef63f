import { summaryOf } from "@semantic-xpath/inspect";
import { readableValue } from "@semantic-xpath/inspect/numbers";
import type { QueryValue } from "@semantic-xpath/runtime";
import { type NodeId, stepOf, type Tree } from "@semantic-xpath/tree";
import { withoutEnd } from "./choice.js";
import { outline } from "./outline.js";

/** A node that was found, with what the query took of it. */
export interface FoundNode {
  readonly node: NodeId;
  readonly path: string;
  readonly weight: number;
  /** The value, for a query of attributes or texts; else null. */
  readonly value: string | null;
}

interface PlainAsked {
  readonly said: string;
  readonly tree: Tree;
  readonly nodes: readonly FoundNode[];
  /** The number of results before the cut. */
  readonly found: number;
  readonly value?: QueryValue;
  /** Why nothing was found. */
  readonly empty: string | null;
}

/** The results in plain words, without a model: a value as a sentence, nodes as lines with their names and places. */
export function plainAnswer({ said, tree, nodes, found, value, empty }: PlainAsked, most: number): string {
  const about = sentenceStart(said);
  if (value !== undefined) return valueSentence(about, value);
  if (nodes.length === 0) return `${about}: nothing was found.${empty === null ? "" : ` ${empty}`}`;
  const visible = nodes.slice(0, most);
  const room = Math.floor((most - visible.length) / nodes.length);
  const lines = visible.flatMap((node) => [`- ${nodeText(tree, node)}`, ...contentLines(tree, node, room)]);
  const hidden = Math.max(found, nodes.length) - visible.length;
  const head = nodes.length === 1 && hidden === 0 ? `${about}:` : `${about} (${nodes.length}):`;
  return [head, ...lines, ...(hidden > 0 ? [`… and ${hidden} more, which say it less.`] : [])].join("\n");
}

/** A node in one line: the value that was wanted, or what it is called and says, and in what it lies. */
function nodeText(tree: Tree, { node, value }: Pick<FoundNode, "node" | "value">): string {
  const summary = summaryOf(tree, node);
  const name = summary === "" ? stepOf(tree, node) : summary;
  const text = value === null ? name : `${value} (${name})`;
  const parent = tree.parent[node]!;
  return parent > 1 ? `${text} — ${placeOf(tree, parent)}` : text;
}

/** The contents of a node, as far as lines are left. */
function contentLines(tree: Tree, { node, value }: FoundNode, room: number): readonly string[] {
  if (value !== null || room < 2 || tree.end[node] === node + 1) return [];
  return outline(tree, room, node)
    .split("\n")
    .map((line) => `  ${line}`)
    .slice(1);
}

/** Characters of what a node is in. */
const MAX_PLACE = 40;

function placeOf(tree: Tree, node: NodeId): string {
  const summary = summaryOf(tree, node).replace(/^(.*?) · .*$/s, "$1");
  const step = stepOf(tree, node).replace(/^(.*)\[(\d+)\]$/s, "$1 $2");
  return summary === "" || summary.length > MAX_PLACE ? step : `${step}, ${summary}`;
}

function valueSentence(about: string, value: QueryValue): string {
  if (value === null) return `${about}: there is none.`;
  if (typeof value === "boolean") return value ? "Yes." : "No.";
  const [, noun, rest] = (typeof value === "number" ? COUNTED.exec(about) : null) ?? [];
  if (noun !== undefined) return `${value} ${value === 1 ? noun : pluralOf(noun)}${rest}.`;
  if (typeof value !== "object") return `${about}: ${readableValue(value)}.`;
  return value.length === 0 ? `${about}: there are none.` : `${about}: ${value.map(readableValue).join(", ")}.`;
}

/** A count as it is said: "32 POIs." */
const COUNTED = /^The number of (\S+) nodes(.*)$/s;
const pluralOf = (noun: string): string =>
  /[^aeiou]y$/i.test(noun) ? `${noun.slice(0, -1)}ies` : noun.endsWith("s") ? noun : `${noun}s`;

const sentenceStart = (said: string): string => {
  const text = withoutEnd(said.trim(), ".:?!");
  return text === "" ? "Found" : text[0]!.toUpperCase() + text.slice(1);
};
