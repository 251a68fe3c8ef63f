import { diagnose, print, replacement } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { same, shortText } from "../wording.js";

/** `end(@i) - start(@i)` of times: an interval that goes over midnight ends earlier in the day than it begins. */
export const lengthOverMidnight: Check = {
  codes: ["SXP3018"],
  on: {
    Arithmetic: ({ diagnostics, values }, value) => {
      const { left, operator, right, span } = value;
      if (operator !== "-" || left.kind !== "Call" || right.kind !== "Call") return;
      if (left.function !== "end" || right.function !== "start") return;
      const [of, other] = [left.arguments[0], right.arguments[0]];
      if (of === undefined || other === undefined || of.kind === "Missing" || !same(of, other)) return;
      const type = values.get(of)?.type ?? null;
      if (type !== null && type !== "interval(time)") return;
      const parameters = { text: shortText(value), write: `duration(${shortText(of)})` };
      diagnostics.push(diagnose("SXP3018", span, parameters, [replacement(`duration(${print(of)})`, span)]));
    },
  },
};
