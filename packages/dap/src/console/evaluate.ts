import type { SequenceView, Tree } from "@semantic-xpath/runtime";
import { RequestProblem } from "../problem.js";
import type { DebugRun } from "../program/debugRun.js";
import { typedProblem } from "../text/rendered.js";
import { watchShown } from "../variables/sequence.js";
import type { Shown } from "../variables/variable.js";
import { runCommand } from "./commands.js";

/** Where an expression was typed. */
export type EvaluateContext = "watch" | "repl" | "hover" | "other";

/** What an expression gives on a sequence. Throws a `RequestProblem` where it can't be read or evaluated. */
export async function evaluate(
  run: DebugRun,
  text: string,
  context: EvaluateContext,
  from: SequenceView | undefined,
  signal: AbortSignal,
): Promise<Shown> {
  if (context === "repl" && text.trimStart().startsWith(":"))
    return { name: text, value: await runCommand(text, run, signal) };
  const parameter = /^\s*\$([\w.-]+)\s*$/.exec(text)?.[1];
  if (parameter !== undefined) return argumentShown(run, text, parameter);
  const asked = context === "hover" ? hovered(run.stepper.tree, text) : text;
  const value = await run.stepper.watch(asked, signal, from);
  if (value.kind !== "problem") return watchShown(run.stepper.tree, text, value);
  throw new RequestProblem(context === "repl" ? typedProblem(asked, value.message, value.span) : value.message, false);
}

function argumentShown({ launch, stepper }: DebugRun, text: string, name: string): Shown {
  const value = launch.params?.[name];
  if (value !== undefined) return { name: text, value: JSON.stringify(value), type: typeof value };
  const isKnown = stepper.query.plan.parameters.some((parameter) => parameter.name === name);
  throw new RequestProblem(isKnown ? `$${name} has no value.` : `The query has no parameter $${name}.`, false);
}

/** A word of the query under the mouse: a node type stands for the current nodes of that type, an attribute for its values. Other words say nothing. */
function hovered(tree: Tree, text: string): string {
  const name = text.trim().replace(/^@/, "");
  if (!text.trim().startsWith("@") && tree.typeNames.includes(name)) return `/self::${name}`;
  if (tree.attributeNames.includes(name)) return `/@${name}`;
  if (/^[\p{L}\p{Nd}_.-]*$/u.test(name)) throw new RequestProblem(`"${name}" is no type and no attribute here.`, false);
  return text;
}
