import { type AttributeLayout, layColumns } from "../attributes.js";
import { lowerBound } from "../column.js";
import type { ContentPlaces } from "../content.js";
import { DOCUMENT, DOCUMENT_TYPE, NONE } from "../ids.js";
import { Shapes, UNSEEN } from "../layout.js";
import { NameTable } from "../names.js";
import type { TreeSource } from "../source.js";
import { Tree, type TreeColumns } from "../tree.js";
import type { ValueTableBuilder } from "../values.js";
import { isSame } from "./change.js";
import { placesOf, type Segment } from "./segment.js";

/**
 * The columns that the engine runs on, from segments in document order: whole columns are copied, numbers moved by where their
 * segment begins, and only the nodes at the edges of segments (`heads`, `tails`) are looked at one by one. The same as building the
 * tree again, without its texts and attributes being read.
 */
export function flatten(
  segments: readonly Segment[],
  size: number,
  source: TreeSource,
  values: ValueTableBuilder,
): Tree {
  const hasKeys = segments.some(({ key }) => key !== null);
  const columns = columnsFor(size, hasKeys);
  const types = new NameTable(DOCUMENT_TYPE + 1);
  const attributes = new NameTable(0);
  const typesOf = segments.map(({ typeNames }) => Int32Array.from(typeNames, (name) => types.id(name)));
  const namesOf = segments.map(({ attributeNames }) => Int32Array.from(attributeNames, (name) => attributes.id(name)));
  const typeCount = types.ids.size + 1;
  const postings = layPostings(segments, typesOf, typeCount);
  const shapes = new Shapes(typeCount);
  shapes.addLevels(DOCUMENT_TYPE, 0, 0);
  shapes.addParent(DOCUMENT_TYPE, NONE);
  const cells = new Cells(typeCount);
  /** Number of nodes of each type before the segment. */
  const before = new Int32Array(typeCount).fill(1, 0, 1);
  const open: Open = { nodes: [DOCUMENT], levels: [0] };
  let base = 1;
  for (const [place, segment] of segments.entries()) {
    const typeIds = typesOf[place]!;
    const { type, rank, parentDistance, end } = segment;
    columns.text.set(segment.text, base);
    if (segment.key !== null) columns.key!.set(segment.key, base);
    for (let i = 0; i < segment.size; i++) {
      const typeId = typeIds[type[i]!]!;
      columns.type[base + i] = typeId;
      columns.rank[base + i] = before[typeId]! + rank[i]!;
      columns.parent[base + i] = base + i - parentDistance[i]!;
      columns.end[base + i] = base + end[i]!;
    }
    addShapes(shapes, segment, typeIds);
    joinEdges(segment, base, columns, open, shapes);
    cells.add(segment, typeIds, namesOf[place]!, before);
    for (const [i, nodes] of segment.postings.entries()) before[typeIds[i]!]! += nodes.length;
    base += segment.size;
  }
  for (const node of open.nodes) columns.end[node] = size + 1;
  return new Tree({
    columns,
    source,
    typeIds: types.ids,
    attributeIds: attributes.ids,
    postings,
    shapes: shapes.finish(),
    ...cells.finish(attributes.ids.size, postings),
    places: placesOf(withBases(segments)),
    // Segments may have brought values along when they were first looked at.
    values: values.snapshot(),
  });
}

/**
 * Columns of a version of which one segment differs from a tree that is laid out already, in own texts and values of attributes alone: it shares all other
 * columns of that tree. null for any other difference.
 */
export function relaid(
  before: Tree,
  segmentsBefore: readonly Segment[],
  segments: readonly Segment[],
  source: TreeSource,
  values: ValueTableBuilder,
): Tree | null {
  const place = segments.findIndex((segment, i) => segment !== segmentsBefore[i]);
  if (place < 0 || segments.length !== segmentsBefore.length) return null;
  const [was, is] = [segmentsBefore[place]!, segments[place]!];
  if (segments.some((segment, i) => i > place && segment !== segmentsBefore[i]) || !haveSameForm(was, is)) return null;
  const base = 1 + segments.slice(0, place).reduce((sum, { size }) => sum + size, 0);
  const text = before.text.slice();
  text.set(is.text, base);
  const attributeColumns = [...before.columns];
  for (const [i, { type, name, ranks, values }] of is.cells.entries()) {
    if (isSame(values, was.cells[i]!.values)) continue;
    const [first] = is.postings[type]!;
    const attribute = before.attributeId(is.attributeNames[name]!);
    const typeId = before.type[base + first!]!;
    const column = before.columns[attribute]![typeId]!;
    const changed = { ...column, values: column.values.slice() };
    const from = before.rank[base + first!]!;
    const at = column.kind === "dense" ? 0 : lowerBound(column.ranks, from + ranks[0]!);
    for (let k = 0; k < ranks.length; k++)
      changed.values[column.kind === "dense" ? from + ranks[k]! : at + k] = values[k]!;
    attributeColumns[attribute] = attributeColumns[attribute]!.with(typeId, changed);
  }
  return before.withValues({ text, attributeColumns, source, values: values.snapshot() });
}

