import type { Reader } from "./reader.js";
import { existenceOf, memberValue, textOf, Untranslated, unwrapped } from "./written.js";

/** The members that a path of another language leads through from the node in question, or a value in ours; null if neither is next. */
export type ReadMembers = (reader: Reader) => readonly string[] | { readonly computed: string } | null;

/** A condition of another language in ours: comparisons, existence, functions of texts, and, or, not, parentheses. */
export function conditionOf(reader: Reader, members: ReadMembers): string {
  const parts = [conjunctsOf(reader, members).join(" and ")];
  while (reader.takes("||", "or")) parts.push(conjunctsOf(reader, members).join(" and "));
  return parts.join(" or ");
}

export function conjunctsOf(reader: Reader, members: ReadMembers): string[] {
  const parts = [termOf(reader, members)];
  while (reader.takes("&&", "and")) parts.push(termOf(reader, members));
  return parts;
}

function termOf(reader: Reader, members: ReadMembers): string {
  if (reader.takes("!", "not")) return `not(${unwrapped(termOf(reader, members))})`;
  if (reader.takes("(")) {
    const inside = conditionOf(reader, members);
    reader.expect(")");
    return `(${inside})`;
  }
  const left = operandOf(reader, members);
  const compared = comparedOf(reader, left, members);
  if (compared !== null) return compared;
  if (left.kind === "condition") return left.text;
  if (left.kind === "computed" && /^(?:root\(\))?\//.test(left.text)) return `exists(${left.text})`;
  if (left.kind !== "value") throw new Untranslated();
  return existenceOf(left.members);
}

interface Operand {
  readonly kind: "value" | "literal" | "null" | "condition" | "computed";
  readonly text: string;
  readonly members: readonly string[];
}

function comparedOf(reader: Reader, left: Operand, members: ReadMembers): string | null {
  const sign = SIGNS.find(([image]) => reader.takes(image))?.[1];
  if (sign !== undefined) return comparison(left, sign, operandOf(reader, members));
  if (reader.takes("is")) {
    const isNegated = reader.takes("not");
    reader.expect("null");
    return comparison(left, isNegated ? "!=" : "=", NULL);
  }
  const isNegated = reader.takes("not");
  const range = rangeOf(reader, left, members);
  if (range === null && isNegated) throw new Untranslated();
  return range === null || !isNegated ? range : `not(${unwrapped(range)})`;
}

function rangeOf(reader: Reader, left: Operand, members: ReadMembers): string | null {
  if (reader.takes("between")) {
    const least = operandOf(reader, members);
    reader.expect("and");
    return `(${comparison(left, ">=", least)} and ${comparison(left, "<=", operandOf(reader, members))})`;
  }
  if (reader.takes("in")) {
    const close = reader.takes("(") ? ")" : "]";
    if (close === "]") reader.expect("[");
    const parts = [comparison(left, "=", operandOf(reader, members))];
    while (reader.takes(",")) parts.push(comparison(left, "=", operandOf(reader, members)));
    reader.expect(close);
    return parts.length === 1 ? parts[0]! : `(${parts.join(" or ")})`;
  }
  if (reader.takes("like", "ilike", "match")) return like(left.text, reader.need("string"));
  return null;
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

const NULL: Operand = { kind: "null", text: "", members: [] };

function comparison(left: Operand, sign: string, right: Operand): string {
  if (left.kind === "condition" || right.kind === "condition") throw new Untranslated();
  if (left.kind === "null") return right.kind === "null" ? refuse() : comparison(right, sign, left);
  if (right.kind !== "null") return `${left.text} ${sign} ${right.text}`;
  if (left.kind !== "value" || (sign !== "=" && sign !== "!=")) throw new Untranslated();
  const exists = existenceOf(left.members);
  return sign === "=" ? `not(${unwrapped(exists)})` : exists;
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

function operandOf(reader: Reader, members: ReadMembers): Operand {
  const text = reader.take("string");
  if (text !== null) return { kind: "literal", text: textOf(text), members: [] };
  const number = reader.take("number");
  if (number !== null) return { kind: "literal", text: number, members: [] };
  if (reader.takes("null")) return NULL;
  for (const word of ["true", "false"]) if (reader.takes(word)) return { kind: "literal", text: word, members: [] };
  const call = [...Object.keys(CONDITIONS), ...Object.keys(VALUES), "defined"].find((name) => reader.calls(name));
  if (call !== undefined) return callOf(call, operandOf(reader, members), reader, members);
  const path = members(reader);
  if (path !== null && "computed" in path) return { kind: "computed", text: path.computed, members: [] };
  if (path === null || path.length === 0) throw new Untranslated();
  const value: Operand = { kind: "value", text: memberValue(path), members: path };
  return reader.takes("|") ? piped(value, reader, members) : value;
}

/** A call whose first argument is read, up to its parenthesis. */
function callOf(name: string, first: Operand, reader: Reader, members: ReadMembers): Operand {
  const isComputed = VALUES[name] !== undefined;
  if (first.kind !== "value" && first.kind !== "computed") throw new Untranslated();
  if (isComputed || name === "defined") {
    reader.expect(")");
    if (isComputed) return { kind: "computed", text: `${VALUES[name]}(${first.text})`, members: [] };
    return { kind: "condition", text: existenceOf(first.members), members: [] };
  }
  reader.expect(",");
  const second = operandOf(reader, members);
  reader.expect(")");
  return { kind: "condition", text: CONDITIONS[name]!(first.text, second.text), members: [] };
}

/** jq: `.name | contains("x")`. */
function piped(value: Operand, reader: Reader, members: ReadMembers): Operand {
  const computed = Object.keys(VALUES).find((name) => reader.takes(name));
  if (computed !== undefined) {
    const computedOperand: Operand = { kind: "computed", text: `${VALUES[computed]}(${value.text})`, members: [] };
    return reader.takes("|") ? piped(computedOperand, reader, members) : computedOperand;
  }
  const call = Object.keys(CONDITIONS).find((name) => reader.calls(name)) ?? refuse();
  const second = operandOf(reader, members);
  reader.expect(")");
  // jq's `match` gives what matched.
  if (call === "match" || call === "search") throw new Untranslated();
  return { kind: "condition", text: CONDITIONS[call]!(value.text, second.text), members: [] };
}
