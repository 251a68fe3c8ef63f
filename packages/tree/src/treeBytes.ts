import type { Column } from "./column.js";
import { bytesToColumns, columnsToBytes } from "./columnBytes.js";
import type { FormatName } from "./formats.js";
import { DOCUMENT_TYPE } from "./ids.js";
import type { TypeShape } from "./layout.js";
import { Tree } from "./tree.js";
import { ValueTable } from "./values.js";

const COLUMNS = {
  type: Int32Array,
  parent: Int32Array,
  end: Int32Array,
  rank: Int32Array,
  text: Int32Array,
  spanStart: Int32Array,
  spanEnd: Int32Array,
  postings: Int32Array,
  placedNodes: Int32Array,
  cuts: Int32Array,
  flags: Uint8Array,
  cells: Int32Array,
  starts: Uint32Array,
  chunkEnds: Uint32Array,
  isWide: Uint8Array,
  characters: Uint8Array,
};

interface Head {
  readonly format: FormatName;
  readonly spans: boolean;
  readonly types: readonly string[];
  readonly attributes: readonly string[];
  readonly attributesOfType: readonly (readonly number[])[];
  readonly shapes: readonly TypeShape[];
  /** Nodes of each type, and of each column of attributes the attribute, the type, the entries, and whether they are by rank. */
  readonly counts: readonly number[];
  readonly cells: readonly (readonly [attribute: number, type: number, entries: number, isDense: boolean])[];
  readonly values: number;
}

/** A tree that was read from one text, as bytes; null: it has something that these don't, or a lone surrogate. `treeOfBytes` gives it back. */
export function treeToBytes(tree: Tree): Uint8Array | null {
  const { format, spans, ...more } = tree.source;
  if (Object.keys(more).length > 0 || tree.key !== null || format === "object" || format === "folder") return null;
  const characters = new Characters();
  for (const chunk of tree.values.chunks) if (!characters.add(chunk)) return null;
  const cells: Head["cells"][number][] = [];
  const entries: Int32Array[] = [];
  for (const [attribute, ofTypes] of tree.columns.entries())
    for (const [type, column] of ofTypes.entries()) {
      if (column === undefined) continue;
      cells.push([attribute, type, column.values.length, column.kind === "dense"]);
      if (column.kind === "sparse") entries.push(column.ranks);
      entries.push(column.values);
    }
  const head: Head = {
    ...{ format, spans, cells, values: tree.values.size },
    types: tree.typeNames.slice(DOCUMENT_TYPE + 1),
    attributes: tree.attributeNames,
    attributesOfType: tree.attributesOfType.map((ids) => Array.from(ids)),
    shapes: tree.shapes,
    counts: tree.postings.map(({ length }) => length),
  };
  const { type, parent, end, rank, text, spanStart, spanEnd, places, postings, values } = tree;
  const none = new Int32Array(0);
  return columnsToBytes(head, [
    ...[type, parent, end, rank, text, spanStart ?? none, spanEnd ?? none, joined(postings)],
    ...[places.nodes, places.cuts, places.flags, joined(entries), values.starts.subarray(0, values.size)],
    ...characters.columns(),
  ]);
}

/**
 * The tree whose bytes these are: its columns are views, and its characters are decoded as they are read. null: they have another form. Bytes that are not
 * known to be what was written must not be given.
 */
export function treeOfBytes(bytes: Uint8Array): Tree | null {
  const read = bytesToColumns(bytes, COLUMNS);
  if (read === null) return null;
  const { columns } = read;
  const head = read.head as Head;
  const isWhole =
    [columns.parent, columns.end, columns.rank, columns.text].every(({ length }) => length === columns.type.length) &&
    columns.postings.length === columns.type.length &&
    Array.isArray(head?.counts) &&
    columns.starts.length === head.values;
  if (!isWhole) return null;
  const { type, parent, end, rank, text, starts, chunkEnds, isWide, characters } = columns;
  const cellOf = takerOf(columns.cells);
  const attributeColumns: (Column | undefined)[][] = head.attributes.map(() => []);
  for (const [attribute, of, count, isDense] of head.cells)
    attributeColumns[attribute]![of] = isDense
      ? { kind: "dense", values: cellOf(count) }
      : { kind: "sparse", ranks: cellOf(count), values: cellOf(count) };
  const decode = (chunk: number): string =>
    (isWide[chunk] === 1 ? WIDE : NARROW).decode(
      characters.subarray(chunk === 0 ? 0 : chunkEnds[chunk - 1]!, chunkEnds[chunk]!),
    );
  const { spans, format } = head;
  const { placedNodes, cuts, flags, spanStart, spanEnd } = columns;
  return new Tree({
    columns: {
      ...{ type, parent, end, rank, text, key: null },
      ...(spans ? { spanStart, spanEnd } : { spanStart: null, spanEnd: null }),
    },
    source: { format, spans },
    typeIds: new Map(head.types.map((name, i) => [name, i + DOCUMENT_TYPE + 1])),
    attributeIds: new Map(head.attributes.map((name, i) => [name, i])),
    postings: head.counts.map(takerOf(columns.postings)),
    shapes: head.shapes,
    attributeColumns,
    attributesOfType: head.attributesOfType.map((ids) => Int32Array.from(ids)),
    values: new ValueTable(head.values, new Array<string | undefined>(chunkEnds.length), starts, decode),
    places: { nodes: placedNodes, cuts, flags },
  });
}

function takerOf(column: Int32Array): (count: number) => Int32Array {
  let at = 0;
  return (count) => {
    at += count;
    return column.subarray(at - count, at);
  };
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const NARROW = new TextDecoder("utf-8", { ignoreBOM: true });
const WIDE = new TextDecoder("utf-16le", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Strings one after the other: in a byte for each unit where all are ASCII, else in two. */
class Characters {
  private readonly parts: Uint8Array[] = [];
  private readonly ends: number[] = [];
  private readonly wide: number[] = [];
  private length = 0;

  /** False: the string can't be written so that it reads as itself. */
  add(text: string): boolean {
    let bytes = encoder.encode(text);
    const isWide = bytes.length !== text.length;
    if (isWide) {
      bytes = new Uint8Array(Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).buffer);
      if (WIDE.decode(bytes) !== text) return false;
    }
    this.parts.push(bytes);
    this.wide.push(Number(isWide));
    this.length += bytes.length;
    this.ends.push(this.length);
    return true;
  }

  columns(): [Uint32Array, Uint8Array, Uint8Array] {
    const all = new Uint8Array(this.length);
    for (const [i, part] of this.parts.entries()) all.set(part, i === 0 ? 0 : this.ends[i - 1]!);
    return [Uint32Array.from(this.ends), Uint8Array.from(this.wide), all];
  }
}

/** Names of trees by their source and the options with which it was read: equal identities have equal trees. */
const identities = new WeakMap<Tree, string>();

export const identify = (tree: Tree, identity: string): void => void identities.set(tree, identity);

/** null: it is not known. */
export const identityOf = (tree: Tree): string | null => identities.get(tree) ?? null;
