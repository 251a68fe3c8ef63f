import { COLLATION_NAMES } from "./collation.js";
import type { Item, ValueError } from "./item.js";
import type { ValueType } from "./type.js";

/** The result of a call: true or false, a value of one type, a value of the type of the first argument, or any number of values. */
export type CallResult =
  | "condition"
  | "number"
  | "text"
  | "date"
  | "dateTime"
  | "duration"
  /** A number or a quantity, of the type of the argument where that is known. */
  | "amount"
  /** A value whose type depends on that of the argument. */
  | "value"
  | "values";

const INTERVALS = (["time", "date", "dateTime", "number"] as const).map((of) => ({ kind: "interval", of }) as const);
const MOMENTS = [{ kind: "date" }, { kind: "dateTime" }] as const satisfies readonly ValueType[];

interface ReadingRow {
  /** The types that a text without a type is read as, in this order; null: any value is taken as its text. */
  readonly types: readonly ValueType[] | null;
  /** A text in quotes or a parameter: the same for all nodes. */
  readonly isGiven: boolean;
  /** Words that a given text may be; empty: any text, or more than a list. */
  readonly words: readonly string[];
  /** The expectation in messages. */
  readonly noun: string;
}

const givenText = (noun: string, words: readonly string[] = []): ReadingRow => ({
  types: null,
  isGiven: true,
  words,
  noun,
});
const text = (noun: string): ReadingRow => ({ types: null, isGiven: false, words: [], noun });
const read = (noun: string, ...types: readonly ValueType[]): ReadingRow => ({
  types,
  isGiven: false,
  words: [],
  noun,
});

/** The ways to read an argument. */
export const READINGS = {
  /** The text of a value as written; absent: the empty text. */
  text: text("a text"),
  /** Any value, not only a text. */
  any: text("a value"),
  /** A number or Boolean as such, all else as its text. */
  atom: text("a value"),
  /** True or false: a Boolean, else the effective Boolean value of XPath. Absent: false. */
  truth: text("a value"),
  pattern: givenText("a regular expression"),
  flags: givenText("flags (s, m, i, x, q)", ["i", "s", "m", "x", "q"]),
  collation: givenText('a collation ("codepoint", "case-insensitive", or the address of one)', COLLATION_NAMES),
  number: read("a number", { kind: "number" }),
  amount: read(
    "a number, money or a quantity",
    { kind: "number" },
    { kind: "money", currency: null },
    { kind: "quantity", unit: null },
  ),
  date: read("a date", ...MOMENTS),
  dateTime: read("a date with a time", { kind: "dateTime" }, { kind: "date" }),
  time: read("a time", { kind: "time" }),
  duration: read("a duration", { kind: "duration" }),
  length: read("an interval of moments or a duration", { kind: "duration" }, ...INTERVALS.slice(0, 3)),
  interval: read("an interval", ...INTERVALS),
} as const satisfies Readonly<Record<string, ReadingRow>>;

export type Reading = keyof typeof READINGS;

/** A parameter of a call. `isOptional`: it may be left out. `isAny`: of several values each is tried; else several are an error. */
export interface CallParameter {
  readonly reading: Reading;
  readonly isOptional: boolean;
  readonly isAny: boolean;
}

/** An argument that no call can be made with: its index, the expectation, and the part of it that is wrong. */
export interface ArgumentError {
  readonly kind: "ArgumentError";
  readonly index: number;
  readonly needed: string;
  readonly text: string;
}

/** Values or errors; null: no value. */
export type Applied = Item | null | ValueError | ArgumentError;

interface Documented {
  readonly gives: CallResult;
  /** XPath 3.1 has it with this meaning, or only this language has it. */
  readonly source: "XPath" | "ours";
  readonly documentation: string;
  /** The meaning as equations. */
  readonly equation: string;
  /**
   * A query that uses it, over a type `T` with an attribute `A` that has a value `V`, and with children of a type `C` with a numeric
   * attribute `M`.
   */
  readonly example: string;
  /** The numbers that it gives, if these are whole and not below a bound; `why` completes a sentence. */
  readonly bound?: { readonly least: number; readonly why: string };
}

/** Facts about the node, its list and the run, without arguments. */
export interface ContextRow extends Documented {
  readonly kind: "context";
  readonly reads: "list" | "node" | "run";
  apply(context: CallContext): Item;
}

export interface CallContext {
  /** Place in the list, from 1. */
  readonly place: number;
  readonly last: number;
  /** Type of the node. */
  readonly type: string;
  /** Clock of the run. */
  readonly now: { readonly date: Item; readonly dateTime: Item };
}

