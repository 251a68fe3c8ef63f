import { type AstNode, diagnose, walk } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";

/** A declared parameter that the query does not have. An unfinished query may still get it. */
export const unusedParameter: Check = {
  codes: ["SXP3005"],
  on: {
    Query: ({ parameters, diagnostics }, query, { parent }) => {
      if (parameters === null || parameters.length === 0 || parent !== query) return;
      const used = new Set<string>();
      let isWhole = true;
      walk(query, (node: AstNode) => {
        if (node.kind === "ParameterReference") used.add(node.name);
        else if (node.kind === "Missing") isWhole = false;
      });
      if (!isWhole) return;
      for (const { name, span } of parameters)
        if (name !== "" && !used.has(name)) diagnostics.push(diagnose("SXP3005", span, { name }));
    },
  },
};
