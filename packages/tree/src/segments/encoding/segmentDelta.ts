import { getOrMake } from "@semantic-xpath/values";
import { NONE } from "../../ids.js";
import type { ValueTableBuilder } from "../../values.js";
import { Rows, SharedNames } from "../rows.js";
import { copyOf, joined, type Run, runOf, type Segment } from "../segment.js";
import { changedValues } from "../withValue.js";
import { type ByteReader, malformed } from "./byteReader.js";
import { headOf, textsOf } from "./encodeSegment.js";
import { type Piece, PieceList, readPieces, writePieces } from "./pieces.js";
import { checkLevels, readSegment, type Texts, writeSegment } from "./segmentBody.js";
import { TextReader } from "./strings.js";

/** A segment as what it has of an earlier one, and what is new. */
export interface SegmentDelta {
  /** Reference of the earlier segment. */
  readonly base: string;
  /** Number of deltas on each other, including this one; for 1 the earlier segment is whole. */
  readonly depth: number;
  readonly baseSize: number;
  readonly pieces: readonly Piece[];
  /** The new nodes in order; null without any. */
  readonly added: Segment | null;
  /** null: as in the earlier one. */
  readonly order: AttributeOrder | null;
}

/** Order of the names of attributes, and of the attributes on the nodes of each type, which nodes do not determine. */
interface AttributeOrder {
  readonly names: readonly string[];
  readonly cells: readonly (readonly [type: string, name: string])[];
}

interface DeltaBase {
  readonly segment: Segment;
  readonly reference: string;
  /** Deltas that the earlier segment itself is made of. */
  readonly depth: number;
}

/** Maximum share of new nodes: beyond it the whole segment is about as short. */
const MAX_NEW = 1 / 2;

/** The bytes of a segment as a delta on an earlier one with the same values; null if it is about as long as the whole. */
export function encodeSegmentDelta(segment: Segment, base: DeltaBase, values: ValueTableBuilder): Uint8Array | null {
  const changed = changedValues(segment, base.segment);
  const pieces =
    changed === null
      ? piecesOf(
          segment,
          base.segment,
          getOrMake(rowsOfValues, values, () => new KnownRows()),
        )
      : piecesInPlace(changed);
  const runs: Run[] = [];
  let [at, count] = [0, 0];
  for (const { from, length } of pieces) {
    if (from === null) {
      runs.push(runOf(segment, at, at + length));
      count += length;
    }
    at += length;
  }
  if (count > segment.size * MAX_NEW) return null;
  const texts = textsOf(values);
  const { body } = texts;
  texts.text(base.reference);
  body.number(base.depth + 1);
  body.number(base.segment.size);
  writePieces(pieces, body);
  writeOrder(orderOf(segment), orderOf(base.segment), texts);
  if (count > 0) writeSegment(joined(runs, count), texts);
  return texts.finish(headOf("segmentDelta"));
}

export function readDelta(input: ByteReader, values: ValueTableBuilder): SegmentDelta {
  const reader = new TextReader(input);
  const base = reader.text();
  const depth = input.number();
  const baseSize = input.number();
  const pieces = readPieces(input, baseSize);
  const order = readOrder(reader);
  const count = pieces.reduce((sum, { from, length }) => sum + (from === null ? length : 0), 0);
  const added = count > 0 ? readSegment(reader, values) : null;
  if (depth < 1 || (added?.size ?? 0) !== count) throw malformed("a delta is not what its pieces say");
  reader.end();
  return { base, depth, baseSize, pieces, added, order };
}

/** Rows of the segments that were encoded last, to be compared with those of the next version. */
class KnownRows {
  private readonly names = new SharedNames();
  private readonly rows = new WeakMap<Segment, Rows>();

  /** Gives up the rows of the earlier segment: the later one takes its place. */
  of(segment: Segment, base: Segment): readonly [Rows, Rows] {
    const [rows, earlier] = [segment, base].map((each) => this.rows.get(each) ?? new Rows(each, this.names));
    this.rows.delete(base);
    this.rows.set(segment, rows!);
    return [rows!, earlier!];
  }
}

/** Keyed by the values that versions share. */
const rowsOfValues = new WeakMap<ValueTableBuilder, KnownRows>();

/** Keys that are looked for one by one. */
const MAX_SOUGHT = 8;

/** Parts of an earlier segment in a segment. Nodes are matched by their keys; without keys at the beginning and at the end. */
function piecesOf(segment: Segment, base: Segment, recent: KnownRows): readonly Piece[] {
  const [rows, earlier] = recent.of(segment, base);
  let places: Map<number, number> | null = null;
  let sought = 0;
  const { key } = segment;
  const placeOf = (own: number): number | undefined => {
    // A table costs as much as looking through all keys some ten times.
    if (sought++ < MAX_SOUGHT) return base.key?.indexOf(own);
    places ??= new Map(Array.from(base.key ?? [], (each, j) => [each, j]));
    return places.get(own);
  };
  const isTaken = new Uint8Array(base.size);
  const list = new PieceList();
  let next = 0;
  const isSame = (i: number, j: number): boolean =>
    j >= 0 &&
    j < base.size &&
    isTaken[j] === 0 &&
    (key?.[i] ?? 0) === (base.key?.[j] ?? 0) &&
    rows.sameContent(i, earlier, j) &&
    rows.samePlace(i, earlier, j);
  for (let i = 0; i < segment.size; i++) {
    const nodeKey = key?.[i] ?? 0;
    // Only what was put in, taken out or moved is looked for: it takes a table of all keys.
    const isInPlace = nodeKey !== 0 && base.key?.[next] === nodeKey;
    let from = isSame(i, next) ? next : NONE;
    if (from === NONE && !isInPlace) {
      const place = (nodeKey === 0 ? undefined : placeOf(nodeKey)) ?? i + base.size - segment.size;
      if (isSame(i, place)) from = place;
    }
    if (from === NONE) {
      list.add(null);
      if (isInPlace) next++;
      continue;
    }
    list.add(from, segment.level[i]! - base.level[from]!);
    isTaken[from] = 1;
    next = from + 1;
  }
  return list.pieces;
}

