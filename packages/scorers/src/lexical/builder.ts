import { mayHaveQuantities, readQuantities } from "@semantic-xpath/english";
import { getOrMake } from "@semantic-xpath/tree";
import { Bytes, Varints } from "./bytes.js";
import { compareBytes } from "./dictionary.js";
import { KIND, kindOfAttribute } from "./fields.js";
import { ENGLISH } from "./languages/language.js";
import { eachLine } from "./lines.js";
import { type KnownQuantity, QuantityBuilder, type QuantityColumns } from "./quantityColumns.js";
import { TextReader } from "./reading.js";
import { Segment } from "./segment.js";
import type { Steps } from "./slices.js";
import type { Vocabulary } from "./vocabulary.js";

const MAX_WORDS = 65535;

/** Quantities of the lines of attributes that were read before. */
type Lines = Map<string, readonly KnownQuantity[]>;

const linesOf = new WeakMap<Vocabulary, Lines>();
/** Lines that the next builder still finds. */
const MAX_LINES = 2 ** 13;

/** Reads texts into one segment. */
export class SegmentBuilder {
  private texts = 0;
  /** Occurrences in the order of the texts: the stem, the text, and the kind. */
  private words = new Int32Array(3 << 8);
  private count = 0;
  private readonly lengths: number[] = [];
  private readonly types: number[] = [];
  private readonly typeNumbers = new Map<string, number>();
  private readonly quantities = new QuantityBuilder();
  private readonly lines: Lines;
  private readonly reader: TextReader;

  constructor(private readonly vocabulary: Vocabulary) {
    this.lines = getOrMake(linesOf, vocabulary, () => new Map());
    if (this.lines.size > MAX_LINES) this.lines.clear();
    this.reader = new TextReader(vocabulary, ({ stem }, kind) => {
      const at = this.count * 3;
      if (at + 3 > this.words.length) {
        const wider = new Int32Array(this.words.length * 2);
        wider.set(this.words);
        this.words = wider;
      }
      this.words[at] = stem;
      this.words[at + 1] = this.texts;
      this.words[at + 2] = kind;
      this.count++;
    });
  }

  /** Occurrences of words so far. */
  get size(): number {
    return this.count;
  }

  *add(text: string): Steps<void> {
    yield* this.reader.read(text);
    const { length, type } = this.reader;
    this.lengths.push(Math.min(MAX_WORDS, length));
    this.types.push(type === null ? 0 : getOrMake(this.typeNumbers, type, () => this.typeNumbers.size + 1));
    if (this.vocabulary.language === ENGLISH) this.quantities.add(this.texts, this.quantitiesOf(text));
    this.texts++;
  }

  private quantitiesOf(text: string): KnownQuantity[] {
    const quantities: KnownQuantity[] = [];
    const { values } = this.reader;
    for (let i = 0; i < values.length; i += 3)
      addQuantities(text, { start: values[i]!, colon: values[i + 1]!, end: values[i + 2]! }, this.lines, quantities);
    return quantities;
  }

  build(): Segment {
    const { vocabulary, words, count } = this;
    const counts = countersOf(vocabulary);
    const encoder = new TextEncoder();
    const entries: { stem: number; bytes: Uint8Array; from: number }[] = [];
    for (let i = 0; i < count; i++) {
      const stem = words[i * 3]!;
      if (counts[stem]!++ === 0) entries.push({ stem, bytes: encoder.encode(vocabulary.stems[stem]!), from: 0 });
    }
    entries.sort((a, b) => compareBytes(a.bytes, b.bytes));
    // The occurrences of each stem one after the other, in the order of the texts: copied, since going through them in place takes twice as long (measured).
    const texts = new Int32Array(count);
    const kinds = new Uint8Array(count);
    let from = 0;
    for (const entry of entries) {
      entry.from = from;
      from += counts[entry.stem]!;
      counts[entry.stem] = entry.from;
    }
    for (let i = 0; i < count; i++) {
      const at = counts[words[i * 3]!]!++;
      texts[at] = words[i * 3 + 1]!;
      kinds[at] = words[i * 3 + 2]!;
    }
    const writer = new PostingsWriter();
    for (const { stem, bytes, from } of entries) {
      writer.begin(bytes);
      const end = counts[stem]!;
      counts[stem] = 0;
      for (let at = from; at < end; at++)
        writer.occurrence(texts[at]!, kinds[at]!, at + 1 < end && texts[at + 1] === texts[at]);
    }
    return writer.segment({
      size: this.texts,
      lengths: Uint16Array.from(this.lengths),
      types: Uint16Array.from(this.types),
      typeNames: [...this.typeNumbers.keys()],
      quantities: this.quantities.columns(),
    });
  }
}

const counters = new WeakMap<Vocabulary, Int32Array>();

/** Zeroed counters, one for each stem; every user resets them to zero. */
function countersOf(vocabulary: Vocabulary): Int32Array {
  const existing = counters.get(vocabulary);
  if (existing !== undefined && existing.length >= vocabulary.stems.length) return existing;
  const counts = new Int32Array(vocabulary.stems.length * 2);
  counters.set(vocabulary, counts);
  return counts;
}

