import { type AstNode, children, diagnose, type Query, type ValueQuery } from "@semantic-xpath/parser";
import type { Check, CheckContext, Place } from "../checked.js";

/** A declared parameter that the query does not have. An unfinished query may still get it. */
export const unusedParameter: Check = {
  codes: ["SXP3005"],
  on: { Query: reportUnused, ValueQuery: reportUnused },
};

function reportUnused({ parameters, diagnostics }: CheckContext, query: Query | ValueQuery, { parent }: Place): void {
  if (parameters === null || parameters.length === 0 || parent !== query) return;
  const used = new Set<string>();
  if (!collect(query, [], used)) return;
  for (const { name, span } of parameters)
    if (name !== "" && !used.has(name)) diagnostics.push(diagnose("SXP3005", span, { name }));
}

/** Collects the names that no quantifier has bound; false if something is missing. */
function collect(node: AstNode, bound: readonly string[], used: Set<string>): boolean {
  if (node.kind === "Missing") return false;
  if (node.kind === "ParameterReference" && !bound.includes(node.name)) used.add(node.name);
  if (node.kind !== "Quantified") return children(node).every((child) => collect(child, bound, used));
  let names = bound;
  for (const { parameter, evidence } of node.bindings) {
    if (parameter.kind === "Missing" || !collect(evidence, names, used)) return false;
    names = [...names, parameter.name];
  }
  return collect(node.condition, names, used);
}
