import {
  type Bracket,
  type Diagnostic,
  errorsOf,
  parse,
  type Query,
  type Span,
  bracketsOf as stepBrackets,
  type ValueQuery,
} from "@semantic-xpath/parser";
import {
  check,
  type FilterOperator,
  plan,
  type QueryPlan,
  type RelevanceOperator,
  type SequencePlan,
  type ValueExpression,
  type ValuePlan,
} from "@semantic-xpath/planner";
import {
  type Batch,
  type CompiledQuery,
  drive,
  driveOptions,
  driveSync,
  evaluateCondition,
  evaluateNumbers,
  evaluateScore,
  evaluateSequence,
  evaluateValue,
  type Frame,
  fromOf,
  inOrder,
  type PreparedRun,
  type Run,
  type RunOptions,
  sharedOf,
  startRun,
  type Task,
  textOf,
  toOf,
  valueAt,
} from "@semantic-xpath/runtime/internal";
import { RunError } from "@semantic-xpath/tree";
import { type Answers, answeringFromMemory } from "../scorerAnswers.js";

/** A mistake in a typed expression; the span points into its text. */
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
  readonly result: SequencePlan;
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
export function readRelative(
  text: string,
  query: CompiledQuery,
  types: readonly string[],
): Relative | Expression | Problem {
  const read = readQuery(text, 0, text, query, types);
  if (read.kind === "problem") return read;
  // A value that begins with a path, such as /POI/@cost * 2, is one of each node.
  const { result } = read.plan;
  return result.kind === "Value" ? readExpression(text, query, types) : { kind: "path", plan: read.plan, result };
}

interface Read {
  readonly kind: "read";
  readonly ast: Query | ValueQuery;
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
  const slip = errorsOf(diagnostics)[0];
  if (slip !== undefined) return problem(slip);
  if (ast.query === null)
    return { kind: "problem", message: "A path or an expression is expected, not a document.", span: null };
  const checked = check(ast.query, schema, null, types.length === 0 ? null : types);
  const mistake = errorsOf(checked.diagnostics)[0];
  if (mistake !== undefined) return problem(mistake);
  const unknown = plan(checked, source, schema).parameters.find(
    ({ name }) => !parameters.some((one) => one.name === name),
  );
  if (unknown !== undefined) {
    const span = { start: Math.max(0, unknown.span.start - shift), end: Math.max(0, unknown.span.end - shift) };
    return { kind: "problem", message: `The query has no parameter $${unknown.name}.`, span };
  }
  return { kind: "read", ast: ast.query, plan: plan(checked, source, schema, parameters) };
}

function bracketsOf(query: Query | ValueQuery): readonly Bracket[] | null {
  if (query.kind === "ValueQuery") return null;
  const { paths } = query;
  const path = paths.length === 1 ? paths[0]! : null;
  if (path?.kind !== "Path" || path.head !== null || path.segments.length !== 1) return null;
  const { step } = path.segments[0]!;
  const brackets = stepBrackets(step);
  return brackets.length === 1 ? brackets : null;
}

/** Its last character that can be seen; null when there is none. */
function lastOf(text: string): Span | null {
  const end = text.trimEnd().length;
  return end === 0 ? null : { start: end - 1, end };
}

const onlyBracket = (sequence: SequencePlan | ValuePlan) =>
  sequence.kind === "Path" ? sequence.steps[0]?.brackets[0] : undefined;

/** Environment of typed expressions: the run's tree, scorer and arguments, and runs of their own. */
export interface Workbench {
  readonly query: CompiledQuery;
  readonly prepared: PreparedRun;
  readonly options: RunOptions;
  readonly answers: Answers;
}

/** One number per node: a score, or 1 and 0; of `value`, which is the whole expression, the number that it is. */
export function evaluateExpression(
  bench: Workbench,
  { plan, bracket }: Expression,
  batch: Batch,
  signal?: AbortSignal,
  value: ValueExpression | null = null,
): Promise<ArrayLike<number>> {
  const run = startOwnRun(bench, plan);
  const task: Task<ArrayLike<number>> =
    value !== null
      ? evaluateNumbers(run, value, batch)
      : bracket.kind === "Filter"
        ? evaluateCondition(run, bracket.condition, batch)
        : evaluateScore(run, bracket.score, batch);
  return drive(task, ownOptions(bench, signal));
}

/** Nodes that a path reaches from a sequence in document order, with weights; ranked if the path has a relevance. */
export async function evaluateRelative(
  bench: Workbench,
  { plan, result }: Relative,
  start: Frame,
  signal?: AbortSignal,
): Promise<{ readonly run: Run; readonly frame: Frame }> {
  const run = { ...startOwnRun(bench, plan), start };
  const frame = await drive(evaluateSequence(run, result), ownOptions(bench, signal));
  return { run, frame: driveSync(inOrder(run, result, frame)) };
}

/** The values of an expression for each node as texts, several one a line; null without a value. */
export async function evaluateTexts(
  bench: Workbench,
  { plan }: Expression,
  value: ValueExpression,
  batch: Batch,
  signal?: AbortSignal,
): Promise<readonly (string | null)[]> {
  const run = startOwnRun(bench, plan);
  const column = await drive(evaluateValue(run, value, batch), ownOptions(bench, signal));
  return Array.from(batch.ids, (_, i) => {
    const texts: string[] = [];
    for (let k = fromOf(column, i); k < toOf(column, i); k++) texts.push(textOf(valueAt(run.tree, column, k)));
    return texts.length === 0 ? null : texts.join("\n");
  });
}

function startOwnRun({ prepared: { query, tree, params, scorer, run } }: Workbench, plan: QueryPlan): Run {
  const names = plan.parameters.map(({ name }) => name);
  const used = Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)));
  return startRun({ plan, schema: query.schema }, tree, used, null, {
    ...sharedOf(),
    columns: run.columns,
    readsContext: scorer.readsContext === true,
  });
}

function ownOptions({ prepared: { scorer }, options, answers }: Workbench, signal: AbortSignal | undefined) {
  const { budget } = options;
  const signals = [signal, options.signal].filter((each) => each !== undefined);
  return driveOptions(answeringFromMemory(scorer, answers), {
    ...(budget && { budget }),
    ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
  });
}

/** A run's own errors are shown; anything else is our mistake. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof RunError)) throw error;
  return { kind: "problem", message: error.diagnostic.message, span: null };
}
