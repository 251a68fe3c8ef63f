import { type ContentPlaces, NO_PLACES } from "../../content.js";
import { NONE } from "../../ids.js";
import type { ValueTableBuilder } from "../../values.js";
import { type Cell, laidOut, type Segment } from "../segment.js";
import { malformed } from "./byteReader.js";
import type { TextReader, TextWriter } from "./strings.js";

/** Texts by themselves, values by their ids. */
export type Texts = TextWriter<string | number>;

/** The columns of a segment one after the other; names and values are references to texts. */
export function writeSegment(segment: Segment, out: Texts): void {
  const { size, level, type, text } = segment;
  const { body } = out;
  body.number(size);
  body.number(segment.typeNames.length);
  for (const name of segment.typeNames) out.text(name);
  body.number(segment.attributeNames.length);
  for (const name of segment.attributeNames) out.text(name);
  for (let i = 0; i < size; i++) body.signed(i === 0 ? level[0]! : level[i]! - level[i - 1]!);
  for (let i = 0; i < size; i++) body.number(type[i]!);
  for (let i = 0; i < size; i++) {
    if (text[i] === NONE) body.number(0);
    else out.text(text[i]!, 1);
  }
  writeKeys(segment.key, out);
  writePlaces(segment.places, out);
  body.number(segment.cells.length);
  for (const cell of segment.cells) writeCell(cell, segment, out);
}

/** A segment whose values are interned, or a list of nodes from several places of one. Throws SXP4050. */
export function readSegment(reader: TextReader, values: ValueTableBuilder): Segment {
  const { input } = reader;
  const ownIds = new Int32Array(reader.texts.length).fill(NONE);
  const ownOf = (number: number): number => {
    const place = reader.place(number);
    if (ownIds[place] === NONE) ownIds[place] = values.intern(reader.texts[place]!);
    return ownIds[place]!;
  };
  const size = input.count("nodes");
  const typeNames = readNames(reader, "types");
  const attributeNames = readNames(reader, "attributes");
  const level = readLevels(reader, size);
  const type = readTypes(reader, size, typeNames.length);
  const text = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    const number = input.number();
    text[i] = number === 0 ? NONE : ownOf(number - 1);
  }
  const key = readKeys(reader, size);
  const places = readPlaces(reader, size);
  const counts = new Int32Array(typeNames.length);
  for (const each of type) counts[each]!++;
  const cells = readCells(reader, { counts, names: attributeNames.length, ownOf });
  return laidOut({ level, type, text, key, places }, { typeNames, attributeNames, cells });
}

function readNames(reader: TextReader, what: string): string[] {
  const names = Array.from({ length: reader.input.count(what) }, () => reader.text());
  if (new Set(names).size < names.length) throw malformed(`two ${what} have the same name`);
  return names;
}

function readLevels({ input }: TextReader, size: number): Int32Array {
  const level = new Int32Array(size);
  let before = 0;
  for (let i = 0; i < size; i++) {
    before += input.signed();
    if (before < 1 || before >= 2 ** 31) throw malformed(`there is no level ${before}`);
    level[i] = before;
  }
  return level;
}

/** A node lies one level deeper than the one before it at most. */
export function checkLevels({ level }: Segment): void {
  for (let i = 1; i < level.length; i++)
    if (level[i]! > level[i - 1]! + 1) throw malformed("a node lies too deep to be in a tree");
}

/** Types are numbered in order of first use, and each is used. */
function readTypes({ input }: TextReader, size: number, count: number): Int32Array {
  const type = new Int32Array(size);
  let used = 0;
  for (let i = 0; i < size; i++) {
    const each = input.below(Math.min(used + 1, count), "type");
    if (each === used) used++;
    type[i] = each;
  }
  if (used < count) throw malformed("there is a type that no node has");
  return type;
}

