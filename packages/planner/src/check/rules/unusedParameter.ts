import {
  type AstNode,
  type Diagnostic,
  diagnose,
  type Parameter,
  type Query,
  type ValueQuery,
} from "@semantic-xpath/parser";
import { nearestNames } from "../../shapes/nearestNames.js";
import type { Check, CheckContext, Place } from "../checked.js";
import { freeNames } from "../freeNames.js";

/** A declared parameter that the query does not have. An unfinished query may still get it. */
export const unusedParameter: Check = {
  codes: ["SXP3005"],
  on: { Query: reportUnused, ValueQuery: reportUnused },
};

function reportUnused({ parameters, diagnostics }: CheckContext, query: Query | ValueQuery, { parent }: Place): void {
  if (parameters === null || parameters.length === 0 || parent !== query) return;
  reportUnusedIn(diagnostics, parameters, query);
}

export function reportUnusedIn(diagnostics: Diagnostic[], parameters: readonly Parameter[], root: AstNode): void {
  const used = freeNames(root);
  if (used === null) return;
  const declared = new Set(parameters.map(({ name }) => name));
  const undeclared = [...used].filter((name) => !declared.has(name));
  for (const { name, span } of parameters) {
    // A misspelt use is reported where it is.
    if (name === "" || used.has(name) || undeclared.some((word) => nearestNames(word, [name]).length > 0)) continue;
    diagnostics.push(diagnose("SXP3005", span, { name }));
  }
}
