import { type AttributeReference, diagnose, type FieldReference, insertion } from "@semantic-xpath/parser";
import type { Check, CheckContext, Place } from "../checked.js";
import { shortText } from "../wording.js";

/** `avg(@price, @stars)` joins whether they are there, not the numbers. */
export const valueAmongScores: Check = {
  codes: ["SXP3010"],
  on: { AttributeReference: reportNumber, FieldReference: reportNumber },
};

function reportNumber(
  { values, diagnostics }: CheckContext,
  value: AttributeReference | FieldReference,
  { parent }: Place,
): void {
  if (parent.kind !== "Combine" || values.get(value)?.type !== "number") return;
  const fix = { title: 'Compare with "> 0"', edits: [insertion(value.span.end, " > 0")], isSafe: false };
  const parameters = { what: shortText(value), whole: shortText(parent) };
  diagnostics.push(diagnose("SXP3010", value.span, parameters, [fix]));
}
