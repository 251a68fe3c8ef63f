import {
  type Comparison,
  diagnose,
  type Expr,
  enclosure,
  type Fix,
  type Literal,
  quoteList,
  replacement,
  type Value,
} from "@semantic-xpath/parser";
import {
  equalKey,
  INTERVAL_KINDS,
  MIRRORED,
  possibleDays,
  readsAsNumber,
  readValue,
  stringLiteral,
  WEEKDAY_NAMES,
} from "@semantic-xpath/values";
import type { PossibleNodes } from "../../schema/schemaTypes.js";
import { exampleOfType, nounOfType, parsedType, readsAs, type ValueType } from "../../schema/valueType.js";
import { nearestNames } from "../../shapes/nearestNames.js";
import { attributeInfo } from "../attributes.js";
import type { AttributeRead, Check, CheckContext, Nodes } from "../checked.js";
import { isGroups, isPart } from "../items.js";
import { isOverValues, isTest, isValue } from "../values.js";
import { areComparable, comparesWith } from "../valueTypes.js";
import { foundText, shortText } from "../wording.js";

/** A comparison with a literal that the left side can't be equal to or ordered with. */
export const incompatibleComparison: Check = {
  codes: ["SXP2005"],
  on: {
    Comparison: (context, comparison, { nodes }) => {
      const oriented = withLiteralLast(comparison);
      if (oriented === null) {
        reportTypes(context, comparison);
        reportVocabularies(context, comparison, nodes);
        return;
      }
      const { left, right } = oriented;
      const problem = problemOf(context, oriented, right, nodes);
      if (problem === null) return;
      const { expected, isImpossible: impossible = false, suggestions = [], replacements = [] } = problem;
      const parameters = { what: shortText(left), expected, found: foundText(right), impossible, suggestions };
      const isSame = right.kind === "StringLiteral" && replacements[0] === right.value.trim();
      const fixes = replacements.map((text) => ({ ...replacement(text, right.span), isSafe: isSame }));
      context.diagnostics.push(diagnose("SXP2005", right.span, parameters, [...fixes, ...(problem.fixes ?? [])]));
    },
  },
};

/** A comparison with a literal, with that on the right; null: it has none. */
function withLiteralLast({ left, operator, right }: Comparison): WithLiteral | null {
  if (isLiteral(right)) return { left, operator, right };
  return isLiteral(left) && right.kind !== "Missing"
    ? { left: right, operator: MIRRORED[operator], right: left }
    : null;
}

interface WithLiteral extends Pick<Comparison, "left" | "operator"> {
  readonly right: Literal;
}

/** Two values whose types are known and can't be equal. */
function reportTypes({ values, diagnostics }: CheckContext, { left, right }: Comparison): void {
  // Requirements on a parameter are reported at the parameter.
  if (right.kind === "Missing" || right.kind === "ParameterReference" || !isValue(left)) return;
  const [leftType, rightType] = [values.get(left)?.type ?? null, values.get(right)?.type ?? null];
  if (leftType === null || rightType === null || areComparable(leftType, rightType)) return;
  const rightText = `"${shortText(right)}", which is ${nounOfType(rightType)}`;
  const parameters = {
    what: shortText(left),
    expected: nounOfType(leftType),
    found: rightText,
    impossible: false,
    suggestions: [],
  };
  diagnostics.push(diagnose("SXP2005", right.span, parameters));
}

/** A computed value that is always one of some texts, beside one that is always one of others: "Friday" of `weekday(@date)`, and "friday" of an attribute. */
function reportVocabularies(context: CheckContext, { left, operator, right }: Comparison, nodes: Nodes): void {
  if ((operator !== "=" && operator !== "!=") || left.kind === "Missing" || right.kind === "Missing") return;
  if (!isValue(left) || !isValue(right) || nodes === null) return;
  const isComputed = (value: Value): boolean => (context.keys.get(value)?.value ?? value).kind === "Call";
  if (!isComputed(left) && !isComputed(right)) return;
  const [expected, found] = [left, right].map((side) => vocabularyOf(context, side, nodes));
  if (expected == null || found == null || expected.some((text) => found.includes(text))) return;
  const parameters = {
    what: shortText(left),
    expected: `always ${quoteList(expected)}`,
    found: `"${shortText(right)}", which is always ${quoteList(found)}`,
    impossible: true,
    suggestions: [],
  };
  context.diagnostics.push(diagnose("SXP2005", right.span, parameters));
}

