import { getOrMake } from "@semantic-xpath/tree";
import { eachLine } from "../lines.js";
import type { Quantity } from "./quantity.js";
import { readQuantities } from "./readQuantities.js";

const NONE: readonly number[] = [];

/**
 * The distinct quantities of texts, numbered, in columns: a condition is compared with each of them once, not with each text. A line that comes
 * again, as those of attributes do, is read once.
 */
export class QuantityStore {
  private readonly quantities: Quantity[] = [];
  private readonly fields: (string | null)[] = [];
  /** By the low end, and what is counted, some of the quantities that have it. */
  private readonly numbers = new Map<number | string, number[]>();
  private readonly lines = new Map<string, readonly number[]>();

  get size(): number {
    return this.quantities.length;
  }

  /** The name of the attribute that has a quantity, null for own text. */
  fieldOf(number: number): string | null {
    return this.fields[number]!;
  }

  quantity(number: number): Quantity {
    return this.quantities[number]!;
  }

  /** The numbers of the quantities of a text, which may be a node's. */
  read(text: string): readonly number[] {
    const found: number[] = [];
    this.eachLine(text, (start, end, field, from) => {
      for (const number of this.line(text.slice(start, end), field, from - start)) found.push(number);
    });
    return found.length === 0 ? NONE : found;
  }

  /** The characters of a quantity, and where a text that has it says it first. */
  placeOf(number: number, text: string) {
    let place: { matched: string; inText: { start: number; end: number } } | null = null;
    this.eachLine(text, (_, end, field, from) => {
      if (place !== null || field !== this.fields[number]) return;
      const value = text.slice(from, end);
      const found = readQuantities(value, field).find((one) => isSame(one.quantity, this.quantities[number]!));
      if (found === undefined) return;
      const span = { start: from + found.start, end: from + found.end };
      place = { matched: text.slice(span.start, span.end), inText: span };
    });
    return place ?? { matched: "", inText: null };
  }

  /** Calls `visit` with each line that is a value or own text, and where the value begins. */
  private eachLine(
    text: string,
    visit: (start: number, end: number, field: string | null, from: number) => void,
  ): void {
    eachLine(text, {
      type: () => {},
      attribute: (start, colon, end) => visit(start, end, text.slice(start, colon), colon + 2),
      body: (start, end) => visit(start, end, null, start),
    });
  }

  private line(line: string, field: string | null, from: number): readonly number[] {
    // Own texts seldom come again: to look for them would cost more than reading them.
    if (field === null) return this.numbersOf(line, null);
    return getOrMake(this.lines, line, () => this.numbersOf(line.slice(from), field));
  }

  private numbersOf(value: string, field: string | null): readonly number[] {
    const found = readQuantities(value, field);
    if (found.length === 0) return NONE;
    const numbers = found.map(({ quantity }) => this.number(quantity, field));
    return numbers.length === 1 ? numbers : [...new Set(numbers)];
  }

  /** The number of a quantity: that of an equal one, if it is among the few that were looked at. */
  private number(quantity: Quantity, field: string | null): number {
    const { low, unit, about } = quantity;
    const known = getOrMake(
      this.numbers,
      unit === "" && about.length > 0 ? `${low} ${about.join(" ")}` : low,
      () => [],
    );
    for (const number of known) {
      if (this.fields[number] === field && isSame(this.quantities[number]!, quantity)) return number;
    }
    const number = this.quantities.push(quantity) - 1;
    this.fields.push(field);
    if (known.length < MOST_LOOKED_AT) known.push(number);
    return number;
  }
}

const MOST_LOOKED_AT = 32;

function isSame(one: Quantity, other: Quantity): boolean {
  return (
    one.kind === other.kind &&
    Object.is(one.high, other.high) &&
    one.unit === other.unit &&
    one.parts === other.parts &&
    one.first === other.first &&
    Object.is(one.written.low, other.written.low) &&
    Object.is(one.written.high, other.written.high) &&
    one.about.length === other.about.length &&
    one.about.every((thing, i) => thing === other.about[i])
  );
}
