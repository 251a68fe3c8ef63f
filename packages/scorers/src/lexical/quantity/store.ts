import { eachLine } from "../lines.js";
import { amountOf, findAmounts, findMoney } from "./amounts.js";
import { asciiLetters, type FoundQuantity } from "./quantity.js";
import { findDates, findTimes } from "./times.js";

/** A quantity with the name of the attribute that has it, or null for own text. */
interface PlacedQuantity extends FoundQuantity {
  readonly field: string | null;
}

const NONE: readonly number[] = [];

/** The quantities of texts, numbered. A line that comes again, as those of attributes do, is read once. */
export class QuantityStore {
  readonly quantities: PlacedQuantity[] = [];
  private readonly lines = new Map<string, readonly number[]>();

  /** The numbers of the quantities of a text, which may be a node's. */
  read(text: string): readonly number[] {
    if (!MAY_HAVE.test(text)) return NONE;
    const found: number[] = [];
    eachLine(text, {
      type: () => {},
      attribute: (start, colon, end) => this.line(text.slice(start, end), colon - start, found),
      body: (start, end) => this.line(text.slice(start, end), -1, found),
    });
    return found.length === 0 ? NONE : found;
  }

  /** The characters of a quantity, and where a text that has it says it. */
  placeOf(number: number, text: string) {
    const { text: matched, field } = this.quantities[number]!;
    const from = field === null ? 0 : text.indexOf(`\n${field}: `);
    const start = asciiLetters(text).indexOf(matched, from);
    return { matched, inText: start < 0 ? null : { start, end: start + matched.length } };
  }

  /** `colon` is where the name of an attribute ends, -1 in own text. */
  private line(line: string, colon: number, into: number[]): void {
    const key = colon < 0 ? `\n${line}` : line;
    let numbers = this.lines.get(key);
    if (numbers === undefined) {
      const field = colon < 0 ? null : line.slice(0, colon);
      const found = quantitiesOf(colon < 0 ? line : line.slice(colon + 2), field);
      numbers = found.map((one) => this.quantities.push({ ...one, field }) - 1);
      this.lines.set(key, numbers);
    }
    for (const number of numbers) into.push(number);
  }
}

/** What a text that has quantities has: a cheap test that most texts fail. */
const MAY_HAVE = /\d|noon|midday|midnight|\bfree\b|day\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const MAY_BE_MONEY = /[$€£¥₹]|\d\s?[a-z]{3}|[A-Z]{3}\s?\d|free|no charge/i;
const MAY_BE_DATE = /\d-\d|day\b|days\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const MAY_BE_TIME = /\d[:h]\d|\d\s*[ap]\.?m|clock|noon|midday|midnight/i;
const MAY_BE_AMOUNT = /\d[\s-]?[a-z]/i;
const PRICE = /(?:^|[\W_])(?:cost|costs|price|fee|fare|budget|amount|total|rent|salary|spent)$/i;
const BARE = /^\s*(-?\d+(?:\.\d+)?)\s*$/;
const LAST_WORD = /(?:^|[\W_]|(?<=[a-z])(?=[A-Z]))([A-Za-z]+)$/;

/** The times, dates, sums and amounts of a value; the name of its attribute says what a bare number is. */
function quantitiesOf(text: string, field: string | null): FoundQuantity[] {
  if (!MAY_HAVE.test(text)) return [];
  const value = asciiLetters(text);
  const isPrice = field !== null && PRICE.test(field);
  const bare = BARE.exec(value);
  if (bare !== null) {
    const number = Number(bare[1]);
    const unit = field === null ? undefined : LAST_WORD.exec(field)?.[1];
    if (isPrice) return [{ quantity: { kind: "money", low: number, high: number, unit: "" }, text: value }];
    return unit === undefined ? [] : [{ quantity: amountOf(number, number, unit), text: value }];
  }
  return [
    ...(isPrice || MAY_BE_MONEY.test(value) ? findMoney(value, isPrice) : []),
    ...(MAY_BE_DATE.test(value) ? findDates(value) : []),
    ...(MAY_BE_TIME.test(value) ? findTimes(value) : []),
    ...(MAY_BE_AMOUNT.test(value) ? findAmounts(value) : []),
  ];
}
