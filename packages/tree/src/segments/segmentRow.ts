import { lowerBound } from "../column.js";
import { GLUED, NO_PLACES, PIECE_GLUED, placeOf } from "../content.js";
import { NONE } from "../ids.js";
import { copyOf, laidOut, type Run, runOf, type Segment, segmentsOf } from "./segment.js";

/** Place of a node in the text of its parent, and a flag for places of its own text: the columns of `ContentPlaces`. */
export interface Place {
  readonly cut: number;
  readonly flags: number;
}

export const NO_PLACE: Place = { cut: NONE, flags: 0 };
/** Flags of a node's place, rather than its content. */
export const CHILD_FLAGS = PIECE_GLUED | GLUED;

const placesOfFirst = ({ cut, flags }: Place): Segment["places"] =>
  cut === NONE && flags === 0
    ? NO_PLACES
    : { nodes: Int32Array.of(0), cuts: Int32Array.of(cut), flags: Uint8Array.of(flags) };

/** Content of a node itself: its type, own text (empty without one) and attributes in order. */
export interface TreeRow {
  readonly type: string;
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Content of a node in a segment, its values by their numbers, with the node's key and its place in the text of its parent. */
export interface Row {
  readonly place: Place;
  readonly type: string;
  readonly text: number;
  readonly key: number;
  /** Value ids by name. */
  readonly attributes: Map<string, number>;
}

/** Row of a node of a segment. */
export function rowIn(segment: Segment, local: number): Row {
  const { type, rank, text, key, cells, typeNames, attributeNames, places } = segment;
  const entry = placeOf(places, local);
  const place = entry < 0 ? NO_PLACE : { cut: places.cuts[entry]!, flags: places.flags[entry]! };
  const attributes = new Map<string, number>();
  for (const cell of cells) {
    if (cell.type !== type[local]) continue;
    const at = lowerBound(cell.ranks, rank[local]!);
    if (cell.ranks[at] === rank[local]) attributes.set(attributeNames[cell.name]!, cell.values[at]!);
  }
  return {
    type: typeNames[type[local]!]!,
    text: text[local]!,
    key: key === null ? 0 : key[local]!,
    attributes,
    place,
  };
}

/** A segment of one node. */
export const segmentOfRow = (level: number, { type, text, key, attributes, place }: Row): Segment =>
  laidOut(
    {
      level: Int32Array.of(level),
      type: Int32Array.of(0),
      text: Int32Array.of(text),
      key: key === 0 ? null : Int32Array.of(key),
      places: placesOfFirst(place),
    },
    {
      typeNames: [type],
      attributeNames: [...attributes.keys()],
      cells: [...attributes.values()].map((value, name) => ({
        type: 0,
        name,
        ranks: Int32Array.of(0),
        values: Int32Array.of(value),
      })),
    },
  );

/** Runs of nodes with a new place of the first in the text of its parent. */
export function placedAt(runs: readonly Run[], { cut, flags }: Place): Run[] {
  const [first, ...rest] = runs;
  if (first === undefined) return [];
  const { segment, from, to } = first;
  const entry = placeOf(segment.places, from);
  const ownFlags = entry < 0 ? 0 : segment.places.flags[entry]! & ~CHILD_FLAGS;
  const isSame = cut === NONE && ownFlags === 0 && entry < 0;
  if (isSame) return [...runs];
  const top = runOf(segment, from, from + 1);
  const [alone] = segmentsOf([top], 1);
  const placed = copyOf(alone!, { places: placesOfFirst({ cut, flags: ownFlags | (flags & CHILD_FLAGS) }) });
  return [
    { ...runOf(placed), deeper: first.deeper },
    ...(to > from + 1 ? [{ ...first, from: from + 1 }] : []),
    ...rest,
  ];
}
