import { suggest } from "@semantic-xpath/parser";
import {
  type Argument,
  comparesWith,
  exampleOfType,
  nounOfType,
  type PlanParameter,
  type QueryPlan,
} from "@semantic-xpath/planner";
import { runError } from "@semantic-xpath/tree";
import type { ArgumentValue } from "./run.js";

/**
 * Checks the arguments of a run against the plan's parameters and returns how to look a value up. Arguments are values: they
 * are read where the plan has a value and can't add a step or an operator.
 */
export function bindArguments(
  plan: QueryPlan,
  given: Readonly<Record<string, ArgumentValue>>,
): (argument: Argument<string | number | boolean>) => ArgumentValue {
  if (plan.parameters.length === 0 && isEmpty(given)) return literalValue;
  const names = plan.parameters.map((parameter) => parameter.name);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const problem = names.length === 0 ? "is not used: the query has no parameters" : "is not a parameter of the query";
    throw runError("SXP4009", { name, problem, suggestions: suggest(name, names) });
  }
  const values = new Map<string, ArgumentValue>();
  for (const parameter of plan.parameters) values.set(parameter.name, checkArgument(parameter, given));
  return (argument) => (argument.kind === "Literal" ? argument.value : values.get(argument.name)!);
}

function isEmpty(given: object): boolean {
  for (const _ in given) return false;
  return true;
}

export function literalValue(argument: Argument<string | number | boolean>): ArgumentValue {
  if (argument.kind === "Literal") return argument.value;
  throw new Error(`the plan does not list its parameter ${argument.name}`);
}

function checkArgument(
  { name, type, uses, span }: PlanParameter,
  given: Readonly<Record<string, ArgumentValue>>,
): ArgumentValue {
  const fail = (problem: string) => runError("SXP4009", { name, problem, suggestions: [] }, span);
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value === undefined) throw fail("has no value: give one with the run");
  if (!["string", "number", "boolean"].includes(typeof value))
    throw fail("must be a string, a number or true or false");
  if (typeof value === "number" && !Number.isFinite(value)) throw fail("must be a finite number");
  if (uses.includes("position")) return place(value, fail);
  for (const use of uses) {
    if (use === "position" || use === "condition" || use === "value" || comparesWith(use, value)) continue;
    throw fail(`is compared with ${nounOfType(use)}, so it must be one, such as ${exampleOfType(use)}`);
  }
  if (type === "number") {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || Number.isNaN(number)) throw fail("must be a number");
    return number;
  }
  return type === "string" || (uses.includes("condition") && uses.length === 1) ? String(value) : value;
}

function place(value: ArgumentValue, fail: (problem: string) => Error): number {
  const index = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof index !== "number" || !Number.isSafeInteger(index) || index === 0) {
    throw fail("is a position, so it must be a whole number other than 0");
  }
  return index;
}
