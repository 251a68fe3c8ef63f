import { kindOfType, type NodeType, type Schema } from "@semantic-xpath/planner";
import { getOrMake, type NodeId, type Tree } from "@semantic-xpath/tree";
import { labelOf, nodeTypeOf, OWN_TEXT } from "../lexicon/schemaWords.js";

/** A type of nodes among the others of a schema. */
interface TypePlace {
  readonly type: string;
  readonly node: NodeType;
  readonly parents: ReadonlySet<string>;
  /** Types that nodes of this type may be in, and those that may be in them, at any depth. */
  readonly above: ReadonlySet<string>;
  readonly below: ReadonlySet<string>;
  /** Steps from a root. */
  readonly depth: number;
  /** Nodes of the tree that have it. */
  readonly count: number;
  /** A property of what it is in rather than a thing: it has no children and at most one value. */
  readonly isTag: boolean;
  /** Only holds what is in it: it has no values of its own, or occurs once at the top. */
  readonly isContainer: boolean;
}

/** Nodes of a type whose values are compared, and values of an enumeration that the data shows. */
const MAX_SAMPLE = 500;
const MAX_VALUES = 12;
/** Numbers from 1000 to 2199. */
const YEAR = /^(?:1\d|2[01])\d\d$/;
/** UTF-16 units of the longest text that is a name. */
const MAX_LABEL = 60;

/** Kinds of values that are amounts. */
export const AMOUNT_KINDS: readonly string[] = ["number", "money", "quantity", "duration"];

/** The relation of a condition's type to the requested type. */
export type Relation = "self" | "above" | "below" | "aside";

/** The types of a schema, as the nodes of a tree have them. */
export class World {
  private readonly places: ReadonlyMap<string, TypePlace>;

  /**
   * @param schema - The declared schema. If there is none, an inferred one in which child elements that only hold a value are attributes.
   * @param tree - The nodes with the attributes of `schema`.
   * @param data - The schema and the tree of the data, on which queries run.
   */
  constructor(
    readonly schema: Schema,
    readonly tree: Tree,
    readonly data: { readonly schema: Schema; readonly tree: Tree } = { schema, tree },
  ) {
    this.places = placesOf(schema, tree);
    this.fields = data.schema === schema ? new Set() : fieldsOf(schema);
  }

  /** Attributes whose values are the texts of child elements in the data. */
  readonly fields: ReadonlySet<string>;

