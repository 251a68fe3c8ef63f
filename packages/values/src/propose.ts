import type { IntervalOf, Item, MeasureValue } from "./item.js";
import { readDateTime, readDay } from "./read/date.js";
import { readDuration } from "./read/duration.js";
import { readInterval } from "./read/interval.js";
import { readMeasure } from "./read/measure.js";
import { readMoney } from "./read/money.js";
import { readTime } from "./read/time.js";
import { MOST_CHARACTERS } from "./readValue.js";
import type { ValueType } from "./type.js";

/** Numbers as JSON writes them: a code such as "007" or "+1" is a string. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/;
/** A year, a month of a year, a time or an amount in a bare number say too little to tell what they are. */
const PARTIAL_DATE = /^(?:\d{4}(?:-\d{2})?|[a-z]{3,9}\.?\s+\d{4})$/i;
const CODE_OR_SIGN = /\p{Sc}|(?<![A-Z])(?!ALL|BAM|BOB|COP|CUP|GEL|MAD|MOP|PEN|SOS|TOP|TRY)[A-Z]{3}(?![A-Z])/u;
export const UNCLEAR_UNIT = /[\d\s](?:pounds?|in|C|F|K|B|t|g|unit|item|piece|cup)s?$/;
const PLAIN_RANGE = /^[\d.+-]+$/;

type Reader = (text: string) => Item | null;

const unless =
  (pattern: RegExp, read: Reader): Reader =>
  (text) =>
    pattern.test(text) ? null : read(text);

const interval = (of: IntervalOf): readonly [ValueType, Reader] => [
  { kind: "interval", of },
  unless(PLAIN_RANGE, (text) => readInterval(text, of)),
];

const readDayAlone: Reader = (text) => {
  const day = readDay(text);
  return day?.kind === "date" ? day : null;
};

/** From the narrowest on. Stricter than what a declared type accepts: what may as well be a name or a number is none. */
export const CANDIDATES: readonly (readonly [ValueType, Reader])[] = [
  [{ kind: "number" }, (text) => (NUMBER.test(text) ? Number(text) : null)],
  [{ kind: "boolean" }, (text) => (BOOLEAN.test(text) ? text === "true" : null)],
  [{ kind: "date" }, unless(PARTIAL_DATE, readDayAlone)],
  [{ kind: "dateTime" }, unless(PARTIAL_DATE, readDateTime)],
  [{ kind: "time" }, readTime],
  [{ kind: "duration" }, readDuration],
  [{ kind: "money", currency: null }, (text) => (CODE_OR_SIGN.test(text) ? readMoney(text, null) : null)],
  [{ kind: "quantity", unit: null }, unless(UNCLEAR_UNIT, (text) => readMeasure(text, null))],
  interval("time"),
  interval("date"),
  interval("dateTime"),
  interval("number"),
];

/** What type the values of a column have, given one after the other, in time linear in them. */
export class TypeProposal {
  private candidates = CANDIDATES;
  private count = 0;
  /** The one currency so far, null if there are several. */
  private currency: string | null | undefined;
  private measure: MeasureValue | undefined;

  add(written: string): void {
    this.count++;
    if (this.candidates.length === 0) return;
    const text = written.trim();
    this.candidates = text.length > MOST_CHARACTERS ? [] : this.candidates.filter(([, read]) => this.reads(read(text)));
  }

  private reads(item: Item | null): boolean {
    if (item === null || typeof item !== "object") return item !== null;
    if (item.kind === "money") {
      this.currency = this.currency === undefined || this.currency === item.currency ? item.currency : null;
    }
    if (item.kind !== "quantity") return true;
    this.measure ??= item;
    return this.measure.dimension === item.dimension;
  }

  /** The narrowest type that all read as; a string if there were none. */
  get type(): ValueType {
    const type = this.count === 0 ? undefined : this.candidates[0]?.[0];
    if (type?.kind === "money") return { kind: "money", currency: this.currency ?? null };
    return type?.kind === "quantity" ? { kind: "quantity", unit: this.measure!.unit } : (type ?? { kind: "string" });
  }
}

/**
 * The narrowest type that all texts read as: a plain integer is a number, and so is "2026"; "03/04/2026" and "007" are strings.
 *
 * @example proposeType(["CAD 38", "CAD 12.50"]) // { kind: "money", currency: "CAD" }
 */
export function proposeType(texts: Iterable<string>): ValueType {
  const proposal = new TypeProposal();
  for (const text of texts) proposal.add(text);
  return proposal.type;
}
