import type { FoundQuantity, TimeSpan } from "./quantity.js";

const CLOCK = String.raw`(?:([01]?\d|2[0-4])(?:[:.h]([0-5]\d))?(?::[0-5]\d)?\s*(a\.?m\b\.?|p\.?m\b\.?|o['’]?clock\b)?|(noon|midday|midnight)\b)`;
const RANGE = new RegExp(
  String.raw`(?<![\d.,:$€£-])${CLOCK}(?:\s*(?:-|–|—|\bto\b|\buntil\b|\btill\b|\band\b)\s*${CLOCK})?(?![\d:%]|[.,]\d|-\d)`,
  "gi",
);

const DAY = 1440;

/**
 * The times of day in a text: "9am", "21:30", "noon", "9:00 AM - 10:30 AM", "from 6 to 8 pm" (the earlier hour takes the half of
 * the day from the later one). A bare number is no time. A range that ends before it begins ends on the next day.
 */
export function findTimes(text: string): FoundQuantity[] {
  const found: FoundQuantity[] = [];
  for (const match of text.matchAll(RANGE)) {
    const quantity = spanOf(match);
    if (quantity !== null) found.push({ quantity, text: match[0].trim() });
  }
  return found;
}

function spanOf(match: RegExpMatchArray): TimeSpan | null {
  const [, hour, minute, half, word, hour2, minute2, half2, word2] = match;
  const ranges = hour2 !== undefined || word2 !== undefined;
  const said = minute ?? half ?? word ?? (ranges ? (minute2 ?? half2 ?? word2) : undefined);
  if (said === undefined || (half === undefined && minute !== undefined && match[0].includes(`${hour}.`))) return null;
  const low = minutes(hour, minute, half ?? half2, word);
  if (low === null) return null;
  if (!ranges) return { kind: "time", low, high: low };
  const high = minutes(hour2, minute2, half2, word2);
  if (high === null) return null;
  // "11 to 1 pm" begins before noon.
  const early = half === undefined && half2 !== undefined && low > high ? low - DAY / 2 : low;
  return { kind: "time", low: early, high: high < early ? high + DAY : high };
}

function minutes(hour?: string, minute?: string, half?: string, word?: string): number | null {
  if (word !== undefined) return word.toLowerCase() === "midnight" ? 0 : DAY / 2;
  const [h, m] = [Number(hour), Number(minute ?? 0)];
  const letter = half?.[0]?.toLowerCase();
  if (letter !== "a" && letter !== "p") return h > 24 ? null : h * 60 + m;
  if (h < 1 || h > 12) return null;
  return ((h % 12) + (letter === "p" ? 12 : 0)) * 60 + m;
}
