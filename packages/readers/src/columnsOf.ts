import { kindOfType, parsedType, type Schema, type ValueType } from "@semantic-xpath/planner";
import { getOrMake, NONE, type Tree } from "@semantic-xpath/tree";
import { type ColumnFacts, columnOfType, inferColumn } from "@semantic-xpath/values";

/** The types of the columns of a tree, each attribute of a node type and its own text: inferred, or declared where odd values are absent. */
export class Columns {
  private readonly attributes = new Map<number, ColumnFacts>();
  private readonly ownTexts = new Map<number, ColumnFacts>();

  constructor(
    private readonly tree: Tree,
    private readonly schema: Schema | null,
  ) {}

  /** An attribute of the nodes of a type, both by number. */
  attribute(type: number, attribute: number): ColumnFacts {
    const { tree } = this;
    return getOrMake(this.attributes, attribute * tree.typeNames.length + type, () => {
      const texts = this.texts(tree.columns[attribute]?.[type]?.values ?? new Int32Array(0));
      const declared = this.declared(tree.typeNames[type]!, tree.attributeNames[attribute]!);
      return declared === null ? inferColumn(texts) : columnOfType(parsedType(declared), texts);
    });
  }

  /** The own text of the nodes of a type. */
  text(type: number): ColumnFacts {
    const { tree } = this;
    return getOrMake(this.ownTexts, type, () => {
      return inferColumn(this.texts(tree.postings[type]!.map((node) => tree.text[node]!)));
    });
  }

  /** The declared type of an attribute whose odd values are absent; null: the data decide. */
  private declared(type: string, name: string): ValueType | null {
    const attributes =
      this.schema !== null && Object.hasOwn(this.schema.types, type) ? this.schema.types[type]!.attributes : {};
    if (!Object.hasOwn(attributes, name)) return null;
    const attribute = attributes[name]!;
    return attribute.odd === undefined || kindOfType(attribute.type) === "string" ? null : attribute.type;
  }

  private *texts(values: Int32Array): Iterable<readonly [text: string, uses: number]> {
    for (const [value, uses] of usesOf(values)) yield [this.tree.values.get(value), uses];
  }
}

/** How often each value is there, by its number, in order of first appearance. */
export function usesOf(values: Int32Array): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  for (const value of values) if (value !== NONE) uses.set(value, (uses.get(value) ?? 0) + 1);
  return uses;
}

const inferred = new WeakMap<Tree, Columns>();
const declared = new WeakMap<Schema, WeakMap<Tree, Columns>>();

/** One for each tree, and schema that says something of odd values: a column is inferred once, when it is first needed. */
export function columnsOf(tree: Tree, schema: Schema | null = null): Columns {
  if (schema === null || !toleratesOdd(schema)) return getOrMake(inferred, tree, () => new Columns(tree, null));
  const ofTree = getOrMake(declared, schema, () => new WeakMap<Tree, Columns>());
  return getOrMake(ofTree, tree, () => new Columns(tree, schema));
}

const tolerant = new WeakMap<Schema, boolean>();

const toleratesOdd = (schema: Schema): boolean =>
  getOrMake(tolerant, schema, () =>
    Object.values(schema.types).some(({ attributes }) =>
      Object.values(attributes).some(({ odd }) => odd !== undefined),
    ),
  );
