import { gatherInts } from "./frame.js";

/** The entries that a quantifier has bound to one name, one for each entry of a batch. */
export interface BoundColumn {
  readonly ids: Int32Array;
  /** As in a frame. */
  readonly attributes: Int32Array | null;
}

/** Bindings of quantifiers, by name. */
type Bindings = ReadonlyMap<string, BoundColumn>;

/** Nodes for which an expression is evaluated, with their places if it needs them. */
export interface Batch {
  readonly ids: Int32Array;
  /** position() of each entry; null if no expression of the bracket needs it. */
  readonly places: Int32Array | null;
  /** last() of each entry. */
  readonly lasts: Int32Array | null;
  /** null: no quantifier is around. */
  readonly bindings: Bindings | null;
}

/** Nodes alone. */
export const nodesBatch = (ids: Int32Array): Batch => ({ ids, places: null, lasts: null, bindings: null });

/** The entries of sequences side by side, with their places, and the bindings of what each sequence is of. */
export function insideOf({ bindings }: Pick<Batch, "bindings">, ids: Int32Array, offsets: Int32Array | null): Batch {
  const bounds = offsets ?? Int32Array.of(0, ids.length);
  const places = new Int32Array(ids.length);
  const lasts = new Int32Array(ids.length);
  const rows = new Int32Array(ids.length);
  for (let s = 0; s + 1 < bounds.length; s++)
    for (let i = bounds[s]!; i < bounds[s + 1]!; i++) {
      places[i] = i - bounds[s]! + 1;
      lasts[i] = bounds[s + 1]! - bounds[s]!;
      rows[i] = s;
    }
  // Parts that depend on no entry have no bindings.
  return {
    ids,
    places,
    lasts,
    bindings: bindings === null || offsets === null ? null : gatherBindings(bindings, rows),
  };
}

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
