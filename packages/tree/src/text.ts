import { hasPlaces, visitTexts } from "./content.js";
import { DOCUMENT, NONE, type NodeId } from "./ids.js";
import { firstAfter, isPart, lastPart } from "./parts.js";
import type { TreePart } from "./source.js";
import type { Tree } from "./tree.js";

/**
 * Own text of the node and that of its descendants, in document order, without parts of the tree (`TreeSource.parts`) below the node. In mixed
 * content (text and children in the order of the source) white space of the source is one space, as in XPath's string value after
 * normalisation. All other texts are joined by single spaces.
 */
export function stringValue(tree: Tree, node: NodeId): string {
  const isApart = apartFrom(tree, node);
  // No function here or below has what only some nodes need: what a closure reads is allocated for each.
  if (hasPlaces(tree, node)) return mixedValue(tree, node, isApart);
  let joined = "";
  for (let at = node; at < tree.end[node]!; at++) {
    if (isApart?.(at)) {
      at = tree.end[at]! - 1;
      continue;
    }
    const value = tree.text[at]!;
    if (value >= 0) joined = joined === "" ? tree.values.get(value) : `${joined} ${tree.values.get(value)}`;
  }
  return joined;
}

function mixedValue(tree: Tree, node: NodeId, isApart: IsApart | undefined): string {
  let joined = "";
  const text = (piece: string, isGlued: boolean): void => {
    joined += joined === "" || isGlued ? piece : ` ${piece}`;
  };
  visitTexts(tree, node, { text }, isApart);
  return joined;
}

/**
 * The full node representation that `node =~ "…"` scores: for the node and then each descendant in document order its type on
 * a line, its searchable attributes as `name: value` lines, and its own text on a line; in mixed content each piece of it on a line, at its
 * place. A line of own text or of a longer value that would read as an attribute or a type has a space before it: texts can't fake fields. Parts of the tree below the node are left out, and nodes of a type that is not searchable, with all that is in them. With `most` it may
 * end as soon as it has more characters than that.
 */
export function nodeText(tree: Tree, node: NodeId, most = Number.POSITIVE_INFINITY): string {
  const isApart = hiddenFrom(tree, node);
  const searchable = searchableAt(tree, node);
  if (hasPlaces(tree, node)) return mixedText(tree, node, searchable, isApart);
  let lines = "";
  for (let at = node; at < tree.end[node]! && lines.length <= most; at++) {
    if (isApart?.(at)) {
      at = tree.end[at]! - 1;
      continue;
    }
    const head = headOf(tree, searchable, at);
    lines = at === node ? head : `${lines}\n${head}`;
    const textId = tree.text[at]!;
    if (textId >= 0) lines += `\n${shieldedText(tree.values.get(textId))}`;
  }
  return lines;
}

function mixedText(tree: Tree, node: NodeId, searchable: readonly Int32Array[], isApart: IsApart | undefined): string {
  let lines = "";
  const enter = (at: NodeId): void => {
    lines += `${at === node ? "" : "\n"}${headOf(tree, searchable, at)}`;
  };
  const text = (piece: string): void => {
    lines += `\n${shieldedText(piece)}`;
  };
  visitTexts(tree, node, { enter, text }, isApart);
  return lines;
}

/** The type of a node, and its searchable attributes. */
function headOf(tree: Tree, searchable: readonly Int32Array[], node: NodeId): string {
  const type = tree.type[node]!;
  let lines = tree.typeNames[type]!;
  const attributes = searchable[type]!;
  for (let i = 0; i < attributes.length; i++) {
    const value = tree.attributeValue(node, attributes[i]!);
    if (value >= 0) lines = lines + tree.attributeLabels[attributes[i]!]! + shieldedValue(tree, value);
  }
  return lines;
}

/**
 * Facts of a node and its ancestors, in the form of `nodeText`: for each its type and its searchable attributes, with
 * `names` only those; up to the part of the tree that contains it.
 */
