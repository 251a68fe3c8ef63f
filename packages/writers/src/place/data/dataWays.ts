import {
  applyingEdits,
  type Edit,
  type FormatName,
  type NodeData,
  type NodeId,
  type Tree,
  treeOf,
} from "@semantic-xpath/tree";
import { isOnlyText, isWord, scalar, sendData, sendMember, sendNodes } from "../../whole/shapes.js";
import type { Ways } from "../editors.js";
import type { TextEdit } from "../textEdits.js";
import type { Layout, Send } from "./layout.js";
import { type Member, memberOf, placeIn, type Value, type Values } from "./value.js";

type Change = readonly TextEdit[];
type Changes = Generator<Change, void, undefined>;

/**
 * The ways of an edit in a text that is made of objects, lists and scalars. A node is the value at the start of its span; what an
 * attribute, a type or a child is in the text is tried in the order of how data is mostly read, and found out by reading.
 */
export function dataWays(tree: Tree, values: Values, layout: Layout): Ways {
  const editing = new DataEditing(tree, values, layout);
  return (edit) => editing.ways(edit);
}

class DataEditing {
  /** True if the text has the form of nodes, `{ type, attributes, … }`, as `writeJson` writes it. */
  private readonly isNodeForm: boolean;
  private readonly format: FormatName;

  constructor(
    private readonly tree: Tree,
    private readonly values: Values,
    private readonly layout: Layout,
  ) {
    const { root } = values;
    const [first, second] = (root.style === "lines" ? (root.elements[0] ?? root) : root).members;
    this.isNodeForm = first?.key === "type" && second?.key === "attributes" && second.value.kind === "object";
    this.format = tree.source.format as FormatName;
  }

  *ways(edit: Edit): Changes {
    yield* this.plainWays(edit);
    const parent = "parent" in edit ? edit.parent : this.tree.parent["node" in edit ? edit.node : 1]!;
    const isMixed = this.isNodeForm && parent > 0 && this.tree.isMixed(parent);
    if (!isMixed || edit.kind === "move") return;
    // The list of pieces and places is made again, and with it the node.
    const { version, after } = applyingEdits(this.tree, [edit]);
    const edited = version.toTree();
    yield this.layout.replace(this.valueOf(parent), (sink) => drained(sendNodes(edited, after(parent), sink)));
  }

  private plainWays(edit: Edit): Iterable<Change> {
    switch (edit.kind) {
      case "setAttribute":
        return this.setAttribute(edit.node, edit.name, edit.value);
      case "setText":
        return this.setText(edit.node, edit.text);
      case "rename":
        return this.rename(edit.node, edit.type);
      case "insert":
        return this.insert(edit.content, edit.parent, edit.before ?? null);
      case "delete":
        return this.delete(edit.node);
      case "replace":
        return this.replace(edit.node, edit.content);
      case "move":
        return this.move(edit.node, edit.parent, edit.before ?? null);
    }
  }

  private valueOf(node: NodeId): Value {
    const { root, byStart } = this.values;
    if (node === 1 && root.style === "lines") return root;
    return byStart.get(this.tree.node(node).span?.start ?? -1) ?? root;
  }

  private *setAttribute(node: NodeId, name: string, text: string | null): Changes {
    const { layout } = this;
    const value = this.valueOf(node);
    const holder = this.isNodeForm ? memberOf(value, "attributes")?.value : value;
    const member = holder && memberOf(holder, name);
    if (holder && member?.value.kind === "scalar") {
      if (text === null) yield layout.remove(holder, placeIn(member.value));
      else yield* this.scalars(member.value, text);
    }
    const old = this.tree.attribute(node, name);
    if (old !== undefined) yield* this.saying(value, old, text);
    if (text === null) return;
    if (value.kind === "scalar")
      return yield* this.asObject(node, value, (sink) => {
        sink.key(name);
        sink.scalar(text, true, 0, 0);
      });
    if (holder === undefined) {
      return yield layout.insert(value, 1, "attributes", (sink) => {
        sink.beginObject(0);
        sink.key(name);
        sink.scalar(text, true, 0, 0);
        sink.endObject(0);
      });
    }
    if (holder.kind !== "object" || member !== undefined) return;
    const isBare = isWord(text) && this.isBareElsewhere(value, name);
    yield layout.insert(holder, afterScalars(holder), name, (sink) => sink.scalar(text, !isBare, 0, 0));
  }

