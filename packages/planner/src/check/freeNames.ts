import { type AstNode, someChild } from "@semantic-xpath/parser";

/** The names after "$" in a part of a query that no quantifier in it has bound; null if something is missing in it. */
export function freeNames(node: AstNode): ReadonlySet<string> | null {
  const used = new Set<string>();
  return collect(node, [], used) ? used : null;
}

function collect(node: AstNode, bound: readonly string[], used: Set<string>): boolean {
  if (node.kind === "Missing") return false;
  if (node.kind === "ParameterReference" && !bound.includes(node.name)) used.add(node.name);
  if (node.kind !== "Quantified") return !someChild(node, (child) => !collect(child, bound, used));
  let names = bound;
  for (const { parameter, evidence } of node.bindings) {
    if (parameter.kind === "Missing" || !collect(evidence, names, used)) return false;
    names = [...names, parameter.name];
  }
  return collect(node.condition, names, used);
}