  /** A value of a node of the data, whether it is an attribute or a field. */
  valueOf(node: NodeId, attribute: string): string | undefined {
    const { tree } = this.data;
    const type = this.fields.has(attribute) ? tree.typeNames.indexOf(attribute) : -1;
    if (type < 0) return tree.attribute(node, attribute);
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!)
      if (tree.type[child] === type) return tree.ownText(child);
    return undefined;
  }

  get all(): Iterable<TypePlace> {
    return this.places.values();
  }

  place(type: string): TypePlace {
    return this.places.get(type)!;
  }

  has(type: string): boolean {
    return this.places.has(type);
  }

  relation(head: string, other: string): Relation | null {
    if (head === other) return "self";
    const { above, below } = this.place(head);
    if (above.has(other)) return "above";
    if (below.has(other)) return "below";
    return this.meeting(head, other) === null ? null : "aside";
  }

  /** The deepest type that nodes of both types are in, other than a root. */
  meeting(one: string, other: string): string | null {
    const { above } = this.place(one);
    const shared = [...this.place(other).above].filter((type) => above.has(type) && !this.isRoot(type));
    return shared.sort((a, b) => this.place(b).depth - this.place(a).depth)[0] ?? null;
  }

  /** True for two types that stand side by side in some parent, and of which none is in the other. */
  isBeside(one: string, other: string): boolean {
    if (one === other) return true;
    const { parents, below, above } = this.place(one);
    return (
      !below.has(other) && !above.has(other) && [...this.place(other).parents].some((parent) => parents.has(parent))
    );
  }

  private readonly enumerated = new Map<string, readonly string[]>();

  /** The values of an attribute: declared, or those that the data repeats; none where it has many. */
  values(type: string, attribute: string): readonly string[] {
    const declared = this.place(type).node.attributes[attribute]?.values;
    if (declared !== undefined) return declared;
    const key = `${type} ${attribute}`;
    let values = this.enumerated.get(key);
    if (values === undefined) {
      const nodes = [...(this.tree.postings[this.tree.typeNames.indexOf(type)] ?? [])].slice(0, MAX_SAMPLE);
      const texts = nodes.flatMap((node) => this.tree.node(node).attributes[attribute] ?? []);
      const distinct = [...new Set(texts)];
      values = distinct.length <= MAX_VALUES && distinct.length < texts.length ? distinct : [];
      this.enumerated.set(key, values);
    }
    return values;
  }

  /** The number of distinct values of an attribute in nodes of a type. */
  distinct(type: string, attribute: string): number {
    const nodes = [...(this.tree.postings[this.tree.typeNames.indexOf(type)] ?? [])].slice(0, MAX_SAMPLE);
    return new Set(nodes.map((node) => this.tree.node(node).attributes[attribute])).size;
  }

  /** True for an attribute of which several nodes of a type have one value. */
  isShared(type: string, attribute: string): boolean {
    return this.distinct(type, attribute) < Math.min(this.place(type).count, MAX_SAMPLE);
  }

  /** True for the type of the only things that the data has. */
  isOnlyCollection(type: string): boolean {
    const [only, other] = this.collections();
    return only?.type === type && other === undefined;
  }

  /** True for an attribute that some nodes of a type lack. */
  isSometimesMissing(type: string, attribute: string): boolean {
    return this.said(type, attribute).length < Math.min(this.place(type).count, MAX_SAMPLE);
  }

  private readonly groups = new Map<string, boolean>();

  /** True for types whose names repeat, "dinner" of every day: they group what is in them. */
  isGroup(type: string): boolean {
    const cached = this.groups.get(type);
    if (cached !== undefined) return cached;
    const label = this.label(type);
    const nodes = [...(this.tree.postings[this.tree.typeNames.indexOf(type)] ?? [])].slice(0, MAX_SAMPLE);
    const names = new Set(label === null ? nodes : nodes.map((node) => this.tree.node(node).attributes[label] ?? node));
    const isGroup = nodes.length > 1 && names.size * 2 <= nodes.length && this.contents(type).length > 0;
    this.groups.set(type, isGroup);
    return isGroup;
  }

  isRoot(type: string): boolean {
    const { parents, count } = this.place(type);
    return parents.size === 0 && count <= 1;
  }

  /** Types that are meaningful by themselves, the most frequent first: candidates for a request without a noun. */
  collections(): readonly TypePlace[] {
    return [...this.all]
      .filter(({ isTag, isContainer, type }) => !isTag && !isContainer && !this.isRoot(type))
      .sort((a, b) => b.count - a.count);
  }

  /** Types inside nodes of a type: children that are things; of containers their contents. */
  contents(type: string): readonly string[] {
    const types = new Set<string>();
    const visit = (from: string, seen: Set<string>): void => {
      for (const child of Object.keys(this.place(from).node.children)) {
        if (seen.has(child) || !this.has(child)) continue;
        seen.add(child);
        const { isTag, isContainer } = this.place(child);
        if (isContainer) visit(child, seen);
        else if (!isTag) types.add(child);
      }
    };
    visit(type, new Set([type]));
    return [...types];
  }

  /** Names of the attributes of a type; "text()" for a text of its own. */
  attributes(type: string): readonly string[] {
    const { node } = this.place(type);
    return [...Object.keys(node.attributes), ...(node.text ? [OWN_TEXT] : [])];
  }

  /** The kind of the values of an attribute; "year" for numbers that are years. */
  kind(type: string, attribute: string): ReturnType<typeof kindOfType> | "year" {
    if (attribute === OWN_TEXT) return "string";
    const kind = kindOfType(this.place(type).node.attributes[attribute]!.type);
    return kind === "number" && this.isYear(type, attribute) ? "year" : kind;
  }

  private readonly labels = new Map<string, string | null>();

  /** The attribute that labels nodes of a type: by its name, or because its short texts are unique. */
  label(type: string): string | null {
    return getOrMake(this.labels, type, () => labelOf(this, type) ?? this.unique(type));
  }

  /** The attribute that identifies nodes of a type, if it differs from their label: an accession, an order. */
  key(type: string): string | null {
    const unique = this.unique(type);
    return unique === null || unique === labelOf(this, type) ? null : unique;
  }

  private readonly years = new Map<string, boolean>();

  /** True for numbers that are years by their values. */
  isYear(type: string, attribute: string): boolean {
    return getOrMake(this.years, `${type} ${attribute}`, () => {
      const texts = this.said(type, attribute);
      return texts.length > 1 && texts.every((text) => YEAR.test(text));
    });
  }

  /** True for whole numbers, each of one node only. */
  isNumbering(type: string, attribute: string): boolean {
    const texts = this.said(type, attribute);
    return (
      texts.length > 1 && new Set(texts).size === texts.length && texts.every((text) => /^\d{1,6}[a-z]?$/i.test(text))
    );
  }

  /** Values of an attribute; of a large tree some. */
  private said(type: string, attribute: string): readonly string[] {
    const nodes = (this.tree.postings[this.tree.typeNames.indexOf(type)] ?? []).slice(0, MAX_SAMPLE);
    return [...nodes].flatMap((node) => this.tree.node(node).attributes[attribute] ?? []);
  }

  private unique(type: string): string | null {
    const { node } = this.place(type);
    const nodes = [...(this.tree.postings[this.tree.typeNames.indexOf(type)] ?? [])].slice(0, MAX_SAMPLE);
    if (nodes.length < 2 || node.text) return null;
    for (const attribute of Object.keys(node.attributes)) {
      if (this.kind(type, attribute) !== "string" || node.attributes[attribute]!.values !== undefined) continue;
      const texts = nodes.map((id) => this.tree.node(id).attributes[attribute] ?? "");
      if (new Set(texts).size === texts.length && texts.every((text) => text !== "" && text.length <= MAX_LABEL))
        return attribute;
    }
    return null;
  }
}

