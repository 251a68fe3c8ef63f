import type { Axis } from "@semantic-xpath/parser";
import { type Bits, bitsOf, hasBit, idsIn, noBits, setBit, union } from "./bits.js";
import type { Schema } from "./schema.js";

/**
 * A static set of nodes: the types they may have, and whether the document node is among them.
 * One object per different set and schema, so that sets compare with `===` and remember where each axis leads.
 */
export interface PossibleNodes {
  /** Sorted. */
  readonly names: readonly string[];
  readonly document: boolean;
  readonly bits: Bits;
  /** Filled on demand by `nodesOnAxis`. */
  readonly axes: Map<Axis, PossibleNodes>;
}

/** Types that can be in each place, precomputed from a schema. Type ids number the sorted names. */
export interface SchemaTypes {
  readonly schema: Schema;
  readonly names: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
  readonly roots: Bits;
  /** By type id: the types that can be its … */
  readonly children: readonly Bits[];
  readonly parents: readonly Bits[];
  readonly descendants: readonly Bits[];
  readonly ancestors: readonly Bits[];
  /** Following and preceding alike: a schema does not order children. */
  readonly siblings: readonly Bits[];
  /** Nodes after or before it in document order, its own descendants and ancestors excluded. */
  readonly beside: readonly Bits[];
  readonly sets: Map<string, PossibleNodes>;
  /** By type id: the set of that type alone. */
  readonly singletons: readonly PossibleNodes[];
  /** The document node alone: where an absolute path starts. */
  readonly start: PossibleNodes;
}

const cache = new WeakMap<Schema, SchemaTypes>();

/** The relations of a schema, built once for each schema object. */
export function schemaTypes(schema: Schema): SchemaTypes {
  const cached = cache.get(schema);
  if (cached !== undefined) return cached;
  const built = build(schema);
  cache.set(schema, built);
  return built;
}

/** The one object for a set of types. */
export function possibleNodes(
  sets: Map<string, PossibleNodes>,
  names: readonly string[],
  bits: Bits,
  document: boolean,
): PossibleNodes {
  const key = `${document ? "/" : ""}${bits.join()}`;
  const cached = sets.get(key);
  if (cached !== undefined) return cached;
  const set: PossibleNodes = { names: idsIn(bits).map((id) => names[id]!), document, bits, axes: new Map() };
  sets.set(key, set);
  return set;
}

function build(schema: Schema): SchemaTypes {
  const names = Object.keys(schema.types).sort();
  const ids = new Map(names.map((name, id) => [name, id]));
  const size = names.length;
  const roots = bitsOf(
    size,
    schema.roots.map((name) => ids.get(name)).filter((id) => id !== undefined),
  );
  const children = names.map((name) => bitsOf(size, childIds(schema, name, ids)));
  const parents = transpose(children, size);
  const descendants = transitive(children);
  const ancestors = transpose(descendants, size);
  const siblings = names.map((_, id) => siblingsOf(schema, names, id, children, parents));
  const neighbours = besideOf(ancestors, siblings, descendants);
  const sets = new Map<string, PossibleNodes>();
  const singletons = names.map((_, id) => possibleNodes(sets, names, bitsOf(size, [id]), false));
  const start = possibleNodes(sets, names, noBits(size), true);
  return {
    schema,
    names,
    ids,
    roots,
    children,
    parents,
    descendants,
    ancestors,
    siblings,
    beside: neighbours,
    sets,
    singletons,
    start,
  };
}

function childIds(schema: Schema, name: string, ids: ReadonlyMap<string, number>): number[] {
  const children = schema.types[name]!.children;
  return Object.keys(children)
    .filter((child) => children[child]!.max !== 0)
    .map((child) => ids.get(child))
    .filter((id) => id !== undefined);
}

function transpose(relation: readonly Bits[], size: number): Bits[] {
  const result = relation.map(() => noBits(size));
  for (const [from, row] of relation.entries()) for (const to of idsIn(row)) setBit(result[to]!, from);
  return result;
}

/** Reachability in one step or more (Warshall, on rows of bits: n³ / 32). */
function transitive(relation: readonly Bits[]): Bits[] {
  const closure = relation.map((row) => row.slice());
  for (const [through, row] of closure.entries()) {
    for (const from of closure) if (hasBit(from, through)) union(from, row);
  }
  return closure;
}

/** All children of a common parent; the type itself only if some parent may have two of it. */
function siblingsOf(
  schema: Schema,
  names: readonly string[],
  id: number,
  children: readonly Bits[],
  parents: readonly Bits[],
): Bits {
  const name = names[id]!;
  const result = noBits(names.length);
  let repeats = false;
  for (const parent of idsIn(parents[id]!)) {
    union(result, children[parent]!);
    repeats ||= (schema.types[names[parent]!]!.children[name]!.max ?? 2) > 1;
  }
  return repeats
    ? result
    : bitsOf(
        names.length,
        idsIn(result).filter((other) => other !== id),
      );
}

/** Types that can be before or after a node: siblings of the node or of an ancestor, with their descendants. */
function besideOf(ancestors: readonly Bits[], siblings: readonly Bits[], descendants: readonly Bits[]): Bits[] {
  const withSiblings = siblings.map((row) => row.slice());
  for (const [id, row] of withSiblings.entries())
    for (const sibling of idsIn(siblings[id]!)) union(row, descendants[sibling]!);
  const result = withSiblings.map((row) => row.slice());
  for (const [id, row] of result.entries()) for (const above of idsIn(ancestors[id]!)) union(row, withSiblings[above]!);
  return result;
}
