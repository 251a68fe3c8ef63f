import { type AttributeReference, diagnose, type FieldReference, insertion, replacement } from "@semantic-xpath/parser";
import type { Check, CheckContext, Place } from "../checked.js";
import { CONDITION_PLACES, shortText } from "../wording.js";

/** `[@vip]` of a Boolean that is written as "false", too: a condition asks whether it is there. */
export const booleanAsExistence: Check = {
  codes: ["SXP3019"],
  on: { AttributeReference: reportBoolean, FieldReference: reportBoolean },
};

function reportBoolean(
  { values, diagnostics }: CheckContext,
  value: AttributeReference | FieldReference,
  { parent }: Place,
): void {
  if (!CONDITION_PLACES.has(parent.kind) || values.get(value)?.type !== "boolean") return;
  const { span } = value;
  const text = shortText(value);
  // A field is a child where a path is wanted.
  const exists = `exists(${value.kind === "AttributeReference" ? text : `/${text}`})`;
  const isTrue = { title: "Write = true()", edits: [insertion(span.end, " = true()")], isSafe: false };
  diagnostics.push(diagnose("SXP3019", span, { text, exists }, [isTrue, replacement(exists, span)]));
}
