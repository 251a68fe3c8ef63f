import type { IToken } from "chevrotain";
import { CONDITION_KINDS, SCORE_KINDS } from "../ast/expressions.js";
import type {
  Arithmetic,
  Bracket,
  Concatenation,
  Evidence,
  Expr,
  Group,
  Meet,
  Missing,
  Negative,
  NodeTarget,
  NumberLiteral,
  Path,
  Query,
  RootStart,
  Segment,
  Value,
} from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { bracketsOf } from "../ast/steps.js";
import { fix, offer, replacement } from "../diagnostics/fix.js";
import { endOf, type Gap, missing, report, reportStray, type Source, spanOf, textIn } from "../source.js";
import { Concat, Pipe } from "../tokens/tokenTypes.js";
import { functionOf } from "../words/functions.js";
import { type ArithmeticOperator, OPERATORS } from "../words/operators.js";
import { nameOf } from "./literal.js";
import { readOperator } from "./operator.js";

/**
 * Result of the grammar where an expression may stand. A path, a dot, a literal alone or a `1-` may be a condition, a value or
 * out of place, which depends on the surroundings: an argument of `avg` may be a path, an operand of `and` may not. So the decision stays open
 * until they are known.
 */
export type Operand = Expr | NodeTarget | PathOperand | ComplementOperand | RootStart;

export interface PathOperand {
  readonly kind: "PathOperand";
  readonly span: Span;
  /** Its start: a slash, `root()` or a parameter, or the name or dot that XPath users write. */
  readonly head: "slash" | "start" | "name" | "dot";
  readonly first: IToken;
  readonly evidence: Evidence;
  /** Nothing is wrong in it, and a closing bracket follows. */
  readonly isWhole: boolean;
}

/** `1 - 1 - x`: the complement of a condition, or the difference to a value. */
export interface ComplementOperand {
  readonly kind: "ComplementOperand";
  readonly span: Span;
  /** The ones, each with its minus. */
  readonly signs: readonly (readonly [one: IToken, minus: IToken])[];
  readonly operand: Operand;
}

/** Reads an operand as a condition; `gap` is the place after it. */
export function settle(source: Source, operand: Operand, gap: Gap): Expr {
  switch (operand.kind) {
    case "NodeTarget": {
      const condition = missing(source, gap, '"=~" and a text in quotes');
      const span = { start: operand.span.start, end: gap.end };
      return { kind: "Relevance", span, target: operand, operator: "=~", condition };
    }
    case "StringLiteral":
    case "NumberLiteral":
    case "BooleanLiteral":
    case "ParameterReference":
    case "RootStart":
      return reportNoCondition(source, operand);
    case "PathOperand":
      return settlePath(source, operand);
    case "Concatenation":
      return disjunctionMeant(source, operand);
    case "ComplementOperand":
      return isNumber(operand.operand) ? differenceOf(source, operand) : complementOf(source, operand, gap);
  }
  return operand;
}

/** `[a || b]`: joined texts are not a condition. */
function disjunctionMeant(source: Source, { span, operands }: Concatenation): Expr {
  const [first, second] = operands;
  const start = source.text.indexOf("||", first!.span.end);
  const sign = start >= 0 && start < second!.span.start ? { start, end: start + 2 } : span;
  report(source, "SXP1010", sign, { written: "||", operator: "or" }, [fix("Replace by or", sign, "or")]);
  return { kind: "Or", span, operands };
}

function reportNoCondition(source: Source, { kind, span }: Operand): Missing {
  const found = textIn(source, span);
  const expected = kind === "ParameterReference" ? `a condition, such as "${found} = 1"` : "a condition";
  report(source, "SXP1004", span, { expected, found });
  return { kind: "Missing", span, expected: "a condition" };
}

/** A path where a condition belongs, `[/POI]`, is read as `exists(/POI)`. */
function settlePath(source: Source, { span, head, first, evidence, isWhole }: PathOperand): Expr {
  const text = textIn(source, evidence.span);
  const path = head === "name" ? `/${text}` : text;
  const existence: Expr = { kind: "Call", span, function: "exists", arguments: [evidence] };
  // `root()` without a step has been reported.
  if (head === "start" && evidence.segments[0]?.step.kind === "Missing") return existence;
  // A record there is reported where the query is complete.
  if (evidence.segments.some(({ step }) => step.kind === "RecordStep")) return existence;
  const exists = `exists(${path})`;
  const fixes = !isWhole
    ? []
    : isWeighed(evidence)
      ? [
          offer("How well the best fits: max()", span, `max(${path})`),
          offer("Whether there is any: exists()", span, exists),
        ]
      : [fix("Wrap in exists()", span, exists)];
  report(source, "SXP1017", spanOf(first), { text: path }, fixes);
  return existence;
}

