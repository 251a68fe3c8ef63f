import { type ArithmeticOperator, OPERATORS } from "@semantic-xpath/parser";
import type {
  BooleanExpression,
  FieldPlan,
  RecordList,
  ScoreExpression,
  Target,
  ValueExpression,
} from "../plan/expressions.js";
import {
  type Argument,
  type AxisOperator,
  type BracketOperator,
  type GroupKey,
  type IdOperator,
  type MembersOperator,
  type OrderKey,
  type PathPlan,
  type PlaceRange,
  type SequencePlan,
  type StepPlan,
  startSequence,
  type ValidityPlan,
  type ValuePlan,
} from "../plan/operators.js";

/** One operator in one line, in the notation of queries. Every surface prints operators with these words. */
export function describeBracket(bracket: BracketOperator): string {
  switch (bracket.kind) {
    case "Position": {
      const order = { document: "in document order", rank: "by rank", keys: "by its keys" }[bracket.order];
      return `[${describeRange(bracket.range)}] ${order}${bracket.scope === "whole" ? ", of the whole result" : ""}`;
    }
    case "Sibling":
      return `[@${bracket.offset < 0 ? "" : "+"}${bracket.offset}]`;
    case "Filter":
      return describeCondition(bracket.condition);
    case "Relevance":
      return describeScore(bracket.score);
    case "Order":
      return `order by ${bracket.keys.map(describeKey).join(", ")}`;
    case "GroupBy":
      return `group by ${bracket.keys.map(describeGroupKey).join(", ")}`;
  }
}

const testText = (names: readonly string[] | null): string =>
  names === null ? "*" : names.length === 1 ? names[0]! : `(${names.join("|")})`;

const describeKey = ({ value, isDescending }: OrderKey): string =>
  `${describeValue(value)}${isDescending ? " descending" : ""}`;

/** A key that is an attribute or field of its name is named by it. */
function describeGroupKey({ name, value }: GroupKey): string {
  const namesItself = (value.kind === "AttributeValue" || value.kind === "FieldValue") && value.name === name;
  return namesItself ? describeValue(value) : `${describeValue(value)} as ${name}`;
}

/** The moment, and the types that hold from a time to a time. */
export const describeValidity = ({ at, roles }: ValidityPlan): string =>
  `${at === null ? "at all times" : `as of ${describeArgument(at)}`}: ${roles.map(({ type }) => type).join(", ")}`;

/** One field of a record, as the query has it. */
export function describeField({ name, value, shape }: FieldPlan): string {
  switch (shape) {
    case "records":
      return `${name}: ${describeEvidence((value as RecordList).evidence)}/{…}`;
    case "score":
      return `${name}: ${describeScore(value as ScoreExpression)}`;
    case "condition":
      return `${name}: ${describeCondition(value as BooleanExpression)}`;
    default:
      return `${name}: ${describeValue(value as ValueExpression)}`;
  }
}

export function describeAxis(operator: AxisOperator | IdOperator | MembersOperator): string {
  if (operator.kind === "Members") {
    const names = testText(operator.test.names);
    return operator.isDeep ? `members of groups and below, ${names}` : `members of groups, ${names}`;
  }
  if (operator.kind === "Id") {
    const takeText = operator.take === null ? "" : `, take [${describeRange(operator.take)}]`;
    return `${describeIds(operator)}${takeText}, via id-index`;
  }
  const { axis, test, take, access } = operator;
  const names = test.names === null && test.document ? "node()" : testText(test.names);
  return `${axis}::${names}${take === null ? "" : `, take [${describeRange(take)}]`}, via ${access}`;
}

/** The call as a query has it: `id(@ref)`. */
export function describeIds({ source }: IdOperator): string {
  switch (source.kind) {
    case "Attribute":
      return `id(@${source.name})`;
    case "Field":
      return `id(${source.name})`;
    case "Text":
      return "id(text())";
    case "String":
      return "id(.)";
    default:
      return `id(${describeArgument(source)})`;
  }
}

