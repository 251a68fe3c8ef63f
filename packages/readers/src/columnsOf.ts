import { kindOfType, parsedType, type Schema, textOfType, type ValueType } from "@semantic-xpath/planner";
import { getOrMake, NONE, Tree } from "@semantic-xpath/tree";
import {
  type ColumnFacts,
  type ValueType as ColumnType,
  columnOfType,
  inferColumn,
  readValue,
} from "@semantic-xpath/values";

/** The types of the columns of trees together, each attribute of a node type and its own text: inferred, or declared where odd values are absent. */
export class Columns {
  private readonly facts = new Map<string, ColumnFacts>();

  constructor(
    private readonly trees: readonly Tree[],
    private readonly schema: Schema | null,
  ) {}

  /** An attribute of the nodes of a type. */
  attribute(type: string, attribute: string): ColumnFacts {
    return getOrMake(this.facts, `${type}\0${attribute}`, () => {
      const texts = this.textsOf(type, attribute);
      const declared = this.declared(type, attribute);
      return declared === null ? inferColumn(texts) : columnOfType(parsedType(declared), texts);
    });
  }

  /** An attribute whose type is declared, with the values that do not read as it. */
  declaredAs(declared: ColumnType, type: string, attribute: string): ColumnFacts {
    const key = `${type}\0${attribute}\0${textOfType(declared)}`;
    return getOrMake(this.facts, key, () => columnOfType(declared, this.textsOf(type, attribute), readValue));
  }

  private textsOf(type: string, attribute: string): Iterable<readonly [text: string, uses: number]> {
    return this.texts((tree) => {
      const column = tree.columns[tree.attributeId(attribute)]?.[tree.typeId(type)];
      return column?.values ?? new Int32Array(0);
    });
  }

  /** The own text of the nodes of a type. */
  text(type: string): ColumnFacts {
    return getOrMake(this.facts, type, () =>
      inferColumn(
        this.texts((tree) => (tree.postings[tree.typeId(type)] ?? new Int32Array(0)).map((node) => tree.text[node]!)),
      ),
    );
  }

  /** The declared type of an attribute whose odd values are absent; null: the data decide. */
  private declared(type: string, name: string): ValueType | null {
    const attributes =
      this.schema !== null && Object.hasOwn(this.schema.types, type) ? this.schema.types[type]!.attributes : {};
    if (!Object.hasOwn(attributes, name)) return null;
    const attribute = attributes[name]!;
    return attribute.odd === undefined || kindOfType(attribute.type) === "string" ? null : attribute.type;
  }

  private *texts(valuesIn: (tree: Tree) => Int32Array): Iterable<readonly [text: string, uses: number]> {
    for (const tree of this.trees)
      for (const [value, uses] of usesOf(valuesIn(tree))) yield [tree.values.get(value), uses];
  }
}

/** Number of uses of each value, by its number, in order of first appearance. */
export function usesOf(values: Int32Array): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  for (const value of values) if (value !== NONE) uses.set(value, (uses.get(value) ?? 0) + 1);
  return uses;
}

const alone = new WeakMap<Tree, readonly Tree[]>();
const inferred = new WeakMap<readonly Tree[], Columns>();
const declared = new WeakMap<Schema, WeakMap<readonly Tree[], Columns>>();

/**
 * Columns of a tree, or of trees that are read together, given as one list: one for each of them, and for a schema that concerns odd values. A column
 * is inferred once, on first use.
 */
export function columnsOf(data: Tree | readonly Tree[], schema: Schema | null = null): Columns {
  const trees = data instanceof Tree ? getOrMake(alone, data, () => [data]) : data;
  if (schema === null || !toleratesOdd(schema)) return getOrMake(inferred, trees, () => new Columns(trees, null));
  const ofTrees = getOrMake(declared, schema, () => new WeakMap<readonly Tree[], Columns>());
  return getOrMake(ofTrees, trees, () => new Columns(trees, schema));
}

const tolerant = new WeakMap<Schema, boolean>();

const toleratesOdd = (schema: Schema): boolean =>
  getOrMake(tolerant, schema, () =>
    Object.values(schema.types).some(({ attributes }) =>
      Object.values(attributes).some(({ odd }) => odd !== undefined),
    ),
  );
