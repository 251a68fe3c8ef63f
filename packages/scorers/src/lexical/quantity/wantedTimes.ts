import { type CalendarDate, dayNumber, type Quantity, type TimeSpan, type Wanted } from "./quantity.js";
import { findDates, findTimes } from "./times.js";

const HOUR = 60;
const DAY = 1440;

/** Parts of the day in hours. The more special name comes first. */
const PARTS: readonly [RegExp, number, number][] = [
  [/\bearly (?:in the )?morning\b/gi, 4, 9],
  [/\blate (?:in the )?morning\b/gi, 10, 12],
  [/\bearly (?:in the )?afternoon\b/gi, 12, 15],
  [/\blate (?:in the )?afternoon\b/gi, 15, 18],
  [/\blate (?:at night|evening|night)\b/gi, 21, 27],
  [/\b(?:dawn|sunrise)\b/gi, 4, 7],
  [/\bmornings?\b/gi, 5, 12],
  [/\b(?:noon|midday|lunchtime)\b/gi, 11.5, 13.5],
  [/\bafternoons?\b/gi, 12, 18],
  [/\b(?:evenings?|dinnertime)\b/gi, 17, 22],
  [/\b(?:dusk|sunset)\b/gi, 19, 22],
  [/\b(?:tonight|nights?|overnight|midnight)\b/gi, 20, 29],
];

const BEFORE = /\b(?:before|by|until|till|earlier than|no later than)\s*$/i;
const AFTER = /\b(?:after|from|since|past|later than|starting(?: at)?|not before)\s*$/i;
const AROUND = /\b(?:about|around|at|near|circa)\s*$/i;
const BETWEEN = /\b(?:between|from)\s*$/i;
/** Minutes that "at nine" leaves open before and after. */
const OPEN = 20;

/** Clock times with their comparison, and parts of the day. */
export function wantedTimes(condition: string): Wanted[] {
  const found: Wanted[] = [];
  for (const { quantity, text } of findTimes(condition)) {
    if (quantity.kind !== "time" || /^[a-z]/i.test(text)) continue;
    const at = condition.indexOf(text);
    const { low, high } = quantity;
    const ahead = condition.slice(0, at);
    const [before, after] = [BEFORE.exec(ahead), AFTER.exec(ahead)];
    let satisfied = around(low);
    if (high > low) satisfied = overlap(quantity);
    else if (before !== null) satisfied = overlap({ kind: "time", low: 0, high: low });
    else if (after !== null) satisfied = overlap({ kind: "time", low, high: 29 * HOUR });
    const start = (before ?? after ?? BETWEEN.exec(ahead) ?? AROUND.exec(ahead))?.index ?? at;
    found.push({ kind: "time", start, end: at + text.length, only: true, satisfied });
  }
  for (const [pattern, from, to] of PARTS) {
    for (const match of condition.matchAll(pattern)) {
      const satisfied = overlap({ kind: "time", low: from * HOUR, high: to * HOUR });
      found.push({ kind: "time", start: match.index, end: match.index + match[0].length, only: false, satisfied });
    }
  }
  return found;
}

/** Half for what goes on at a moment, all for what begins then. */
const around =
  (moment: number) =>
  (of: Quantity): number => {
    if (of.kind !== "time") return 0;
    if (Math.abs(of.low - moment) <= OPEN) return 1;
    return of.low < moment && moment < of.high ? 0.5 : 0;
  };

/** The share of a span of time that lies in another, on the same or the next day; a moment is in it or not. */
const overlap =
  (span: TimeSpan) =>
  (of: Quantity): number => {
    if (of.kind !== "time") return 0;
    return Math.max(share(of.low, of.high, span), share(of.low + DAY, of.high + DAY, span));
  };

function share(low: number, high: number, span: TimeSpan): number {
  if (low === high) return low >= span.low && low < span.high ? 1 : 0;
  return Math.max(0, Math.min(high, span.high) - Math.max(low, span.low)) / (high - low);
}

/** Months by season of the northern half of the world. */
const SEASONS: readonly [RegExp, readonly number[]][] = [
  [/\bspring(?:time)?\b/gi, [3, 4, 5]],
  [/\bsummer(?:time)?\b/gi, [6, 7, 8]],
  [/\bautumn\b|(?<=\b(?:in|this|next|last|the) )fall\b/gi, [9, 10, 11]],
  [/\bwinter(?:time)?\b/gi, [12, 1, 2]],
];
const WEEKEND = /\bweekends?\b/gi;
const WEEKDAYS = /\b(?:weekdays?|workdays?|working days?)\b/gi;
const YEAR = /(?<=\b(?:in|of|since|during) )((?:19|20)\d\d)\b(?!-)/gi;
const LEADING = /\b(?:in|on|of|during|before|after|since|until|by|from)\s*$/i;

/** Dates with their comparison, seasons, weekends and years. */
export function wantedDates(condition: string): Wanted[] {
  const found: Wanted[] = [];
  const add = (match: RegExpMatchArray, test: (date: CalendarDate) => boolean) => {
    const satisfied = (of: Quantity) => (of.kind === "date" && test(of) ? 1 : 0);
    found.push({ kind: "date", start: match.index!, end: match.index! + match[0].length, only: false, satisfied });
  };
  for (const { quantity, text } of findDates(condition)) {
    if (quantity.kind !== "date") continue;
    const at = condition.indexOf(text);
    const ahead = condition.slice(0, at);
    const test = compared(quantity, LEADING.exec(ahead)?.[0].trim().toLowerCase());
    const satisfied = (of: Quantity) => (of.kind === "date" && test(of) ? 1 : 0);
    found.push({ kind: "date", start: at, end: at + text.length, only: /\d/.test(text), satisfied });
  }
  for (const [pattern, months] of SEASONS) {
    for (const match of condition.matchAll(pattern))
      add(match, ({ month }) => month !== null && months.includes(month));
  }
  for (const match of condition.matchAll(WEEKEND)) add(match, ({ weekday }) => weekday === 0 || weekday === 6);
  for (const match of condition.matchAll(WEEKDAYS)) {
    add(match, ({ weekday }) => weekday !== null && weekday !== 0 && weekday !== 6);
  }
  for (const match of condition.matchAll(YEAR)) add(match, ({ year }) => year === Number(match[1]));
  return found;
}

/** What a date has to be: equal in every part that is said, or before or after a full one. */
function compared(wanted: CalendarDate, word: string | undefined): (date: CalendarDate) => boolean {
  const bound = dayNumber(wanted);
  if (bound !== null && (word === "before" || word === "until" || word === "by")) {
    return (date) => (dayNumber(date) ?? Infinity) < bound + (word === "before" ? 0 : 1);
  }
  if (bound !== null && (word === "after" || word === "since" || word === "from")) {
    return (date) => (dayNumber(date) ?? -Infinity) >= bound + (word === "after" ? 1 : 0);
  }
  return (date) =>
    (["year", "month", "day"] as const).every((part) => wanted[part] === null || wanted[part] === date[part]) &&
    (bound !== null || wanted.weekday === null || wanted.weekday === date.weekday);
}
