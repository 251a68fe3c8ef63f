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
        const later = bindings.slice(index + 1);
        const hidden = later.findIndex((each) => each.parameter.kind !== "Missing" && each.parameter.name === name);
        const paths = (hidden < 0 ? later : later.slice(0, hidden + 1)).map(({ evidence }) => evidence);
        const uses = (hidden < 0 ? [...paths, condition] : paths).map(freeNames);
        if (uses.every((names) => names !== null && !names.has(name)))
          diagnostics.push(diagnose("SXP3009", span, { name }));
      }
    },
  },
};