/** True if a relevance in it weighs the reached nodes. */
const isWeighed = ({ segments }: Evidence): boolean =>
  segments.some(({ step }) => bracketsOf(step).some(({ content }) => WEIGHING.has(content.kind)));
const WEIGHING: ReadonlySet<string> = new Set(["Relevance", "Aggregate"]);

/** True for values alone: `1-` before one is arithmetic. */
function isNumber({ kind }: Operand): boolean {
  switch (kind) {
    case "Arithmetic":
    case "Negative":
    case "StringLiteral":
    case "NumberLiteral":
    case "BooleanLiteral":
    case "ParameterReference":
    case "PathOperand":
      return true;
    default:
      return false;
  }
}

function complementOf(source: Source, { span, signs, operand }: ComplementOperand, gap: Gap): Expr {
  const inner = settle(source, operand, gap);
  return signs.reduceRight<Expr>((negated, [one], i) => {
    const start = i === 0 ? span.start : one.startOffset;
    const end = i === 0 ? span.end : inner.span.end;
    return { kind: "Not", span: { start, end }, form: "1-", operand: negated };
  }, inner);
}

function differenceOf(source: Source, { span, signs, operand }: ComplementOperand): Arithmetic | Missing {
  const [ones, minuses] = splitSigns(signs);
  return { ...sumOf(source, [...ones, operand], minuses), span };
}

/** The operands and operators that the ones of a `1-` are when it is arithmetic. */
export function splitSigns(signs: ComplementOperand["signs"]): [ones: NumberLiteral[], minuses: IToken[]] {
  const literals = signs.map(
    ([one]): NumberLiteral => ({ kind: "NumberLiteral", span: spanOf(one), value: 1, text: "1" }),
  );
  return [literals, signs.map(([, minus]) => minus)];
}

/** Reads an operand where a value may be, and a condition too: the left side of a comparison. */
export function settleValue(source: Source, operand: Operand): Expr {
  switch (operand.kind) {
    case "NodeTarget":
      return { kind: "StringValue", span: operand.span };
    case "PathOperand":
      return { ...evidenceOf(source, operand), span: operand.span };
    case "RootStart":
      return reportNoCondition(source, operand);
    case "ComplementOperand": {
      const isDifference = isNumber(operand.operand) || isNumeric(settleValue(source, operand.operand));
      if (isDifference) return differenceOf(source, operand);
      const { end } = operand.span;
      return complementOf(source, operand, { end, next: operand.signs[0]![0] });
    }
  }
  return operand;
}

/** The path of an operand; a first step without its slash is read as if it had one. */
export function evidenceOf(source: Source, { head, first, evidence }: PathOperand): Evidence {
  if (head === "dot") reportStray(source, "SXP1001", spanOf(first));
  if (head === "name" && !reportTextOfField(source, evidence)) reportRelative(source, first, endOf(first), true);
  return evidence;
}

/** `name/text()`: in XPath the text of a child, which a field is, too. */
function reportTextOfField(source: Source, { segments, span }: Evidence): boolean {
  const [first, last, ...more] = segments;
  if (first?.step.kind !== "AxisStep" || first.step.brackets.length > 0) return false;
  if (last?.step.kind !== "TextStep" || more.length > 0) return false;
  const at = { start: span.start, end: span.start };
  const name = textIn(source, first.step.test.span);
  const fixes = [replacement(name, span), offer("Its children: /", at, "/")];
  report(source, "SXP1013", first.span, { text: name }, fixes);
  return true;
}

/** Paths joined by set operators, one more of them than of these. */
export function setOf(source: Source, operands: readonly Operand[], signs: readonly IToken[]): PathOperand {
  const paths = operands.map((operand) => pathOf(source, operand));
  const joined: (Path | Meet | Missing)[] = [paths[0]!];
  for (const [i, sign] of signs.entries()) {
    const right = paths[i + 1]!;
    if (sign.tokenType === Pipe) joined.push(right);
    else {
      const left = joined.pop()!;
      const operator = sign.image === "except" ? "except" : "intersect";
      const span = { start: left.span.start, end: right.span.end };
      joined.push({ kind: "Meet", span, left, operator, operatorSpan: spanOf(sign), right });
    }
  }
  const span = { start: paths[0]!.span.start, end: paths.at(-1)!.span.end };
  const query: Query = { kind: "Query", span, paths: joined };
  const start: Group = { kind: "Group", span, query, brackets: [] };
  const [first] = operands;
  const token = first?.kind === "PathOperand" ? first.first : signs[0]!;
  return {
    kind: "PathOperand",
    span,
    head: "slash",
    first: token,
    evidence: { kind: "Evidence", span, start, segments: [] },
    isWhole: false,
  };
}

