import type { Reader } from "./reader.js";
import { all, existenceOf, memberValue, presenceOf, textOf, Untranslated } from "./written.js";

/** The members that a path of another language leads through from the node in question, or a value in ours; null if neither is next. */
export type ReadMembers = (reader: Reader) => readonly string[] | Computed | null;

interface Computed {
  readonly computed: string;
  /** Members without which a function of another language gives no value, and ours one of the empty text. */
  readonly of?: readonly string[];
}

/** Meaning of conditions in another language. */
export interface Conditions {
  readonly members: ReadMembers;
  /** Result of a comparison with an absent value: a third truth value for all signs; that for orders only; false for orders; less than any value. */
  readonly absence: "unknown" | "unordered" | "unequal" | "least";
  /** Values that are conditions: what is there, what is true, what is there and not false. */
  readonly truth: "present" | "true" | "not false";
}

/** A condition in ours that holds if one of another language does, and one that holds if that fails. With a third truth value neither may hold. */
export interface Condition {
  readonly holds: string;
  readonly fails: string;
}

/** A condition of another language in ours: comparisons, existence, functions of texts, and, or, not, parentheses. */
export function conditionOf(reader: Reader, language: Conditions): Condition {
  const parts = [allOf(conjunctsOf(reader, language))];
  while (reader.takes("||", "or")) parts.push(allOf(conjunctsOf(reader, language)));
  return anyOf(parts);
}

export function conjunctsOf(reader: Reader, language: Conditions): Condition[] {
  const parts = [termOf(reader, language)];
  while (reader.takes("&&", "and")) parts.push(termOf(reader, language));
  return parts;
}

const negated = ({ holds, fails }: Condition): Condition => ({ holds: fails, fails: holds });

const orNot = (holds: string): Condition => ({ holds, fails: `not(${holds})` });

const anyOf = (parts: readonly Condition[]): Condition => negated(allOf(parts.map(negated)));

const allOf = (parts: readonly Condition[]): Condition => ({
  holds: all(...parts.map(({ holds }) => holds)),
  fails: parts.map(({ fails }) => fails).join(" or "),
});

function termOf(reader: Reader, language: Conditions): Condition {
  if (reader.takes("!", "not")) return negated(termOf(reader, language));
  if (reader.takes("(")) {
    const inside = conditionOf(reader, language);
    reader.expect(")");
    return inside;
  }
  const left = operandOf(reader, language);
  if (left.kind === "condition") return left.condition;
  return comparedOf(reader, left, language) ?? truthOf(left, language);
}

function truthOf(value: Value, { absence, truth }: Conditions): Condition {
  if (value.exists === null || value.isFunction) throw new Untranslated();
  if (truth === "present" || value.text.startsWith("/") || value.text.startsWith("root()")) return orNot(value.exists);
  if (truth === "true") return comparison(value, "=", TRUE, absence);
  return orNot(all(value.exists, `not(${comparison(value, "=", FALSE, absence).holds})`));
}

type Operand = Value | { readonly kind: "condition"; readonly condition: Condition };

interface Value {
  readonly kind: "value" | "null";
  readonly text: string;
  /** Condition that a value or a node is there; null if one always is. */
  readonly exists: string | null;
  /** Condition that a value is there. */
  readonly isThere: string | null;
  /** Tests for a function that gives a value of nothing, too. */
  readonly isFunction: boolean;
}

const literal = (text: string): Value => ({ kind: "value", text, exists: null, isThere: null, isFunction: false });

const NULL: Value = { ...literal(""), kind: "null" };
const TRUE = literal("true");
const FALSE = literal("false");

function comparedOf(reader: Reader, left: Value, language: Conditions): Condition | null {
  const { absence } = language;
  const sign = SIGNS.find(([image]) => reader.takes(image))?.[1];
  if (sign !== undefined) return comparison(left, sign, comparableOf(reader, language), absence);
  if (reader.takes("is")) {
    const isNegated = reader.takes("not");
    reader.expect("null");
    const isAbsent = negated(orNot(left.exists ?? refuse()));
    return isNegated ? negated(isAbsent) : isAbsent;
  }
  const isNegated = reader.takes("not");
  const range = rangeOf(reader, left, language);
  if (range === null && isNegated) throw new Untranslated();
  return range === null || !isNegated ? range : negated(range);
}

