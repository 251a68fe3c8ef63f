import { diagnose, type ParameterReference } from "@semantic-xpath/parser";
import { nearestNames } from "../../schema/nearestNames.js";
import type { CheckContext } from "../context.js";
import { replaceFix } from "../fixes.js";

/** SXP2007: a parameter that is not declared, or whose declared type does not suit its place. `needs` null: any does. */
export function checkParameter(
  context: CheckContext,
  reference: ParameterReference,
  needs: "string" | "number" | null,
): void {
  const declared = context.parameters;
  if (declared === null || reference.name === "") return;
  const parameter = declared.find(({ name }) => name === reference.name);
  if (parameter === undefined) {
    const suitable = declared.filter(
      ({ name, type }) => name !== "" && (needs === null || type === null || type === needs),
    );
    reportUndeclared(
      context,
      reference,
      suitable.map(({ name }) => name),
    );
  } else if (needs !== null && parameter.type !== null && parameter.type !== needs) {
    const problem = `is a ${parameter.type}, but a ${needs} is needed here`;
    context.diagnostics.push(diagnose("SXP2007", reference.span, { name: reference.name, problem, suggestions: [] }));
  }
}

function reportUndeclared(context: CheckContext, reference: ParameterReference, names: readonly string[]): void {
  const nearest = nearestNames(reference.name, names).map((name) => `$${name}`);
  const fixes = nearest.map((text) => replaceFix(reference.span, text));
  const parameters = { name: reference.name, problem: "is not declared", suggestions: nearest };
  context.diagnostics.push(diagnose("SXP2007", reference.span, parameters, fixes));
}
