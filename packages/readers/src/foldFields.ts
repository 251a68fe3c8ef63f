import type { AttributeType, NodeType, Schema } from "@semantic-xpath/planner";
import {
  CONVERSATION,
  getOrMake,
  NONE,
  type NodeId,
  stringValue,
  type Tree,
  TreeBuilder,
  type TypeId,
  UNLIMITED,
} from "@semantic-xpath/tree";
import { ownEntry, parseValueType } from "@semantic-xpath/values";
import { addPieces, copyAttributes, type Open } from "./appendTree.js";

const folded = new WeakMap<Tree, WeakMap<Schema, Tree>>();

/**
 * Folds fields by a schema: child elements that it declares field elements (`element: true`) of their parent's type become attributes of the parent,
 * with their string value, instead of nodes. The first one wins: an existing attribute of the parent, else the first of several such elements.
 * Everything else stays, including spans. Unsearchable parts of the schema are excluded from the text of nodes; its contexts, units and language are
 * added to the source of the tree. The tree itself is returned if nothing changes; the same tree and schema give the same result.
 *
 * @example foldFields(readXml("<Task><status>Todo</status></Task>"), schema).root.attributes.status // "Todo"
 */
export function foldFields(tree: Tree, schema: Schema): Tree {
  const bySchema = getOrMake(folded, tree, () => new WeakMap<Schema, Tree>());
  return getOrMake(bySchema, schema, () => fold(tree, schema));
}

function fold(tree: Tree, schema: Schema): Tree {
  const hidden = withUnsearchable(foldElements(tree, schema), schema);
  return withLanguage(withContexts(withUnits(hidden, schema), schema), schema);
}

/** The tree with the contexts of its nodes by the schema. */
function withContexts(tree: Tree, schema: Schema): Tree {
  const contexts = new Map(tree.source.contexts);
  for (const [name, { context }] of Object.entries(schema.types)) {
    if (context === undefined || tree.typeId(name) === NONE) continue;
    if (context === false) contexts.set(name, null);
    else {
      const { within = null, facts = null, neighbours = CONVERSATION.neighbours, by = null } = context;
      contexts.set(name, { within, facts, neighbours, by });
    }
  }
  return contexts.size === 0 ? tree : tree.withSource({ ...tree.source, contexts });
}

/** The tree with the language of its texts by the schema. */
const withLanguage = (tree: Tree, { language }: Schema): Tree =>
  language === undefined ? tree : tree.withSource({ ...tree.source, language });

/** The tree with the units of its bare numbers; an attribute that has several by its types has none. */
function withUnits(tree: Tree, schema: Schema): Tree {
  const units = new Map<string, { kind: "quantity" | "money"; unit: string } | null>();
  for (const [name, { attributes }] of Object.entries(schema.types)) {
    if (tree.typeId(name) === NONE) continue;
    for (const [attribute, { type }] of Object.entries(attributes)) {
      const unit = unitOfType(type);
      const before = units.get(attribute);
      const agrees = before === undefined || (before?.unit === unit?.unit && before?.kind === unit?.kind);
      units.set(attribute, agrees ? unit : null);
    }
  }
  const unitEntries = [...units].flatMap(([attribute, unit]) => (unit === null ? [] : [[attribute, unit] as const]));
  return unitEntries.length === 0 ? tree : tree.withSource({ ...tree.source, units: new Map(unitEntries) });
}

function unitOfType(type: AttributeType["type"]): { kind: "quantity" | "money"; unit: string } | null {
  const read = parseValueType(type);
  if (read.kind === "money" && read.currency !== null) return { kind: "money", unit: read.currency };
  return read.kind === "quantity" && read.unit !== null ? { kind: "quantity", unit: read.unit } : null;
}

/** The tree without unsearchable parts in the text of nodes; those of its mapping are known already. */
function withUnsearchable(tree: Tree, schema: Schema): Tree {
  const { source } = tree;
  const attributes = new Map(source.unsearchable);
  const types = new Set(source.unsearchableTypes);
  for (const [name, type] of Object.entries(schema.types)) {
    if (type.searchable === false) types.add(name);
    const hidden = Object.entries(type.attributes).flatMap(([name, { searchable }]) =>
      searchable === false ? name : [],
    );
    if (hidden.length > 0) attributes.set(name, new Set([...(attributes.get(name) ?? []), ...hidden]));
  }
  const isSame =
    types.size === (source.unsearchableTypes?.size ?? 0) && sizes(attributes) === sizes(source.unsearchable);
  return isSame ? tree : tree.withSource({ ...source, unsearchable: attributes, unsearchableTypes: types });
}

