import { eachLine } from "../lines.js";
import { mayHaveQuantities, quantitiesOf } from "./find.js";
import type { FoundQuantity } from "./quantity.js";

/** A quantity with the name of the attribute that has it, or null for own text. */
export interface PlacedQuantity extends FoundQuantity {
  readonly field: string | null;
}

const NONE: readonly number[] = [];

/** The quantities of texts, numbered. A line that comes again, as those of attributes do, is read once. */
export class QuantityStore {
  readonly quantities: PlacedQuantity[] = [];
  private readonly lines = new Map<string, readonly number[]>();

  /** The numbers of the quantities of a text, which may be a node's. */
  read(text: string): readonly number[] {
    if (!mayHaveQuantities(text)) return NONE;
    const found: number[] = [];
    eachLine(text, {
      type: () => {},
      attribute: (start, colon, end) => this.line(text.slice(start, end), colon - start, found),
      body: (start, end) => this.line(text.slice(start, end), -1, found),
    });
    return found.length === 0 ? NONE : found;
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
