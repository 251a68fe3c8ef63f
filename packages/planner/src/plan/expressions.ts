import type {
  AggregateFunction,
  ArithmeticOperator,
  CallFunction,
  CombineFunction,
  ComparisonOperator,
  Span,
} from "@semantic-xpath/parser";
import type { SearchFunction } from "@semantic-xpath/values";
import type { ValueType } from "../schema/valueType.js";
import type { Argument, PathPlan } from "./operators.js";

export type Target =
  | { readonly kind: "Node" }
  | { readonly kind: "Text" }
  | { readonly kind: "Attribute"; readonly name: string }
  | { readonly kind: "Field"; readonly name: string };

/** Common members of expressions. */
export interface Expression {
  readonly id: number;
  readonly span: Span;
}

/** A graded expression: node → [0, 1]. */
export type ScoreExpression = Local | AggregateScore | Composite | Complement | Indicator | ConstantScore;

/** `scorer(target text of n, condition)`, 0 if the target is absent */
export interface Local extends Expression {
  readonly kind: "Local";
  readonly slot: number;
  readonly target: Target;
  readonly condition: Argument<string>;
}

/** `f([weight(e) | e ∈ evidence(n)])`, 0 without evidence */
export interface AggregateScore extends Expression {
  readonly kind: "Aggregate";
  readonly function: AggregateFunction;
  readonly evidence: PathPlan;
}

/** `f(operands)`, from left to right */
export interface Composite extends Expression {
  readonly kind: "Composite";
  readonly function: CombineFunction;
  readonly operands: readonly ScoreExpression[];
}

/** `1 - operand` */
export interface Complement extends Expression {
  readonly kind: "Complement";
  readonly operand: ScoreExpression;
}

/** `1 if condition else 0` */
export interface Indicator extends Expression {
  readonly kind: "Indicator";
  readonly condition: BooleanExpression;
}

export interface ConstantScore extends Expression {
  readonly kind: "Constant";
  readonly value: number;
}

/** A crisp expression: node → true or false. */
export type BooleanExpression =
  | Truth
  | Conjunction
  | Disjunction
  | Negation
  | Comparison
  | Threshold
  | TextMatch
  | Existence
  | Presence
  | PlaceEquals
  | ValueComparison
  | QuantifiedCondition
  | FunctionTest;

export interface Truth extends Expression {
  readonly kind: "Truth";
  readonly value: boolean;
}

export interface Conjunction extends Expression {
  readonly kind: "And";
  readonly operands: readonly BooleanExpression[];
}

export interface Disjunction extends Expression {
  readonly kind: "Or";
  readonly operands: readonly BooleanExpression[];
}

export interface Negation extends Expression {
  readonly kind: "Not";
  readonly operand: BooleanExpression;
}

/** Mode of a comparison; `auto` depends on the values: numbers, ISO dates, else strings. */
export type ComparisonMode = "auto" | ValueType;

/** `value operator right`; false if the value is absent */
export interface Comparison extends Expression {
  readonly kind: "Compare";
  readonly value: ValueExpression;
  readonly operator: ComparisonOperator;
  readonly right: Argument<string | number | boolean>;
  readonly mode: ComparisonMode;
}

/** `score operator right`: how a graded score becomes a filter */
export interface Threshold extends Expression {
  readonly kind: "Threshold";
  readonly score: ScoreExpression;
  readonly operator: ComparisonOperator;
  readonly right: Argument<string | number | boolean>;
}

/** `contains`, `starts-with`, `ends-with` on the text of a value; an absent one reads as "" */
export interface TextMatch extends Expression {
  readonly kind: "Match";
  readonly function: SearchFunction;
  readonly value: ValueExpression;
  readonly argument: Argument<string>;
}

/** `evidence(n) ≠ ∅` */
export interface Existence extends Expression {
  readonly kind: "Exists";
  readonly evidence: PathPlan;
}

/** The value is there: an attribute or field that exists, a number that is not 0, a name that is not empty. */
export interface Presence extends Expression {
  readonly kind: "Present";
  readonly value: ValueExpression;
}

/** `position() = value`: a bare number in a bracket, as in XPath */
export interface PlaceEquals extends Expression {
  readonly kind: "PlaceEquals";
  readonly value: ValueExpression;
}

