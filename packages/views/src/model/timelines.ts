import type { SlotEntry, SlotTimeline } from "@semantic-xpath/conversation";

/** Milliseconds from the first day to the last one that timelines have. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** The range that all timelines share, so that their bars can be compared. */
export function rangeOf(slots: readonly SlotTimeline[]): Range {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { entries } of slots) {
    for (const { validFrom, validTo } of entries) {
      for (const time of [timeOf(validFrom), timeOf(validTo)]) {
        if (time === null) continue;
        from = Math.min(from, time);
        to = Math.max(to, time);
      }
    }
  }
  return Number.isFinite(from) ? { from, to: Math.max(to, from) + DAY } : { from: 0, to: DAY };
}

/** The place of a bar in a range, in percent. A value that holds reaches to the end. */
export function placeIn(
  { from, to }: Range,
  { validFrom, validTo }: Pick<SlotEntry, "validFrom" | "validTo">,
): { readonly left: number; readonly width: number } {
  const share = (time: number): number => (100 * (time - from)) / (to - from);
  const start = Math.max(0, Math.min(99, share(timeOf(validFrom) ?? from)));
  const right = validTo === null ? 100 : share(timeOf(validTo) ?? to);
  return { left: start, width: Math.max(1, Math.min(100 - start, right - start)) };
}

/** null for a text that is not a date. */
function timeOf(text: string | null): number | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** A day as people write it; other texts stay the same. */
export function dayText(text: string): string {
  const time = timeOf(text);
  if (time === null) return text;
  return new Date(time).toLocaleDateString([], { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
}

/** The end of a value in words; empty for one that holds. */
export function whatBecame(entry: SlotEntry, entries: readonly SlotEntry[]): readonly string[] {
  const { how, by, status, operation } = entry;
  const successor = by === null ? undefined : entries.find(({ fact }) => fact === by);
  const words: string[] = [];
  if (status === "forgotten") words.push("forgotten on request");
  else if (status === "failed") words.push("failed a check");
  else if (how === "superseded") words.push(`replaced by ${successor?.value ?? "another value"}`);
  else if (how === "ended") words.push("ended");
  else if (how === "retracted") words.push("taken back: it never held");
  if (operation === "past") words.push("said of the past");
  return words;
}
