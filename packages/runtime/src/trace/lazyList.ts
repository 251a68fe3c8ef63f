/** A list whose entries are made when they are asked for, so that a page of a long one costs what is on the page. */
export interface LazyList<T> {
  readonly length: number;
  /** `index` is in [0, length). */
  at(index: number): T;
}

export const NO_ENTRIES: LazyList<never> = {
  length: 0,
  at: (index) => {
    throw new RangeError(`there is no entry ${index}: the list is empty`);
  },
};

/** Entries [from, from + count) as far as the list goes. */
export function pageOf<T>(list: LazyList<T>, from: number, count: number): T[] {
  const start = Math.max(0, from);
  const stop = Math.min(list.length, start + Math.max(0, count));
  const entries: T[] = [];
  for (let i = start; i < stop; i++) entries.push(list.at(i));
  return entries;
}

export const allOf = <T>(list: LazyList<T>): T[] => pageOf(list, 0, list.length);

/** One list after the other. */
export function joined<T>(lists: readonly LazyList<T>[]): LazyList<T> {
  const parts = lists.filter(({ length }) => length > 0);
  if (parts.length < 2) return parts[0] ?? NO_ENTRIES;
  const ends = new Float64Array(parts.length);
  parts.reduce((end, { length }, i) => {
    ends[i] = end + length;
    return ends[i]!;
  }, 0);
  const at = (index: number): T => {
    let low = 0;
    let high = parts.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! > index) high = middle;
      else low = middle + 1;
    }
    return parts[low]!.at(index - (low === 0 ? 0 : ends[low - 1]!));
  };
  return { length: ends.at(-1)!, at };
}
