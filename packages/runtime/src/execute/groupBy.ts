import type { GroupByOperator } from "@semantic-xpath/planner";
import { NONE, type Tree } from "@semantic-xpath/tree";
import { nodesBatch } from "./batch.js";
import type { Task } from "./effects.js";
import { gatherFloats, gatherInts, IdBuffer, type List, multiply } from "./frame.js";
import type { Run } from "./run.js";
import { type Column, fromOf, toOf } from "./values/column.js";
import { evaluateValue } from "./values/evaluate.js";
import { type EqualKey, equalKeyAt } from "./values/keys.js";

/** `list ↦ [group(k) | k ∈ keys(list)]`, for each list. */
export function* groupSegments(run: Run, { keys: written }: GroupByOperator, list: List): Task<List> {
  const { ids } = list;
  const { groups, tree } = run;
  const columns: Column[] = [];
  for (const { value } of written) columns.push(yield* evaluateValue(run, value, nodesBatch(ids)));
  const coded = columns.map((column) => codesOf(tree, column, ids.length));
  const { rows, codes, count: codeCount, lacking, joins } = combinations(coded, ids.length);
  const bounds = list.segments ?? Int32Array.of(0, ids.length);
  // For each code, the group in the present list, and the list in which it occurred.
  const groupOf = new Int32Array(codeCount);
  const metIn = new Int32Array(codeCount).fill(NONE);
  const firstRow = new IdBuffer();
  const groupOfPair = new Int32Array(rows.length);
  const segments = new Int32Array(bounds.length);
  const sizes: number[] = [];
  let pair = 0;
  for (let s = 0; s + 1 < bounds.length; s++) {
    const end = bounds[s + 1]!;
    const from = firstRow.length;
    const start = pair;
    for (; pair < rows.length && rows[pair]! < end; pair++) {
      const code = codes[pair]!;
      if (metIn[code] !== s) {
        metIn[code] = s;
        groupOf[code] = firstRow.length;
        firstRow.push(pair);
        sizes.push(0);
      }
      const group = groupOf[code]!;
      groupOfPair[pair] = group;
      sizes[group] = sizes[group]! + 1;
    }
    lackingLast({ firstRow, sizes, codes, lacking }, from, groupOfPair, start, pair);
    segments[s + 1] = firstRow.length;
  }
  const count = firstRow.length;
  const offsets = new Int32Array(count + 1);
  for (let g = 0; g < count; g++) offsets[g + 1] = offsets[g]! + sizes[g]!;
  const places = new Int32Array(rows.length);
  const filled = offsets.slice();
  for (let p = 0; p < rows.length; p++) places[filled[groupOfPair[p]!]!++] = rows[p]!;
  const members = new Int32Array(places.length);
  for (let p = 0; p < places.length; p++) members[p] = ids[places[p]!]!;
  const weights = gatherFloats(multiply(list.base, list.own), places);
  const placesOfKey = placesIn(joins, firstRow.take());
  const first = groups.add({
    count,
    keys: written.map(({ name }, k) => ({ name, column: columns[k]!, at: placesOfKey[k]! })),
    offsets,
    members,
    own: weights,
    best: bestOf(groups.totals(members, weights), offsets),
  });
  const numbers = new Int32Array(count);
  for (let g = 0; g < count; g++) numbers[g] = first + g;
  return { ids: numbers, base: null, own: null, segments: list.segments === null ? null : segments, attributes: null };
}

/** The values of a key as small numbers: equal ones have the same. */
interface Coded {
  /** Entry i has the values `[offsets[i], offsets[i + 1])`, each once. */
  readonly offsets: Int32Array;
  readonly codes: Int32Array;
  /** By value, its place in the column. */
  readonly places: Int32Array;
  readonly count: number;
}

function codesOf(tree: Tree, column: Column, count: number): Coded {
  const codeOfKey = new Map<EqualKey, number>();
  // Interned texts are read once each.
  const memo = column.kind === "interned" ? new Map<number, number>() : null;
  const codeAt = (k: number): number => {
    const id = column.kind === "interned" ? column.values[k]! : NONE;
    let code = memo?.get(id);
    if (code !== undefined) return code;
    const key = equalKeyAt(tree, column, k);
    code = codeOfKey.get(key);
    if (code === undefined) {
      code = codeOfKey.size;
      codeOfKey.set(key, code);
    }
    memo?.set(id, code);
    return code;
  };
  const codes = new IdBuffer(Math.max(16, count));
  const places = new IdBuffer(Math.max(16, count));
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const from = codes.length;
    for (let k = fromOf(column, i); k < toOf(column, i); k++) {
      const code = codeAt(k);
      let isNew = true;
      for (let c = from; c < codes.length && isNew; c++) isNew = codes.data[c] !== code;
      if (!isNew) continue;
      codes.push(code);
      places.push(k);
    }
    offsets[i + 1] = codes.length;
  }
  return { offsets, codes: codes.take(), places: places.take(), count: codeOfKey.size };
}

