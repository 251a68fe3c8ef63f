import { lowerBound } from "../column.js";
import { placeOf } from "../content.js";
import { copyOf, type Segment } from "./segment.js";
import { summaryOf } from "./segmentSummary.js";

/** A segment with another value of an attribute that a node has: all other columns are shared. null: the node does not have it. */
export function withAttribute(segment: Segment, local: number, name: string, value: number): Segment | null {
  const { type, rank, cells, attributeNames } = segment;
  const cellIndex = cells.findIndex((cell) => cell.type === type[local] && attributeNames[cell.name] === name);
  if (cellIndex < 0) return null;
  const cell = cells[cellIndex]!;
  const at = lowerBound(cell.ranks, rank[local]!);
  if (cell.ranks[at] !== rank[local]) return null;
  const values = cell.values.slice();
  values[at] = value;
  return sharing(segment, { cells: cells.with(cellIndex, { ...cell, values }) });
}

/** A segment with another own text of a node. null: the text has places among children, or the node has a place in the text of its parent. */
export function withText(segment: Segment, local: number, value: number): Segment | null {
  if (placeOf(segment.places, local) >= 0) return null;
  const text = segment.text.slice();
  text[local] = value;
  return sharing(segment, { text });
}

/** No value is part of a summary. */
const sharing = (segment: Segment, changed: Partial<Segment>): Segment =>
  copyOf(segment, { ...changed, summary: summaryOf(segment) });

/**
 * Nodes of a segment with other values than in an earlier one with otherwise shared columns, 1 for each; null if it shares less, so that any
 * of them may differ. Reads the columns that are not shared.
 */
export function changedValues(segment: Segment, earlier: Segment): Uint8Array | null {
  if (!SHARED.every((column) => segment[column] === earlier[column])) return null;
  const { cells, postings } = segment;
  const before = earlier.cells;
  const isShared = ({ type, name, ranks }: Segment["cells"][number], i: number): boolean =>
    type === before[i]!.type && name === before[i]!.name && ranks === before[i]!.ranks;
  if (cells.length !== before.length || !cells.every(isShared)) return null;
  const changed = new Uint8Array(segment.size);
  if (segment.text !== earlier.text)
    for (let i = 0; i < changed.length; i++) if (segment.text[i] !== earlier.text[i]) changed[i] = 1;
  for (const [i, { type, ranks, values }] of cells.entries()) {
    const old = before[i]!.values;
    if (values === old) continue;
    const nodes = postings[type]!;
    for (let at = 0; at < values.length; at++) if (values[at] !== old[at]) changed[nodes[ranks[at]!]!] = 1;
  }
  return changed;
}

const SHARED = ["level", "type", "key", "places", "postings", "typeNames", "attributeNames"] as const;
