import { parsedType, type Schema } from "@semantic-xpath/planner";
import { DOCUMENT_TYPE, NONE, type Tree } from "@semantic-xpath/tree";
import {
  aggregateItems,
  type Item,
  isText,
  isValueError,
  readInferred,
  readValue,
  type ValueType,
} from "@semantic-xpath/values";
import { columnsOf, usesOf } from "../columnsOf.js";

/** A node type of a tree, with what its nodes hold. */
export interface TypeSummary {
  readonly name: string;
  /** Nodes of the type. */
  readonly count: number;
  /** Nodes with text of their own. */
  readonly texts: number;
  /** In order of the tree's attribute names. */
  readonly attributes: readonly AttributeSummary[];
}

export interface AttributeSummary {
  readonly name: string;
  /** Declared by the schema, else inferred; null for text that compares pair by pair. */
  readonly type: ValueType | null;
  /** Nodes of the type that have it. */
  readonly present: number;
  readonly distinct: number;
  /** The most frequent values, the most frequent first; empty where each is there once. */
  readonly values: readonly { readonly text: string; readonly uses: number }[];
  /** The least and the greatest value as the data writes them; null for text, and where values do not compare. */
  readonly range: readonly [least: string, greatest: string] | null;
}

/** Values of an attribute that are listed, and distinct ones that are read for a range. */
const MAX_VALUES = 8;
const MAX_RANGED = 100_000;

/** Summarises a tree by node type, the types with most nodes first. Time linear in the nodes and attributes. */
export function typeSummaries(tree: Tree, schema: Schema | null): readonly TypeSummary[] {
  return tree.typeNames
    .map((name, type) => {
      const nodes = tree.postings[type] ?? new Int32Array(0);
      return {
        name,
        count: nodes.length,
        texts: nodes.reduce((sum, node) => sum + (tree.text[node] === NONE ? 0 : 1), 0),
        attributes: tree.attributeNames.flatMap((attribute, id) => {
          const values = tree.columns[id]?.[type]?.values;
          return values === undefined ? [] : [attributeSummary(tree, schema, name, attribute, values)];
        }),
      };
    })
    .filter(({ count }, type) => count > 0 && type !== DOCUMENT_TYPE)
    .sort((a, b) => b.count - a.count);
}

function attributeSummary(
  tree: Tree,
  schema: Schema | null,
  type: string,
  name: string,
  column: Int32Array,
): AttributeSummary {
  const uses = [...usesOf(column)].map(([value, count]) => ({ text: tree.values.get(value), uses: count }));
  const isDeclared =
    schema !== null && Object.hasOwn(schema.types, type) && Object.hasOwn(schema.types[type]!.attributes, name);
  const valueType = isDeclared
    ? parsedType(schema.types[type]!.attributes[name]!.type)
    : columnsOf(tree, schema).attribute(type, name).type;
  const frequent = uses.filter((value) => value.uses > 1);
  return {
    name,
    type: valueType,
    present: uses.reduce((sum, value) => sum + value.uses, 0),
    distinct: uses.length,
    values: frequent.length === 0 ? [] : uses.sort((a, b) => b.uses - a.uses).slice(0, MAX_VALUES),
    range: valueType === null ? null : rangeOf(valueType, isDeclared ? readValue : readInferred, uses),
  };
}

function rangeOf(
  type: ValueType,
  read: (type: ValueType, text: string) => Item | null,
  values: readonly { readonly text: string }[],
): AttributeSummary["range"] {
  if (isText(type) || type.kind === "boolean" || values.length > MAX_RANGED) return null;
  const textOf = new Map<Item, string>();
  for (const { text } of values) {
    const item = read(type, text);
    if (item !== null && !Number.isNaN(item)) textOf.set(item, text);
  }
  const items = [...textOf.keys()];
  const [least, greatest] = [aggregateItems("min", items), aggregateItems("max", items)];
  if (least === null || greatest === null || isValueError(least) || isValueError(greatest)) return null;
  return [textOf.get(least)!, textOf.get(greatest)!];
}