function rangeOf(reader: Reader, left: Value, language: Conditions): Condition | null {
  const { absence } = language;
  if (reader.takes("between")) {
    const least = comparison(left, ">=", comparableOf(reader, language), absence);
    reader.expect("and");
    return allOf([least, comparison(left, "<=", comparableOf(reader, language), absence)]);
  }
  if (reader.takes("in")) {
    const close = reader.takes("(") ? ")" : "]";
    if (close === "]") reader.expect("[");
    const parts = [comparison(left, "=", comparableOf(reader, language), absence)];
    while (reader.takes(",")) parts.push(comparison(left, "=", comparableOf(reader, language), absence));
    reader.expect(close);
    return anyOf(parts);
  }
  if (!reader.takes("like", "ilike", "match")) return null;
  const pattern = reader.need("string");
  return ofText(left, like(left.text, pattern), /^[%*]*$/.test(pattern), absence);
}

/** A condition on the text of a value; `isOfNothing`: it may hold for an empty text, which an absent value gives. */
function ofText({ isThere }: Value, text: string, isOfNothing: boolean, absence: Conditions["absence"]): Condition {
  const holds = isOfNothing ? all(isThere, text) : text;
  return absence === "unknown" ? { holds, fails: all(isThere, `not(${text})`) } : orNot(holds);
}

const SIGNS = [
  ["==", "="],
  ["=", "="],
  ["!=", "!="],
  ["<>", "!="],
  ["<=", "<="],
  [">=", ">="],
  ["<", "<"],
  [">", ">"],
] as const;

type Sign = (typeof SIGNS)[number][1];

