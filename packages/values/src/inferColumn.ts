import { AmountSigns, type UnclearTexts } from "./amountSigns.js";
import { type IntervalOf, type Item, type ItemKind, kindOf, type MeasureValue } from "./item.js";
import { groupBy } from "./maps.js";
import { readDateTime, readDay } from "./read/date.js";
import { readDuration } from "./read/duration.js";
import { readInterval } from "./read/interval.js";
import { readMeasure } from "./read/measure.js";
import { readMoney } from "./read/money.js";
import { readTime } from "./read/time.js";
import { MAX_CHARACTERS, readValue } from "./readValue.js";
import { has, Trait, traitsOf } from "./traits.js";
import { printValueType, type ValueType } from "./type.js";
import { possibleDays, readsAsDate } from "./untyped.js";

/** The type that the texts of a column have, and the texts that do not read as it. docs/reference/values.md#inference. */
export interface ColumnFacts {
  /** Null for text that compares pair by pair; a string where one of them is an identifier, which makes all of them text alone. */
  readonly type: ValueType | null;
  /**
   * The type that at least half of the values read as, of a column without a type. A date or a number where people read its digits so, which compare
   * as texts: "12.03.2026", "1,200". Null if there is none.
   */
  readonly nearly: ValueType | null;
  /** True if some values can be read in two ways, so that a column that would have the type `nearly` is text: "5 g", "€1.200" beside "€90". */
  readonly isUnclear: boolean;
  /** True of text some of whose values read as another type: beside a literal of it they compare so. */
  readonly isMixed: boolean;
  /** True if its dates are all written as ISO 8601. */
  readonly isIso: boolean;
  /** Values that are not blank. */
  readonly count: number;
  readonly blank: number;
  /** Values that do not read as `type`, or else as `nearly`, or that are unclear. */
  readonly odd: number;
  /** Up to three of them, each once; of identifiers the first. */
  readonly examples: readonly string[];
}

/** Shares of the values that must read as a type: to be it, of those that stand for a value, and to be worth a remark. */
const TYPE_SHARE = 0.9;
const NEAR_SHARE = 0.5;
const MAX_EXAMPLES = 3;
/**
 * Texts that stand for a missing value: odd in a column of a type, they do not count against it. Those that pandas and R read so, and what people write.
 */