/** The number of values alone. */
export interface CountRow extends Documented {
  readonly kind: "count";
  apply(count: number): number | boolean;
}

/** One amount from numbers or quantities of one kind. */
export interface SumRow extends Documented {
  readonly kind: "sum";
  /** Without values: zero in the unit of the type, or no value. */
  readonly ofNothing: "zero" | "absent";
  /** At least one item, read from left to right. */
  apply(items: ArrayLike<Item>): Item | ValueError;
}

/** Some of the values, by their order or equality. */
export interface PickRow extends Documented {
  readonly kind: "pick";
  readonly options: readonly CallParameter[];
  /** Indexes into a list with at least one value. */
  apply(list: PickList, ...options: readonly string[]): readonly number[] | ArgumentError;
}

export interface PickList {
  readonly count: number;
  /** Order of two values by index, those without a place in the order last either way. */
  compare(a: number, b: number, isDescending: boolean): number;
  /** Equal values have equal keys; texts are folded first. */
  key(index: number, fold: ((text: string) => string) | null): string | number;
}

/** One value from the texts of all values. */
export interface JoinRow extends Documented {
  readonly kind: "join";
  readonly options: readonly CallParameter[];
  apply(texts: readonly string[], ...options: readonly string[]): Item;
}

/** One value from one value of each argument. */
export interface ScalarRow extends Documented {
  readonly kind: "scalar";
  readonly parameters: readonly CallParameter[];
  /** The last parameter may be given any number of times. */
  readonly repeats: boolean;
  /** Without an argument: of the text of the node. */
  readonly ofNode: boolean;
  /** The result of an absent argument that is not a text; null: no value. */
  readonly ofAbsent: Item | null;
  /** A test of two texts that is planned and indexed for literals; `verb` completes "it does not …". */
  readonly search: { readonly verb: string; test(text: string, wanted: string): boolean } | null;
  apply(...args: readonly (Item | undefined)[]): Applied;
}

export type CallRow = ContextRow | CountRow | SumRow | PickRow | JoinRow | ScalarRow;

/** A parameter as a table writes it: `text`, `text?` optional, `text*` any of several values. */
type ParameterText = Reading | `${Reading}?` | `${Reading}*`;

type ItemOf<R> = R extends "text" | "any" | "pattern" | "flags" | "collation"
  ? string
  : R extends "number"
    ? number
    : R extends "truth"
      ? boolean
      : R extends "atom"
        ? string | number | boolean
        : Item;
type ArgumentOf<W> = W extends `${infer R extends Reading}?`
  ? ItemOf<R> | undefined
  : W extends `${infer R extends Reading}*`
    ? ItemOf<R>
    : ItemOf<W>;
export type ArgumentsOf<W extends readonly ParameterText[]> = { readonly [I in keyof W]: ArgumentOf<W[I]> };

export const parameterOf = (written: ParameterText): CallParameter => ({
  reading: written.replace(/[?*]$/, "") as Reading,
  isOptional: written.endsWith("?"),
  isAny: written.endsWith("*"),
});

type Words = Omit<Documented, "source"> & { readonly source?: Documented["source"] };
type ScalarParts<W extends readonly ParameterText[]> = Words & {
  readonly takes: W;
  readonly repeats?: boolean;
  readonly ofNode?: boolean;
  readonly ofAbsent?: Item;
  readonly search?: ScalarRow["search"];
  readonly apply: (...args: ArgumentsOf<W>) => Applied;
};

/** A row whose arguments are read as its parameters declare. */
export function scalar<const W extends readonly ParameterText[]>({ takes, apply, ...row }: ScalarParts<W>): ScalarRow {
  return {
    ...{ kind: "scalar", source: "XPath", repeats: false, ofNode: false, ofAbsent: null, search: null },
    ...row,
    parameters: takes.map(parameterOf),
    // The caller reads the arguments by `parameters`, which are `takes`.
    apply: apply as ScalarRow["apply"],
  };
}

type RowOf<R> = Omit<R, "kind" | "source"> & { readonly source?: "XPath" | "ours" };

export const context = (row: RowOf<ContextRow>): ContextRow => ({ kind: "context", source: "XPath", ...row });
export const count = (row: RowOf<CountRow>): CountRow => ({ kind: "count", source: "XPath", ...row });
export const sum = (row: RowOf<SumRow>): SumRow => ({ kind: "sum", source: "XPath", ...row });
export const pick = (row: RowOf<PickRow>): PickRow => ({ kind: "pick", source: "XPath", ...row });
export const join = (row: RowOf<JoinRow>): JoinRow => ({ kind: "join", source: "XPath", ...row });