export function describeRange({ single, from, to }: PlaceRange): string {
  const end = (argument: Argument<number> | null): string => (argument === null ? "" : describeArgument(argument));
  return single ? end(from) : `${end(from)}:${end(to)}`;
}

function describeArgument(argument: Argument<string | number | boolean>): string {
  if (argument.kind === "Parameter") return `$${argument.name}`;
  return typeof argument.value === "string" ? quoteString(argument.value) : String(argument.value);
}

const quoteString = (text: string): string =>
  text.includes('"') && !text.includes("'") ? `'${text}'` : `"${text.replaceAll('"', '""')}"`;

function describeTarget(target: Target): string {
  switch (target.kind) {
    case "Node":
      return "node";
    case "Text":
      return "text()";
    case "Attribute":
      return `@${target.name}`;
    case "Field":
      return target.name;
  }
}

export function describeScore(score: ScoreExpression): string {
  switch (score.kind) {
    case "Local":
      return `${describeTarget(score.target)} =~ ${describeArgument(score.condition)}`;
    case "Aggregate":
      return `${score.function}(${describeEvidence(score.evidence)})`;
    case "Composite":
      return `${score.function}(${score.operands.map(describeScore).join(", ")})`;
    case "Complement":
      return `1-${bracketed(score.operand)}`;
    case "Indicator":
      return describeCondition(score.condition);
    case "Constant":
      return String(score.value);
  }
}

const bracketed = (score: ScoreExpression): string =>
  score.kind === "Indicator" || score.kind === "Local" ? `(${describeScore(score)})` : describeScore(score);

export function describeCondition(condition: BooleanExpression): string {
  switch (condition.kind) {
    case "Truth":
      return condition.value ? "true" : "false";
    case "And":
    case "Or":
      return condition.operands.map(operandText).join(condition.kind === "And" ? " and " : " or ");
    case "Not":
      return `not(${describeCondition(condition.operand)})`;
    case "Compare":
      return `${describeValue(condition.value)} ${condition.operator} ${describeArgument(condition.right)}`;
    case "Threshold":
      return `${describeScore(condition.score)} ${condition.operator} ${describeArgument(condition.right)}`;
    case "Match":
      return `${condition.function}(${describeValue(condition.value)}, ${describeArgument(condition.argument)})`;
    case "Exists":
      return `exists(${describeEvidence(condition.evidence)})`;
    case "Present":
      return describeValue(condition.value);
    case "PlaceEquals":
      return `position() = ${describeValue(condition.value)}`;
    case "CompareValues":
      return `${describeValue(condition.left)} ${condition.operator} ${describeValue(condition.right)}`;
    case "Quantified": {
      const bindings = condition.bindings.map(({ name, evidence }) => `$${name} in ${describeEvidence(evidence)}`);
      return `${condition.quantifier} ${bindings.join(", ")} satisfies ${describeCondition(condition.condition)}`;
    }
    case "Test":
      return describeValue(condition.call);
  }
}

/** Description of a value query. */
export const describeExpression = (expression: ValuePlan["expression"]): string =>
  isCondition(expression) ? describeCondition(expression) : describeValue(expression);

const CONDITIONS: ReadonlySet<string> = new Set<BooleanExpression["kind"]>([
  "Truth",
  "And",
  "Or",
  "Not",
  "Compare",
  "Threshold",
  "Match",
  "Exists",
  "Present",
  "PlaceEquals",
  "CompareValues",
  "Quantified",
  "Test",
]);
const isCondition = (expression: ValuePlan["expression"]): expression is BooleanExpression =>
  CONDITIONS.has(expression.kind);

const operandText = (operand: BooleanExpression): string =>
  operand.kind === "And" || operand.kind === "Or" || operand.kind === "Quantified"
    ? `(${describeCondition(operand)})`
    : describeCondition(operand);

