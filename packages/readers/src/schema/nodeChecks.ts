import { quoteList } from "@semantic-xpath/parser";
import { type AttributeType, type NodeType, nounOfType, readsAs, type Schema } from "@semantic-xpath/planner";
import { getOrMake, NONE, type NodeId, stringValue, type Tree, type TypeId } from "@semantic-xpath/tree";
import { isBlank, ownEntry, shortened } from "@semantic-xpath/values";
import { Declared } from "../foldFields.js";

/** A bound on how often a type occurs under one parent, and how often it does; an attribute that a node must have is `@name`, at least once. */
export interface BrokenBound {
  readonly type: string;
  /** Kind of the bound: "min" (too few) or "max" (too many), and its number. */
  readonly bound: "min" | "max";
  readonly limit: number;
  readonly count: number;
}

/** Names or values that a message lists. */
const MAX_LISTED = 12;

/** `: it is "a" or "b"`, or nothing. */
const listed = (lead: string, names: readonly string[]): string =>
  names.length === 0 ? "" : `: ${lead} ${quoteList(names, MAX_LISTED)}`;

/** Violation of the schema in one place. */
export interface NodeProblem {
  /** The node whose declaration it is against: of a bound on occurrences the parent. */
  readonly node: NodeId;
  /** The node to point at. */
  readonly at: NodeId;
  /** For the end of a sentence. */
  readonly problem: string;
  readonly broken: BrokenBound | null;
}

/** Checks nodes of a tree one at a time against the declaration of their type: what they carry, and which children they have. */
export class NodeChecks {
  private readonly declared: Declared;
  /** Children of the node at hand by type; zero between nodes. */
  private readonly counts: Int32Array;
  private readonly needed = new Map<NodeType, Needs>();

  constructor(
    private readonly tree: Tree,
    private readonly schema: Schema,
    private readonly reportProblem: (problem: NodeProblem) => void,
    /** True: a required attribute with a blank value is missing. */
    private readonly isBlankMissing = false,
  ) {
    this.declared = new Declared(tree, schema);
    this.counts = new Int32Array(tree.typeNames.length);
  }

  /** Checks a node and gives the next one to check: a field element is checked with its parent, and what is in it not at all. */
  check(node: NodeId): NodeId {
    const { tree, declared } = this;
    if (this.isField(node)) return tree.end[node]!;
    const type = declared.types[tree.type[node]!];
    if (type === undefined) {
      const types = listed("there is", Object.keys(this.schema.types));
      this.report(node, `${quoted(this.typeName(node))} is not a type of the schema${types}`);
    } else {
      if (node === 1 && !this.schema.roots.includes(this.typeName(1)))
        this.report(1, `a ${quoted(this.typeName(1))} may not be the root`);
      this.checkAttributes(node, type);
      if (!type.text && tree.text[node] !== NONE) this.report(node, "it may not have text of its own");
      this.checkChildren(node, type);
    }
    return node + 1;
  }

  /** Tests that a node is a field element of its parent. */
  isField(node: NodeId): boolean {
    return this.declared.fieldOf(node) !== null;
  }

  /** Tests that a node is a field element, or inside one. */
  isInField(node: NodeId): boolean {
    for (let at = node; at > 0; at = this.tree.parent[at]!) if (this.isField(at)) return true;
    return false;
  }

  private checkAttributes(node: NodeId, type: NodeType): void {
    const { tree } = this;
    for (const attribute of tree.attributesOfType[tree.type[node]!]!) {
      const value = tree.attributeValue(node, attribute);
      if (value < 0) continue;
      const name = tree.attributeNames[attribute]!;
      const declaration = ownEntry(type.attributes, name);
      if (declaration === undefined)
        this.report(
          node,
          `${quoted(name)} is not an attribute of ${quoted(this.typeName(node))}${listed("it has", Object.keys(type.attributes))}`,
        );
      else this.checkValue(node, name, tree.values.get(value), declaration);
    }
    for (const { name, element } of this.needs(type).attributes) {
      const value = tree.attributeValue(node, tree.attributeId(name));
      const field = value < 0 && element ? this.childOf(node, name) : NONE;
      const text = value >= 0 ? tree.values.get(value) : field === NONE ? null : stringValue(tree, field);
      if (text !== null && !(this.isBlankMissing && isBlankOf(type.attributes[name]!, text))) continue;
      const problem = `the attribute ${quoted(name)} is missing`;
      this.reportProblem({ node, at: node, problem, broken: { type: `@${name}`, bound: "min", limit: 1, count: 0 } });
    }
  }

