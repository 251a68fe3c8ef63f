import {
  type AttributeType,
  declaresIds,
  idsUnder,
  type NodeType,
  type Occurrence,
  type Schema,
} from "@semantic-xpath/planner";
import { eachId, getOrMake, NONE, Tree } from "@semantic-xpath/tree";
import { ownEntry } from "@semantic-xpath/values";
import { usesOf } from "../columnsOf.js";
import { Declared, foldFields } from "../foldFields.js";
import { inferReferences } from "../inferReferences.js";
import { AttributeFacts, type ChildFacts, exampleOf, noFacts, type TypeFacts } from "./typeFacts.js";

export interface InferOptions {
  /**
   * Folds a child type that is always a leaf with only text, without attributes and at most once under a parent, into
   * an attribute of its parents with `element: true`. Not within text: the `<b>` of `a <b>word</b>` is not a field. Default
   * false.
   */
  readonly fields?: boolean;
  /** Documentation for a person to write on: empty, or with a value of the data. Default: none. */
  readonly stubs?: "empty" | "examples";
  /**
   * A hand-written schema. Its declarations stay if the trees allow them: types, values, bounds and field elements. For
   * `mergeSchema`.
   */
  readonly expected?: Schema;
}

/**
 * The schema that one or several trees follow, in time linear in their nodes. Passing it to a run of one of them changes no result.
 *
 * - An attribute has the type that a run without a schema infers, docs/reference/values.md (dates from the day on; "007" is a string); where some
 *   values do not read as it, `odd` says so. A
 *   string with few values that are used often has them as its `values`: at most 12, each at least three times. Ids and references are
 *   those that `inferReferences` finds in each tree that has them, as far as what they lead to has ids in all trees.
 * - It is required where every node of the type has it.
 * - A child is there at least once where every node of the type has one, and at most once where none has two: data grow, so other
 *   numbers that are seen bound nothing.
 *
 * @example inferSchema(readXml('<Plan><Day index="1"/></Plan>')).types.Day.attributes.index.type // "number"
 */
export function inferSchema(trees: Tree | Iterable<Tree>, options?: InferOptions): Schema {
  if (trees instanceof Tree && options === undefined) return getOrMake(ofTree, trees, () => inferred(trees, {}));
  return inferred(trees, options ?? {});
}

/** Schema of one tree without options: inferred once for all callers. */
const ofTree = new WeakMap<Tree, Schema>();

function inferred(trees: Tree | Iterable<Tree>, options: InferOptions): Schema {
  const inference = new SchemaInference(options);
  for (const tree of trees instanceof Tree ? [trees] : trees) inference.add(tree);
  return inference.schema();
}

/** Inference from trees that come one after the other: none of them is held. */
export class SchemaInference {
  private readonly facts = new Map<string, TypeFacts>();
  /** Two nodes of a tree have the same id, where what is expected knows ids by their names. */
  private areNamesRepeated = false;

  constructor(private readonly options: InferOptions = {}) {}

  add(tree: Tree): void {
    const { expected, fields = false } = this.options;
    const folded = expected === undefined ? tree : foldFields(tree, expected);
    const ofType = folded.typeNames.map((name, type) =>
      type === 0 ? noFacts() : getOrMake(this.facts, name, noFacts),
    );
    for (const [type, facts] of ofType.entries()) if (type > 0) this.addType(facts, folded, type);
    if (folded.size > 0) ofType[folded.type[1]!]!.isRoot = true;
    addChildren(ofType, folded, fields);
    if (folded.size < tree.size) this.addFieldElements(tree, expected!);
    this.addReferences(ofType, folded);
    if (expected !== undefined) this.addRepeatedIds(folded, expected);
  }

  /** Schema of all trees so far. */
  schema(): Schema {
    const { facts } = this;
    const fields = new Set([...facts.keys()].filter((name) => this.isField(name)));
    const types = [...facts].filter(([name]) => !fields.has(name));
    const named = this.named();
    return {
      version: 1,
      roots: types.filter(([, type]) => type.isRoot).map(([name]) => name),
      types: Object.fromEntries(types.map(([name, type]) => [name, this.nodeType(name, type, { fields, named })])),
    };
  }

  private nodeType(
    name: string,
    type: TypeFacts,
    { fields, named }: { readonly fields: ReadonlySet<string>; readonly named: ReadonlySet<string> | null },
  ): NodeType {
    const attributes: [string, AttributeType][] = [];
    const children: [string, Occurrence][] = [];
    const expected = this.expectedType(name)?.children ?? {};
    const declare = (attribute: string, seen: AttributeFacts, element: boolean): void => {
      const declaration = seen.declaration(type.nodes, element, named);
      attributes.push([attribute, { ...declaration, ...this.stub(seen.example) }]);
    };
    for (const [attribute, seen] of type.attributes) declare(attribute, seen, false);
    for (const [child, seen] of type.children) {
      if (fields.has(child)) declare(child, this.facts.get(child)!.asField.get(name)!, true);
      else children.push([child, occurrenceOf(seen, type.nodes, ownEntry(expected, child))]);
    }
    return {
      ...this.stub(type.example),
      attributes: Object.fromEntries(attributes),
      children: Object.fromEntries(children),
      text: type.texts > 0,
    };
  }

  private stub(example: string | null): { readonly documentation?: string } {
    const { stubs } = this.options;
    return stubs === undefined ? {} : { documentation: stubs === "empty" ? "" : (example ?? "") };
  }

