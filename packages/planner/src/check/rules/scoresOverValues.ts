import { diagnose, FUNCTIONS, replacement } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { isOverValues } from "../values.js";
import { shortText } from "../wording.js";

/** `agg_avg(/POI/@cost)`: functions that join scores have no values to join. */
export const scoresOverValues: Check = {
  codes: ["SXP2010"],
  on: {
    Aggregate: ({ diagnostics }, aggregate) => {
      if (!isOverValues(aggregate)) return;
      const { name, function: joins, evidence, span } = aggregate;
      const isOfValues = FUNCTIONS[joins].forms.some(({ builds }) => builds === "Call");
      const write = isOfValues ? joins : "avg";
      const fix = replacement(write, { start: span.start, end: span.start + name.length });
      diagnostics.push(diagnose("SXP2010", span, { name, values: shortText(evidence), write }, [fix]));
    },
  },
};