const MISSING = /^(?:n\/a|n\.a\.|#?na|#n\/a|nan|none|null|nil|missing|unknown|tb[acd]|-+|[–—]|\?+)$/i;
const MOST_OF_MISSING = 7;
/** An integer with leading zeros identifies something: one such value makes its column text. */
const IDENTIFIER = /^[+-]?0\d+(?:\.\d+)?$/;

/** Numbers as JSON writes them: a code such as "007" or "+1" is a string. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/;
/** A year, a month of a year, a time or an amount in a bare number say too little to tell what they are. */
const PARTIAL_DATE = /^(?:\d{4}(?:-\d{2})?|[a-z]{3,9}\.?\s+\d{4})$/i;
const CODE_OR_SIGN = /\p{Sc}|(?<![A-Z])(?!ALL|BAM|BOB|COP|CUP|GEL|MAD|MOP|PEN|SOS|TOP|TRY)[A-Z]{3}(?![A-Z])/u;
const UNCLEAR_UNIT = /[\d\s](?:pounds?|in|C|F|K|B|t|g|unit|item|piece|cup)s?$/;
const PLAIN_RANGE = /^[\d.+-]+$/;
/** Digits in parts: what they mean differs between countries and trades, so that no reader takes them. */
const PARTED_DIGITS = /^[+-]?\d+(?:[.,'’:/\s-]\s?\d+)+(?:\s?%)?$/;

type Reader = (text: string) => Item | null;

/** A kind of values: its type, its reader, and a cheap test that the traits of every text which it reads pass. */
interface Candidate {
  readonly type: ValueType;
  readonly read: Reader;
  readonly may: (traits: number) => boolean;
}

const unless =
  (pattern: RegExp, read: Reader): Reader =>
  (text) =>
    pattern.test(text) ? null : read(text);

const readDayAlone: Reader = (text) => {
  const day = readDay(text);
  return day?.kind === "date" ? day : null;
};

const interval = (of: IntervalOf, start: number, inside: number): Candidate => ({
  type: { kind: "interval", of },
  read: unless(PLAIN_RANGE, (text) => readInterval(text, of)),
  may: (traits) => has(traits, start) && has(traits, inside) && has(traits, Trait.join),
});

const NUMERIC = Trait.digitFirst | Trait.signFirst;
const DAY_FIRST = Trait.digitFirst | Trait.nameFirst;
const CLOCK_FIRST = Trait.digitFirst | Trait.clockFirst;
const COLON_OR_LETTER = Trait.colon | Trait.letter;

/** From the narrowest on. Stricter than readers of declared types: a text that may as well be a name or a number does not count. */
export const CANDIDATES: readonly Candidate[] = [
  {
    type: { kind: "number" },
    read: (text) => (NUMBER.test(text) ? Number(text) : null),
    may: (traits) => has(traits, NUMERIC) && !has(traits, Trait.noNumber),
  },
  {
    type: { kind: "boolean" },
    read: (text) => (BOOLEAN.test(text) ? text === "true" : null),
    may: (traits) => has(traits, Trait.letterFirst),
  },
  {
    type: { kind: "date" },
    read: unless(PARTIAL_DATE, readDayAlone),
    may: (traits) => has(traits, Trait.year) && has(traits, DAY_FIRST) && !has(traits, Trait.colon),
  },
  {
    type: { kind: "dateTime" },
    read: unless(PARTIAL_DATE, readDateTime),
    may: (traits) => has(traits, Trait.year) && has(traits, DAY_FIRST | CLOCK_FIRST),
  },
  {
    type: { kind: "time" },
    read: readTime,
    may: (traits) => has(traits, CLOCK_FIRST) && has(traits, Trait.colon | Trait.half | Trait.clockFirst),
  },
  {
    type: { kind: "duration" },
    read: readDuration,
    may: (traits) => has(traits, NUMERIC | Trait.periodFirst) && has(traits, COLON_OR_LETTER),
  },
  {
    type: { kind: "money", currency: null },
    read: (text) => (CODE_OR_SIGN.test(text) ? readMoney(text, null) : null),
    may: (traits) => has(traits, Trait.currency),
  },
  {
    type: { kind: "quantity", unit: null },
    read: unless(UNCLEAR_UNIT, (text) => readMeasure(text, null)),
    may: (traits) => has(traits, NUMERIC) && has(traits, Trait.noNumber | Trait.letter) && !has(traits, Trait.colon),
  },
  interval("time", CLOCK_FIRST, COLON_OR_LETTER),
  interval("date", DAY_FIRST, Trait.year),
  interval("dateTime", DAY_FIRST | CLOCK_FIRST, Trait.year),
  interval("number", NUMERIC, Trait.join),
];

const PLAIN_CLOCK = /^[\d:.]+$/;
const SIGNED = /[-+]\d/;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const [NUMBERS, DATE, MONEY, QUANTITY] = (["number", "date", "money", "quantity"] as const).map((kind) =>
  CANDIDATES.findIndex(({ type }) => type.kind === kind),
) as [number, number, number, number];

/** A kind of values: for quantities one of a dimension. */
interface Kind {
  readonly index: number;
  readonly read: (text: string) => Item | null;
  count: number;
  /** The first value in document order. */
  first: Item | null;
  firstAt: number;
  isIso: boolean;
  readonly currencies: Set<string>;
  /** The points and commas of numbers, money and quantities. */
  readonly signs: AmountSigns;
  /** The first texts that do not read as it, at most `MAX_EXAMPLES`. */
  readonly odd: string[];
}

interface UnclearMeasure {
  readonly item: MeasureValue;
  readonly text: string;
  readonly uses: number;
  readonly at: number;
}

/**
 * The type of a column from its texts, given one after the other, equal ones once or several times: the first kind that at least nine in ten values
 * read as, blank ones left out. Takes time linear in the texts, and memory that does not depend on their number but for unclear units.
 */
export class ColumnInference {
  /** By the place of their candidate; quantities by their dimension. */
  private readonly kinds = new Map<number | string, Kind>();
  /** Kinds with fewer odd texts than are shown. */
  private incomplete: Kind[] = [];
  private readonly unclear: UnclearMeasure[] = [];
  /** The first texts that are not blank, which a kind that comes later misses. */
  private readonly beginning: string[] = [];
  private count = 0;
  private blank = 0;
  private missing = 0;
  private added = 0;
  /** The first integer with leading zeros. */
  private identifier: string | null = null;
  /** Values of parted digits that nothing reads, how many of them may be days, and the first of them. */
  private parted = 0;
  private partedDays = 0;
  private readonly partedExamples: string[] = [];
  /** The kinds of the last text whose kinds followed from the first of them: the next text is read as that one first. */
  private usual: readonly Kind[] = [];
  private usualKinds: readonly ItemKind[] | null = null;

  /** A text, and how many nodes have it. */
  add(written: string, uses: number): void {
    const text = written.trim();
    const at = this.added++;
    if (text === "") {
      this.blank += uses;
      return;
    }
    this.count += uses;
    const read = this.readsAs(text, uses, at);
    if (read.length === 0 && text.length <= MOST_OF_MISSING && MISSING.test(text)) this.missing += uses;
    for (const kind of this.incomplete)
      if (!read.includes(kind) && !kind.odd.includes(written) && kind.odd.push(written) === MAX_EXAMPLES)
        this.incomplete = this.incomplete.filter((each) => each !== kind);
    if (this.beginning.length < MAX_EXAMPLES && !this.beginning.includes(written)) this.beginning.push(written);
  }

  /** Counts a text for the kinds that it reads as, and gives these. */
  private readsAs(text: string, uses: number, at: number): readonly Kind[] {
    if (text.length > MAX_CHARACTERS) return [];
    const again: Item | null = this.usual[0]?.read(text) ?? null;
    if (again !== null && kindsBy(again, text) === this.usualKinds) {
      const [{ index, read }] = this.usual as [Kind];
      const kinds = index === QUANTITY ? [this.kindOf(index, read, again)] : this.usual;
      for (const kind of kinds) addTo(kind, again, uses, { text, at });
      return kinds;
    }
    const traits = traitsOf(text);
    if (this.identifier === null && has(traits, NUMERIC) && IDENTIFIER.test(text)) this.identifier = text;
    // A unit that is unclear alone counts beside a clear one of its dimension.
    const isUnclear = CANDIDATES[QUANTITY]!.may(traits) && UNCLEAR_UNIT.test(text);
    const measure = isUnclear ? readMeasure(text, null) : null;
    if (measure !== null) this.unclear.push({ item: measure, text, uses, at });
    const kinds: Kind[] = [];
    let all: readonly ItemKind[] | null = null;
    for (let index = 0; index < CANDIDATES.length && kinds.length !== all?.length; index++) {
      const { read, may } = CANDIDATES[index]!;
      const item = may(traits) ? read(text) : null;
      if (item === null) continue;
      const kind = this.kindOf(index, read, item);
      addTo(kind, item, uses, { text, at });
      kinds.push(kind);
      all ??= kindsBy(item, text);
    }
    if (all !== null) [this.usual, this.usualKinds] = [kinds, all];
    if (kinds.length === 0 && has(traits, NUMERIC) && PARTED_DIGITS.test(text)) {
      this.parted += uses;
      if (possibleDays(text).length > 0) this.partedDays += uses;
      if (this.partedExamples.length < MAX_EXAMPLES) this.partedExamples.push(text);
    }
    return kinds;
  }

  private kindOf(index: number, read: Kind["read"], item: Item): Kind {
    const key = typeof item === "object" && item.kind === "quantity" ? item.dimension : index;
    const existing = this.kinds.get(key);
    if (existing !== undefined) return existing;
    const odd = [...this.beginning];
    const kind = emptyKind(index, read, odd);
    this.kinds.set(key, kind);
    if (odd.length < MAX_EXAMPLES) this.incomplete.push(kind);
    return kind;
  }

  /** The facts of all texts so far. */
  get facts(): ColumnFacts {
    const { count, identifier } = this;
    const kinds = this.withUnclear().sort((a, b) => a.index - b.index);
    const isText = identifier !== null || count === 0;
    const needed = Math.max(TYPE_SHARE * (count - this.missing), NEAR_SHARE * count);
    const best = isText ? undefined : kinds.find((kind) => kind.count >= needed);
    const near = isText || best !== undefined ? undefined : kinds.find((kind) => kind.count >= NEAR_SHARE * count);
    const unclear = best === undefined ? undefined : unclearOf(best);
    const typed = unclear === undefined ? best : undefined;
    const chosen = best ?? near ?? (isText ? undefined : (this.asDigits() ?? this.asMeasures()));
    return {
      type: identifier !== null ? { kind: "string" } : typed === undefined ? null : typeOfKind(typed),
      nearly: typed !== undefined || chosen === undefined ? null : typeOfKind(chosen),
      isUnclear: unclear !== undefined || (chosen?.index === QUANTITY && chosen.count === 0),
      isMixed: typed === undefined && !isText && kinds.length > 0,
      isIso: chosen?.isIso ?? true,
      count,
      blank: this.blank,
      odd: unclear?.uses ?? (chosen === undefined ? 0 : count - chosen.count),
      examples: identifier !== null ? [identifier] : (unclear?.texts ?? chosen?.odd ?? []),
    };
  }

  /** Dates or numbers, if nearly all values are digits that people read as them, some of which no reader takes. */
  private asDigits(): Kind | undefined {
    const [numbers, dates] = [NUMBERS, DATE].map((index) => this.kinds.get(index)?.count ?? 0) as [number, number];
    if (this.parted === 0 || this.parted + numbers + dates < TYPE_SHARE * this.count) return undefined;
    const index = numbers === 0 && this.partedDays === this.parted ? DATE : NUMBERS;
    return {
      ...emptyKind(index, CANDIDATES[index]!.read, this.partedExamples),
      count: index === DATE ? dates : numbers,
    };
  }

  /** Measures, if nearly all values have units of one dimension which are unclear alone. */
  private asMeasures(): Kind | undefined {
    for (const [dimension, measures] of groupBy(this.unclear, ({ item }) => item.dimension)) {
      const uses = measures.reduce((sum, each) => sum + each.uses, 0);
      if (this.kinds.has(dimension) || uses < TYPE_SHARE * this.count) continue;
      const texts = measures.slice(0, MAX_EXAMPLES).map(({ text }) => text);
      return { ...emptyKind(QUANTITY, CANDIDATES[QUANTITY]!.read, texts), first: measures[0]!.item };
    }
    return undefined;
  }

  private withUnclear(): Kind[] {
    return [...this.kinds.values()].map((kind) => {
      if (kind.index !== QUANTITY) return kind;
      const added = this.unclear.filter(({ item }) => kind === this.kinds.get(item.dimension));
      const extended = { ...kind, odd: kind.odd.filter((text) => !added.some((one) => one.text === text.trim())) };
      for (const { item, uses, at } of added) addTo(extended, item, uses, { text: "", at });
      return extended;
    });
  }
}

const emptyKind = (index: number, read: Kind["read"], odd: string[]): Kind => ({
  ...{ index, read, odd, count: 0, first: null, firstAt: 0, isIso: true },
  ...{ currencies: new Set(), signs: new AmountSigns() },
});

const isAmount = ({ index }: Kind): boolean => index === NUMBERS || index === MONEY || index === QUANTITY;

const unclearOf = (kind: Kind): UnclearTexts | undefined =>
  isAmount(kind)
    ? kind.signs.unclearAs(CANDIDATES[kind.index]!.type.kind as "number" | "money" | "quantity")
    : undefined;

/**
 * Infers the type of a column from its distinct texts and their uses.
 *
 * @example inferColumn([["CAD 9", 1], ["CAD 89", 1]]).type // { kind: "money", currency: "CAD" }
 */
export function inferColumn(texts: Iterable<readonly [text: string, uses: number]>): ColumnFacts {
  const inference = new ColumnInference();
  for (const [text, uses] of texts) inference.add(text, uses);
  return inference.facts;
}

/** The facts of a column whose type is declared, though some of its texts may not read as it. */
export function columnOfType(
  type: ValueType,
  texts: Iterable<readonly [text: string, uses: number]>,
  read: (type: ValueType, text: string) => Item | null = readInferred,
): ColumnFacts {
  const examples: string[] = [];
  let [count, blank, odd, isIso] = [0, 0, 0, true];
  for (const [text, uses] of texts) {
    if (text.trim() === "") {
      blank += uses;
      continue;
    }
    count += uses;
    if (read(type, text) !== null) {
      isIso &&= type.kind !== "date" || readsAsDate(text.trim());
      continue;
    }
    odd += uses;
    if (examples.length < MAX_EXAMPLES) examples.push(text);
  }
  return { type, nearly: null, isUnclear: false, isMixed: false, isIso, count, blank, odd, examples };
}

const ALONE = Object.fromEntries(CANDIDATES.map(({ type: { kind } }) => [kind, [kind as ItemKind]]));
const DAY: readonly ItemKind[] = ["date", "dateTime"];
const CLOCK: readonly ItemKind[] = ["time", "duration"];

/** All kinds that a text reads as, given an item of the first of them; null if the other readers have to be tried. */
export function kindsBy(item: Item, text: string): readonly ItemKind[] | null {
  const alone = ALONE[kindOf(item)]!;
  if (typeof item !== "object") return alone;
  switch (item.kind) {
    case "date":
      return DAY;
    case "dateTime":
      // A negative zone may be the end of an interval; a day is a moment, too.
      return (item.zone ?? 0) >= 0 && text.includes(":") ? alone : null;
    case "time":
      if (item.zone !== null) return null;
      return text.indexOf(":") === text.lastIndexOf(":") ? alone : PLAIN_CLOCK.test(text) ? CLOCK : null;
    case "duration":
      return text.includes(":") ? null : alone;
    case "interval":
      return item.of === "time" && !SIGNED.test(text) ? alone : null;
    default:
      return alone;
  }
}

function addTo(
  kind: Kind,
  item: Item,
  uses: number,
  { text, at }: { readonly text: string; readonly at: number },
): void {
  if (kind.index === DATE) kind.isIso &&= ISO_DAY.test(text);
  kind.count += uses;
  if (kind.first === null || at < kind.firstAt) {
    kind.first = item;
    kind.firstAt = at;
  }
  if (typeof item === "object" && item.kind === "money") kind.currencies.add(item.currency);
  if (isAmount(kind)) kind.signs.add(text, uses);
}

function typeOfKind({ index, first, currencies }: Kind): ValueType {
  const { type } = CANDIDATES[index]!;
  if (type.kind === "money") return { kind: "money", currency: currencies.size === 1 ? [...currencies][0]! : null };
  if (type.kind === "quantity" && typeof first === "object" && first?.kind === "quantity")
    return { kind: "quantity", unit: first.unit };
  return type;
}

/** The reader of texts of an inferred type, which is stricter than that of a declared one: a bare number is not money. */
export function readInferred(type: ValueType, text: string): Item | null {
  if (type.kind === "string") return text;
  const trimmed = text.trim();
  if (type.kind === "quantity") {
    const measure = readMeasure(trimmed, null);
    return measure !== null && readValue(type, text) !== null ? measure : null;
  }
  return trimmed.length > MAX_CHARACTERS ? null : (READERS.get(readerKey(type))?.(trimmed) ?? null);
}

const readerKey = (type: ValueType): string => (type.kind === "interval" ? printValueType(type) : type.kind);

const READERS = new Map(CANDIDATES.map(({ type, read }) => [readerKey(type), read] as const));
