import { type Diagnostic, diagnose, type Span } from "@semantic-xpath/parser";
import { type AttributeType, type NodeType, nounOfType, readsAs, type Schema } from "@semantic-xpath/planner";
import { getOrMake, NONE, type NodeId, nodePath, stringValue, type Tree } from "@semantic-xpath/tree";
import { checkReferences } from "../checkReferences.js";
import { Declared, entryIn, foldFields } from "../foldFields.js";

export interface ValidateOptions {
  /** At most so many diagnostics. Default 100. */
  readonly limit?: number;
}

/**
 * What in a tree is against a schema, node by node in document order, each as SXP4008 with the path of the node and its span (nowhere,
 * where the tree has no spans): unknown types, children that is not allowed under their parent or are too few or too many,
 * attributes that are missing, unknown or have an unsuitable value, and text where none may be. A node of unknown type is
 * reported once and its content not at all. Field elements count as attributes, folded or not. After these come references that lead to
 * no node (SXP4025) or to one of another type (SXP4026), and ids that are there twice (SXP4027).
 */
export function validate(tree: Tree, schema: Schema, { limit = 100 }: ValidateOptions = {}): readonly Diagnostic[] {
  const found = new Validation(tree, schema, limit).run();
  return [...found, ...checkReferences(foldFields(tree, schema), schema, limit - found.length)];
}

class Validation {
  private readonly found: Diagnostic[] = [];
  private readonly declared: Declared;
  /** Children of the node at hand by type; zero between nodes. */
  private readonly counts: Int32Array;
  private readonly needed = new Map<NodeType, Needs>();

  constructor(
    private readonly tree: Tree,
    private readonly schema: Schema,
    private readonly limit: number,
  ) {
    this.declared = new Declared(tree, schema);
    this.counts = new Int32Array(tree.typeNames.length);
  }

  run(): readonly Diagnostic[] {
    const { tree, schema, declared } = this;
    if (tree.size > 0 && declared.types[tree.type[1]!] && !schema.roots.includes(this.typeName(1))) {
      this.report(1, `a ${quoted(this.typeName(1))} may not be the root`);
    }
    for (let node = 1; node <= tree.size && this.found.length < this.limit; ) {
      const type = declared.types[tree.type[node]!];
      if (declared.fieldOf(node) !== null) {
        node = tree.end[node]!;
        continue;
      }
      if (type === undefined) this.report(node, `${quoted(this.typeName(node))} is not a type of the schema`);
      else this.checkNode(node, type);
      node++;
    }
    return this.found.slice(0, this.limit);
  }

  private checkNode(node: NodeId, type: NodeType): void {
    this.checkAttributes(node, type);
    if (!type.text && this.tree.text[node] !== NONE) this.report(node, "it may not have text of its own");
    this.checkChildren(node, type);
  }

  private checkAttributes(node: NodeId, type: NodeType): void {
    const { tree } = this;
    for (const attribute of tree.attributesOfType[tree.type[node]!]!) {
      const value = tree.attributeValue(node, attribute);
      if (value < 0) continue;
      const name = tree.attributeNames[attribute]!;
      const declaration = entryIn(type.attributes, name);
      if (declaration === undefined)
        this.report(node, `${quoted(name)} is not an attribute of ${quoted(this.typeName(node))}`);
      else this.checkValue(node, name, tree.values.get(value), declaration);
    }
    for (const { name, element } of this.needs(type).attributes) {
      if (tree.attributeValue(node, tree.attributeId(name)) >= 0) continue;
      if (!element || !this.hasChild(node, name)) this.report(node, `the attribute ${quoted(name)} is missing`);
    }
  }

  private checkValue(at: NodeId, name: string, value: string, { type, values }: AttributeType): void {
    if (!readsAs(value, type))
      this.report(at, `the value ${quoted(value)} of ${quoted(name)} is not ${nounOfType(type)}`);
    else if (values && !values.includes(value))
      this.report(at, `the value ${quoted(value)} of ${quoted(name)} is not allowed`);
  }

  private checkChildren(node: NodeId, type: NodeType): void {
    const { tree, counts, declared } = this;
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
      const childType = tree.type[child]!;
      const name = this.typeName(child);
      const field = declared.fieldOf(child);
      const occurrence = entryIn(type.children, name);
      const count = ++counts[childType]!;
      if (field !== null) this.checkValue(child, name, stringValue(tree, child), field);
      else if (occurrence === undefined) {
        if (declared.types[childType])
          this.report(child, `a ${quoted(name)} is not allowed under ${quoted(this.typeName(node))}`);
      } else if (occurrence.max !== undefined && count === occurrence.max + 1) {
        this.report(
          child,
          `there are more than ${occurrence.max} ${quoted(name)} under one ${quoted(this.typeName(node))}`,
        );
      }
    }
    for (const { name, min } of this.needs(type).children) {
      const id = tree.typeId(name);
      const count = id < 0 ? 0 : counts[id]!;
      if (count < min) this.report(node, `it needs at least ${min} ${quoted(name)} and has ${count}`);
    }
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) counts[tree.type[child]!] = 0;
  }

  private needs(type: NodeType): Needs {
    return getOrMake(this.needed, type, () => needsOf(type));
  }

  private hasChild(node: NodeId, name: string): boolean {
    const { tree } = this;
    const type = tree.typeId(name);
    if (type < 0) return false;
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!)
      if (tree.type[child] === type) return true;
    return false;
  }

  private typeName(node: NodeId): string {
    return this.tree.typeNames[this.tree.type[node]!]!;
  }

  private report(node: NodeId, problem: string): void {
    if (this.found.length >= this.limit) return;
    const span: Span = this.tree.node(node).span ?? { start: 0, end: 0 };
    this.found.push(diagnose("SXP4008", span, { path: nodePath(this.tree, node), problem }));
  }
}

/** What every node of a type must have. */
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

const quoted = (text: string): string => (text.length <= 40 ? `"${text}"` : `"${text.slice(0, 39)}…"`);
