import {
  COMMON_CURRENCIES,
  getOrMake,
  INTERVAL_KINDS,
  type IntervalOf,
  type Item,
  isText,
  parseValueType,
  printValueType,
  readValue,
  type ValueType as Type,
  type ValueTypeError,
} from "@semantic-xpath/values";

/**
 * A type as a schema writes it, docs/reference/values.md. Equal types are equal texts.
 *
 * @example const types: ValueType[] = ["number", "money(CAD)", "quantity(km)", "interval(time)"];
 */
export type ValueType =
  | "string"
  | "number"
  | "boolean"
  | "date"
  | "dateTime"
  | "time"
  | "duration"
  | "money"
  | `money(${string})`
  | "quantity"
  | `quantity(${string})`
  | `interval(${IntervalOf})`
  | "id"
  | "ref"
  | `ref(${string})`;

/** The types without currencies and units, and without the types of nodes that references lead to. */
export const VALUE_TYPES = [
  ...["string", "number", "boolean", "date", "dateTime", "time", "duration", "money", "quantity"],
  ...INTERVAL_KINDS.map((of) => `interval(${of})`),
  ...["id", "ref"],
] as readonly ValueType[];

const typeByText = new Map<string, Type>();

/** The type of a schema's text: one object for each text. An unreadable text is a string. */
export const parsedType = (text: ValueType): Type =>
  getOrMake(typeByText, text, () => {
    const read = parseValueType(text);
    return read.kind === "ValueTypeError" ? { kind: "string" } : read;
  });

/** The type as a schema writes it. */
export const textOfType = (type: Type): ValueType => printValueType(type) as ValueType;

/** Type for comparing and computing: ids and references are strings. */
export const valueOfType = (text: ValueType): ValueType => (isText(parsedType(text)) ? "string" : text);

/** Kind of the values of a type, regardless of their currency or unit. */
export const kindOfType = (text: ValueType): Type["kind"] => parsedType(text).kind;

const KNOWN =
  "string, number, boolean, date, dateTime, time, duration, money, money(CAD), quantity, quantity(km), interval(time), id or ref(Type)";

/** Expectation for an invalid text of a type, and types that may be meant. */
export function typeProblem({ reason, text }: ValueTypeError): { expected: string; types: readonly string[] } {
  switch (reason) {
    case "unknownType":
      return { expected: KNOWN, types: VALUE_TYPES };
    case "unknownCurrency":
      return {
        expected: "money with the code of a currency, such as money(EUR)",
        types: COMMON_CURRENCIES.map((code) => `money(${code})`),
      };
    case "unknownUnit":
      return { expected: "a quantity with a unit, such as quantity(km); lengths of time are a duration", types: [] };
    case "unknownInterval":
      return {
        expected: INTERVAL_KINDS.map((of) => `interval(${of})`).join(" or "),
        types: INTERVAL_KINDS.map((of) => `interval(${of})`),
      };
    case "unreadableTypes":
      return {
        expected: "ref with the types that it leads to, such as ref(Turn) or ref(Turn | Event)",
        types: ["ref"],
      };
    case "noArgument":
      return { expected: `${text.split("(")[0]} alone, without a currency or a unit`, types: [] };
  }
}

/** Tests that a text is a value of the type: `readsAs("2.50", "number")`, `readsAs("CAD 38", "money(CAD)")`. */
export const readsAs = (text: string, type: ValueType): boolean => readValue(parsedType(type), text) !== null;

const SAMPLES: Readonly<Record<Exclude<Type["kind"], "string" | "id" | "ref" | "interval">, Item>> = {
  number: 1,
  boolean: true,
  date: { kind: "date", ms: 0 },
  dateTime: { kind: "dateTime", ms: 0, zone: null },
  time: { kind: "time", ms: 0, zone: null },
  duration: { kind: "duration", months: 0, ms: 3_600_000 },
  money: { kind: "money", amount: 1, currency: "EUR" },
  quantity: { kind: "quantity", base: 1, dimension: "length", unit: "m" },
};

/**
 * Some value of a type, to see what an operation on all of them gives; null for texts, of which nothing is known. Of money and
 * quantities that have no declared unit one of the same unit as `other`.
 */
export function sampleOf(text: ValueType, other: Item | null = null): Item | null {
  const type = parsedType(text);
  switch (type.kind) {
    case "string":
    case "id":
    case "ref":
      return null;
    case "interval":
      return { kind: "interval", of: type.of, start: 0, end: 1, zone: null };
    case "money":
    case "quantity":
      if (!isOpen(type)) return readValue(type, "1");
      return typeof other === "object" && other?.kind === type.kind ? other : SAMPLES[type.kind];
    default:
      return SAMPLES[type.kind];
  }
}

/** True if each value of a type has its own currency or unit. */
export const isOpen = (type: Type): boolean =>
  (type.kind === "money" && type.currency === null) || (type.kind === "quantity" && type.unit === null);

/** Name of a value of a type in messages: "a number", "money in CAD", "an interval of times". */
export function nounOfType(text: ValueType): string {
  const type = parsedType(text);
  switch (type.kind) {
    case "boolean":
      return "true or false";
    case "dateTime":
      return "a date and time";
    case "money":
      return type.currency === null ? "money" : `money in ${type.currency}`;
    case "quantity":
      return type.unit === null ? "a quantity" : `a quantity in ${type.unit}`;
    case "interval":
      return `an interval of ${type.of === "dateTime" ? "dates and times" : `${type.of}s`}`;
    case "id":
      return "an id";
    case "ref":
      return type.types === null ? "a reference" : `a reference to ${type.types.join(" or ")}`;
    default:
      return `a ${type.kind}`;
  }
}

/** A type where no sentence is: "number", "money in CAD", "interval of times". */
export const typeWords = (text: ValueType): string =>
  text === "boolean" ? text : nounOfType(text).replace(/^an? /, "");

/** Example of a value of a type in data: `CAD 38`. Null for numbers, texts and Booleans. */
export function exampleOfType(text: ValueType): string | null {
  const type = parsedType(text);
  switch (type.kind) {
    case "money":
      return type.currency === "$" ? "$38" : `${type.currency ?? "EUR"} 38`;
    case "quantity":
      return `12 ${type.unit ?? "km"}`;
    case "interval":
      return EXAMPLES_OF_INTERVALS[type.of];
    case "id":
    case "ref":
      return null;
    default:
      return EXAMPLES[type.kind];
  }
}

const EXAMPLES = {
  string: null,
  number: null,
  boolean: null,
  date: "2026-03-14",
  dateTime: "2026-03-14T09:30",
  time: "9:30 AM",
  duration: "1 h 20 min",
} as const;

const EXAMPLES_OF_INTERVALS: Readonly<Record<IntervalOf, string>> = {
  time: "9:00 AM - 10:30 AM",
  date: "2026-03-14/2026-03-16",
  dateTime: "2026-03-14T09:00/2026-03-14T10:30",
  number: "3 to 5",
};
