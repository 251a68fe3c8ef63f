import type { Quantity } from "@semantic-xpath/english";
import type { ValueTable } from "@semantic-xpath/tree";

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?![\d/])/;

/** Bits for the orders of day and month among some values. */
const [DAY_FIRST, MONTH_FIRST] = [1, 2];

/** Orders of the dates in a chunk of values. */
interface Chunk {
  readonly characters: string;
  readonly orders: number;
}

/**
 * The part that comes first in all dates with slashes: a part beyond 12 is a day. Null if no date decides it, or dates disagree. Most chunks of
 * values have no slash, and versions of a tree share theirs, so only new chunks are read.
 */
export function dateOrderIn(table: ValueTable): Quantity["first"] {
  let orders = 0;
  for (const chunk of chunksOf(table)) orders |= chunk.orders;
  return orders === DAY_FIRST ? "day" : orders === MONTH_FIRST ? "month" : null;
}

const chunksByTable = new WeakMap<ValueTable, readonly Chunk[]>();
/** The last table read: the next one may be another version of the same tree. */
let last: WeakRef<ValueTable> | undefined;

function chunksOf(table: ValueTable): readonly Chunk[] {
  const read = chunksByTable.get(table);
  if (read !== undefined) return read;
  const before = chunksByTable.get(last?.deref() ?? table) ?? [];
  const chunks = table.chunks.map((characters, i) =>
    before[i]?.characters === characters ? before[i] : { characters, orders: ordersIn(table, i) },
  );
  chunksByTable.set(table, chunks);
  last = new WeakRef(table);
  return chunks;
}

function ordersIn(table: ValueTable, chunk: number): number {
  if (!table.chunk(chunk).includes("/")) return 0;
  let orders = 0;
  const { from, to } = table.valuesIn(chunk);
  for (let id = from; id < to; id++) {
    const match = SLASHED.exec(table.get(id));
    if (match === null) continue;
    const [first, second] = [Number(match[1]) > 12, Number(match[2]) > 12];
    if (first !== second) orders |= first ? DAY_FIRST : MONTH_FIRST;
  }
  return orders;
}
