import type { SequenceView, Stop } from "@semantic-xpath/inspect";
import type { Tree } from "@semantic-xpath/runtime";
import { RequestProblem } from "../problem.js";
import type { DebugRun } from "../program/debugRun.js";
import { typedProblem } from "../text/rendered.js";
import { sequenceInside, sequenceText, watchShown } from "../variables/sequence.js";
import type { Variable } from "../variables/variable.js";
import { runCommand } from "./commands.js";
import { ofSequence } from "./ofSequence.js";

/** Context of a typed expression. */
export type EvaluateContext = "watch" | "repl" | "hover" | "clipboard" | "other";

/** Maximum number of copied lines. */
const MAX_COPIED = 10_000;

interface Expression {
  readonly text: string;
  readonly context: EvaluateContext;
  /** The sequence that it is about. Default: the current one. */
  readonly from?: SequenceView | undefined;
}

/** Value of an expression on a sequence. Throws a `RequestProblem` if it can't be read or evaluated. */
export async function evaluate(
  run: DebugRun,
  { text, context, from }: Expression,
  signal: AbortSignal,
): Promise<Variable> {
  if (context === "repl" && text.trimStart().startsWith(":"))
    return { name: text, value: await runCommand(text, run, signal) };
  const parameter = /^\s*\$([\w.-]+)\s*$/.exec(text)?.[1];
  if (parameter !== undefined) return argumentShown(run, text, parameter);
  const figure = ofSequence(text, from ?? run.stepper.halt.stop?.after ?? NOTHING);
  if (figure !== null && context !== "hover") return figure;
  const expression = context === "hover" ? hovered(run.stepper.tree, text) : text;
  const value = await run.stepper.watch(expression, signal, from);
  if (value.kind === "problem") {
    const { message, span } = value;
    throw new RequestProblem(context === "repl" ? typedProblem(expression, message, span) : message, false);
  }
  const variable = watchShown(run.stepper.tree, text, value);
  return context === "clipboard" ? copied(variable) : variable;
}

/** Before the first operator there is the document alone, which is not a node. */
const NOTHING: SequenceView = { count: 0, entries: () => [] };

/** A copy is complete: a line for each entry. */
function copied(shown: Variable): Variable {
  const lines = shown.inside?.indexed(0, MAX_COPIED) ?? [];
  return lines.length === 0 ? shown : { ...shown, value: lines.map(({ value }) => value).join("\n") };
}

function argumentShown({ launch, stepper }: DebugRun, text: string, name: string): Variable {
  const value = launch.params?.[name];
  if (value !== undefined)
    return { name: text, value: JSON.stringify(value), type: typeof value, evaluateName: `$${name}` };
  const isKnown = stepper.query.plan.parameters.some((parameter) => parameter.name === name);
  throw new RequestProblem(isKnown ? `$${name} has no value.` : `The query has no parameter $${name}.`, false);
}

/**
 * A word under the mouse at an operator that has acted: an attribute shows its values on what went in, a parameter its
 * argument, anything else what the operator gave. If nothing has acted yet there is nothing to show.
 */
export async function hoveredAt(
  run: DebugRun,
  text: string,
  stop: Stop | null,
  signal: AbortSignal,
): Promise<Variable> {
  if (/^\s*\$/.test(text)) return evaluate(run, { text, context: "hover" }, signal);
  if (stop === null) throw new RequestProblem("No operator has acted here yet.", false);
  const { tree } = run.stepper;
  const name = text.trim().replace(/^@/, "");
  if (stop.kind !== "Axis" && tree.attributeNames.includes(name))
    return evaluate(run, { text: `/@${name}`, context: "other", from: stop.before }, signal);
  const { after } = stop;
  return { name: text, value: sequenceText(after), type: "sequence", inside: sequenceInside(tree, after) };
}

/** A word of the query under the mouse: a node type shows the current nodes of that type, an attribute its values. Other words show nothing. */
function hovered(tree: Tree, text: string): string {
  const name = text.trim().replace(/^@/, "");
  if (!text.trim().startsWith("@") && tree.typeNames.includes(name)) return `/self::${name}`;
  if (tree.attributeNames.includes(name)) return `/@${name}`;
  if (/^[\p{L}\p{Nd}_.-]*$/u.test(name)) throw new RequestProblem(`"${name}" is no type and no attribute here.`, false);
  return text;
}
