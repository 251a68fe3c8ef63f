import type { JsonSink } from "@semantic-xpath/readers";
import type { FormatName, NodeId, Tree } from "@semantic-xpath/tree";
import { clipped, unwritable } from "../problems.js";
import { contentOf, isTextFirst } from "./content.js";

/**
 * Layout of a tree in JSON, JSON Lines and YAML.
 *
 * - `node`: every node is `{ type, attributes, text, children }`, as `JSON.stringify(tree.root)` gives it. It holds every tree.
 * - `data`: as people write data: attributes are members, children are lists under the name of their type, a node that is only text is a
 * text; a text like a number, `true` or `false` is written as one. Children of mixed order are in a list `children`.
 */
export type Shape = "node" | "data";

/** Sends a tree to a sink of JSON events, node by node; `yield` is where the sink may be emptied. */
export function* sendTree(
  tree: Tree,
  shape: Shape,
  format: FormatName,
  sink: JsonSink,
): Generator<void, void, undefined> {
  if (tree.size === 0) throw unwritable(tree, 0, format, "it has no nodes");
  if (shape === "node") return yield* sendNodes(tree, 1, sink);
  sink.beginObject(0);
  sink.key(tree.typeOf(1));
  yield* sendData(tree, 1, format, sink);
  sink.endObject(0);
}

/** The subtree of a node in the form of nodes. The first members of each are `type` and `attributes`, by which readers know the form. */
export function* sendNodes(tree: Tree, top: NodeId, sink: JsonSink): Generator<void, void, undefined> {
  const open: NodeId[] = [];
  const closeTo = (node: NodeId): void => {
    while (open.length > 0 && tree.end[open[open.length - 1]!]! <= node) {
      open.pop();
      sink.endArray(0);
      sink.endObject(0);
    }
  };
  for (let node = top; node < tree.end[top]!; node++) {
    closeTo(node);
    sink.beginObject(0);
    sendMember(sink, "type", tree.typeOf(node));
    sendAttributes(tree, node, sink);
    if (tree.isMixed(node)) sendContent(contentOf(tree, node), sink);
    const text = tree.ownText(node);
    if (text !== "") sendMember(sink, "text", text);
    if (tree.end[node] === node + 1) sink.endObject(0);
    else {
      sink.key("children");
      sink.beginArray(0);
      open.push(node);
    }
    yield;
  }
  closeTo(tree.end[top]!);
}

function sendAttributes(tree: Tree, node: NodeId, sink: JsonSink): void {
  sink.key("attributes");
  sink.beginObject(0);
  for (const [name, value] of attributesOf(tree, node)) sendMember(sink, name, value);
  sink.endObject(0);
}

function sendContent(content: readonly (string | NodeId)[], sink: JsonSink): void {
  sink.key("content");
  sink.beginArray(0);
  let child = 0;
  for (const piece of content)
    sink.scalar(typeof piece === "string" ? piece : String(child++), typeof piece === "string", 0, 0);
  sink.endArray(0);
}

interface Open {
  readonly node: NodeId;
  readonly isGrouped: boolean;
  /** The next child, and the type whose list is open. */
  child: NodeId;
  list: number;
}

/** A node and what is below it as data; `isTyped`: with its type as a member. */
export function* sendData(
  tree: Tree,
  top: NodeId,
  format: FormatName,
  sink: JsonSink,
  isTyped = false,
): Generator<void, void, undefined> {
  const open: Open[] = [beginData(tree, top, isTyped, format, sink)];
  while (open.length > 0) {
    const frame = open[open.length - 1]!;
    const { child, isGrouped } = frame;
    if (child === tree.end[frame.node]) {
      if (frame.list !== NO_LIST) sink.endArray(0);
      sink.endObject(0);
      open.pop();
      continue;
    }
    const type = tree.type[child]!;
    if (frame.list === NO_LIST || (isGrouped && type !== frame.list)) {
      if (frame.list !== NO_LIST) sink.endArray(0);
      sink.key(isGrouped ? tree.typeNames[type]! : "children");
      sink.beginArray(0);
      frame.list = type;
    }
    frame.child = tree.end[child]!;
    if (isGrouped && isOnlyText(tree, child)) scalar(sink, tree.ownText(child));
    else open.push(beginData(tree, child, !isGrouped, format, sink));
    yield;
  }
}

const NO_LIST = -1;

function beginData(tree: Tree, node: NodeId, isTyped: boolean, format: FormatName, sink: JsonSink): Open {
  const names = new Set<string>();
  sink.beginObject(0);
  if (isTyped) sendMember(sink, "type", tree.typeOf(node));
  for (const [name, value] of attributesOf(tree, node)) {
    if (name === "type" || name === "text")
      throw unwritable(tree, node, format, `as data an attribute can't have the name ${clipped(name)}, only as nodes`);
    names.add(name);
    sink.key(name);
    scalar(sink, value);
  }
  if (!isTextFirst(tree, node))
    throw unwritable(tree, node, format, "as data text can't stand between children, only as nodes");
  const text = tree.ownText(node);
  if (text !== "") sendMember(sink, "text", text);
  const isGrouped = canGroup(tree, node, names);
  if (!isGrouped && names.has("children"))
    throw unwritable(tree, node, format, `as data an attribute can't have the name "children", only as nodes`);
  return { node, isGrouped, child: node + 1, list: NO_LIST };
}

const NAMES = new Set(["type", "text", "children", "attributes"]);

/** Tests that lists by type keep the order of the children, and that no list has the name of another member. */
function canGroup(tree: Tree, node: NodeId, names: ReadonlySet<string>): boolean {
  const grouped = new Set<number>();
  let last = NO_LIST;
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    const type = tree.type[child]!;
    if (type === last) continue;
    const name = tree.typeNames[type]!;
    if (grouped.has(type) || names.has(name) || NAMES.has(name)) return false;
    grouped.add(type);
    last = type;
  }
  return true;
}

export function isOnlyText(tree: Tree, node: NodeId): boolean {
  return tree.end[node] === node + 1 && tree.text[node]! >= 0 && attributesOf(tree, node).next().done === true;
}

export function* attributesOf(tree: Tree, node: NodeId): Generator<readonly [string, string], void, undefined> {
  for (const attribute of tree.attributesOfType[tree.type[node]!]!) {
    const value = tree.attributeValue(node, attribute);
    if (value >= 0) yield [tree.attributeNames[attribute]!, tree.values.get(value)];
  }
}

export function sendMember(sink: JsonSink, name: string, text: string): void {
  sink.key(name);
  sink.scalar(text, true, 0, 0);
}

export function scalar(sink: JsonSink, text: string): void {
  sink.scalar(text, !isWord(text), 0, 0);
}

/** Tests that JSON has the text as a number or a truth value: readers keep those as they are written. */
export const isWord = (text: string): boolean => text === "true" || text === "false" || NUMBER.test(text);

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
