import { dayOf, monthsOf, type Quantity, weekdaysOf } from "./quantity.js";
import { DAY_MINUTES } from "./times.js";

/** Requirement on a quantity. Bounds are in the measure of the condition's quantity. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  /** True if the low end itself is outside. */
  readonly openLow: boolean;
  readonly openHigh: boolean;
  /** Beyond the bounds by up to `slack` is as good, and by twice that nothing. */
  readonly slack: number;
}

export const EVERYTHING: Bounds = { low: -Infinity, high: Infinity, openLow: false, openHigh: false, slack: 0 };

/** Relative rounding of units that are converted. */
const ROUNDING = 1e-9;

/** Degree to which a range keeps to bounds: 1 inside, ½ partly inside. The wider the bounds, the better. */
export function within(low: number, high: number, bounds: Bounds): number {
  const inside = Math.min(isAbove(low, bounds), isBelow(high, bounds));
  if (low === high || inside === 1) return inside;
  return Math.max(inside, Math.min(isAbove(high, bounds), isBelow(low, bounds)) / 2);
}

function isAbove(value: number, { low, openLow, slack }: Bounds): number {
  if (low === -Infinity) return 1;
  const rounding = Math.abs(low) * ROUNDING;
  return near(openLow ? low + rounding - value : low - rounding - value, openLow, slack);
}

function isBelow(value: number, { high, openHigh, slack }: Bounds): number {
  if (high === Infinity) return 1;
  const rounding = Math.abs(high) * ROUNDING;
  return near(openHigh ? value - high + rounding : value - high - rounding, openHigh, slack);
}

/** Degree for a value at a distance beyond a bound. */
function near(beyond: number, open: boolean, slack: number): number {
  if (beyond < 0 || (beyond === 0 && !open)) return 1;
  return slack === 0 ? 0 : Math.max(0, Math.min(1, 2 - beyond / slack));
}

/** Requirement on an event's time: it begins or ends within bounds, or covers a moment. Minutes from midnight. */
export interface TimeBounds extends Bounds {
  readonly of: "start" | "end" | "whole" | "open";
}

/** Hours after midnight that belong to the night before. */
const NIGHT = 5 * 60;
const EVENING = 17 * 60;

export function timeWithin({ low, high }: Quantity, bounds: TimeBounds): number {
  switch (bounds.of) {
    case "start":
      return momentWithin(low, bounds);
    case "end":
      return momentWithin(high, bounds);
    case "open":
      return Math.max(isOpen(low, high, bounds), isOpen(low - DAY_MINUTES, high - DAY_MINUTES, bounds));
    case "whole": {
      const share = Math.max(overlap(low, high, bounds), overlap(low + DAY_MINUTES, high + DAY_MINUTES, bounds));
      return Math.max(share, Math.max(momentWithin(low, bounds), momentWithin(low + DAY_MINUTES, bounds)) / 2);
    }
  }
}

/** After an hour of the evening is after midnight, too. */
function momentWithin(at: number, bounds: Bounds): number {
  const isLate = bounds.high === Infinity && bounds.low >= EVENING && at < NIGHT;
  return isLate ? 1 : within(at, at, bounds);
}

/** 1 if something open from `low` to `high` is open at some moment within the bounds, else 0. */
function isOpen(low: number, high: number, { low: from, high: to }: Bounds): number {
  return low <= Math.min(to, Number.MAX_VALUE) && high > from ? 1 : 0;
}

function overlap(low: number, high: number, { low: from, high: to }: Bounds): number {
  if (low === high) return low >= from && low < to ? 1 : 0;
  return Math.max(0, Math.min(high, to) - Math.max(low, from)) / (high - low);
}

/** Requirement on a day: its number within bounds, and its parts among the given ones. */
export interface DateBounds extends Bounds {
  readonly parts: number;
  /** Bounds on days without a year: the first and the last as month · 32 + day, or the weekday from 0 for Monday. */
  readonly ofYear: Bounds | null;
  readonly ofWeek: Bounds | null;
}

export function dateWithin(of: Quantity, wanted: DateBounds): number {
  if (wanted.ofWeek !== null) {
    const weekday = onlyBit(weekdaysOf(of.parts));
    return weekday < 0 ? 0 : within((weekday + 6) % 7, (weekday + 6) % 7, wanted.ofWeek);
  }
  if (wanted.ofYear !== null) {
    const month = onlyBit(monthsOf(of.parts));
    const at = (month + 1) * 32 + dayOf(of.parts);
    return month < 0 ? 0 : within(at, at, wanted.ofYear);
  }
  const share =
    shareOf(monthsOf(wanted.parts), monthsOf(of.parts)) *
    shareOf(weekdaysOf(wanted.parts), weekdaysOf(of.parts)) *
    (dayOf(wanted.parts) === 0 || dayOf(wanted.parts) === dayOf(of.parts) ? 1 : 0);
  return share === 0 || (wanted.low === -Infinity && wanted.high === Infinity) ? share : share * daysWithin(of, wanted);
}

/** The share of the days that lie within; of a day without a year none is known to. */
function daysWithin({ low, high }: Quantity, bounds: Bounds): number {
  if (Number.isNaN(low)) return 0;
  const from = Math.max(low, bounds.openLow ? bounds.low + 1 : bounds.low);
  const to = Math.min(high, bounds.openHigh ? bounds.high - 1 : bounds.high);
  return Math.max(0, to - from + 1) / (high - low + 1);
}

/** The share of the bits that are wanted; all if none is said to be. */
function shareOf(wanted: number, bits: number): number {
  if (wanted === 0) return 1;
  return bits === 0 ? 0 : bitCount(wanted & bits) / bitCount(bits);
}

const onlyBit = (bits: number): number => (bits !== 0 && (bits & (bits - 1)) === 0 ? 31 - Math.clz32(bits) : -1);

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
