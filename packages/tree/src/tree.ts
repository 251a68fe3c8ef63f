import { getOrMake } from "@semantic-xpath/values";
import type { AttributeLayout } from "./attributes.js";
import { type Column, columnValue } from "./column.js";
import { type ContentPlaces, contentOf, isMixed } from "./content.js";
import { NONE, type NodeId, type TypeId } from "./ids.js";
import { KeyIndex } from "./keyIndex.js";
import { layOrdinals, type TypeShape } from "./layout.js";
import { TreeNode } from "./node.js";
import type { TreeDocument, TreePart, TreeSource } from "./source.js";
import type { ValueTable } from "./values.js";

/** The columns of a tree over preorder numbers; `Tree` says what each means. */
export interface TreeColumns {
  readonly type: Int32Array;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly rank: Int32Array;
  readonly text: Int32Array;
  readonly key: Int32Array | null;
  readonly spanStart: Int32Array | null;
  readonly spanEnd: Int32Array | null;
}

interface TreeParts extends AttributeLayout, Pick<Tree, "source" | "postings" | "shapes" | "values" | "places"> {
  readonly columns: TreeColumns;
  readonly typeIds: ReadonlyMap<string, TypeId>;
  readonly attributeIds: ReadonlyMap<string, number>;
}

const DOCUMENT_NAME = "#document";

/**
 * A columnar, immutable tree over preorder numbers. The subtree of `n` is the range `[n, end[n])`; its first child is
 * `n + 1` where that is below `end[n]`, and the next sibling of `c` is `end[c]` where that is below `end[parent[c]]`.
 */
export class Tree implements TreeColumns {
  /** Number of nodes without the document node. */
  readonly size: number;
  /** Index into `typeNames`. */
  readonly type: Int32Array;
  /** The parent's number; -1 for the document node. */
  readonly parent: Int32Array;
  /** One past the last node of the subtree. */
  readonly end: Int32Array;
  /** Place in the posting list of the node's type. */
  readonly rank: Int32Array;
  /** Own text as a value id, -1 where there is none. */
  readonly text: Int32Array;
  /** The permanent keys of nodes, from 1, the same in all versions that a node is in; 0 where that is not given. null: to none. */
  readonly key: Int32Array | null;
  /** Source range in UTF-16 units, where the reader has it. */
  readonly spanStart: Int32Array | null;
  readonly spanEnd: Int32Array | null;

  /** Places of own texts among children; for the engine, other code uses `content`. */
  readonly places: ContentPlaces;

  readonly source: TreeSource;
  /** Types in order of first use, from 1; 0 is the document node's. */
  readonly typeNames: readonly string[];
  /** Attribute names in order of first use. */
  readonly attributeNames: readonly string[];
  /** For each type the nodes of this type in document order. */
  readonly postings: readonly Int32Array[];
  readonly shapes: readonly TypeShape[];
  /** `columns[attribute][type]`: the values of an attribute on the nodes of a type, by rank. */
  readonly columns: readonly (readonly (Column | undefined)[])[];
  /** Attribute values and own texts, interned. */
  readonly values: ValueTable;
  /** Attributes of each type in the order in which they first occur. */
  readonly attributesOfType: readonly Int32Array[];
  private labels: readonly string[] | undefined;
  private ordinals: Int32Array | undefined;
  private searchable: readonly Int32Array[] | undefined;
  private hidden: ReadonlySet<TypeId> | undefined;
  private readonly searchables = new Map<object, readonly Int32Array[]>();
  private keys: KeyIndex | undefined;
  private readonly typeIds: ReadonlyMap<string, TypeId>;
  private readonly attributeIds: ReadonlyMap<string, number>;

  /** For builders. `typeIds` leaves the document node's type out: a node may be called "#document" too. */
  constructor({ columns, typeIds, attributeIds, ...parts }: TreeParts) {
    this.size = columns.type.length - 1;
    this.type = columns.type;
    this.parent = columns.parent;
    this.end = columns.end;
    this.rank = columns.rank;
    this.text = columns.text;
    this.key = columns.key;
    this.spanStart = columns.spanStart;
    this.spanEnd = columns.spanEnd;
    this.places = parts.places;
    this.source = parts.source;
    this.typeIds = typeIds;
    this.attributeIds = attributeIds;
    this.typeNames = [DOCUMENT_NAME, ...typeIds.keys()];
    this.attributeNames = [...attributeIds.keys()];
    this.postings = parts.postings;
    this.shapes = parts.shapes;
    this.columns = parts.attributeColumns;
    this.attributesOfType = parts.attributesOfType;
    this.values = parts.values;
  }

  /** Place among the siblings of the same type, from 1; 0 where the node is the only one of its type. Laid out when first asked for. */
  get ordinal(): Int32Array {
    this.ordinals ??= layOrdinals(this.type, this.end, this.typeNames.length);
    return this.ordinals;
  }

  /** Beginning of the line of each attribute in the text of a node. Joining it for each node would take a tenth of the time of a text. */
  get attributeLabels(): readonly string[] {
    this.labels ??= this.attributeNames.map((name) => `\n${name}: `);
    return this.labels;
  }

