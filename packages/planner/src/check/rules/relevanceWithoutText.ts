import { diagnose, type Target } from "@semantic-xpath/parser";
import type { Schema } from "../../schema/schema.js";
import { attributeOf, childOf } from "../attributes.js";
import type { Check } from "../checked.js";

/** A local relevance of which every score must be 0: the target has no text, or the condition is blank. */
export const relevanceWithoutText: Check = {
  codes: ["SXP3003"],
  on: {
    Relevance: ({ schema, diagnostics }, { target, condition }, { nodes }) => {
      const types = nodes?.names ?? [];
      const missing = schema === null || types.length === 0 ? null : missingText(schema.schema, target, types);
      if (missing !== null) diagnostics.push(diagnose("SXP3003", target.span, { what: missing, types }));
      if (condition.kind === "StringLiteral" && condition.value.trim() === "")
        diagnostics.push(diagnose("SXP3003", condition.span, { what: "The condition", types: [] }));
    },
  },
};

/** Missing text of the types, as the message names it; null if some node may have text. */
function missingText(schema: Schema, target: Target, types: readonly string[]): string | null {
  if (target.kind === "TextTarget") {
    return types.some((type) => schema.types[type]!.text) ? null : "text of its own";
  }
  if (target.kind !== "FieldReference") return null;
  const name = target.name.text;
  if (types.some((type) => attributeOf(schema, type, name) !== null)) return null;
  const isChild = types.some((type) => childOf(schema, type, name));
  return isChild && !schema.types[name]?.text ? `text in its "${name}" children` : null;
}