const sizes = (sets: ReadonlyMap<string, ReadonlySet<string>> = new Map()): number =>
  [...sets.values()].reduce((sum, { size }) => sum + size, 0);

function foldElements(tree: Tree, schema: Schema): Tree {
  const declared = new Declared(tree, schema);
  const hasFields = declared.types.some(
    (type) => type && Object.values(type.attributes).some(({ element }) => element),
  );
  if (!hasFields || !hasFieldElement(tree, declared)) return tree;
  return copyFolded(tree, declared);
}

function hasFieldElement(tree: Tree, declared: Declared): boolean {
  for (let node = 1; node <= tree.size; node++) if (declared.fieldOf(node) !== null) return true;
  return false;
}

function copyFolded(tree: Tree, declared: Declared): Tree {
  const { type, end, spanStart, spanEnd } = tree;
  const builder = new TreeBuilder(tree.source, UNLIMITED);
  const open: Open[] = [];
  const documents = new Map(tree.source.documents?.map((document) => [document.node, document]));
  const closeTo = (node: number) => {
    while (open.length > 0 && end[open[open.length - 1]!.node]! <= node) {
      const closed = open.pop()!;
      addPieces(closed, null, builder);
      builder.close(spanEnd?.[closed.node] ?? 0);
      if (documents.has(closed.node)) builder.endDocument();
    }
  };
  for (let node = 1; node <= tree.size; ) {
    closeTo(node);
    if (open.length > 0) addPieces(open[open.length - 1]!, node, builder);
    const document = documents.get(node);
    if (document !== undefined) builder.beginDocument(document.name, document.format);
    builder.open(tree.typeOf(node), spanStart?.[node] ?? 0);
    if (tree.key !== null) builder.setKey(tree.key[node]!);
    const isMixed = tree.isMixed(node);
    open.push({ node, content: isMixed ? tree.content(node) : [], at: 0 });
    copyAttributes(builder, tree, node, tree.attributesOfType[type[node]!]!);
    addFields(tree, declared, node, builder);
    if (!isMixed) builder.addText(tree.ownText(node));
    node++;
    while (node <= tree.size && declared.fieldOf(node) !== null) node = end[node]!;
  }
  closeTo(tree.size + 1);
  return builder.finish();
}

/** The field elements of a node as attributes of it, each name once and none that it has. */
function addFields(tree: Tree, declared: Declared, node: number, builder: TreeBuilder): void {
  const { type, end } = tree;
  let fieldTypes: Set<number> | undefined;
  for (let child = node + 1; child < end[node]!; child = end[child]!) {
    if (declared.fieldOf(child) === null || fieldTypes?.has(type[child]!)) continue;
    const name = tree.typeNames[type[child]!]!;
    if (tree.attribute(node, name) !== undefined) continue;
    fieldTypes ??= new Set();
    fieldTypes.add(type[child]!);
    builder.attribute(name, stringValue(tree, child));
  }
}

/** The declarations of a tree's types and fields, looked up once for each type or pair of types. */
export class Declared {
  /** By type; undefined if the schema does not know it. */
  readonly types: readonly (NodeType | undefined)[];
  private readonly fields = new Map<number, AttributeType | null>();

  constructor(
    private readonly tree: Tree,
    schema: Schema,
  ) {
    this.types = tree.typeNames.map((name, type) => (type === 0 ? undefined : ownEntry(schema.types, name)));
  }

  /** The declaration by which a node is a field element of its parent, or null. */
  fieldOf(node: NodeId): AttributeType | null {
    const { tree } = this;
    const parent = tree.parent[node]!;
    return parent === NONE ? null : this.field(tree.type[parent]!, tree.type[node]!);
  }

  private field(parent: TypeId, child: TypeId): AttributeType | null {
    const key = parent * this.types.length + child;
    return getOrMake(this.fields, key, () => {
      const above = this.types[parent];
      const attribute = above && ownEntry(above.attributes, this.tree.typeNames[child]!);
      return attribute?.element ? attribute : null;
    });
  }
}