/** The texts that a value can be; null: any. */
function vocabularyOf({ item, keys, schema, values }: CheckContext, value: Value, nodes: PossibleNodes) {
  const computed = keys.get(value)?.value ?? value;
  if (computed.kind === "Call" && computed.function === "weekday") return DAYS_OF_WEEK;
  if (computed.kind === "Call" && computed.function === "name" && computed === value)
    return isPart(item) || isGroups(item) || nodes.names.length === 0 ? null : nodes.names;
  const { type, attribute } = values.get(value) ?? {};
  return type === "string" ? allowedValues(schema, attribute) : null;
}

/** Message of a mistaken comparison. */
interface Problem {
  /** "a number", or "always" with the allowed values. */
  readonly expected: string;
  readonly isImpossible?: boolean;
  readonly suggestions?: readonly string[];
  /** Source texts that would suit on the right side. */
  readonly replacements?: readonly string[];
  /** Fixes of the left side. */
  readonly fixes?: readonly Fix[];
}

function problemOf(
  { item, keys, kinds, values, schema }: CheckContext,
  { left, operator }: WithLiteral,
  right: Literal,
  nodes: Nodes,
): Problem | null {
  const isEquality = operator === "=" || operator === "!=";
  if (left.kind === "Missing" || isOverValues(left)) return null;
  if (!isValue(left) || isTest(left))
    return kinds.get(left) === "Relevance" ? notANumber(right, "a score between 0 and 1") : notATruth(right);
  if (left.kind === "Call" && left.function === "name") {
    if (right.kind !== "StringLiteral") return { expected: "a name" };
    if (!isEquality || isPart(item)) return null;
    const names = isGroups(item) ? ["group"] : (nodes?.names ?? []);
    return names.length > 0 ? otherName(right.value, names) : null;
  }
  const computed = keys.get(left)?.value ?? left;
  if (computed.kind === "Call" && computed.function === "weekday") {
    const problem = otherDay(right);
    return problem && { ...problem, isImpossible: isEquality };
  }
  const type = values.get(left)?.type ?? null;
  if (type === null) return null;
  if (type === "number" && !isRead(left)) return notANumber(right, nounOfType("number"));
  if (!comparesWith(type, right.value))
    return { ...ofAnotherType(right, type), fixes: endpointFixes(left, right, type) };
  // The grammars for constrained decoding leave values of paths free, so they are not reported.
  const isOfPath = left.kind === "Evidence";
  return isEquality && !isOfPath ? notAllowed(right, type, allowedValues(schema, values.get(left)?.attribute)) : null;
}

/** The names that `weekday` gives, from Monday. */
export const DAYS_OF_WEEK: readonly string[] = [...WEEKDAY_NAMES.slice(1), ...WEEKDAY_NAMES.slice(0, 1)];

/** True if a value is read from the data unchanged: a number there may be written in quotes. */
const isRead = ({ kind }: Value): boolean =>
  kind === "AttributeReference" || kind === "FieldReference" || kind === "Evidence" || kind === "ParameterReference";

const isLiteral = (value: Expr): value is Literal =>
  value.kind === "StringLiteral" || value.kind === "NumberLiteral" || value.kind === "BooleanLiteral";

function notANumber(right: Literal, expected: string): Problem | null {
  if (right.kind === "NumberLiteral") return null;
  const isQuoted = right.kind === "StringLiteral" && readsAsNumber(right.value);
  return { expected, replacements: isQuoted ? [right.value.trim().replace(/^\+/, "")] : [] };
}

/** A condition compares with true and false, and with 1 and 0. */
function notATruth(right: Literal): Problem | null {
  if (right.kind !== "StringLiteral") return null;
  return { expected: "true or false", replacements: readsAs(right.value, "boolean") ? [right.value] : [] };
}

/** `weekday` gives a name; of a number the day that it is from Monday on may be meant. */
function otherDay(right: Literal): Problem | null {
  if (right.kind === "StringLiteral") return otherName(right.value, DAYS_OF_WEEK);
  const day = right.kind === "NumberLiteral" ? DAYS_OF_WEEK[right.value - 1] : undefined;
  const replacements = day === undefined ? [] : [stringLiteral(day)];
  return { expected: `always ${quoteList(DAYS_OF_WEEK)}`, isImpossible: true, replacements };
}

