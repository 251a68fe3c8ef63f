/** A range whose ends are known numbers; 0 never selects. */
export interface Places {
  readonly from: number | null;
  readonly to: number | null;
  /** One place, not a range: an index beyond the list selects nothing instead of being cut to it. */
  readonly single: boolean;
}

/**
 * The zero-based half-open interval of a list of `count` that a range selects. Ranges behave as RFC 9535 slices do, shifted to
 * 1-based and inclusive: ends beyond the list are cut to it.
 */
export function placeInterval(places: Places, count: number): { start: number; stop: number } {
  const { from, to } = places;
  if (places.single) {
    const index = from ?? 0;
    const at = index > 0 ? index - 1 : count + index;
    return index !== 0 && at >= 0 && at < count ? { start: at, stop: at + 1 } : { start: 0, stop: 0 };
  }
  const start = from === null ? 0 : from >= 0 ? from - 1 : count + from;
  const stop = to === null ? count : to >= 0 ? to : count + to + 1;
  const low = Math.min(Math.max(start, 0), count);
  return { start: low, stop: Math.max(low, Math.min(Math.max(stop, 0), count)) };
}
