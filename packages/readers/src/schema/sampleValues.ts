import type { Schema } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import { usesOf } from "../columnsOf.js";

/** Most values of an attribute: more of them name nodes, and are not kinds of nodes. */
const MAX_VALUES = 12;
/** Characters and words of a value: what is longer is a sentence, and a sentence may be an order. */
const MAX_CHARACTERS = 24;
const MAX_WORDS = 3;

/**
 * Values as the data writes them, of attributes whose values are texts that the schema does not list: of those that have few values, none of which is a
 * sentence, and one of which is there twice.
 */
export function sampleValues(
  tree: Tree,
  { types }: Schema,
): (type: string, attribute: string) => readonly string[] | undefined {
  const idOf = new Map(tree.typeNames.map((name, id) => [name, id]));
  const columnOf = new Map(tree.attributeNames.map((name, id) => [name, id]));
  return (type, attribute) => {
    const declared = Object.hasOwn(types, type) ? types[type]!.attributes[attribute] : undefined;
    const values = tree.columns[columnOf.get(attribute) ?? -1]?.[idOf.get(type) ?? -1]?.values;
    if (declared?.type !== "string" || declared.values !== undefined || values === undefined) return undefined;
    const uses = usesOf(values);
    const texts = [...uses.keys()].map((value) => tree.values.get(value)).filter((value) => value !== "");
    const isKind = texts.length <= MAX_VALUES && [...uses.values()].some((count) => count > 1);
    return isKind && texts.length > 0 && texts.every(isShort) ? texts.sort() : undefined;
  };
}

const isShort = (value: string): boolean =>
  value.length <= MAX_CHARACTERS && value.split(/\s+/).length <= MAX_WORDS && !/[|\p{Cc}]/u.test(value);
