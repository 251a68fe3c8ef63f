import { gatherInts } from "./frame.js";

/** The entries that a quantifier has bound to one name, one for each entry of a batch. */
export interface BoundColumn {
  readonly ids: Int32Array;
  /** As in a frame. */
  readonly attributes: Int32Array | null;
}

/** What quantifiers have bound, by name. */
type Bindings = ReadonlyMap<string, BoundColumn>;

/** Nodes for which an expression is evaluated, with their places where it asks for them. */
export interface Batch {
  readonly ids: Int32Array;
  /** position() of each entry; null where no expression of the bracket asks. */
  readonly places: Int32Array | null;
  /** last() of each entry. */
  readonly lasts: Int32Array | null;
  /** null: no quantifier is around. */
  readonly bindings: Bindings | null;
}

/** Nodes alone. */
export const nodesBatch = (ids: Int32Array): Batch => ({ ids, places: null, lasts: null, bindings: null });

export const selectBatch = ({ ids, places, lasts, bindings }: Batch, at: Int32Array): Batch => ({
  ids: gatherInts(ids, at)!,
  places: gatherInts(places, at),
  lasts: gatherInts(lasts, at),
  bindings: bindings && gatherBindings(bindings, at),
});

export const gatherColumn = ({ ids, attributes }: BoundColumn, at: Int32Array): BoundColumn => ({
  ids: gatherInts(ids, at)!,
  attributes: gatherInts(attributes, at),
});

export function gatherBindings(bindings: Bindings, at: Int32Array): Bindings {
  const gathered = new Map<string, BoundColumn>();
  for (const [name, column] of bindings) gathered.set(name, gatherColumn(column, at));
  return gathered;
}
