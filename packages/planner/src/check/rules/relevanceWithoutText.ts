import { diagnose, type Relevance, type Target } from "@semantic-xpath/parser";
import { attributeOf, childOf } from "../attributeInfo.js";
import type { CheckContext, Nodes } from "../context.js";
import { checkParameter } from "./parameters.js";
import { checkAttribute } from "./unknownAttribute.js";

/** The target and the condition of a local relevance. SXP3003 where every score must be 0. */
export function checkRelevance(context: CheckContext, { target, condition }: Relevance, nodes: Nodes): void {
  if (target.kind === "AttributeReference" || target.kind === "FieldReference") {
    checkAttribute(context, target, nodes, false);
  }
  if (nodes !== null && nodes.names.length > 0 && context.schema !== null) {
    const what = missingText(context, target, nodes.names);
    if (what !== null) context.diagnostics.push(diagnose("SXP3003", target.span, { what, types: nodes.names }));
  }
  if (condition.kind === "ParameterReference") {
    checkParameter(context, condition, "string");
  } else if (condition.kind === "StringLiteral" && condition.value.trim() === "") {
    context.diagnostics.push(diagnose("SXP3003", condition.span, { what: "The condition", types: [] }));
  }
}

/** What the types lack, as the message names it; null where some node may have text. */
function missingText(context: CheckContext, target: Target, types: readonly string[]): string | null {
  const schema = context.schema!.schema;
  if (target.kind === "TextTarget") {
    return types.some((type) => schema.types[type]!.text) ? null : "text of its own";
  }
  if (target.kind !== "FieldReference") return null;
  const name = target.name.text;
  if (types.some((type) => attributeOf(schema, type, name) !== null)) return null;
  const isChild = types.some((type) => childOf(schema, type, name));
  return isChild && !schema.types[name]?.text ? `text in its "${name}" children` : null;
}