const OPPOSITES: Readonly<Record<Sign, Sign>> = { "=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">" };

function comparison(left: Value, sign: Sign, right: Value, absence: Conditions["absence"]): Condition {
  if (left.kind === "null") return right.kind === "null" ? refuse() : comparison(right, sign, left, absence);
  if (right.kind === "null") {
    if (absence === "unknown" || (sign !== "=" && sign !== "!=")) throw new Untranslated();
    const isThere = orNot(left.exists ?? refuse());
    return sign === "=" ? negated(isThere) : isThere;
  }
  const guards = [left, right].map(({ isThere, isFunction }) => (isFunction ? isThere : null));
  const ofValues = (by: Sign): string => all(...guards, `${left.text} ${by} ${right.text}`);
  const isOrder = sign !== "=" && sign !== "!=";
  if (absence === "unknown" || (absence === "unordered" && isOrder))
    return { holds: ofValues(sign), fails: ofValues(OPPOSITES[sign]) };
  if (sign === "!=") return negated(comparison(left, "=", right, absence));
  const ofAbsent = isOrder && absence === "least" ? isLess(left, sign, right) : areAbsent(left, sign, right);
  return orNot(ofAbsent === null ? ofValues(sign) : `${ofValues(sign)} or ${ofAbsent}`);
}

const areAbsent = (left: Value, sign: Sign, right: Value): string | null =>
  sign.includes("=") && left.exists !== null && right.exists !== null
    ? `not(${left.exists}) and not(${right.exists})`
    : null;

function isLess(left: Value, sign: Sign, right: Value): string | null {
  const [less, more] = sign.startsWith(">") ? [right, left] : [left, right];
  return less.exists === null ? null : all(`not(${less.exists})`, sign.includes("=") ? null : more.exists);
}

function refuse(): never {
  throw new Untranslated();
}

/** A pattern of `%` or `*` at its ends, which stand for any text. Throws `Untranslated` for one within. */
export function like(left: string, pattern: string): string {
  const [, before, text, after] = /^([%*]?)([^%*_?]*)([%*]?)$/.exec(pattern) ?? refuse();
  if (before && after) return `contains(${left}, ${textOf(text!)})`;
  if (before) return `ends-with(${left}, ${textOf(text!)})`;
  return after ? `starts-with(${left}, ${textOf(text!)})` : `${left} = ${textOf(text!)}`;
}

const CONDITIONS: Readonly<Record<string, (text: string, pattern: string) => string>> = {
  contains: (text, pattern) => `contains(${text}, ${pattern})`,
  startswith: (text, pattern) => `starts-with(${text}, ${pattern})`,
  starts_with: (text, pattern) => `starts-with(${text}, ${pattern})`,
  endswith: (text, pattern) => `ends-with(${text}, ${pattern})`,
  ends_with: (text, pattern) => `ends-with(${text}, ${pattern})`,
  search: (text, pattern) => `matches(${text}, ${pattern})`,
  test: (text, pattern) => `matches(${text}, ${pattern})`,
  match: (text, pattern) => `matches(${text}, ${pattern.replace(/^"(.*)"$/s, '"^(?:$1)$"')})`,
};

const VALUES: Readonly<Record<string, string>> = {
  lower: "lower-case",
  ascii_downcase: "lower-case",
  upper: "upper-case",
  ascii_upcase: "upper-case",
};

function comparableOf(reader: Reader, language: Conditions): Value {
  const operand = operandOf(reader, language);
  return operand.kind === "condition" ? refuse() : operand;
}

function operandOf(reader: Reader, language: Conditions): Operand {
  const text = reader.take("string");
  if (text !== null) return literal(textOf(text));
  const number = reader.take("number");
  if (number !== null) return literal(number);
  if (reader.takes("null")) return NULL;
  if (reader.takes("true")) return TRUE;
  if (reader.takes("false")) return FALSE;
  const call = [...Object.keys(CONDITIONS), ...Object.keys(VALUES), "defined"].find((name) => reader.calls(name));
  if (call !== undefined) return callOf(call, comparableOf(reader, language), reader, language);
  const path = language.members(reader);
  if (path !== null && "computed" in path) return computedValue(path);
  if (path === null || path.length === 0) throw new Untranslated();
  const value = { ...literal(memberValue(path)), exists: existenceOf(path), isThere: presenceOf(path) };
  return reader.takes("|") ? piped(value, reader, language) : value;
}

function computedValue({ computed, of }: Computed): Value {
  const path = /^(?:root\(\))?\//.test(computed) ? `exists(${computed})` : null;
  const isThere = of === undefined ? path : presenceOf(of);
  return { ...literal(computed), exists: isThere, isThere, isFunction: of !== undefined };
}

function functionOf(name: string, { text, isThere }: Value): Value {
  return { ...literal(`${VALUES[name]!}(${text})`), exists: isThere, isThere, isFunction: true };
}

/** A call whose first argument is read, up to its parenthesis. */
function callOf(name: string, first: Value, reader: Reader, language: Conditions): Operand {
  if (VALUES[name] !== undefined || name === "defined") {
    reader.expect(")");
    if (name !== "defined") return functionOf(name, first);
    return { kind: "condition", condition: orNot(first.exists ?? refuse()) };
  }
  reader.expect(",");
  return testOf(name, first, reader, language);
}

function testOf(name: string, value: Value, reader: Reader, language: Conditions): Operand {
  const { text } = comparableOf(reader, language);
  reader.expect(")");
  const holds = CONDITIONS[name]!(value.text, text);
  const isOfNothing = holds.startsWith("matches") || !/^"[^"]/.test(text);
  return { kind: "condition", condition: ofText(value, holds, isOfNothing, language.absence) };
}

/** jq: `.name | contains("x")`. */
function piped(value: Value, reader: Reader, language: Conditions): Operand {
  const computed = Object.keys(VALUES).find((name) => reader.takes(name));
  if (computed !== undefined) {
    const operand = functionOf(computed, value);
    return reader.takes("|") ? piped(operand, reader, language) : operand;
  }
  const call = Object.keys(CONDITIONS).find((name) => reader.calls(name)) ?? refuse();
  // jq's `match` gives what matched.
  if (call === "match" || call === "search") throw new Untranslated();
  return testOf(call, value, reader, language);
}
