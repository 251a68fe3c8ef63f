import {
  AGGREGATE_FUNCTIONS,
  type AstKind,
  AXIS_NAMES,
  COMBINE_FUNCTIONS,
  COMPARISON_OPERATORS,
  type NodeOf,
} from "@semantic-xpath/parser";
import { AGGREGATE_NAMES, functionsThatBuild } from "../words.js";

/** Kinds of a tree as JSON has it: a query without gaps, comments and declarations. */
export type JsonKind = Exclude<AstKind, "Missing" | "Comment" | "Document" | "Import" | "Declaration" | "Parameter">;

/** What a property holds. */
export type Field =
  | { readonly is: "node"; readonly kinds: readonly JsonKind[]; readonly isNullable: boolean }
  | { readonly is: "nodes"; readonly kinds: readonly JsonKind[]; readonly least: number }
  | { readonly is: "choice"; readonly choices: readonly (string | null)[] }
  | { readonly is: "name" | "text" | "number" | "integer" | "boolean" };

/** A property, and what it is if it is left out; `fallback` undefined: it must be there. */
export interface Property {
  readonly field: Field;
  readonly fallback?: (node: Readonly<Record<string, unknown>>) => unknown;
}

/** The properties of a node that are not places in a text. */
type Properties<K extends JsonKind> = {
  readonly [P in Exclude<keyof NodeOf<K>, "kind" | "span" | "axisSpan" | "separatorSpan" | "operatorSpan">]: Property;
};
type Shapes = { readonly [K in JsonKind]: Properties<K> };

const property = (field: Field, fallback?: Property["fallback"]): Property => ({
  field,
  ...(fallback && { fallback }),
});
const one = (...kinds: JsonKind[]): Property => property({ is: "node", kinds, isNullable: false });
const oneOrNull = (...kinds: JsonKind[]): Property => property({ is: "node", kinds, isNullable: true }, () => null);
const list = (least: number, ...kinds: JsonKind[]): Property =>
  property({ is: "nodes", kinds, least }, least === 0 ? () => [] : undefined);
const oneOf = (choices: readonly (string | null)[], fallback?: Property["fallback"]): Property =>
  property({ is: "choice", choices }, fallback);
const plain = (is: "name" | "text" | "number" | "integer" | "boolean", fallback?: Property["fallback"]): Property =>
  property({ is }, fallback);

const STEPS: JsonKind[] = ["AxisStep", "ParentStep", "SelfStep", "AttributeStep"];
/** Values that are conditions of their own as well. */
const TESTS: JsonKind[] = ["AttributeReference", "FieldReference", "TextTarget", "NodeFunction", "Count"];
const VALUES: JsonKind[] = [...TESTS, "StringValue"];
const EXPRESSIONS: JsonKind[] = [
  "Or",
  "And",
  "Not",
  "Comparison",
  "Relevance",
  "Aggregate",
  "Combine",
  ...TESTS,
  "Call",
  "Exists",
];
const INDEX: JsonKind[] = ["IndexLiteral", "ParameterReference"];
const TEXT: JsonKind[] = ["StringLiteral", "ParameterReference"];

const signed = (value: unknown): string => (Number(value) < 0 ? String(value) : `+${value}`);

/**
 * The AST as data: JSON Schema and the reader of JSON trees are both made from this table, and a kind or a property that
 * the table lacks does not compile.
 */
export const SHAPES: Shapes = {
  Query: { paths: list(1, "Path") },
  Path: { head: oneOrNull("Group"), segments: list(0, "Segment") },
  Group: { query: one("Query"), brackets: list(0, "Bracket") },
  Segment: { separator: oneOf(["/", "//"]), step: one(...STEPS) },
  AxisStep: {
    axis: oneOf([...AXIS_NAMES, null], () => null),
    test: one("NameTest", "WildcardTest"),
    brackets: list(0, "Bracket"),
  },
  ParentStep: {},
  SelfStep: {},
  AttributeStep: { name: one("Name") },
  NameTest: {
    names: list(1, "Name"),
    parenthesized: plain("boolean", ({ names }) => Array.isArray(names) && names.length > 1),
  },
  WildcardTest: {},
  Name: { text: plain("name") },
  Bracket: { content: one("IndexPosition", "RangePosition", "SiblingOffset", ...EXPRESSIONS) },
  IndexPosition: { index: one(...INDEX) },
  RangePosition: { from: oneOrNull(...INDEX), to: oneOrNull(...INDEX) },
  IndexLiteral: { value: plain("integer"), text: plain("text", ({ value }) => String(value)) },
  SiblingOffset: { offset: plain("integer"), text: plain("text", ({ offset }) => `@${signed(offset)}`) },
  Or: { operands: list(2, ...EXPRESSIONS) },
  And: { operands: list(2, ...EXPRESSIONS) },
  Not: { form: oneOf(["not", "1-"], () => "not"), operand: one(...EXPRESSIONS) },
  Comparison: {
    left: one(...EXPRESSIONS, "StringValue"),
    operator: oneOf(COMPARISON_OPERATORS),
    right: one("StringLiteral", "NumberLiteral", "BooleanLiteral", "ParameterReference"),
  },
  Relevance: {
    target: one("NodeTarget", "TextTarget", "AttributeReference", "FieldReference"),
    operator: oneOf(["=~", "≈"], () => "=~"),
    condition: one(...TEXT),
  },
  NodeTarget: { form: oneOf(["node", "content", "."], () => "node") },
  TextTarget: {},
  StringValue: {},
  AttributeReference: { name: one("Name") },
  FieldReference: { name: one("Name") },
  Aggregate: {
    function: oneOf(AGGREGATE_FUNCTIONS),
    name: oneOf(AGGREGATE_NAMES, (node) => node.function),
    evidence: one("Evidence"),
  },
  Evidence: { segments: list(1, "Segment") },
  Combine: { function: oneOf(COMBINE_FUNCTIONS), operands: list(1, ...EXPRESSIONS) },
  NodeFunction: { name: oneOf(functionsThatBuild("NodeFunction")) },
  Count: { evidence: one("Evidence") },
  Call: {
    function: oneOf(functionsThatBuild("Call")),
    value: one(...VALUES),
    argument: one(...TEXT),
  },
  Exists: { evidence: one("Evidence") },
  StringLiteral: { value: plain("text") },
  NumberLiteral: { value: plain("number"), text: plain("text", ({ value }) => String(value)) },
  BooleanLiteral: { value: plain("boolean") },
  ParameterReference: { name: plain("name") },
};

/** Places that some nodes have beside their own. */
export const SPANS: Partial<Record<JsonKind, string>> = {
  Segment: "separatorSpan",
  AxisStep: "axisSpan",
  Comparison: "operatorSpan",
};

/** What a node is made of, for code that has its kind only as a string. */
export const propertiesOf = (kind: JsonKind): readonly (readonly [string, Property])[] => Object.entries(SHAPES[kind]);
