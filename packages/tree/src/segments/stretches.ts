import type { Rows } from "./rows.js";
import type { Segment } from "./segment.js";
import { keysOf, mayHave } from "./segmentKeys.js";
import { type Fall, type Tail, tailsAt } from "./segmentSummary.js";

/** A run of nodes that two segments have alike: the same keys, at the same levels, with the same content. */
export interface Stretch {
  readonly before: Segment;
  readonly beforeFrom: number;
  readonly after: Segment;
  readonly afterFrom: number;
  readonly length: number;
}

/** A node alone is not worth being set apart. */
const LEAST = 2;

/** Equal stretches of segments of a later and an earlier version, in document order of the later. */
export function stretchesOf(earlier: readonly Rows[], later: readonly Rows[]): Stretch[] {
  return later.flatMap((rows) => stretchesIn(earlier, rows));
}

function stretchesIn(earlier: readonly Rows[], rows: Rows): Stretch[] {
  const { segment } = rows;
  const { key, size } = segment;
  const stretches: Stretch[] = [];
  let other: Rows | undefined = earlier[0];
  let j = 0;
  let length = 0;
  const end = (i: number): void => {
    if (length >= LEAST)
      stretches.push({ before: other!.segment, beforeFrom: j - length, after: segment, afterFrom: i - length, length });
    length = 0;
  };
  for (let i = 0; i < size; i++) {
    if (other === undefined || !isAlike(rows, i, other, j)) {
      end(i);
      const nodeKey = key === null ? 0 : key[i]!;
      other = earlier.find(({ segment: each }) => mayHave(keysOf(each), nodeKey) && each.key!.includes(nodeKey));
      j = other === undefined ? 0 : other.segment.key!.indexOf(nodeKey);
      if (other === undefined || !isAlike(rows, i, other, j)) continue;
    }
    j++;
    length++;
  }
  end(size);
  return stretches;
}

function isAlike(rows: Rows, i: number, other: Rows, j: number): boolean {
  const [one, earlier] = [rows.segment, other.segment];
  return (
    j < earlier.size &&
    one.key !== null &&
    earlier.key !== null &&
    one.key[i] !== 0 &&
    one.key[i] === earlier.key[j] &&
    one.level[i] === earlier.level[j] &&
    rows.sameContent(i, other, j) &&
    rows.samePlace(i, other, j)
  );
}

/** Outline of nodes `[from, to)` of a segment, as a summary has it for a whole one. */
export function outlineOf(segment: Segment, from: number, to: number): { falls: Fall[]; tails: Tail[] } {
  const { level } = segment;
  const falls: { place: number; level: number; count: number }[] = [];
  const open: number[] = [];
  for (let i = from; i < to; i++) {
    const at = level[i]!;
    const last = falls[falls.length - 1];
    if (last === undefined || at < last.level) falls.push({ place: i, level: at, count: 1 });
    else if (at === last.level) last.count++;
    while (open.length > 0 && level[open[open.length - 1]!]! >= at) open.pop();
    open.push(i);
  }
  return { falls, tails: tailsAt(segment, open) };
}