/** Keys come in runs: of none, or of ascending ones, each written as how far it is from where the last one ended. */
function writeKeys(key: Int32Array | null, { body }: Texts): void {
  body.byte(key === null ? 0 : 1);
  if (key === null) return;
  let expected = 1;
  for (let from = 0, to = 0; from < key.length; from = to) {
    const first = key[from]!;
    for (to = from + 1; to < key.length && key[to] === (first === 0 ? 0 : first + to - from); ) to++;
    body.number((to - from) * 2 + (first === 0 ? 1 : 0));
    if (first === 0) continue;
    body.signed(first - expected);
    expected = first + to - from;
  }
}

function readKeys({ input }: TextReader, size: number): Int32Array | null {
  if (input.below(2, "kind of keys") === 0) return null;
  const key = new Int32Array(size);
  let expected = 1;
  for (let at = 0; at < size; ) {
    const head = input.number();
    const length = head >>> 1;
    if (length === 0 || length > size - at) throw malformed("there are more keys than nodes");
    if ((head & 1) === 0) {
      const first = expected + input.signed();
      expected = first + length;
      if (first < 1 || expected > 2 ** 31) throw malformed(`no node has the key ${first}`);
      for (let i = 0; i < length; i++) key[at + i] = first + i;
    }
    at += length;
  }
  return key;
}

function writePlaces({ nodes, cuts, flags }: ContentPlaces, { body }: Texts): void {
  body.number(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    body.number(i === 0 ? nodes[0]! : nodes[i]! - nodes[i - 1]! - 1);
    body.number(cuts[i]! + 1);
    body.byte(flags[i]!);
  }
}

const MAX_FLAGS = 16;

function readPlaces({ input }: TextReader, size: number): ContentPlaces {
  const count = input.count("places");
  if (count === 0) return NO_PLACES;
  const places = { nodes: new Int32Array(count), cuts: new Int32Array(count), flags: new Uint8Array(count) };
  let next = 0;
  for (let i = 0; i < count; i++) {
    next += input.number();
    if (next >= size) throw malformed("a place is of no node");
    places.nodes[i] = next++;
    places.cuts[i] = input.below(2 ** 31, "place") - 1;
    places.flags[i] = input.below(MAX_FLAGS, "kind of place");
  }
  return places;
}

/** Number of nodes of its type with the attribute, 0 for all of them; then their ranks, unless it is all; then the values. */
function writeCell({ type, name, ranks, values }: Cell, { postings }: Segment, out: Texts): void {
  const { body } = out;
  const isOnAll = ranks.length === postings[type]!.length;
  body.number(type);
  body.number(name);
  body.number(isOnAll ? 0 : ranks.length);
  if (!isOnAll) for (let i = 0; i < ranks.length; i++) body.number(i === 0 ? ranks[0]! : ranks[i]! - ranks[i - 1]! - 1);
  for (const value of values) out.text(value);
}

interface CellFacts {
  /** Nodes of each type. */
  readonly counts: Int32Array;
  /** Names of attributes. */
  readonly names: number;
  ownOf(number: number): number;
}

function readCells({ input }: TextReader, { counts, names, ownOf }: CellFacts): Cell[] {
  const seenCells = new Set<number>();
  const used = new Set<number>();
  const cells: Cell[] = [];
  for (let left = input.count("attributes"); left > 0; left--) {
    const type = input.below(counts.length, "type");
    const name = input.below(names, "attribute");
    seenCells.add(type * names + name);
    used.add(name);
    const valueCount = input.count("values");
    const typeSize = counts[type]!;
    if (valueCount >= typeSize) throw malformed("more nodes have an attribute than there are");
    const length = valueCount === 0 ? typeSize : valueCount;
    if (length > input.left) throw malformed(`there is no room for ${length} values`);
    const ranks = new Int32Array(length);
    for (let i = 0, next = 0; i < length; i++) {
      if (valueCount > 0) next += input.number();
      if (next >= typeSize) throw malformed("an attribute is of no node");
      ranks[i] = next++;
    }
    const values = new Int32Array(length);
    for (let i = 0; i < length; i++) values[i] = ownOf(input.number());
    cells.push({ type, name, ranks, values });
  }
  if (seenCells.size < cells.length || used.size < names) throw malformed("attributes are not what their names say");
  return cells;
}