  private *scalars(value: Value, text: string): Changes {
    for (const edit of this.layout.scalar(value, text)) yield [edit];
  }

  /** True if the neighbours have a number, or a truth value, under this name. */
  private isBareElsewhere(value: Value, name: string): boolean {
    const neighbours = value.parent?.elements ?? [];
    const other = neighbours.map((each) => memberOf(each, name)).find((member) => member !== undefined);
    return other?.value.kind === "scalar" && !other.value.isString;
  }

  /** Members, at any depth within the value, with the old value of the attribute or text: a mapping may have derived it from them. */
  private *saying(value: Value, old: string, text: string | null): Changes {
    for (const { value: child } of value.members) {
      if (child.kind === "object") yield* this.saying(child, old, text);
      if (child.kind !== "scalar" || child.text !== old) continue;
      if (text === null) yield this.layout.remove(value, placeIn(child));
      else yield* this.scalars(child, text);
    }
  }

  private *setText(node: NodeId, text: string): Changes {
    const { layout } = this;
    const value = this.valueOf(node);
    if (value.kind === "scalar") return yield* this.scalars(value, text);
    const member = memberOf(value, "text");
    const content = this.isNodeForm ? memberOf(value, "content") : undefined;
    const without = content === undefined ? [] : layout.remove(value, placeIn(content.value));
    if (member?.value.kind === "scalar") {
      if (text === "") yield [...layout.remove(value, placeIn(member.value)), ...without];
      else for (const put of layout.scalar(member.value, text)) yield [put, ...without];
    }
    yield* this.saying(value, this.tree.ownText(node), text === "" ? null : text);
    if (value.kind !== "object" || member !== undefined) return;
    const place = this.isNodeForm ? Math.min(2, value.members.length) : afterScalars(value);
    yield [...layout.insert(value, place, "text", (sink) => sink.scalar(text, true, 0, 0)), ...without];
  }

  /** A scalar that becomes an object, since it is to have more than a text. */
  private *asObject(node: NodeId, value: Value, rest: Send, type: string | null = null): Changes {
    yield this.layout.replace(value, (sink) => {
      sink.beginObject(0);
      if (type !== null) sendMember(sink, "type", type);
      const text = this.tree.ownText(node);
      if (text !== "") sendMember(sink, "text", text);
      rest(sink);
      sink.endObject(0);
    });
  }

  private *rename(node: NodeId, type: string): Changes {
    const { layout } = this;
    const value = this.valueOf(node);
    const typed = memberOf(value, "type");
    if (typed?.value.kind === "scalar") yield* this.scalars(typed.value, type);
    const { member, parent } = value;
    if (member !== null) yield [layout.key(member, type)];
    else if (parent?.member && parent.elements.length === 1) yield [layout.key(parent.member, type)];
    if (value.kind === "scalar") return yield* this.asObject(node, value, () => {}, type);
    if (value.kind !== "object") return;
    for (const each of value.members) {
      const isOld = each.value.kind === "scalar" && each.value.text === this.tree.node(node).type;
      if (isOld && each !== typed) yield* this.scalars(each.value, type);
    }
    if (typed === undefined) yield layout.insert(value, 0, "type", (sink) => sink.scalar(type, true, 0, 0));
  }

  private *delete(node: NodeId): Changes {
    const value = this.valueOf(node);
    if (value.parent === null) return;
    yield this.layout.remove(value.parent, placeIn(value));
    // A root with nothing but one object would be taken for a wrapper.
    if (value.member !== null) yield this.layout.replace(value, sendNothing);
  }

  private *replace(node: NodeId, content: NodeData): Changes {
    const value = this.valueOf(node);
    const { member, parent } = value;
    const under = member?.key ?? (parent === null ? null : elementType(parent));
    for (const send of this.sends(content, under)) yield this.layout.replace(value, send);
    const key = member ?? (parent?.elements.length === 1 ? parent.member : null);
    if (key === null) return;
    for (const send of this.sends(content, content.type))
      yield [this.layout.key(key, content.type), ...this.layout.replace(value, send)];
  }