/** True if two segments have the same nodes, keys and attributes, with any values. */
const haveSameForm = (one: Segment, other: Segment): boolean =>
  one.size === other.size &&
  one.places === other.places &&
  isSame(one.level, other.level) &&
  isSame(one.type, other.type) &&
  (one.key === other.key || (one.key !== null && other.key !== null && isSame(one.key, other.key))) &&
  isSame(one.typeNames, other.typeNames) &&
  isSame(one.attributeNames, other.attributeNames) &&
  one.cells.length === other.cells.length &&
  one.cells.every((cell, i) => {
    const { type, name, ranks } = other.cells[i]!;
    return cell.type === type && cell.name === name && isSame(cell.ranks, ranks);
  });

/** With the document node, and room for the others. */
const columnsFor = (size: number, hasKeys: boolean) => ({
  type: new Int32Array(size + 1),
  parent: new Int32Array(size + 1).fill(NONE, 0, 1),
  end: new Int32Array(size + 1).fill(size + 1, 0, 1),
  rank: new Int32Array(size + 1),
  text: new Int32Array(size + 1).fill(NONE, 0, 1),
  key: hasKeys ? new Int32Array(size + 1) : null,
  spanStart: null,
  spanEnd: null,
});

function withBases(segments: readonly Segment[]): { places: ContentPlaces; by: number }[] {
  let base = 1;
  return segments.map(({ places, size }) => {
    base += size;
    return { places, by: base - size };
  });
}

/** Nodes that are open at the edge of a segment, from the outside in, and their levels. */
interface Open {
  readonly nodes: number[];
  readonly levels: number[];
}

/** The first nodes of a segment end what is open at their levels or below, and have their parents before it; its last ones are open. */
function joinEdges(
  { heads, tails, level }: Segment,
  base: number,
  { type, parent, end }: TreeColumns,
  { nodes, levels }: Open,
  shapes: Shapes,
): void {
  for (const head of heads) {
    while (levels[levels.length - 1]! >= level[head]!) {
      levels.pop();
      end[nodes.pop()!] = base + head;
    }
    const above = nodes[nodes.length - 1]!;
    parent[base + head] = above;
    shapes.addParent(type[base + head]!, type[above]!);
  }
  for (const tail of tails) {
    nodes.push(base + tail);
    levels.push(level[tail]!);
  }
}

function layPostings(segments: readonly Segment[], typesOf: readonly Int32Array[], typeCount: number): Int32Array[] {
  const counts = new Int32Array(typeCount).fill(1, 0, 1);
  for (const [place, { postings }] of segments.entries()) {
    for (const [i, nodes] of postings.entries()) counts[typesOf[place]![i]!]! += nodes.length;
  }
  const laid = Array.from(counts, (count) => new Int32Array(count));
  const filled = new Int32Array(typeCount).fill(1, 0, 1);
  let base = 1;
  for (const [place, { postings, size }] of segments.entries()) {
    for (const [i, nodes] of postings.entries()) {
      const type = typesOf[place]![i]!;
      const list = laid[type]!;
      let at = filled[type]!;
      for (let k = 0; k < nodes.length; k++) list[at++] = base + nodes[k]!;
      filled[type] = at;
    }
    base += size;
  }
  return laid;
}

/** The shapes of a segment, its types by their numbers in the tree. */
function addShapes(all: Shapes, { shapes }: Segment, typeIds: Int32Array): void {
  for (const [i, type] of typeIds.entries()) {
    all.addLevels(type, shapes.minLevel[i]!, shapes.maxLevel[i]!);
    const parent = shapes.soleParent[i]!;
    if (parent !== UNSEEN) all.addParent(type, parent === NONE ? NONE : typeIds[parent]!);
  }
}

interface Piece {
  readonly ranks: Int32Array;
  readonly values: Int32Array;
  readonly base: number;
}

/** Attribute columns from the cells of all segments. */
class Cells {
  private readonly pieces = new Map<number, Piece[]>();

  constructor(private readonly typeCount: number) {}

  add({ cells }: Segment, typeIds: Int32Array, nameIds: Int32Array, before: Int32Array): void {
    for (const { type, name, ranks, values } of cells) {
      const key = nameIds[name]! * this.typeCount + typeIds[type]!;
      const pieces = this.pieces.get(key) ?? [];
      this.pieces.set(key, pieces);
      pieces.push({ ranks, values, base: before[typeIds[type]!]! });
    }
  }

  finish(nameCount: number, postings: readonly Int32Array[]): AttributeLayout {
    const cells = [...this.pieces].map(([key, pieces]) => {
      const count = pieces.reduce((sum, { ranks }) => sum + ranks.length, 0);
      const [ranks, values] = [new Int32Array(count), new Int32Array(count)];
      let at = 0;
      for (const piece of pieces) {
        values.set(piece.values, at);
        for (let i = 0; i < piece.ranks.length; i++) ranks[at++] = piece.base + piece.ranks[i]!;
      }
      return { key, ranks, values };
    });
    return layColumns(cells, nameCount, postings);
  }
}
