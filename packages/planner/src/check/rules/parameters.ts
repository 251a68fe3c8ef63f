import { type AstNode, type Call, diagnose, type Expr, replacements } from "@semantic-xpath/parser";
import { callRow, isSearch, READINGS } from "@semantic-xpath/values";
import { kindOfType } from "../../schema/valueType.js";
import { nearestNames } from "../../shapes/nearestNames.js";
import type { Check, CheckContext } from "../checked.js";
import { isValue } from "../values.js";

/** A parameter that is not declared, or whose declared type does not suit its place. */
export const parameters: Check = {
  codes: ["SXP2007"],
  on: {
    ParameterReference: (context, reference, { parent }) => {
      const { name, span } = reference;
      const declared = context.parameters;
      if (declared === null || name === "" || context.bound.has(name)) return;
      if (parent.kind === "Comparison" && parent.left.kind === "Missing") return;
      const report = (problem: string, suggestions: readonly string[]): void => {
        const parameters = { name, problem, suggestions };
        context.diagnostics.push(diagnose("SXP2007", span, parameters, replacements(suggestions, span)));
      };
      const needs = neededType(context, parent, reference);
      const suits = (type: string | null): boolean => needs === null || type === null || type === needs;
      const parameter = declared.find((each) => each.name === name);
      if (parameter === undefined) {
        const names = declared.filter((each) => each.name !== "" && suits(each.type)).map((each) => each.name);
        report(
          "is not declared",
          nearestNames(name, names).map((word) => `$${word}`),
        );
      } else if (!suits(parameter.type)) {
        report(`is a ${parameter.type}, but a ${needs} is needed here`, []);
      }
    },
  },
};

/** The type that an argument must have in its place; null: any will do. */
function neededType({ values, kinds }: CheckContext, parent: AstNode, written: AstNode): "string" | "number" | null {
  switch (parent.kind) {
    case "IndexPosition":
    case "RangePosition":
      return "number";
    case "Relevance":
      return "string";
    case "Call":
      return needsText(parent, parent.arguments.indexOf(written as Call["arguments"][number])) ? "string" : null;
    case "Comparison":
      return besideOf(parent.left === written ? parent.right : parent.left, { values, kinds });
    default:
      return null;
  }
}

/** True of a text that is looked for, a pattern and an option. */
function needsText({ function: name }: Call, index: number): boolean {
  const row = callRow(name);
  const reading = row.kind === "scalar" ? row.parameters[index]?.reading : undefined;
  return (
    index > 0 && reading !== undefined && READINGS[reading].types === null && (isSearch(name) || reading !== "any")
  );
}

/** Types without bare numbers: beside money and quantities a number has their unit. */
const MOMENTS: ReadonlySet<string> = new Set(["date", "dateTime", "time", "duration", "interval"]);

/** Type compared with a value: an attribute's number may be given as a text. */
function besideOf(other: Expr, { values, kinds }: Pick<CheckContext, "values" | "kinds">): "string" | "number" | null {
  if (!isValue(other) || kinds.get(other) === "Boolean") return other.kind === "Missing" ? null : "number";
  const type = values.get(other)?.type ?? null;
  if (other.kind === "Call" && other.function === "name") return "string";
  if (type !== null && MOMENTS.has(kindOfType(type))) return "string";
  const isComputed = other.kind === "Call" || other.kind === "Arithmetic" || other.kind === "Negative";
  return isComputed && type === "number" ? "number" : null;
}