  private checkValue(at: NodeId, name: string, value: string, { type, odd, values }: AttributeType): void {
    if (odd === undefined && !readsAs(value, type))
      this.report(at, `the value ${quoted(value)} of ${quoted(name)} is not ${nounOfType(type)}`);
    else if (values && !values.includes(value))
      this.report(at, `the value ${quoted(value)} of ${quoted(name)} is not allowed${listed("it is", values)}`);
  }

  private checkChildren(node: NodeId, type: NodeType): void {
    const { tree, counts, declared } = this;
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
      const childType = tree.type[child]!;
      const name = this.typeName(child);
      const field = declared.fieldOf(child);
      const occurrence = ownEntry(type.children, name);
      const count = ++counts[childType]!;
      if (field !== null) this.checkValue(child, name, stringValue(tree, child), field);
      else if (occurrence === undefined) {
        if (declared.types[childType])
          this.report(
            child,
            `a ${quoted(name)} is not allowed under ${quoted(this.typeName(node))}${listed("there may be", Object.keys(type.children))}`,
          );
      } else if (occurrence.max !== undefined && count === occurrence.max + 1)
        this.reportMost(node, child, name, occurrence.max);
    }
    for (const { name, min } of this.needs(type).children) {
      const id = tree.typeId(name);
      const count = id < 0 ? 0 : counts[id]!;
      if (count >= min) continue;
      const problem = `it needs at least ${min} ${quoted(name)} and has ${count}`;
      this.reportProblem({ node, at: node, problem, broken: { type: name, bound: "min", limit: min, count } });
    }
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) counts[tree.type[child]!] = 0;
  }

  /** @param first the first child that is too many */
  private reportMost(node: NodeId, first: NodeId, type: string, limit: number): void {
    const { tree } = this;
    let count = limit;
    for (let child = first; child < tree.end[node]!; child = tree.end[child]!)
      if (tree.type[child] === tree.type[first]) count++;
    const problem = `there are more than ${limit} ${quoted(type)} under one ${quoted(this.typeName(node))}`;
    this.reportProblem({ node, at: first, problem, broken: { type, bound: "max", limit, count } });
  }

  private needs(type: NodeType): Needs {
    return getOrMake(this.needed, type, () => needsOf(type));
  }

  private childOf(node: NodeId, name: string): NodeId {
    const { tree } = this;
    const type: TypeId = tree.typeId(name);
    if (type < 0) return NONE;
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!)
      if (tree.type[child] === type) return child;
    return NONE;
  }

  private typeName(node: NodeId): string {
    return this.tree.typeOf(node);
  }

  private report(at: NodeId, problem: string): void {
    this.reportProblem({ node: at, at, problem, broken: null });
  }
}

/** True of a blank value that is right by its declaration and that this does not list. */
const isBlankOf = ({ type, odd, values }: AttributeType, value: string): boolean =>
  values === undefined && isBlank(value) && (odd !== undefined || readsAs(value, type));

/** Required parts of every node of a type. */
interface Needs {
  readonly attributes: readonly { readonly name: string; readonly element: boolean }[];
  readonly children: readonly { readonly name: string; readonly min: number }[];
}

const needsOf = ({ attributes, children }: NodeType): Needs => ({
  attributes: Object.entries(attributes).flatMap(([name, { required, element }]) =>
    required ? [{ name, element }] : [],
  ),
  children: Object.entries(children).flatMap(([name, { min }]) => (min > 0 ? [{ name, min }] : [])),
});

const quoted = (text: string): string => `"${shortened(text, 40)}"`;
