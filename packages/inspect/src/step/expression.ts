import { type Bracket, type Diagnostic, parse, type Query, type Span } from "@semantic-xpath/parser";
import {
  check,
  type FilterOperator,
  type PathPlan,
  plan,
  type QueryPlan,
  type RelevanceOperator,
  type SequencePlan,
} from "@semantic-xpath/planner";
import type { CompiledQuery } from "@semantic-xpath/runtime/internal";

/** A mistake in what somebody typed; the span points into their text. */
export interface Problem {
  readonly kind: "problem";
  readonly message: string;
  readonly span: Span | null;
}

/** An expression as in a bracket. */
export interface Expression {
  readonly kind: "expression";
  readonly plan: QueryPlan;
  readonly bracket: FilterOperator | RelevanceOperator;
}

/** A path that starts at given nodes. */
export interface Relative {
  readonly kind: "path";
  readonly plan: QueryPlan;
}

/** Reads the expression of a bracket, as on nodes of the given types. Compiled as queries are, within the query's schema. */
export function readExpression(text: string, query: CompiledQuery, types: readonly string[]): Expression | Problem {
  const opening = "/self::*[";
  const read = readQuery(`${opening}${text}]`, opening.length, text, query, types);
  if (read.kind === "problem") return read;
  if (bracketsOf(read.ast)?.[0]?.span.end !== opening.length + text.length + 1)
    return { kind: "problem", message: "One expression is expected, as in a bracket.", span: null };
  const bracket = onlyBracket(read.plan.result);
  if (bracket?.kind === "Filter" || bracket?.kind === "Relevance")
    return { kind: "expression", plan: read.plan, bracket };
  const message = "A position or an offset acts on a list, not on each of its nodes.";
  return { kind: "problem", message, span: { start: 0, end: text.length } };
}

/** Reads a path, a union or a group whose paths start at nodes of the given types. */
export function readRelative(text: string, query: CompiledQuery, types: readonly string[]): Relative | Problem {
  const read = readQuery(text, 0, text, query, types);
  return read.kind === "problem" ? read : { kind: "path", plan: read.plan };
}

interface Read {
  readonly kind: "read";
  readonly ast: Query;
  readonly plan: QueryPlan;
}

function readQuery(
  source: string,
  shift: number,
  text: string,
  { plan: { parameters }, schema }: CompiledQuery,
  types: readonly string[],
): Read | Problem {
  const { ast, diagnostics } = parse(source);
  const problem = (diagnostic: Diagnostic): Problem => {
    if (diagnostic.span.start >= shift + text.length && source.length > text.length)
      return { kind: "problem", message: "The expression is not complete.", span: lastOf(text) };
    const within = (offset: number): number => Math.min(Math.max(offset - shift, 0), text.length);
    const span = { start: within(diagnostic.span.start), end: within(diagnostic.span.end) };
    return { kind: "problem", message: diagnostic.message, span };
  };
  const slip = diagnostics.find(({ severity }) => severity === "error");
  if (slip !== undefined) return problem(slip);
  if (ast.query === null)
    return { kind: "problem", message: "A path or an expression is expected, not a document.", span: null };
  const checked = check(ast.query, schema, null, types.length === 0 ? null : types);
  const mistake = checked.diagnostics.find(({ severity }) => severity === "error");
  if (mistake !== undefined) return problem(mistake);
  return { kind: "read", ast: ast.query, plan: plan(checked, source, schema, parameters) };
}

function bracketsOf({ paths }: Query): readonly Bracket[] | null {
  const path = paths.length === 1 ? paths[0]! : null;
  if (path?.kind !== "Path" || path.head !== null || path.segments.length !== 1) return null;
  const { step } = path.segments[0]!;
  return step.kind === "AxisStep" && step.brackets.length === 1 ? step.brackets : null;
}

/** Its last character that can be seen; null when there is none. */
function lastOf(text: string): Span | null {
  const end = text.trimEnd().length;
  return end === 0 ? null : { start: end - 1, end };
}

const onlyBracket = (sequence: SequencePlan) => (sequence as PathPlan).steps[0]?.brackets[0];