  /** Searchable attributes of each type, which are part of the text of its nodes. */
  get searchableOfType(): readonly Int32Array[] {
    this.searchable ??= this.layoutSearchable(this.source.unsearchable);
    return this.searchable;
  }

  /** Types of nodes that are excluded from the text of the nodes that contain them. */
  get unsearchableTypes(): ReadonlySet<TypeId> {
    this.hidden ??= new Set(Array.from(this.source.unsearchableTypes ?? [], (name) => this.typeId(name)));
    return this.hidden;
  }

  /** A tree with another source; they share all columns. */
  withSource(source: TreeSource): Tree {
    return this.with({ source });
  }

  /** Searchable attributes for the nodes of a part. */
  searchableIn({ unsearchable }: TreePart): readonly Int32Array[] {
    return this.layoutSearchable(unsearchable);
  }

  private layoutSearchable(unsearchable: TreeSource["unsearchable"]): readonly Int32Array[] {
    if (unsearchable === undefined || unsearchable.size === 0) return this.attributesOfType;
    return getOrMake(this.searchables, unsearchable, () =>
      this.attributesOfType.map((attributes, type) => {
        const hidden = unsearchable.get(this.typeNames[type]!);
        return hidden === undefined ? attributes : attributes.filter((id) => !hidden.has(this.attributeNames[id]!));
      }),
    );
  }

  /** The root as a view, or null in an empty tree. */
  get root(): TreeNode | null {
    return this.size === 0 ? null : new TreeNode(this, 1);
  }

  /** A view of a node. `id` is in [1, size]. */
  node(id: NodeId): TreeNode {
    return new TreeNode(this, id);
  }

  /** The id of a type name, -1 where no node has it. */
  typeId(name: string): TypeId {
    return this.typeIds.get(name) ?? NONE;
  }

  /** The name of the type of a node. */
  typeOf(node: NodeId): string {
    return this.typeNames[this.type[node]!]!;
  }

  /** The id of an attribute name, -1 where no node has it. */
  attributeId(name: string): number {
    return this.attributeIds.get(name) ?? NONE;
  }

  /** The value id of an attribute (by id) of a node, -1 where absent. */
  attributeValue(node: NodeId, attribute: number): number {
    if (attribute < 0) return NONE;
    const column = this.columns[attribute]![this.type[node]!];
    return column === undefined ? NONE : columnValue(column, this.rank[node]!);
  }

  /** The text of an attribute of a node, or undefined. */
  attribute(node: NodeId, name: string): string | undefined {
    const value = this.attributeValue(node, this.attributeId(name));
    return value < 0 ? undefined : this.values.get(value);
  }

  /** The node that has a key, -1 where none has. The index of keys is made when it is first needed. */
  nodeOfKey(key: number): NodeId {
    if (this.key === null) return NONE;
    this.keys ??= new KeyIndex(this.key);
    return this.keys.find(key);
  }

  /** The key of a node, 0 where it has none. */
  keyOf(node: NodeId): number {
    return this.key === null ? 0 : this.key[node]!;
  }

  /** A tree with keys. */
  withKey(key: Int32Array): Tree {
    return this.with({ columns: { ...this, key } });
  }

  /** A tree with these nodes and other values, for versions. */
  withValues({
    text,
    ...changes
  }: Pick<TreeParts, "attributeColumns" | "source" | "values"> & Pick<Tree, "text">): Tree {
    return this.with({ columns: { ...this, text }, ...changes });
  }

  /** A tree with parts, and with the unsearchable attributes outside of them. */
  withParts(parts: readonly TreePart[], unsearchable: TreeSource["unsearchable"]): Tree {
    const { unsearchable: _, ...rest } = this.source;
    return this.withSource({ ...rest, parts, ...(unsearchable !== undefined && { unsearchable }) });
  }

  private with(changes: Partial<TreeParts>): Tree {
    const { typeIds, attributeIds, postings, shapes, attributesOfType, values, places, source } = this;
    const shared = { typeIds, attributeIds, postings, shapes, attributesOfType, values, places, source };
    return new Tree({ ...shared, columns: this, attributeColumns: this.columns, ...changes });
  }

  /** The document that a node came from, or null: the tree is not made of several, or the node is outside of them. */
  documentOf(node: NodeId): TreeDocument | null {
    const { documents = [] } = this.source;
    let low = 0;
    for (let high = documents.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (documents[middle]!.node <= node) low = middle + 1;
      else high = middle;
    }
    const candidate = documents[low - 1];
    return candidate !== undefined && node < this.end[candidate.node]! ? candidate : null;
  }

  /** True if a node has own text at places among its children. */
  isMixed(node: NodeId): boolean {
    return isMixed(this, node);
  }

  /**
   * Content of a node in the order of the source: pieces of its own text, and children. A piece begins or ends with a space if white
   * space is between it and its neighbour. A text without a place, as in JSON, stands before the children.
   */
  content(node: NodeId): readonly (string | NodeId)[] {
    return contentOf(this, node);
  }

  /** Own text, white space normalised; empty where there is none. */
  ownText(node: NodeId): string {
    const value = this.text[node]!;
    return value < 0 ? "" : this.values.get(value);
  }
}
