import { diagnose } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { replaceFix, shortText } from "../wording.js";

/** `agg_avg(/POI/@cost)`: functions that join scores have no values to join. */
export const scoresOverValues: Check = {
  codes: ["SXP2010"],
  on: {
    Aggregate: ({ diagnostics }, { name, function: joins, evidence, span }) => {
      const last = evidence.segments.at(-1)?.step.kind;
      if (last !== "AttributeStep" && last !== "TextStep") return;
      const write = joins === "gmean" ? "avg" : joins;
      const fix = replaceFix({ start: span.start, end: span.start + name.length }, write);
      diagnostics.push(diagnose("SXP2010", span, { name, values: shortText(evidence), write }, [fix]));
    },
  },
};