export function describeValue(value: ValueExpression): string {
  switch (value.kind) {
    case "AttributeValue":
    case "KeyValue":
      return `@${value.name}`;
    case "FieldValue":
      return value.name;
    case "StringValue":
      return ".";
    case "OwnText":
      return "text()";
    case "NameValue":
      return "name()";
    case "PositionValue":
      return "position()";
    case "LastValue":
      return "last()";
    case "CountValue":
      return `count(${describeEvidence(value.evidence)})`;
    case "Given":
      return describeArgument(value.argument);
    case "PathValues":
      return describeEvidence(value.evidence);
    case "Arithmetic": {
      const { operator, left, right } = value;
      return `${describeTerm(left, operator, false)} ${operator} ${describeTerm(right, operator, true)}`;
    }
    case "Negative":
      return `-${value.operand.kind === "Arithmetic" ? `(${describeValue(value.operand)})` : describeValue(value.operand)}`;
    case "Function":
      return `${value.function}(${value.arguments.map(describeValue).join(", ")})`;
  }
}

/** A side of an operation, in parentheses where it would else come apart. */
function describeTerm(side: ValueExpression, operator: ArithmeticOperator, isRight: boolean): string {
  if (side.kind !== "Arithmetic") return describeValue(side);
  const [inner, outer] = [OPERATORS[side.operator].precedence, OPERATORS[operator].precedence];
  return inner < outer || (isRight && inner === outer) ? `(${describeValue(side)})` : describeValue(side);
}

/** A path as a query would write it, as far as the plan still knows. */
function describePath(path: PathPlan): string {
  const from = startSequence(path);
  const start =
    from === null ? startText(path) : from.kind === "Group" ? describeSequence(from) : `(${describeSequence(from)})`;
  const { attribute } = path;
  const end = attribute === null ? "" : `/${describePart(attribute)}`;
  return `${start}${path.steps.map(describeStep).join("")}${end}`;
}

/** The last step from nodes or groups to their values. */
export function describePart(part: NonNullable<PathPlan["attribute"]>): string {
  if (part.kind === "Text") return "text()";
  return part.kind === "Computed" ? `(${describeValue(part.value)})` : `@${part.name}`;
}

const startText = ({ start }: PathPlan): string => (start.kind === "Variable" ? `$${start.name}` : "");

/** A path of an expression, with its start at the document node. */
const describeEvidence = (path: PathPlan): string =>
  `${path.start.kind === "Document" ? "root()" : ""}${describePath(path)}`;

function describeStep({ axis, brackets }: StepPlan): string {
  const take = axis.take === null ? "" : `[${describeRange(axis.take)}]`;
  const inPath = brackets.map(describeInPath).join("");
  if (axis.kind === "Id") return `/${describeIds(axis)}${take}${inPath}`;
  const test = testText(axis.test.names);
  if (axis.kind === "Members") return `${axis.isDeep ? "//" : "/"}${test}${take}${inPath}`;
  const separator = axis.axis === "child" ? "/" : axis.axis === "descendant" ? "//" : `/${axis.axis}::`;
  const special = axis.test.document
    ? { self: "/.", parent: "/..", "descendant-or-self": "/" }[axis.axis as string]
    : undefined;
  return `${special ?? `${separator}${test}`}${take}${inPath}`;
}

function describeInPath(bracket: BracketOperator): string {
  if (bracket.kind === "Position") return `[${describeRange(bracket.range)}]`;
  return bracket.kind === "Sibling" ? describeBracket(bracket) : `[${describeBracket(bracket)}]`;
}

export function describeSequence(sequence: SequencePlan): string {
  switch (sequence.kind) {
    case "Path":
      return describePath(sequence);
    case "Group":
      return `(${describeSequence(sequence.input)})${sequence.brackets.map(describeInPath).join("")}`;
    case "Union":
      return sequence.inputs.map(describeSequence).join(" | ");
    case "Meet": {
      const right = describeSequence(sequence.right);
      return `${describeMember(sequence.left)} ${sequence.operator} ${sequence.right.kind === "Path" ? right : `(${right})`}`;
    }
  }
}

const describeMember = (sequence: SequencePlan): string =>
  sequence.kind === "Union" ? `(${describeSequence(sequence)})` : describeSequence(sequence);
