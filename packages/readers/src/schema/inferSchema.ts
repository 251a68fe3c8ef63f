import { type AttributeType, type NodeType, type Occurrence, type Schema, textOfType } from "@semantic-xpath/planner";
import { getOrMake, NONE, type Tree } from "@semantic-xpath/tree";
import { TypeProposal } from "@semantic-xpath/values";

export interface InferOptions {
  /**
   * Whether a child type that is always a leaf with only text, without attributes and at most once under a parent, becomes
   * an attribute of its parents with `element: true`. Not within text: the `<b>` of `a <b>word</b>` is no field. Default
   * false.
   */
  readonly fields?: boolean;
}

/**
 * The schema that one or several trees follow, in time linear in their nodes.
 *
 * - An attribute has the narrowest type that all its values read as, docs/values.md (dates from the day on; "007" is a string), and a
 *   string with few values that are used often has them as its `values`: at most 12, each at least three times.
 * - It is required where every node of the type has it.
 * - A child is there at least once where every node of the type has one, and at most once where none has two: data grow, so other
 *   numbers that are seen bound nothing.
 *
 * @example inferSchema(readXml('<Plan><Day index="1"/></Plan>')).types.Day.attributes.index.type // "number"
 */
export function inferSchema(trees: Tree | readonly Tree[], options: InferOptions = {}): Schema {
  const facts = new Map<string, TypeFacts>();
  for (const tree of Array.isArray(trees) ? (trees as readonly Tree[]) : [trees as Tree]) {
    addTree(facts, tree, options.fields === true);
  }
  const fields = new Set([...facts].filter(([name]) => options.fields && isField(facts, name)).map(([name]) => name));
  const types = [...facts].filter(([name]) => !fields.has(name));
  return {
    version: 1,
    roots: types.filter(([, type]) => type.isRoot).map(([name]) => name),
    types: Object.fromEntries(types.map(([name, type]) => [name, nodeType(facts, name, type, fields)])),
  };
}

function nodeType(
  facts: ReadonlyMap<string, TypeFacts>,
  name: string,
  type: TypeFacts,
  fields: ReadonlySet<string>,
): NodeType {
  const attributes: [string, AttributeType][] = [];
  const children: [string, Occurrence][] = [];
  for (const [attribute, seen] of type.attributes) attributes.push([attribute, seen.declaration(type.nodes, false)]);
  for (const [child, { parents, max }] of type.children) {
    if (fields.has(child)) {
      attributes.push([child, facts.get(child)!.asField.get(name)!.declaration(type.nodes, true)]);
    } else {
      children.push([child, { min: parents === type.nodes ? 1 : 0, ...(max === 1 && { max }) }]);
    }
  }
  return {
    attributes: Object.fromEntries(attributes),
    children: Object.fromEntries(children),
    text: type.texts > 0,
  };
}

function isField(facts: ReadonlyMap<string, TypeFacts>, name: string): boolean {
  const type = facts.get(name)!;
  if (type.isRoot || !type.isLeaf || type.texts === 0 || type.attributes.size > 0) return false;
  return [...type.asField.keys()].every((parent) => {
    const above = facts.get(parent)!;
    return above.children.get(name)!.max === 1 && !above.attributes.has(name) && above.texts === 0;
  });
}

function addTree(facts: Map<string, TypeFacts>, tree: Tree, fields: boolean): void {
  const ofType = tree.typeNames.map((name, type) => (type === 0 ? noFacts() : getOrMake(facts, name, noFacts)));
  for (const [type, of] of ofType.entries()) {
    if (type > 0) addType(of, tree, type);
  }
  if (tree.size > 0) ofType[tree.type[1]!]!.isRoot = true;
  addChildren(ofType, tree, fields);
}

/** Nodes, own texts and attributes of one type. */
function addType(facts: TypeFacts, tree: Tree, type: number): void {
  const nodes = tree.postings[type]!;
  facts.nodes += nodes.length;
  for (const node of nodes) if (tree.text[node] !== NONE) facts.texts++;
  for (const attribute of tree.attributesOfType[type]!) {
    const seen = getOrMake(facts.attributes, tree.attributeNames[attribute]!, () => new AttributeFacts());
    for (const value of tree.columns[attribute]![type]!.values) if (value !== NONE) seen.add(tree.values.get(value));
  }
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
      const of = ofType[childType]!;
      if (fields && of.attributes.size === 0 && end[child] === child + 1) {
        getOrMake(of.asField, name, () => new AttributeFacts()).add(tree.ownText(child));
      }
    }
    for (const childType of met) {
      addOccurrence(facts.children, typeNames[childType]!, counts[childType]!);
      counts[childType] = 0;
    }
  }
}

function addOccurrence(children: Map<string, ChildFacts>, name: string, count: number): void {
  const seen = getOrMake(children, name, () => ({ parents: 0, max: 0 }));
  seen.parents++;
  if (count > seen.max) seen.max = count;
}

/** Distinct values up to which an attribute is taken for an enumeration, and how often each must be used: rare ones say that more come. */
const MOST_VALUES = 12;
const LEAST_USES = 3;

/** What is seen of one attribute of one type. */
class AttributeFacts {
  private count = 0;
  private readonly proposal = new TypeProposal();
  /** Uses of distinct values, of one more than an enumeration may have at most. */
  private readonly uses = new Map<string, number>();

  add(value: string): void {
    this.count++;
    this.proposal.add(value);
    const uses = this.uses.get(value) ?? 0;
    if (uses > 0 || this.uses.size <= MOST_VALUES) this.uses.set(value, uses + 1);
  }

  /** The declaration, given how many nodes the type has. */
  declaration(nodes: number, element: boolean): AttributeType {
    const type = textOfType(this.proposal.type);
    const isEnumeration =
      type === "string" && this.uses.size <= MOST_VALUES && [...this.uses.values()].every((uses) => uses >= LEAST_USES);
    return {
      type,
      required: this.count === nodes,
      ...(isEnumeration ? { values: [...this.uses.keys()] } : {}),
      element,
    };
  }
}

/** How often one child type occurs under the nodes of one type. */
interface ChildFacts {
  parents: number;
  max: number;
}

/** What is seen of the nodes of one type. */
interface TypeFacts {
  nodes: number;
  texts: number;
  isRoot: boolean;
  isLeaf: boolean;
  readonly attributes: Map<string, AttributeFacts>;
  readonly children: Map<string, ChildFacts>;
  /** Own texts, as if the type were a field of each parent type: for `fields`. */
  readonly asField: Map<string, AttributeFacts>;
}

const noFacts = (): TypeFacts => ({
  nodes: 0,
  texts: 0,
  isRoot: false,
  isLeaf: true,
  attributes: new Map(),
  children: new Map(),
  asField: new Map(),
});
