import { quote } from "@semantic-xpath/parser";
import type { Argument, IdOperator } from "@semantic-xpath/planner";
import {
  getOrMake,
  type IdIndex,
  idIndex,
  idsIn,
  NONE,
  type NodeId,
  stringValue,
  type Tree,
} from "@semantic-xpath/tree";
import { EMPTY_IDS, type IdBuffer } from "../frame.js";
import { type AxisAlgorithm, sortedDistinct } from "./algorithm.js";

/** The references of one `id(…)` in one tree: from nodes to the nodes that they name, and back. */
export class References {
  readonly forward: AxisAlgorithm = this.algorithm((context) => this.from(context));
  readonly backward: AxisAlgorithm = this.algorithm((node) => this.to(node));
  /** Index of a tree without parts. Null until a node is followed: queries that reach no reference build no index. */
  private index: IdIndex | null = null;
  /** By type of the node that refers: which types it leads to; null: any. */
  private readonly masks: readonly (Uint8Array | null)[];
  /** Nodes named by texts of the query or by arguments. */
  private readonly given = new Map<IdIndex, Int32Array>();
  private back: { readonly starts: Int32Array; readonly nodes: Int32Array } | null = null;

  constructor(
    private readonly tree: Tree,
    private readonly operator: IdOperator,
    private readonly textOf: (argument: Argument<string>) => string,
  ) {
    this.masks = tree.typeNames.map((name) => maskOf(tree, operator, name));
  }

  /** The nodes that a node refers to, distinct, in document order. */
  private from(context: NodeId): Int32Array {
    const { tree } = this;
    const named = this.named(this.indexFor(context), context);
    const mask = this.masks[tree.type[context]!]!;
    return mask === null || named.length === 0 ? named : named.filter((node) => mask[tree.type[node]!] === 1);
  }

  private indexFor(context: NodeId): IdIndex {
    const { tree, operator } = this;
    if ((tree.source.parts ?? []).length > 0) return idIndex(tree, operator.ids, context);
    this.index ??= idIndex(tree, operator.ids);
    return this.index;
  }

  private named(index: IdIndex, context: NodeId): Int32Array {
    const { tree, operator } = this;
    const { source } = operator;
    switch (source.kind) {
      case "Attribute":
        return referred(index, tree.attributeValue(context, tree.attributeId(source.name)));
      case "Field":
        return this.ofField(index, context, source.name);
      case "Text":
        return referred(index, tree.text[context]!);
      case "String":
        return distinct(index.refer(stringValue(tree, context)));
      default:
        return getOrMake(this.given, index, () => distinct(index.refer(this.textOf(source))));
    }
  }

  /** The attribute, else each child of that type. */
  private ofField(index: IdIndex, context: NodeId, name: string): Int32Array {
    const { tree } = this;
    const value = tree.attributeValue(context, tree.attributeId(name));
    if (value !== NONE) return referred(index, value);
    return distinct(childrenOfType(tree, context, name).flatMap((child) => index.refer(stringValue(tree, child))));
  }

  /** Why a node refers to nothing, as the end of a sentence about it. */
  whyNothing(context: NodeId): string {
    const { tree, operator } = this;
    if (this.from(context).length > 0) return "it refers to no node at that position";
    const texts = this.textsOf(context);
    if (texts.length === 0) return `it has no ${describeSource(operator)}`;
    const named = this.named(this.indexFor(context), context)[0];
    const words = texts.flatMap(idsIn);
    const examples = `${words.slice(0, MAX_SHOWN).map(quote).join(", ")}${words.length > MAX_SHOWN ? ", …" : ""}`;
    if (named === undefined) return words.length === 0 ? "it names no id" : `no node has the id ${examples}`;
    return `its references do not lead to a ${tree.typeOf(named)} such as ${examples}`;
  }

  private textsOf(context: NodeId): readonly string[] {
    const { tree, operator } = this;
    const { source } = operator;
    const ofValue = (value: number): readonly string[] => (value === NONE ? [] : [tree.values.get(value)]);
    switch (source.kind) {
      case "Attribute":
        return ofValue(tree.attributeValue(context, tree.attributeId(source.name)));
      case "Field": {
        const value = tree.attributeValue(context, tree.attributeId(source.name));
        return value === NONE
          ? childrenOfType(tree, context, source.name).map((child) => stringValue(tree, child))
          : ofValue(value);
      }
      case "Text":
        return ofValue(tree.text[context]!);
      case "String":
        return [stringValue(tree, context)];
      default:
        return [this.textOf(source)];
    }
  }

  /** The nodes that refer to a node, in document order. Laid out for all nodes when it is first asked for. */
  private to(node: NodeId): Int32Array {
    this.back ??= this.layBack();
    return this.back.nodes.subarray(this.back.starts[node], this.back.starts[node + 1]);
  }

  private layBack() {
    const { length } = this.tree.type;
    const starts = new Int32Array(length + 1);
    for (let context = 0; context < length; context++) for (const node of this.from(context)) starts[node + 1]!++;
    for (let node = 0; node < length; node++) starts[node + 1]! += starts[node]!;
    const nodes = new Int32Array(starts[length]!);
    const filled = starts.slice();
    for (let context = 0; context < length; context++)
      for (const node of this.from(context)) nodes[filled[node]!++] = context;
    return { starts, nodes };
  }

  private algorithm(reached: (context: NodeId) => Int32Array): AxisAlgorithm {
    return {
      from: () => 0,
      to: (tree) => tree.type.length,
      endInPosting: null,
      leads: "anywhere",
      walk: (tree, mask, context, out: IdBuffer, most) => {
        for (const node of reached(context)) {
          if (out.length >= most) return;
          if (mask[tree.type[node]!]) out.push(node);
        }
      },
      union: () => null,
      unionOfPlaces: null,
      appendPlaces: null,
      reaches: (_, set) => (context) => reached(context).some((node) => set[node] === 1),
    };
  }
}

function childrenOfType(tree: Tree, node: NodeId, name: string): NodeId[] {
  const type = tree.typeId(name);
  const children: NodeId[] = [];
  if (type !== NONE)
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!)
      if (tree.type[child] === type) children.push(child);
  return children;
}

const describeSource = ({ source }: IdOperator): string =>
  source.kind === "Attribute" ? `@${source.name}` : source.kind === "Field" ? `"${source.name}"` : "text of its own";

/** Ids that a reason names at most. */
const MAX_SHOWN = 3;

function maskOf(tree: Tree, { leadsTo }: IdOperator, name: string): Uint8Array | null {
  const restriction = leadsTo.find(({ from }) => from === name);
  if (restriction === undefined) return null;
  const mask = new Uint8Array(tree.typeNames.length);
  for (const to of restriction.to) if (tree.typeId(to) !== NONE) mask[tree.typeId(to)] = 1;
  return mask;
}

function referred(index: IdIndex, value: number): Int32Array {
  if (value === NONE) return EMPTY_IDS;
  const target = index.nodeOfValue[value]!;
  return target === NONE ? distinct(index.referValue(value)) : Int32Array.of(target);
}

const distinct = (nodes: readonly NodeId[]): Int32Array => sortedDistinct(Int32Array.from(nodes));
