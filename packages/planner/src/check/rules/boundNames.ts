import { type AstNode, diagnose, type ParameterReference, replacement } from "@semantic-xpath/parser";
import type { Check, CheckContext } from "../checked.js";

/** A name bound by a quantifier is a node; a parameter of the query is not. */
export const boundNames: Check = {
  codes: ["SXP2014"],
  on: {
    ParameterReference: (context, reference, { parent }) => {
      const { name, span } = reference;
      const problem = name === "" ? null : problemOf(context, reference, parent);
      if (problem === null) return;
      const fixes = parent.kind === "IndexPosition" ? [replacement(`position() = $${name}`, span)] : [];
      context.diagnostics.push(diagnose("SXP2014", span, { name, problem }, fixes));
    },
  },
};

function problemOf({ bound }: CheckContext, { name }: ParameterReference, parent: AstNode): string | null {
  if (!bound.has(name)) {
    if (parent.kind !== "Evidence") return null;
    return 'is no name that a quantifier has bound, so no path starts there. Bind it with "some" or "every"';
  }
  switch (parent.kind) {
    case "IndexPosition":
      return 'is a node, not a position. Write "position() =" before it, or a condition';
    case "RangePosition":
      return "is a node, not the end of a range";
    case "Relevance":
      return "is a node, and a relevance is to a text that is the same for every node";
    case "IdStep":
      return `is a node, and "id(…)" takes what names some. Write "$${name}/id(@ref)" to go on from it`;
    default:
      return null;
  }
}