  /** A node as a value, the likelier form first: without its type where its place gives it. */
  private sends(content: NodeData, typeOfPlace: string | null): readonly Send[] {
    const tree = treeOf(content);
    if (this.isNodeForm) return [(sink) => drained(sendNodes(tree, 1, sink))];
    const typed: Send = (sink) => drained(sendData(tree, 1, this.format, sink, true));
    if (typeOfPlace !== content.type) return [typed];
    const plain: Send = (sink) =>
      isOnlyText(tree, 1) ? scalar(sink, tree.ownText(1)) : drained(sendData(tree, 1, this.format, sink));
    return [plain, typed];
  }

  private *insert(content: NodeData, parent: NodeId, before: NodeId | null): Changes {
    const into = this.valueOf(parent);
    const [next, previous] = [before, this.childBefore(parent, before)].map((node) =>
      node === null ? null : this.valueOf(node),
    );
    const isInList = (value: Value | null | undefined): value is Value => value?.parent?.kind === "array";
    const lists = [
      ...(isInList(next) ? [{ list: next.parent!, place: placeIn(next) }] : []),
      ...(isInList(previous) ? [{ list: previous.parent!, place: placeIn(previous) + 1 }] : []),
      ...this.emptyLists(into, content.type),
    ];
    const fits = ({ list }: { list: Value }): boolean => elementType(list) === content.type;
    for (const { list, place } of [...lists.filter(fits), ...lists.filter((each) => !fits(each))]) {
      for (const send of this.sends(content, elementType(list))) yield this.layout.insert(list, place, null, send);
    }
    if (into.kind === "scalar") {
      return yield* this.asObject(parent, into, (sink) => {
        sink.key(content.type);
        this.sendList(content, content.type, sink);
      });
    }
    if (into.kind !== "object") return;
    const place = next ? memberPlace(next, into) : previous ? memberPlace(previous, into) + 1 : into.members.length;
    for (const key of this.isNodeForm ? ["children"] : [content.type, "children"]) {
      if (memberOf(into, key) !== undefined || place < 0) continue;
      yield this.layout.insert(into, place, key, (sink) => this.sendList(content, key, sink));
    }
  }

  private sendList(content: NodeData, key: string, sink: Parameters<Send>[0]): void {
    sink.beginArray(0);
    this.sends(content, key)[0]!(sink);
    sink.endArray(0);
  }

  /** Lists that may take the first child. */
  private emptyLists(into: Value, type: string): { list: Value; place: number }[] {
    if (into.kind === "array") return [{ list: into, place: into.elements.length }];
    return [memberOf(into, type), memberOf(into, "children")]
      .filter((member): member is Member => member?.value.kind === "array" && member.value.elements.length === 0)
      .map(({ value }) => ({ list: value, place: 0 }));
  }

  private childBefore(parent: NodeId, before: NodeId | null): NodeId | null {
    const { end } = this.tree;
    let previous: NodeId | null = null;
    for (let child = parent + 1; child < end[parent]! && child !== before; child = end[child]!) previous = child;
    return previous;
  }

  private *move(node: NodeId, parent: NodeId, before: NodeId | null): Changes {
    const value = this.valueOf(node);
    const previous = this.childBefore(parent, before);
    for (const [neighbour, after] of [
      [before, 0],
      [previous, 1],
    ] as const) {
      const other = neighbour === null ? null : this.valueOf(neighbour);
      if (value.parent?.kind !== "array" || other?.parent?.kind !== "array") continue;
      const change = this.layout.move(value.parent, placeIn(value), other.parent, placeIn(other) + after);
      if (change !== null) yield change;
    }
  }
}

/** The default type of the elements of a list. */
function elementType({ member }: Value): string {
  return member === null || member.key === "children" ? "item" : member.key;
}

/** Place of a member that holds a value, directly or in a list. */
function memberPlace(value: Value, into: Value): number {
  let at: Value | null = value;
  while (at !== null && at.parent !== into) at = at.parent;
  return at === null ? -1 : placeIn(at);
}

/** After the last member of an object that is a scalar, so that what is short stays together. */
const afterScalars = ({ members }: Value): number => members.findLastIndex(({ value }) => value.kind === "scalar") + 1;

const sendNothing: Send = (sink) => {
  sink.beginArray(0);
  sink.endArray(0);
};

function drained(sending: Iterable<void>): void {
  for (const _ of sending);
}
