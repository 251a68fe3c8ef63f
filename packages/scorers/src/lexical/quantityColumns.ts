import type { Quantity, QuantityKind } from "@semantic-xpath/english";
import { getOrMake } from "@semantic-xpath/tree";
import { Bytes, Varints } from "./bytes.js";

/** A quantity of some texts, and the attribute that has it, null for own text. */
export interface KnownQuantity {
  readonly quantity: Quantity;
  readonly field: string | null;
}

const KINDS: readonly QuantityKind[] = ["time", "date", "money", "number"];
const FIRST: readonly Quantity["first"][] = [null, "day", "month"];

const NOTHING: readonly string[] = [];

/** Number of distinct quantities up to which each is an object only once. */
const MAX_KNOWN = 1 << 12;

/** Numbers of the distinct quantities of texts. */
interface QuantityLists {
  readonly starts: Int32Array;
  readonly numbers: Int32Array;
}

function listsOf(columns: QuantityColumns, size: number): QuantityLists {
  const starts = new Int32Array(size + 1);
  // Each takes a byte at least.
  const numbers = new Int32Array(columns.texts.length);
  let count = 0;
  columns.each((text, quantity) => {
    numbers[count++] = quantity;
    starts[text + 1] = count;
  });
  for (let text = 0; text < size; text++) if (starts[text + 1] === 0) starts[text + 1] = starts[text]!;
  return { starts, numbers: numbers.slice(0, count) };
}

/** Numbers of a distinct quantity in `numbers`, and in `codes`. */
const [NUMBERS, CODES] = [4, 6];

/** The distinct quantities of a segment as columns, and which texts have them. */
export class QuantityColumns {
  private lists: QuantityLists | undefined;
  private readonly objects: KnownQuantity[] = [];

  constructor(
    /** By distinct quantity: low, high, and both as they are written. */
    readonly numbers: Float64Array,
    /** By distinct quantity: its kind, its parts, what is first in a date, and places in `strings` of the unit, of its things and of the field. */
    readonly codes: Int32Array,
    readonly strings: readonly string[],
    /** For each text with quantities the varints: its distance from the text before, how many it has, and their numbers. */
    readonly texts: Uint8Array,
  ) {}

  get distinct(): number {
    return this.codes.length / CODES;
  }

  at(i: number): KnownQuantity {
    if (this.distinct > MAX_KNOWN) return this.make(i);
    this.objects[i] ??= this.make(i);
    return this.objects[i]!;
  }

  private make(i: number): KnownQuantity {
    const { numbers, codes, strings } = this;
    const [n, c] = [i * NUMBERS, i * CODES];
    const about = strings[codes[c + 4]!]!;
    const field = codes[c + 5]!;
    // Without spreads, which take ten times as long.
    const quantity: Quantity = {
      kind: KINDS[codes[c]!]!,
      low: numbers[n]!,
      high: numbers[n + 1]!,
      unit: strings[codes[c + 3]!]!,
      written: { low: numbers[n + 2]!, high: numbers[n + 3]! },
      parts: codes[c + 1]!,
      about: about === "" ? NOTHING : about.split(" "),
      first: FIRST[codes[c + 2]!]!,
    };
    return { quantity, field: field < 0 ? null : strings[field]! };
  }

  /** By text where its quantities begin in `numbers`, one more for the end. Unpacked once: reading the varints takes ten times as long, as measured. */
  byText(size: number): QuantityLists {
    this.lists ??= listsOf(this, size);
    return this.lists;
  }

  /** Calls `visit` with each pair of a text and a distinct quantity that it has, the texts ascending. */
  each(visit: (text: number, quantity: number) => void): void {
    const input = new Varints(this.texts, 0);
    for (let text = -1; input.at < this.texts.length; ) {
      text += input.next();
      for (let left = input.next(); left > 0; left--) visit(text, input.next());
    }
  }
}

/** Collects the quantities of texts, which come in ascending order. */
export class QuantityBuilder {
  private readonly known = new Map<KnownQuantity, number>();
  private readonly byKey = new Map<string, number>();
  private readonly strings = new Map<string, number>();
  private readonly numbers: number[] = [];
  private readonly codes: number[] = [];
  private readonly texts = new Bytes();
  private last = -1;

  add(text: number, quantities: readonly KnownQuantity[]): void {
    if (quantities.length === 0) return;
    this.texts.varint(text - this.last);
    this.texts.varint(quantities.length);
    for (const quantity of quantities) this.texts.varint(this.numberOf(quantity));
    this.last = text;
  }

  columns(): QuantityColumns {
    const { numbers, codes, strings, texts } = this;
    return new QuantityColumns(Float64Array.from(numbers), Int32Array.from(codes), [...strings.keys()], texts.taken());
  }

  /** A line that comes again gives the same objects. */
  private numberOf(known: KnownQuantity): number {
    return getOrMake(this.known, known, () => this.numberByKey(known));
  }

  private numberByKey({ quantity, field }: KnownQuantity): number {
    const { kind, low, high, unit, written, parts, about, first } = quantity;
    const string = (text: string): number => getOrMake(this.strings, text, () => this.strings.size);
    const codes = [KINDS.indexOf(kind), parts, FIRST.indexOf(first), string(unit), string(about.join(" "))];
    codes.push(field === null ? -1 : string(field));
    const numbers = [low, high, written.low, written.high];
    return getOrMake(this.byKey, `${numbers} ${codes}`, () => {
      this.numbers.push(...numbers);
      return this.codes.push(...codes) / CODES - 1;
    });
  }
}
