import type { AstKind, UpdateKind } from "@semantic-xpath/parser";
import { exampleOfType, kindOfType, nounOfType, type ValueType } from "@semantic-xpath/planner";
import { choice, literal, type Part, sequence } from "./grammar/part.js";
import { token } from "./grammar/terminals.js";
import { quoteText } from "./words.js";

/** Kinds of a tree as JSON has it: a query without gaps, comments and declarations. Updates have a form of their own, `Operation`. */
export type JsonKind = Exclude<
  AstKind,
  "Missing" | "Comment" | "Document" | "Import" | "Declaration" | "Parameter" | UpdateKind
>;

/** All that the emitters need to know of a value type; what they do with a new one is said here and nowhere else. */
interface ValueTypeRow {
  /** A literal that compares with it, as a query has it. */
  readonly literals: Part;
  /** Its literal in a tree as JSON, with the pattern of its text, and one of its allowed values as JSON has it. */
  readonly json: { readonly kind: JsonKind; readonly pattern?: string; readonly read: (value: string) => unknown };
  /** One of its allowed values in a query. */
  readonly written: (value: string) => string;
  /** The only values that there are. */
  readonly values?: readonly string[];
  /** True if `<` is meaningful for an enumeration. */
  readonly isOrdered: boolean;
  /** Possible arithmetic: numbers; days; or none. */
  readonly arithmetic: "numbers" | "days" | null;
  /** True if its texts may be intervals: `start`, `end`, `duration`, `overlaps`. */
  readonly isSpan: boolean;
  /** TypeScript type, with a note for its comment. */
  readonly typeScript: string;
  readonly note?: string;
}

/** A date as ISO 8601 writes it; that the day exists is left to the checks. */
const DATE =
  "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?Z?)?)?)?$";

const TIME = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
const DURATION = "^[1-9][0-9]{0,2} (min|h|days)$";
/** That its currency or unit is the declared one is left to the checks. */
const AMOUNT = "^([A-Z]{3} )?(0|[1-9][0-9]{0,8})(\\.[0-9]{1,2})?( [A-Za-z/%]{1,12})?$";
const INTERVAL = `${TIME.slice(0, -1)} - ${TIME.slice(1)}`;

const asText = (value: string): string => value;

/** The row of a type, with an example of how data write it. */
export function rowOf(type: ValueType): ValueTypeRow {
  const row = ROWS[kindOfType(type)];
  const example = exampleOfType(type);
  if (example === null) return row;
  const noun = nounOfType(type);
  const note = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}, such as "${example}".`;
  const isOtherInterval = kindOfType(type) === "interval" && type !== "interval(time)";
  const currency = /^money\((\w+)\)$/.exec(type)?.[1];
  const amounts =
    currency === undefined ? row.literals : choice(row.literals, sequence(`"${currency} `, token("amount"), '"'));
  return { ...row, literals: amounts, note, ...(isOtherInterval && { literals: literal(quoteText(example)) }) };
}

const TEXT: ValueTypeRow = {
  literals: token("string"),
  json: { kind: "StringLiteral", read: asText },
  written: quoteText,
  isOrdered: false,
  arithmetic: null,
  isSpan: false,
  typeScript: "string",
};

const ROWS: Readonly<Record<ReturnType<typeof kindOfType>, ValueTypeRow>> = {
  string: TEXT,
  id: TEXT,
  ref: TEXT,
  number: {
    literals: token("number"),
    json: { kind: "NumberLiteral", read: Number },
    // A schema may write `+1` or `.5`, which are not literals of the language.
    written: (value) => String(Number(value)),
    isOrdered: true,
    arithmetic: "numbers",
    isSpan: false,
    typeScript: "`${number}`",
  },
  boolean: {
    literals: choice(literal("true"), literal("false")),
    json: { kind: "BooleanLiteral", read: (value) => value === "true" || value === "1" },
    written: asText,
    values: ["true", "false"],
    isOrdered: false,
    arithmetic: null,
    isSpan: false,
    typeScript: '"true" | "false" | "1" | "0"',
  },
  date: {
    literals: token("date"),
    json: { kind: "StringLiteral", pattern: DATE, read: asText },
    written: quoteText,
    isOrdered: true,
    arithmetic: "days",
    isSpan: false,
    typeScript: "string",
  },
  dateTime: moment("date", { pattern: DATE, arithmetic: "days" }),
  time: moment("time", { pattern: TIME }),
  duration: moment("duration", { pattern: DURATION }),
  // A bare number has the declared currency or unit.
  money: moment("number", { pattern: AMOUNT }),
  quantity: moment("number", { pattern: AMOUNT }),
  interval: { ...moment("interval", { pattern: INTERVAL }), isSpan: true },
};

/** Values that data write as a text and that are ordered by their meaning. */
function moment(
  name: "date" | "time" | "duration" | "number" | "interval",
  { pattern, arithmetic = null }: { readonly pattern: string; readonly arithmetic?: "days" | null },
): ValueTypeRow {
  return {
    literals: token(name),
    json: { kind: "StringLiteral", pattern, read: asText },
    written: quoteText,
    isOrdered: true,
    arithmetic,
    isSpan: false,
    typeScript: "string",
  };
}