/** Names that are offered where none is like what is written. */
const MAX_OFFERED = 3;

/** `name()` is the name of one of the types that can be here. */
function otherName(name: string, names: readonly string[]): Problem | null {
  if (names.includes(name)) return null;
  const beginning = name.replace(/\.$/, "").toLowerCase();
  const longer = beginning.length < 2 ? [] : names.filter((other) => other.toLowerCase().startsWith(beginning));
  const suggestions = longer.length > 0 ? longer : nearestNames(name, names);
  const replacements = (suggestions.length > 0 || names.length > MAX_OFFERED ? suggestions : names).map(stringLiteral);
  return { expected: `always ${quoteList(names)}`, isImpossible: true, suggestions, replacements };
}

function ofAnotherType(literal: Literal, type: ValueType): Problem {
  const example = exampleOfType(type);
  const noun = nounOfType(type);
  const expected = example === null ? noun : `${noun} (such as ${stringLiteral(example)})`;
  if (literal.kind === "NumberLiteral") return { expected, replacements: withUnits(literal.text, type) };
  if (literal.kind !== "StringLiteral") return { expected };
  if (type === "date" || type === "dateTime")
    return { expected, replacements: possibleDays(literal.value).map(stringLiteral) };
  if (type !== "boolean") return { expected };
  const truth = TRUTHS.get(literal.value.trim().toLowerCase());
  if (truth !== undefined) return { expected, replacements: [truth] };
  const suggestions = nearestNames(literal.value, ["true", "false"]);
  return { expected, suggestions, replacements: suggestions };
}

/** Words of forms and tables for true and false. */
const TRUTHS: ReadonlyMap<string, string> = new Map([
  ...["yes", "y", "on"].map((word) => [word, "true"] as const),
  ...["no", "n", "off"].map((word) => [word, "false"] as const),
]);

/** Possible meanings of a bare number: `90` of a duration, `9` of a time. */
const withUnits = (number: string, type: ValueType): readonly string[] =>
  [`${number} min`, `${number} h`, `${number}:00`, number].filter((text) => readsAs(text, type)).map(stringLiteral);

/** An interval beside a moment: one of its ends is meant. */
function endpointFixes({ span }: Value, literal: Literal, type: ValueType): readonly Fix[] {
  const inner = INTERVAL_KINDS.find((kind) => type === `interval(${kind})`);
  if (inner === undefined || !comparesWith(inner, literal.value)) return [];
  return ["start", "end"].map((name) => ({
    title: `Take ${name}(…)`,
    edits: enclosure(span, `${name}(`, ")"),
    isSafe: false,
  }));
}

/** The allowed values of an attribute, if all types that have it restrict it; else null. */
const allowedValues = (types: CheckContext["schema"], read: AttributeRead | undefined): readonly string[] | null =>
  types === null || read === undefined ? null : (attributeInfo(read.types, read.name, types.schema)?.values ?? null);

/** Allowed values that a message lists. */
const MAX_VALUES = 12;

function notAllowed(literal: Literal, type: ValueType, values: readonly string[] | null): Problem | null {
  if (values === null) return null;
  const literalText = literal.kind === "NumberLiteral" ? literal.text : String(literal.value);
  if (values.some((value) => value === literalText || isEqual(type, value, literalText))) return null;
  const suggestions = type === "number" ? [] : nearestNames(literalText, values);
  const offered = suggestions.length > 0 ? suggestions : values.length <= 3 ? values : [];
  const isBare = type === "number" || type === "boolean";
  const replacements = offered.map((value) => (isBare ? value : stringLiteral(value)));
  return { expected: `always ${quoteList(values, MAX_VALUES)}`, isImpossible: true, suggestions, replacements };
}

/** Tests that two texts are equal values of a type; a number beside money has its currency. */
function isEqual(type: ValueType, value: string, written: string): boolean {
  const [a, b] = [value, written].map((text) => readValue(parsedType(type), text));
  return a != null && b != null && equalKey(a) === equalKey(b);
}