/** Writes the stems of a segment, sorted, with their postings. */
class PostingsWriter {
  private readonly dictionary = new Bytes();
  private readonly postings = new Bytes();
  private readonly offsets: number[] = [];
  private readonly starts: number[] = [];
  private text = -1;

  begin(stem: Uint8Array): void {
    this.offsets.push(this.dictionary.length);
    this.starts.push(this.postings.length);
    this.dictionary.add(stem);
    this.text = -1;
  }

  /** An occurrence in a text, which is not before that of the last one. */
  occurrence(text: number, kind: number, more: boolean): void {
    if (text !== this.text) {
      this.postings.varint(text - this.text);
      this.text = text;
    }
    this.postings.varint((kind << 1) | (more ? 1 : 0));
  }

  segment(columns: Pick<Segment, "size" | "lengths" | "types" | "typeNames" | "quantities">): Segment {
    const { size, lengths, types, typeNames, quantities } = columns;
    return new Segment(
      size,
      this.dictionary.taken(),
      Uint32Array.from([...this.offsets, this.dictionary.length]),
      Uint32Array.from([...this.starts, this.postings.length]),
      this.postings.taken(),
      lengths,
      types,
      typeNames,
      quantities,
    );
  }
}

/** The texts of two segments as those of one. Their stems are sorted, so that none becomes a string. */
export function mergeSegments(one: Segment, other: Segment): Segment {
  const parts = [one, other];
  const writer = new PostingsWriter();
  for (let a = 0, b = 0; a < one.stems || b < other.stems; ) {
    const order = a === one.stems ? 1 : b === other.stems ? -1 : compareBytes(one.stemBytes(a), other.stemBytes(b));
    writer.begin(order <= 0 ? one.stemBytes(a) : other.stemBytes(b));
    if (order <= 0) copyPostings(one, a++, 0, writer);
    if (order >= 0) copyPostings(other, b++, one.size, writer);
  }
  const typeNames = [...new Set(parts.flatMap((segment) => segment.typeNames))];
  return writer.segment({
    size: parts.reduce((sum, { size }) => sum + size, 0),
    lengths: joined(parts.map(({ lengths }) => lengths)),
    types: joined(
      parts.map(({ types, typeNames: names }) =>
        types.map((type) => (type === 0 ? 0 : typeNames.indexOf(names[type - 1]!) + 1)),
      ),
    ),
    typeNames,
    quantities: mergeQuantities(parts),
  });
}

function copyPostings(segment: Segment, stem: number, first: number, writer: PostingsWriter): void {
  const input = new Varints(segment.postings, segment.starts[stem]!);
  let text = first - 1;
  while (input.at < segment.starts[stem + 1]!) {
    text += input.next();
    for (let more = true; more; ) {
      const word = input.next();
      more = (word & 1) === 1;
      writer.occurrence(text, word >>> 1, more);
    }
  }
}

function joined(parts: readonly Uint16Array[]): Uint16Array {
  const all = new Uint16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function mergeQuantities(parts: readonly Segment[]): QuantityColumns {
  const builder = new QuantityBuilder();
  let first = 0;
  for (const { quantities, size } of parts) {
    const distinct = Array.from({ length: quantities.distinct }, (_, i) => quantities.at(i));
    let text = -1;
    let pending: KnownQuantity[] = [];
    quantities.each((next, quantity) => {
      if (next !== text) builder.add(first + text, pending);
      if (next !== text) pending = [];
      text = next;
      pending.push(distinct[quantity]!);
    });
    builder.add(first + text, pending);
    first += size;
  }
  return builder.columns();
}

/** Adds those of a value, which begins after a colon and a space, or of own text, whose colon is -1. `lines`: those of attributes that were read before. */
function addQuantities(
  text: string,
  { start, colon, end }: { readonly start: number; readonly colon: number; readonly end: number },
  lines: Lines,
  found: KnownQuantity[],
): void {
  const value = text.slice(colon < 0 ? start : colon + 2, end);
  if (!mayHaveQuantities(value)) return;
  // Own texts seldom come again.
  const quantities =
    colon < 0
      ? quantitiesOf(value, null)
      : getOrMake(lines, text.slice(start, end), () => quantitiesOf(value, text.slice(start, colon)));
  for (const quantity of quantities) found.push(quantity);
}

/** Skips numbers that number or link a thing, such as an id. */
const quantitiesOf = (value: string, field: string | null): readonly KnownQuantity[] =>
  readQuantities(value, field)
    .filter(({ quantity }) => quantity.kind !== "number" || field === null || kindOfAttribute(field) !== KIND.reference)
    .map(({ quantity }) => ({ quantity, field }));

/** Calls `visit` with each line of a text that is a value or own text, and where the value begins. */
export function eachQuantityLine(
  text: string,
  visit: (start: number, end: number, field: string | null, from: number) => void,
): void {
  eachLine(text, {
    type: () => {},
    attribute: (start, colon, end) => visit(start, end, text.slice(start, colon), colon + 2),
    body: (start, end) => visit(start, end, null, start),
  });
}