/** Each entry with each combination of its values: entry by entry, numbered. */
interface Combined {
  readonly rows: Int32Array;
  readonly codes: Int32Array;
  /** By key, from which combination of the keys before it each comes. */
  readonly joins: readonly Join[];
  readonly count: number;
  /** By code, whether a key is absent. */
  readonly lacking: Uint8Array;
}

/** Combinations with one key more. */
interface Join {
  /** Numbers of the combinations before; null for the first key. */
  readonly before: Int32Array | null;
  /** The places of the values in the column of the key, -1 where it is absent. */
  readonly places: Int32Array;
}

function combinations(coded: readonly Coded[], count: number): Combined {
  const { places, ...first } = withAbsent(coded[0]!, count);
  const joins: Join[] = [{ before: null, places }];
  let combined: Combined = { ...first, joins };
  for (const next of coded.slice(1)) combined = joinedWith(combined, next, count, joins);
  return combined;
}

/** For each key the places of the values of some combinations. */
function placesIn(joins: readonly Join[], some: Int32Array): readonly Int32Array[] {
  const placesOfKey: Int32Array[] = new Array(joins.length);
  let numbers: Int32Array | null = some;
  for (let k = joins.length - 1; k >= 0; k--) {
    const { before, places } = joins[k]!;
    placesOfKey[k] = gatherInts(places, numbers!)!;
    numbers = gatherInts(before, numbers!);
  }
  return placesOfKey;
}

function withAbsent({ offsets, codes, places: written, count: known }: Coded, count: number) {
  const rows = new IdBuffer(Math.max(16, codes.length));
  const all = new IdBuffer(Math.max(16, codes.length));
  const places = new IdBuffer(Math.max(16, codes.length));
  for (let i = 0; i < count; i++) {
    const [from, to] = [offsets[i]!, offsets[i + 1]!];
    if (from === to) {
      rows.push(i);
      all.push(known);
      places.push(NONE);
    }
    for (let k = from; k < to; k++) {
      rows.push(i);
      all.push(codes[k]!);
      places.push(written[k]!);
    }
  }
  const lacking = new Uint8Array(known + 1);
  lacking[known] = 1;
  return { rows: rows.take(), codes: all.take(), places: places.take(), count: known + 1, lacking };
}

function joinedWith(before: Combined, key: Coded, count: number, joins: Join[]): Combined {
  const after = withAbsent(key, count);
  const numbers = new Map<number, number>();
  const lacking: number[] = [];
  const rows = new IdBuffer(Math.max(16, before.rows.length));
  const codes = new IdBuffer(Math.max(16, before.rows.length));
  const numbersBefore = new IdBuffer(Math.max(16, before.rows.length));
  const places = new IdBuffer(Math.max(16, before.rows.length));
  let from = 0;
  for (let p = 0; p < before.rows.length; p++) {
    const row = before.rows[p]!;
    while (after.rows[from]! < row) from++;
    for (let q = from; q < after.rows.length && after.rows[q] === row; q++) {
      const pair = before.codes[p]! * after.count + after.codes[q]!;
      let code = numbers.get(pair);
      if (code === undefined) {
        code = numbers.size;
        numbers.set(pair, code);
        lacking.push(before.lacking[before.codes[p]!]! | after.lacking[after.codes[q]!]!);
      }
      rows.push(row);
      codes.push(code);
      numbersBefore.push(p);
      places.push(after.places[q]!);
    }
  }
  joins.push({ before: numbersBefore.take(), places: places.take() });
  return { rows: rows.take(), codes: codes.take(), joins, count: numbers.size, lacking: Uint8Array.from(lacking) };
}

/** Puts the groups of one list that lack a key after those that have all. */
function lackingLast(
  { firstRow, sizes, codes, lacking }: { firstRow: IdBuffer; sizes: number[]; codes: Int32Array; lacking: Uint8Array },
  from: number,
  groupOfPair: Int32Array,
  start: number,
  stop: number,
): void {
  const isLacking = (group: number): boolean => lacking[codes[firstRow.data[group]!]!] === 1;
  const order: number[] = [];
  for (let g = from; g < firstRow.length; g++) if (!isLacking(g)) order.push(g);
  if (order.length === firstRow.length - from) return;
  for (let g = from; g < firstRow.length; g++) if (isLacking(g)) order.push(g);
  const moved = new Int32Array(order.length);
  const rows = order.map((g) => firstRow.data[g]!);
  const counts = order.map((g) => sizes[g]!);
  for (const [to, g] of order.entries()) {
    moved[g - from] = from + to;
    firstRow.data[from + to] = rows[to]!;
    sizes[from + to] = counts[to]!;
  }
  for (let p = start; p < stop; p++) groupOfPair[p] = moved[groupOfPair[p]! - from]!;
}

function bestOf(weights: Float64Array | null, offsets: Int32Array): Float64Array | null {
  if (weights === null) return null;
  const best = new Float64Array(offsets.length - 1);
  for (let g = 0; g < best.length; g++)
    for (let i = offsets[g]!; i < offsets[g + 1]!; i++) if (weights[i]! > best[g]!) best[g] = weights[i]!;
  return best;
}