export function factsText(tree: Tree, node: NodeId, names: readonly string[] | null): string {
  const lines: string[] = [];
  for (let at = node; at > DOCUMENT; at = tree.parent[at]!) {
    const type = tree.type[at]!;
    const fields: string[] = [];
    for (const attribute of searchableAt(tree, at)[type]!) {
      const name = tree.attributeNames[attribute]!;
      const value = names === null || names.includes(name) ? tree.attributeValue(at, attribute) : NONE;
      if (value >= 0) fields.push(`${name}: ${shieldedValue(tree, value)}`);
    }
    if (fields.length > 0) lines.push(tree.typeNames[type]!, ...fields);
    if (isPart(tree, at)) break;
  }
  return lines.join("\n");
}

/**
 * A text that is not a node's, such as an own text or a value: as it is, unless it would read as the representation of a node. Then it has a
 * space before it.
 */
export function plainText(text: string): string {
  const end = text.indexOf("\n");
  return end > 0 && NAME.test(text.slice(0, end)) ? ` ${text}` : text;
}

const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
/** Texts that would read as the line of an attribute; before one a name alone would be a type. */
const ATTRIBUTE = /^[\p{L}_][\p{L}\p{N}_.-]*: /u;
const ATTRIBUTE_OR_NAME = /^[\p{L}_][\p{L}\p{N}_.-]*(?:: |$)/u;

function shieldedText(text: string): string {
  return text.includes(": ") ? shielded(text.split("\n"), ATTRIBUTE) : text;
}

/** The first line of a value stands after its name. */
function shieldedValue({ values }: Tree, value: number): string {
  const text = values.get(value);
  const end = text.indexOf("\n");
  if (end < 0) return text;
  return `${text.slice(0, end)}\n${shielded(text.slice(end + 1).split("\n"), ATTRIBUTE_OR_NAME)}`;
}

const shielded = (lines: readonly string[], isRead: RegExp): string =>
  lines.map((line) => (isRead.test(line) ? ` ${line}` : line)).join("\n");

/** Says which nodes below a node are left out with all that is in them. */
type IsApart = (at: NodeId) => boolean;

/** Nodes that begin a part or have a type that is not searchable; undefined without any. */
function hiddenFrom(tree: Tree, node: NodeId): IsApart | undefined {
  const isApart = apartFrom(tree, node);
  return tree.unsearchableTypes.size === 0 ? isApart : orUnsearchable(tree, node, isApart);
}

function orUnsearchable(tree: Tree, node: NodeId, isApart: IsApart | undefined): IsApart {
  const hidden = tree.unsearchableTypes;
  return (at) => (at !== node && hidden.has(tree.type[at]!)) || isApart?.(at) === true;
}

/** Nodes that begin a part; undefined without any. */
function apartFrom(tree: Tree, node: NodeId): IsApart | undefined {
  const { parts } = tree.source;
  if (parts === undefined) return undefined;
  const from = firstAfter(parts, node);
  return from === parts.length || parts[from]!.node >= tree.end[node]! ? undefined : beginsPart(parts, from);
}

/** Asked in document order. */
function beginsPart(parts: readonly TreePart[], from: number): IsApart {
  let next = from;
  return (at) => {
    while (next < parts.length && parts[next]!.node < at) next++;
    return parts[next]?.node === at;
  };
}

/** Searchable attributes of the nodes of a type, in the innermost part that contains a node. */
function searchableAt(tree: Tree, node: NodeId): readonly Int32Array[] {
  const before = lastPart(tree, node);
  if (before === undefined) return tree.searchableOfType;
  if (node < tree.end[before.node]!) return tree.searchableIn(before);
  for (let at = tree.parent[node]!; at > DOCUMENT; at = tree.parent[at]!) {
    const part = lastPart(tree, at);
    if (part?.node === at) return tree.searchableIn(part);
  }
  return tree.searchableOfType;
}