/** An operand of a set: a value is reported. */
function pathOf(source: Source, operand: Operand): Path | Missing {
  if (operand.kind === "Missing") return operand;
  if (operand.kind === "PathOperand") return pathOfEvidence(evidenceOf(source, operand));
  const { span } = operand;
  report(source, "SXP1024", span, { text: textIn(source, span) });
  return { kind: "Missing", span, expected: 'a path such as "/Day"' };
}

function pathOfEvidence({ span, start, segments }: Evidence): Path {
  return start?.kind === "Group"
    ? { kind: "Path", span, start: null, head: start, segments }
    : { kind: "Path", span, start, head: null, segments };
}

/** Brackets after a path in parentheses: they select among all reached nodes. */
export function afterSet(
  operand: PathOperand,
  brackets: readonly Bracket[],
  segments: readonly Segment[],
  span: Span,
): PathOperand {
  const { evidence } = operand;
  const { start } = evidence;
  const isSet = start?.kind === "Group" && evidence.segments.length === 0 && start.brackets.length === 0;
  const query: Query = isSet ? start.query : { kind: "Query", span: evidence.span, paths: [pathOfEvidence(evidence)] };
  const end = brackets.at(-1)?.span.end ?? operand.span.end;
  const group: Group = { kind: "Group", span: { start: span.start, end }, query, brackets };
  return { ...operand, span, evidence: { kind: "Evidence", span, start: group, segments }, isWhole: false };
}

/** Nothing usable: one segment without a step. */
export function missingEvidence(step: Missing): Evidence {
  const { span } = step;
  const segment: Segment = { kind: "Segment", span, separator: "/", separatorSpan: span, step };
  return { kind: "Evidence", span, start: null, segments: [segment] };
}

/** Reads an operand as a value; a condition or relevance is reported. */
export function readValue(source: Source, operand: Operand, expected: string): Value | Missing {
  const value = settleValue(source, operand);
  if (value.kind === "Missing" || isValue(value)) return value;
  const { span } = value;
  report(source, "SXP1004", span, { expected, found: textIn(source, span) });
  return { kind: "Missing", span, expected };
}

/** True if `1-` before it is arithmetic when it is compared: a call such as `contains(a, "x")` is a value and a condition. */
export const isNumeric = (node: Expr): boolean =>
  isValue(node) && !(node.kind === "Call" && functionOf(node.function)?.gives === "condition");

/** True if it has a value, rather than a weight. */
export function isValue(node: Expr): node is Value {
  switch (node.kind) {
    case "Call":
    case "Concatenation":
    case "Arithmetic":
    case "Negative":
    case "StringLiteral":
    case "NumberLiteral":
    case "BooleanLiteral":
    case "ParameterReference":
    case "AttributeReference":
    case "FieldReference":
    case "StringValue":
    case "TextTarget":
    case "Evidence":
      return true;
    default:
      return false;
  }
}

/** Values joined by operators, one more of them than of these; conditions that `||` joins are reported. */
export function arithmeticOf(source: Source, operands: readonly Operand[], signs: readonly IToken[]): Expr {
  if (signs.every(({ tokenType }) => tokenType !== Concat)) return sumOf(source, operands, signs);
  const span = { start: operands[0]!.span.start, end: operands.at(-1)!.span.end };
  const conditional = operands.some(
    (operand) => CONDITION_KINDS.has(operand.kind) || SCORE_KINDS.has(operand.kind) || isTest(operand),
  );
  const parts: Expr[] = [];
  for (let from = 0, i = 0; i <= signs.length; i++) {
    if (i < signs.length && signs[i]!.tokenType !== Concat) continue;
    const part = operands.slice(from, i + 1);
    const only = part[0]!;
    if (part.length > 1) parts.push(sumOf(source, part, signs.slice(from, i)));
    else parts.push(conditional ? settleValue(source, only) : readTerm(source, only, operands, []));
    from = i + 1;
  }
  if (!conditional) return { kind: "Concatenation", span, operands: parts as readonly (Value | Missing)[] };
  for (const sign of signs)
    if (sign.tokenType === Concat)
      report(source, "SXP1010", spanOf(sign), { written: "||", operator: "or" }, [
        fix("Replace by or", spanOf(sign), "or"),
      ]);
  return { kind: "Or", span, operands: parts };
}