/** Some value of the left and some value of the right compare so; false if either has none. */
export interface ValueComparison extends Expression {
  readonly kind: "CompareValues";
  readonly left: ValueExpression;
  readonly operator: ComparisonOperator;
  readonly right: ValueExpression;
}

/** True if the condition holds for some, or for every, choice of one node per binding. */
export interface QuantifiedCondition extends Expression {
  readonly kind: "Quantified";
  readonly quantifier: "some" | "every";
  readonly bindings: readonly BindingPlan[];
  readonly condition: BooleanExpression;
}

/** `$name in evidence`: seen by the bindings after it and by the condition. */
export interface BindingPlan extends Expression {
  readonly kind: "Binding";
  readonly name: string;
  readonly evidence: PathPlan;
}

/** A call that gives true or false: `matches(@name, "^A")`. */
export interface FunctionTest extends Expression {
  readonly kind: "Test";
  readonly call: FunctionValue;
}

export type ValueExpression =
  | GivenValue
  | PathValues
  | ArithmeticValue
  | NegativeValue
  | FunctionValue
  | AttributeValue
  | KeyValue
  | FieldValue
  | StringValue
  | OwnText
  | NameValue
  | PositionValue
  | LastValue
  | CountValue;

/** A literal or a parameter. */
export interface GivenValue extends Expression {
  readonly kind: "Given";
  readonly argument: Argument<string | number | boolean>;
}

/** The values of all that the path reaches: of attributes theirs, of `text()` the own texts, of nodes their string values. */
export interface PathValues extends Expression {
  readonly kind: "PathValues";
  readonly evidence: PathPlan;
  /** Declared type of the values; null: undeclared. */
  readonly type: ValueType | null;
}

/** `left operator right`; without a value where a side has none, an error where a side has several. */
export interface ArithmeticValue extends Expression {
  readonly kind: "Arithmetic";
  readonly operator: ArithmeticOperator;
  readonly left: ValueExpression;
  readonly right: ValueExpression;
}

export interface NegativeValue extends Expression {
  readonly kind: "Negative";
  readonly operand: ValueExpression;
}

export interface FunctionValue extends Expression {
  readonly kind: "Function";
  readonly function: CallFunction;
  readonly arguments: readonly ValueExpression[];
}

export interface AttributeValue extends Expression {
  readonly kind: "AttributeValue";
  readonly name: string;
  /** Declared type of the values; null: undeclared. */
  readonly type: ValueType | null;
}

/** The key of a group, as first written; absent where the group has none, or is one of those that lack it. */
export interface KeyValue extends Expression {
  readonly kind: "KeyValue";
  readonly name: string;
  readonly type: ValueType | null;
}

/** The attribute of that name, else the text of each child of that type. */
export interface FieldValue extends Expression {
  readonly kind: "FieldValue";
  readonly name: string;
  readonly type: ValueType | null;
}

/** The text of the node and of all below it, in document order. */
export interface StringValue extends Expression {
  readonly kind: "StringValue";
}

/** The own text; absent where there is none. */
export interface OwnText extends Expression {
  readonly kind: "OwnText";
}

export interface NameValue extends Expression {
  readonly kind: "NameValue";
}

export interface PositionValue extends Expression {
  readonly kind: "PositionValue";
}

export interface LastValue extends Expression {
  readonly kind: "LastValue";
}

export interface CountValue extends Expression {
  readonly kind: "CountValue";
  readonly evidence: PathPlan;
}

/** `n ↦ { name: value(n), … }` */
export interface RecordPlan extends Expression {
  readonly kind: "Record";
  readonly fields: readonly FieldPlan[];
}

/** One field: a value or a list of values, true or false, a score, or a list of records. */
export interface FieldPlan extends Expression {
  readonly kind: "Field";
  readonly name: string;
  readonly value: ValueExpression | BooleanExpression | ScoreExpression | RecordList;
  readonly shape: "value" | "list" | "condition" | "score" | "records";
}

/** `[record(e) | e ∈ evidence(n)]` */
export interface RecordList extends Expression {
  readonly kind: "RecordList";
  readonly evidence: PathPlan;
  readonly record: RecordPlan;
}
