import { AXES, type Axis } from "@semantic-xpath/parser";
import { type Bits, bitsOf, idsIn, noBits, union } from "./bits.js";
import { type PossibleNodes, possibleNodes, type SchemaTypes } from "./schemaTypes.js";

/** The nodes that an axis may lead to from any of `from`. Remembered on `from`: the second question is one map access. */
export function nodesOnAxis(types: SchemaTypes, from: PossibleNodes, axis: Axis): PossibleNodes {
  const cached = from.axes.get(axis);
  if (cached !== undefined) return cached;
  const bits = noBits(types.names.length);
  const { relation } = AXES[axis];
  if (relation !== "self") for (const id of idsIn(from.bits)) union(bits, types[relation][id]!);
  if (AXES[axis].includesSelf) union(bits, from.bits);
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

/** Nodes that a sibling offset leads to. */
export const siblingsOf = (types: SchemaTypes, from: PossibleNodes, offset: number): PossibleNodes =>
  nodesOnAxis(types, from, offset > 0 ? "following-sibling" : "preceding-sibling");

/** The document node has one child, the root, and nothing above or beside it. */
function addBelowDocument(types: SchemaTypes, axis: Axis, bits: Bits): void {
  const { relation } = AXES[axis];
  if (relation !== "children" && relation !== "descendants") return;
  union(bits, types.roots);
  if (relation === "descendants") for (const id of idsIn(types.roots)) union(bits, types.descendants[id]!);
}

function reachesDocument(types: SchemaTypes, from: PossibleNodes, axis: Axis): boolean {
  if (AXES[axis].includesSelf && from.document) return true;
  if (AXES[axis].relation === "parents") return from.bits.some((word, index) => (word & types.roots[index]!) !== 0);
  return AXES[axis].relation === "ancestors" && from.names.length > 0;
}
