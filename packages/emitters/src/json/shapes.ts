import {
  AGGREGATE_FUNCTIONS,
  ARITHMETIC_OPERATORS,
  AXIS_NAMES,
  CALL_FUNCTIONS,
  COMBINE_FUNCTIONS,
  COMPARISON_OPERATORS,
  type NodeOf,
} from "@semantic-xpath/parser";
import type { JsonKind } from "../valueTypes.js";
import { AGGREGATE_NAMES } from "../words.js";

/** Content of a property. */
export type Field =
  | { readonly is: "node"; readonly kinds: readonly JsonKind[]; readonly isNullable: boolean }
  | { readonly is: "nodes"; readonly kinds: readonly JsonKind[]; readonly least: number }
  | { readonly is: "choice"; readonly choices: readonly (string | null)[] }
  | { readonly is: "name" | "text" | "number" | "integer" | "boolean" };

/** A property, and what it is if it is left out; `fallback` undefined: it must be there. */
interface Property {
  readonly field: Field;
  readonly fallback?: (node: Readonly<Record<string, unknown>>) => unknown;
}

/** The properties of a node that are not places in a text. */
type Properties<K extends JsonKind> = {
  readonly [P in Exclude<
    keyof NodeOf<K>,
    "kind" | "span" | "axisSpan" | "callSpan" | "separatorSpan" | "operatorSpan"
  >]: Property;
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

/** Kinds of queries. */
export const ROOTS: readonly JsonKind[] = ["Query", "ValueQuery"];

const STEPS: JsonKind[] = [
  "AxisStep",
  "IdStep",
  "ParentStep",
  "SelfStep",
  "AttributeStep",
  "TextStep",
  "ComputedStep",
  "RecordStep",
];
/** Values that are conditions or positions of their own as well. */
const TESTS: JsonKind[] = [
  "AttributeReference",
  "FieldReference",
  "TextTarget",
  "Concatenation",
  "Arithmetic",
  "Negative",
  "Call",
];
const LITERALS: JsonKind[] = ["StringLiteral", "NumberLiteral", "BooleanLiteral", "ParameterReference"];
/** Values that are read or computed. */
export const READ_VALUES: readonly JsonKind[] = [...TESTS, "StringValue", "Evidence"];
const VALUES: JsonKind[] = [...READ_VALUES, ...LITERALS];
const EXPRESSIONS: JsonKind[] = [
  "Or",
  "And",
  "Not",
  "Comparison",
  "Relevance",
  "Aggregate",
  "Combine",
  "Quantified",
  ...TESTS,
];
const INDEX: JsonKind[] = ["IndexLiteral", "ParameterReference"];
const TEXT: JsonKind[] = ["StringLiteral", "ParameterReference"];

/** Absent from most queries. */
const MOMENT: Property = property({ is: "node", kinds: TEXT, isNullable: true }, () => undefined);

const signed = (value: unknown): string => (Number(value) < 0 ? String(value) : `+${value}`);

/**
 * The AST as data: JSON Schema and the reader of JSON trees are both made from this table, and a kind or a property that
 * the table lacks does not compile.
 */
export const SHAPES: Shapes = {
  Query: { asOf: MOMENT, paths: list(1, "Path", "Meet") },
  Meet: { left: one("Path", "Meet"), operator: oneOf(["intersect", "except"]), right: one("Path") },
  ValueQuery: { asOf: MOMENT, value: one(...VALUES, "Comparison") },
  Path: { start: oneOrNull("RootStart", "ParameterReference"), head: oneOrNull("Group"), segments: list(0, "Segment") },
  Group: { query: one("Query"), brackets: list(0, "Bracket") },
  Segment: { separator: oneOf(["/", "//"]), step: one(...STEPS) },
  AxisStep: {
    axis: oneOf([...AXIS_NAMES, null], () => null),
    test: one("NameTest", "WildcardTest"),
    brackets: list(0, "Bracket"),
  },
  IdStep: {
    argument: one(
      "AttributeReference",
      "FieldReference",
      "StringValue",
      "TextTarget",
      "StringLiteral",
      "ParameterReference",
    ),
    brackets: list(0, "Bracket"),
  },
  ParentStep: {},
  SelfStep: {},
  AttributeStep: { name: one("Name") },
  TextStep: {},
  NameTest: {
    names: list(1, "Name"),
    parenthesized: plain("boolean", ({ names }) => Array.isArray(names) && names.length > 1),
  },
  WildcardTest: {},
  Name: { text: plain("text") },
  Bracket: { content: one("IndexPosition", "RangePosition", "SiblingOffset", "OrderBy", "GroupBy", ...EXPRESSIONS) },
  IndexPosition: { index: one(...INDEX) },
  RangePosition: { from: oneOrNull(...INDEX), to: oneOrNull(...INDEX) },
  IndexLiteral: { value: plain("integer"), text: plain("text", ({ value }) => String(value)) },
  SiblingOffset: { offset: plain("integer"), text: plain("text", ({ offset }) => `@${signed(offset)}`) },
  OrderBy: { keys: list(1, "OrderKey") },
  OrderKey: { value: one(...VALUES), direction: oneOf(["ascending", "descending", null], () => null) },
  GroupBy: { keys: list(1, "GroupKey") },
  GroupKey: { value: one(...VALUES), name: oneOrNull("Name") },
  ComputedStep: { value: one(...VALUES) },
  RecordStep: { fields: list(1, "Field") },
  Field: { name: oneOrNull("Name"), value: one(...new Set([...EXPRESSIONS, ...VALUES])) },
  Quantified: {
    quantifier: oneOf(["some", "every"]),
    bindings: list(1, "Binding"),
    condition: one(...EXPRESSIONS),
  },
  Binding: { parameter: one("ParameterReference"), evidence: one("Evidence") },
  Or: { operands: list(2, ...EXPRESSIONS) },
  And: { operands: list(2, ...EXPRESSIONS) },
  Not: { form: oneOf(["not", "1-"], () => "not"), operand: one(...EXPRESSIONS) },
  Comparison: {
    left: one(...new Set([...EXPRESSIONS, ...VALUES])),
    operator: oneOf(COMPARISON_OPERATORS),
    right: one(...VALUES),
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
  Evidence: { start: oneOrNull("RootStart", "ParameterReference", "Group"), segments: list(0, "Segment") },
  RootStart: {},
  Combine: { function: oneOf(COMBINE_FUNCTIONS), operands: list(1, ...EXPRESSIONS) },
  Concatenation: { operands: list(2, ...VALUES) },
  Arithmetic: { operator: oneOf(ARITHMETIC_OPERATORS), left: one(...VALUES), right: one(...VALUES) },
  Negative: { operand: one(...VALUES) },
  Call: { function: oneOf(CALL_FUNCTIONS), arguments: list(0, ...VALUES) },
  StringLiteral: { value: plain("text") },
  NumberLiteral: { value: plain("number"), text: plain("text", ({ value }) => String(value)) },
  BooleanLiteral: { value: plain("boolean") },
  ParameterReference: { name: plain("name") },
};

/** Places that some nodes have beside their own. */
export const SPANS: Partial<Record<JsonKind, string>> = {
  Segment: "separatorSpan",
  AxisStep: "axisSpan",
  IdStep: "callSpan",
  Comparison: "operatorSpan",
  Arithmetic: "operatorSpan",
  Meet: "operatorSpan",
};

/** Properties of a node, for code that has its kind only as a string. */
export const propertiesOf = (kind: JsonKind): readonly (readonly [string, Property])[] => Object.entries(SHAPES[kind]);