  private isField(name: string): boolean {
    const type = this.facts.get(name)!;
    if (!this.options.fields || this.expectedType(name) !== undefined) return false;
    if (type.isRoot || !type.isLeaf || type.texts === 0 || type.attributes.size > 0) return false;
    return [...type.asField.keys()].every((parent) => {
      const above = this.facts.get(parent)!;
      return above.children.get(name)!.max === 1 && !above.attributes.has(name) && above.texts === 0;
    });
  }

  /** Nodes, own texts and attributes of one type. */
  private addType(facts: TypeFacts, tree: Tree, type: number): void {
    const nodes = tree.postings[type]!;
    facts.nodes += nodes.length;
    for (const node of nodes) {
      if (tree.text[node] === NONE) continue;
      facts.texts++;
      facts.example ??= exampleOf(tree.ownText(node));
    }
    for (const attribute of tree.attributesOfType[type]!) {
      const attributeFacts = this.attributeFacts(facts, tree.typeNames[type]!, tree.attributeNames[attribute]!);
      for (const [value, uses] of usesOf(tree.columns[attribute]![type]!.values))
        attributeFacts.add(tree.values.get(value), uses);
    }
  }

  private attributeFacts(facts: TypeFacts, type: string, name: string): AttributeFacts {
    const expected = this.expectedType(type)?.attributes ?? {};
    return getOrMake(facts.attributes, name, () => new AttributeFacts(ownEntry(expected, name)));
  }

  private expectedType(name: string): NodeType | undefined {
    const { expected } = this.options;
    return expected && ownEntry(expected.types, name);
  }

  /** Folding keeps the first of several field elements of one name; all of them must fit. */
  private addFieldElements(tree: Tree, expected: Schema): void {
    const declared = new Declared(tree, expected);
    for (let node = 1; node <= tree.size; ) {
      if (declared.fieldOf(node) === null) {
        node++;
        continue;
      }
      const [parent, name] = [tree.typeOf(tree.parent[node]!), tree.typeOf(node)];
      this.attributeFacts(this.facts.get(parent)!, parent, name).add(tree.node(node).textContent, 1, true);
      node = tree.end[node]!;
    }
  }

  private addRepeatedIds(tree: Tree, expected: Schema): void {
    const met = new Set<number>();
    for (const { type, name } of idsUnder(expected))
      eachId(tree, [{ type, name }], (_, value) => {
        const isRepeated = met.has(value);
        if (isRepeated && type === null) this.areNamesRepeated = true;
        else if (isRepeated) this.facts.get(type!)?.attributes.get(name)?.addRepeated();
        met.add(value);
      });
  }

  /** The types that have ids to refer to; null: ids are what is called so. */
  private named(): ReadonlySet<string> | null {
    const { expected } = this.options;
    const named = [...this.facts].filter(([, { attributes }]) => [...attributes.values()].some(({ isId }) => isId));
    const areByName = expected !== undefined && !declaresIds(expected) && !this.areNamesRepeated;
    return named.length === 0 && areByName ? null : new Set(named.map(([name]) => name));
  }

  private addReferences(ofType: readonly TypeFacts[], tree: Tree): void {
    const { expected = null } = this.options;
    const declared = idsUnder(expected).flatMap(({ type, name }) => (type === null ? [] : [{ type, name }]));
    const references = inferReferences([tree], declared);
    for (const [type, facts] of ofType.entries()) {
      if (type === 0) continue;
      const ofThisType = references.get(tree.typeNames[type]!);
      for (const attribute of tree.attributesOfType[type]!) {
        const name = tree.attributeNames[attribute]!;
        facts.attributes.get(name)?.refer(ofThisType?.get(name) ?? null);
      }
    }
  }
}

/** Bounds: the expected ones, if they hold, else 1 and none. */
function occurrenceOf({ parents, min, max }: ChildFacts, nodes: number, expected?: Occurrence): Occurrence {
  const least = parents === nodes ? min : 0;
  const most = expected?.max !== undefined && max <= expected.max ? expected.max : max === 1 ? 1 : undefined;
  return {
    min: expected !== undefined && expected.min <= least ? expected.min : Math.min(least, 1),
    ...(most !== undefined && { max: most }),
  };
}

/** Counts the children of each node by type, with scratch columns over types instead of a map per node. */
function addChildren(ofType: readonly TypeFacts[], tree: Tree, fields: boolean): void {
  const { type, end, typeNames } = tree;
  const counts = new Int32Array(typeNames.length);
  const met: number[] = [];
  for (let node = 1; node <= tree.size; node++) {
    const facts = ofType[type[node]!]!;
    if (end[node]! === node + 1) continue;
    facts.isLeaf = false;
    met.length = 0;
    for (let child = node + 1; child < end[node]!; child = end[child]!) {
      const childType = type[child]!;
      if (counts[childType]!++ === 0) met.push(childType);
      const name = typeNames[type[node]!]!;
      const childFacts = ofType[childType]!;
      if (fields && childFacts.attributes.size === 0 && end[child] === child + 1) {
        getOrMake(childFacts.asField, name, () => new AttributeFacts()).add(tree.ownText(child));
      }
    }
    for (const childType of met) {
      addOccurrence(facts.children, typeNames[childType]!, counts[childType]!);
      counts[childType] = 0;
    }
  }
}

function addOccurrence(children: Map<string, ChildFacts>, name: string, count: number): void {
  const occurrence = getOrMake(children, name, () => ({ parents: 0, min: count, max: 0 }));
  occurrence.parents++;
  if (count > occurrence.max) occurrence.max = count;
  if (count < occurrence.min) occurrence.min = count;
}
