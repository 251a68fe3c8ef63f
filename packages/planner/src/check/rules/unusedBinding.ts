import { diagnose } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { freeNames } from "../freeNames.js";

/** A name that a quantifier binds and nothing after it uses. */
export const unusedBinding: Check = {
  codes: ["SXP3009"],
  on: {
    Quantified: ({ diagnostics }, { bindings, condition }) => {
      for (const [index, { parameter }] of bindings.entries()) {
        if (parameter.kind === "Missing" || parameter.name === "") continue;
        const { name, span } = parameter;
        const uses = [...bindings.slice(index + 1).map(({ evidence }) => evidence), condition].map(freeNames);
        if (uses.every((names) => names !== null && !names.has(name)))
          diagnostics.push(diagnose("SXP3009", span, { name }));
      }
    },
  },
};
