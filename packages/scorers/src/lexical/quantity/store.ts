import { eachLine } from "../lines.js";
import type { DateOrder } from "./dates.js";
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
  private readonly numbers = new Map<string, number>();
  private readonly lines = new Map<string, readonly number[]>();

  /** `order`: which comes first in "5/10/2023". */
  constructor(private readonly order: DateOrder = null) {}

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
      const found = readQuantities(value, { field, order: this.order }).find(
        (one) => this.number(one.quantity, field) === number,
      );
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
    const key = field === null ? `\n${line}` : line;
    const known = this.lines.get(key);
    if (known !== undefined) return known;
    const found = readQuantities(line.slice(from), { field, order: this.order });
    const numbers = found.length === 0 ? NONE : [...new Set(found.map(({ quantity }) => this.number(quantity, field)))];
    this.lines.set(key, numbers);
    return numbers;
  }

  private number(quantity: Quantity, field: string | null): number {
    const { kind, low, high, unit, written, parts, about } = quantity;
    const key = `${kind} ${low} ${high} ${written.low} ${written.high} ${parts} ${unit}\n${about.join(" ")}\n${field ?? "\n"}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.quantities.push(quantity) - 1;
      this.fields.push(field);
      this.numbers.set(key, number);
    }
    return number;
  }
}
