import { getOrMake, stepOf, stringValue, type Tree } from "@semantic-xpath/tree";
import { remembered } from "../memo.js";
import type { NodeLabel } from "./runView.js";

/** Attributes that name a node, the most specific first. */
const NAMES = ["name", "title", "label", "heading", "subject", "summary", "theme", "question", "id"];
const PROSE = ["description", "text", "content", "body", "note"];
const MEASURE = /^(?:[+-]?\d+(?:\.\d+)?|true|false)$/;
const TITLES = new Set(NAMES.filter((name) => name !== "id"));
/** Children of more types than these are contents, no fields. */
const FIELDS = 24;
const COLUMNS = 80;

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export const labelOf = (tree: Tree, node: number): NodeLabel => ({
  node,
  type: tree.typeOf(node),
  step: stepOf(tree, node),
  summary: cut(summaryOf(tree, node)),
});

/**
 * The attributes of a node, the most telling first: what it is called, prose, words, numbers, and last what is the same on all nodes
 * of its type. Otherwise in the tree's order.
 */
export function attributesOf(tree: Tree, node: number): NamedValue[] {
  const type = tree.type[node]!;
  return Array.from(tree.attributesOfType[type]!)
    .flatMap((attribute) => {
      const id = tree.attributeValue(node, attribute);
      if (id < 0) return [];
      const named = { name: tree.attributeNames[attribute]!, value: tree.values.get(id) };
      return [{ said: named, rank: rankOf(named, isConstant(tree, attribute, type)) }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ said }) => said);
}

function rankOf({ name, value }: NamedValue, isConstant: boolean): number {
  const place = NAMES.indexOf(name.toLowerCase());
  if (place >= 0) return place;
  if (isConstant) return NAMES.length + 3;
  if (PROSE.includes(name.toLowerCase())) return NAMES.length;
  return NAMES.length + (MEASURE.test(value) ? 2 : 1);
}

/**
 * Describes a node in one line: its name, its own text, then its other attributes; numbers are shown with their names. An identifier comes
 * last if the node has a better name. Fields serve as the name if neither attribute nor text does, as in `<book><title>Emma</title></book>`.
 * Uncut; empty for a node without content.
 */
export function summaryOf(tree: Tree, node: number, dot = "·"): string {
  const [first, ...others] = saidOf(tree, node);
  const isCalled = first !== undefined && NAMES.includes(first.name.toLowerCase());
  const isIdentifier = ({ name }: NamedValue): boolean => name.toLowerCase() === "id";
  const ordered = others.toSorted((a, b) => Number(isIdentifier(a)) - Number(isIdentifier(b)));
  if (!isCalled && first !== undefined) ordered.unshift(first);
  const values = [
    ...(isCalled ? [first.value] : []),
    textOf(tree, node),
    ...ordered.map(({ name, value }) => (MEASURE.test(value) ? `${name} ${value}` : value)),
  ];
  const parts = values.map((part) => part.replaceAll(/\s+/g, " ").trim()).filter((part) => part !== "");
  return parts.length > 0 ? parts.join(` ${dot} `) : contentsOf(tree, node);
}

/** Nodes below one whose text is read in the order of the source, with theirs: a sentence, not a chapter. */
const INLINE_NODES = 64;

/** Own text, in mixed content with that of what is in it. */
const textOf = (tree: Tree, node: number): string =>
  tree.isMixed(node) && tree.end[node]! - node <= INLINE_NODES ? stringValue(tree, node) : tree.ownText(node);

/** Named values of a node, the most specific first. */
function saidOf(tree: Tree, node: number): NamedValue[] {
  const attributes = attributesOf(tree, node);
  if (tree.ownText(node) !== "" || attributes.some(({ name }) => TITLES.has(name.toLowerCase()))) return attributes;
  const fields = fieldsOf(tree, node);
  const titled = ({ name }: NamedValue): number => Number(TITLES.has(name.toLowerCase()));
  return [...fields.sort((a, b) => titled(b) - titled(a)), ...attributes];
}

/** The children that are nothing but a text, each the only one of its name. */
function fieldsOf(tree: Tree, node: number): NamedValue[] {
  const fields = new Map<number, string>();
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    const type = tree.type[child]!;
    const isField = tree.end[child] === child + 1 && tree.attributesOfType[type]!.length === 0 && !fields.has(type);
    fields.set(type, isField ? tree.ownText(child) : "");
    if (fields.size > FIELDS) break;
  }
  return Array.from(fields, ([type, value]) => ({ name: tree.typeNames[type]!, value })).filter(({ value }) => value);
}

/** Counts of the children of a node without content of its own: `2 Day, 1 Note`; empty without children. */
function contentsOf(tree: Tree, node: number): string {
  const counts = new Map<number, number>();
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!)
    counts.set(tree.type[child]!, (counts.get(tree.type[child]!) ?? 0) + 1);
  return Array.from(counts, ([type, number]) => `${number} ${tree.typeNames[type]!}`).join(", ");
}

/** At the end of a word if that leaves most of the line, and never inside a pair of surrogates. */
function cut(text: string): string {
  if (text.length <= COLUMNS) return text;
  const room = text.slice(0, COLUMNS - 1);
  const space = room.lastIndexOf(" ");
  const clipped = space > COLUMNS / 2 ? room.slice(0, space) : room.replace(/[\ud800-\udbff]$/, "");
  return `${clipped.replace(/[\s·,;:-]+$/, "")}…`;
}

const constantsOf = remembered((_: Tree) => new Map<number, boolean>());

/** True if all nodes of a type have the same value of an attribute, and there are several nodes. Computed once per tree. */
function isConstant(tree: Tree, attribute: number, type: number): boolean {
  return getOrMake(constantsOf(tree), attribute * tree.typeNames.length + type, () => {
    const { values } = tree.columns[attribute]![type]!;
    const count = tree.postings[type]!.length;
    return count > 1 && values.length === count && values.every((value) => value === values[0]);
  });
}
