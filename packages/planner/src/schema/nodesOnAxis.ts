import type { Axis } from "@semantic-xpath/parser";
import { type Bits, bitsOf, idsIn, noBits, setBit, union } from "./bits.js";
import { type PossibleNodes, possibleNodes, type SchemaTypes } from "./schemaTypes.js";

/** The nodes that an axis may lead to from any of `from`. Remembered on `from`: the second question is one map access. */
export function nodesOnAxis(types: SchemaTypes, from: PossibleNodes, axis: Axis): PossibleNodes {
  const known = from.axes.get(axis);
  if (known !== undefined) return known;
  const bits = noBits(types.names.length);
  const relation = relationOf(types, axis);
  if (relation !== null) for (const id of idsIn(from.bits)) union(bits, relation[id]!);
  if (includesSelf(axis)) union(bits, from.bits);
  if (from.document) addBelowDocument(types, axis, bits);
  const result = possibleNodes(types.sets, types.names, bits, reachesDocument(types, from, axis));
  from.axes.set(axis, result);
  return result;
}

/** The part of a set that a wildcard keeps: every node with a type, so not the document node. */
export const typedNodes = (types: SchemaTypes, from: PossibleNodes): PossibleNodes =>
  from.document ? possibleNodes(types.sets, types.names, from.bits, false) : from;

/** The nodes of the types with these ids. */
export function nodesOfTypes(types: SchemaTypes, ids: readonly number[]): PossibleNodes {
  if (ids.length === 1) return types.singletons[ids[0]!]!;
  return possibleNodes(types.sets, types.names, bitsOf(types.names.length, ids), false);
}

export function unionOfNodes(types: SchemaTypes, left: PossibleNodes, right: PossibleNodes): PossibleNodes {
  if (left === right) return left;
  const bits = left.bits.slice();
  union(bits, right.bits);
  return possibleNodes(types.sets, types.names, bits, left.document || right.document);
}

/** What a sibling offset leads to. */
export const siblingsOf = (types: SchemaTypes, from: PossibleNodes, offset: number): PossibleNodes =>
  nodesOnAxis(types, from, offset > 0 ? "following-sibling" : "preceding-sibling");

function relationOf(types: SchemaTypes, axis: Axis): readonly Bits[] | null {
  switch (axis) {
    case "self":
      return null;
    case "child":
      return types.children;
    case "descendant":
    case "descendant-or-self":
      return types.descendants;
    case "parent":
      return types.parents;
    case "ancestor":
    case "ancestor-or-self":
      return types.ancestors;
    case "following-sibling":
    case "preceding-sibling":
      return types.siblings;
    case "following":
    case "preceding":
      return types.beside;
  }
}

const includesSelf = (axis: Axis): boolean => axis === "self" || axis.endsWith("-or-self");

/** The document node has one child, the root, and nothing above or beside it. */
function addBelowDocument(types: SchemaTypes, axis: Axis, bits: Bits): void {
  if (axis !== "child" && axis !== "descendant" && axis !== "descendant-or-self") return;
  for (const id of idsIn(types.roots)) {
    setBit(bits, id);
    if (axis !== "child") union(bits, types.descendants[id]!);
  }
}

function reachesDocument(types: SchemaTypes, from: PossibleNodes, axis: Axis): boolean {
  if (includesSelf(axis) && from.document) return true;
  if (axis === "parent") return from.bits.some((word, index) => (word & types.roots[index]!) !== 0);
  return (axis === "ancestor" || axis === "ancestor-or-self") && from.names.length > 0;
}