/** `true()` and `false()` are values as any other. */
const isTest = (operand: Operand): boolean =>
  operand.kind === "Call" && operand.arguments.length > 0 && functionOf(operand.function)?.gives === "condition";

/** The tighter first, then from left to right. */
function sumOf(source: Source, operands: readonly Operand[], signs: readonly IToken[]): Arithmetic {
  const operators = signs.map((sign) => readOperator(source, sign) as ArithmeticOperator);
  const values = operands.map((operand) => readTerm(source, operand, operands, operators));
  const terms: (Value | Missing)[] = [values[0]!];
  const pending: number[] = [];
  const fold = () => {
    const i = pending.pop()!;
    const right = terms.pop()!;
    const left = terms.pop()!;
    const span = { start: left.span.start, end: right.span.end };
    terms.push({ kind: "Arithmetic", span, operator: operators[i]!, operatorSpan: spanOf(signs[i]!), left, right });
  };
  operators.forEach((operator, i) => {
    while (pending.length > 0 && precedenceOf(operators[pending.at(-1)!]!) >= precedenceOf(operator)) fold();
    pending.push(i);
    terms.push(values[i + 1]!);
  });
  while (pending.length > 0) fold();
  return terms[0] as Arithmetic;
}

/** Operand of arithmetic; relevances are combined instead, which is reported once. */
function readTerm(
  source: Source,
  operand: Operand,
  all: readonly Operand[],
  operators: readonly ArithmeticOperator[],
): Value | Missing {
  if (!GRADED.has(operand.kind)) return readValue(source, operand, "a value");
  const graded = all.filter(({ kind }) => GRADED.has(kind));
  const { span } = operand;
  if (operand === graded[0]) {
    const combined = operators.every((each) => each === "*") ? "product" : "avg";
    const isCombined = graded.length === all.length && operators.every((each) => each === "*" || each === "+");
    const chain = { start: span.start, end: all.at(-1)!.span.end };
    const replacement = `${combined}(${all.map((each) => textOf(source, each)).join(", ")})`;
    const fixes = isCombined ? [offer(`Replace by ${combined}(…)`, chain, replacement)] : [];
    const text = textIn(source, span);
    report(source, "SXP1027", span, { text, instead: "Combine relevances with avg, min, max or product." }, fixes);
  }
  return { kind: "Missing", span, expected: "a value" };
}

const GRADED: ReadonlySet<Operand["kind"]> = new Set(["Relevance", "Aggregate", "Combine"]);

/** An operand as it is written, without parentheses around all of it. */
function textOf(source: Source, { span }: Operand): string {
  const text = textIn(source, span);
  return text.startsWith("(") ? text.slice(1, -1).trim() : text;
}

const precedenceOf = (operator: ArithmeticOperator): number => OPERATORS[operator].precedence;

/** `-x`; before a number the sign is part of the literal. */
export function negativeOf(source: Source, minus: IToken, operand: Operand): NumberLiteral | Negative {
  const value = readValue(source, operand, "a value");
  const span = { start: minus.startOffset, end: value.span.end };
  if (value.kind !== "NumberLiteral" || value.text.startsWith("-")) return { kind: "Negative", span, operand: value };
  const text = `-${value.text}`;
  return { kind: "NumberLiteral", span, value: Number(text), text };
}

/** The first segment of a path that starts with a name: as if it had its slash. */
export function firstSegmentOf(token: IToken, brackets: readonly Bracket[]): Segment {
  const name = nameOf(token);
  const { start } = name.span;
  const span = { start, end: brackets.at(-1)?.span.end ?? name.span.end };
  const test = { kind: "NameTest", span: name.span, names: [name], parenthesized: false } as const;
  const step = { kind: "AxisStep", span, axis: null, axisSpan: null, test, brackets } as const;
  return { kind: "Segment", span, separator: "/", separatorSpan: { start, end: start }, step };
}

/** `Day[2]` where a path belongs: both ways to write it are offered. In a bracket it means children, as in XPath. */
export function reportRelative(source: Source, first: IToken, end: number, isEvidence: boolean): void {
  const start = first.startOffset;
  const at = { start, end: start };
  const fixes = isEvidence
    ? [fix("Its children: /", at, "/"), offer("Anywhere below it: //", at, "//")]
    : [offer("Start at the root: /", at, "/"), offer("Search the whole tree: //", at, "//")];
  report(source, "SXP1013", { start, end: endOf(first) }, { text: textIn(source, { start, end }) }, fixes);
}
