import { diagnose, enclosure } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { isGroups, itemsOfEvidence } from "../items.js";
import { isOneValue, isValue } from "../values.js";
import { shortText } from "../wording.js";
import { severalValues } from "./orderKeys.js";

/** Fields of records: a bare field is one value, and of groups there is none. */
export const records: Check = {
  codes: ["SXP2013", "SXP2036"],
  on: {
    Field: (context, { value }) => {
      const { diagnostics, values } = context;
      if (value.kind === "Evidence" && value.segments.at(-1)?.step.kind !== "RecordStep") {
        if (isGroups(itemsOfEvidence(context, value))) {
          const problem = 'leads to groups, which have no text: end it in "/{ … }" or in a key such as "/@name"';
          diagnostics.push(diagnose("SXP2036", value.span, { text: shortText(value), problem }));
        }
        return;
      }
      if (!isValue(value) || !isOneValue(value)) return;
      const most = values.get(value)?.most ?? 1;
      if (value.kind !== "FieldReference" || most <= 1) return;
      const fix = { title: "Take all of them", edits: enclosure(value.span, "/", ""), isSafe: false };
      diagnostics.push(diagnose("SXP2013", value.span, { ...severalValues(value, most), isKey: false }, [fix]));
    },
  },
};