/** All that is not changed, where it was. */
function piecesInPlace(changed: Uint8Array): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0, to = 0; from < changed.length; from = to) {
    const isChanged = changed[from] === 1;
    to = changed.indexOf(isChanged ? 0 : 1, from);
    if (to < 0) to = changed.length;
    pieces.push({ from: isChanged ? null : from, length: to - from, deeper: 0 });
  }
  return pieces;
}

const orderOf = ({ attributeNames, typeNames, cells }: Segment): AttributeOrder => ({
  names: attributeNames,
  cells: cells.map(({ type, name }) => [typeNames[type]!, attributeNames[name]!]),
});

const isSameOrder = (a: AttributeOrder, b: AttributeOrder): boolean =>
  a.names.length === b.names.length &&
  a.cells.length === b.cells.length &&
  a.names.every((name, i) => name === b.names[i]) &&
  a.cells.every(([type, name], i) => type === b.cells[i]![0] && name === b.cells[i]![1]);

function writeOrder(order: AttributeOrder, base: AttributeOrder, out: Texts): void {
  const isSame = isSameOrder(order, base);
  out.body.byte(isSame ? 0 : 1);
  if (isSame) return;
  out.body.number(order.names.length);
  for (const name of order.names) out.text(name);
  out.body.number(order.cells.length);
  for (const name of order.cells.flat()) out.text(name);
}

function readOrder(reader: TextReader): AttributeOrder | null {
  const { input } = reader;
  if (input.below(2, "order") === 0) return null;
  const names = Array.from({ length: input.count("attributes") }, () => reader.text());
  const cells = Array.from({ length: input.count("attributes") }, () => [reader.text(), reader.text()] as const);
  return { names, cells };
}

/** The segment that deltas make of a whole one, the earliest first. Only the last is laid out. Throws SXP4050 where they don't fit. */
export function applyDeltas(base: Segment, deltas: readonly SegmentDelta[]): Segment {
  let runs: readonly Run[] = [runOf(base)];
  let size = base.size;
  let order = orderOf(base);
  for (const delta of deltas) {
    if (delta.baseSize !== size) throw malformed("a delta is of another segment");
    runs = applied(runs, delta);
    size = delta.pieces.reduce((sum, { length }) => sum + length, 0);
    order = delta.order ?? order;
  }
  if (size === 0) throw malformed("there is no node");
  const segment = joined(runs, size);
  if (segment.minLevel < 1) throw malformed("a node lies above the root");
  checkLevels(segment);
  return inOrder(segment, order);
}

function applied(runs: readonly Run[], { pieces, added }: SegmentDelta): Run[] {
  const ends: number[] = [];
  for (const { from, to } of runs) ends.push((ends[ends.length - 1] ?? 0) + to - from);
  const rebuilt: Run[] = [];
  let used = 0;
  for (const { from, length, deeper } of pieces) {
    if (from === null) {
      rebuilt.push(runOf(added!, used, used + length));
      used += length;
      continue;
    }
    const to = from + length;
    for (let i = firstAfter(ends, from), at = from; at < to; i++) {
      const run = runs[i]!;
      const begin = ends[i]! - (run.to - run.from);
      const end = Math.min(to, ends[i]!);
      const moved = run.from - begin;
      rebuilt.push({ segment: run.segment, from: at + moved, to: end + moved, deeper: run.deeper + deeper });
      at = end;
    }
  }
  return rebuilt;
}

/** The first of ascending ends that is after a place. */
function firstAfter(ends: readonly number[], place: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle]! > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Reorders the attributes of a segment. */
function inOrder(segment: Segment, { names, cells }: AttributeOrder): Segment {
  const { typeNames, attributeNames } = segment;
  if (isSameOrder(orderOf(segment), { names, cells })) return segment;
  const types = new Map(typeNames.map((name, i) => [name, i]));
  const attributes = new Map(attributeNames.map((name, i) => [name, i]));
  const cellOf = new Map(segment.cells.map((cell) => [cell.type * attributeNames.length + cell.name, cell]));
  const numbers = new Map(names.map((name, i) => [name, i]));
  const ordered = cells.flatMap(([type, name]) => {
    const cell = cellOf.get(
      (types.get(type) ?? Number.NaN) * attributeNames.length + (attributes.get(name) ?? Number.NaN),
    );
    return cell === undefined || !numbers.has(name) ? [] : [{ ...cell, name: numbers.get(name)! }];
  });
  const isOrder =
    new Set(ordered.map(({ values }) => values)).size === segment.cells.length &&
    ordered.length === cells.length &&
    cells.length === segment.cells.length &&
    numbers.size === names.length &&
    names.length === attributeNames.length;
  if (!isOrder) throw malformed("a delta names other attributes than there are");
  return copyOf(segment, { attributeNames: names, cells: ordered });
}