const fieldsOf = ({ types }: Schema): ReadonlySet<string> =>
  new Set(
    Object.values(types).flatMap(({ attributes }) =>
      Object.entries(attributes).flatMap(([name, { element }]) => (element ? name : [])),
    ),
  );

function placesOf(schema: Schema, tree: Tree): ReadonlyMap<string, TypePlace> {
  const parents = new Map<string, Set<string>>();
  for (const type of Object.keys(schema.types)) parents.set(type, new Set());
  for (const [type, { children }] of Object.entries(schema.types))
    for (const child of Object.keys(children)) parents.get(child)?.add(type);
  const reach = (from: string, next: (type: string) => Iterable<string>): Set<string> => {
    const visited = new Set<string>();
    const queue = [from];
    for (let type = queue.pop(); type !== undefined; type = queue.pop())
      for (const other of next(type))
        if (!visited.has(other) && parents.has(other)) {
          visited.add(other);
          queue.push(other);
        }
    return visited;
  };
  const depths = new Map<string, number>();
  let level = schema.roots.filter((root) => parents.has(root));
  for (let depth = 0; level.length > 0; depth++) {
    for (const type of level) depths.set(type, depth);
    level = [...new Set(level.flatMap((type) => Object.keys(schema.types[type]!.children)))].filter(
      (type) => parents.has(type) && !depths.has(type),
    );
  }
  const counts = new Map(tree.typeNames.map((name, index) => [name, tree.postings[index]?.length ?? 0]));
  const childless = (node: NodeType) => Object.keys(node.children).length === 0;
  return new Map(
    Object.keys(schema.types).map((type) => {
      const node = nodeTypeOf({ schema }, type)!;
      const values = Object.keys(node.attributes).length + (node.text ? 1 : 0);
      const ownParents = parents.get(type)!;
      return [
        type,
        {
          type,
          node,
          parents: ownParents,
          above: reach(type, (each) => parents.get(each) ?? []),
          below: reach(type, (each) => Object.keys(schema.types[each]?.children ?? {})),
          depth: depths.get(type) ?? 0,
          count: counts.get(type) ?? 0,
          isTag: childless(node) && values <= 1 && ownParents.size > 0 && !holdsOnly(schema, ownParents, type),
          isContainer: values === 0 && !childless(node),
        },
      ];
    }),
  );
}

/** True if the parents of a type have nothing of their own to say: then it is what they hold, and no property of them. */
const holdsOnly = (schema: Schema, parents: ReadonlySet<string>, type: string): boolean =>
  [...parents].every((parent) => {
    const { attributes, children, text } = schema.types[parent]!;
    const isTop = schema.roots.includes(parent);
    return (
      (isTop || Object.keys(attributes).length + (text ? 1 : 0) === 0) &&
      (isTop || Object.keys(children).every((child) => child === type))
    );
  });
