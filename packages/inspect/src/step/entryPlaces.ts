import { type List, type PlacedNode, placedAt } from "@semantic-xpath/runtime/internal";

/** The i-th entry of a list, with its place in it. */
export const placesBefore =
  (before: List) =>
  (at: number): PlacedNode =>
    placedAt(before, at);

/**
 * The entry that went into a bracket and came out as the i-th: a filter leaves some out, a relevance may rank each segment. Scores
 * are those of the places that nodes had before.
 */
export function placesAfter(before: List, after: List, mask: Uint8Array | null): (at: number) => PlacedNode {
  if (before.ids === after.ids) return placesBefore(before);
  let origins: Int32Array | null = null;
  return (at) => {
    origins ??= mask === null ? rankedOrigins(before, after) : keptOrigins(mask);
    return placedAt(before, origins[at]!);
  };
}

function keptOrigins(mask: Uint8Array): Int32Array {
  const kept: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) kept.push(i);
  return Int32Array.from(kept);
}

/** Ranking moves entries within their segments only; segments stay where they are. */
function rankedOrigins(before: List, after: List): Int32Array {
  const origins = new Int32Array(after.ids.length);
  const segments = before.segments ?? Int32Array.of(0, before.ids.length);
  for (let s = 0; s + 1 < segments.length; s++) {
    const places = new Map<number, number>();
    for (let i = segments[s]!; i < segments[s + 1]!; i++) places.set(before.ids[i]!, i);
    for (let i = segments[s]!; i < segments[s + 1]!; i++) origins[i] = places.get(after.ids[i]!)!;
  }
  return origins;
}
