import { type Axis, diagnose, type Segment } from "@semantic-xpath/parser";
import type { PossibleNodes } from "../../schema/schemaTypes.js";
import type { CheckContext } from "../context.js";
import { quotedList } from "../fixes.js";

/** SXP3001 for a step that can't find anything: `/POI/*` where a POI has no children, `/..` at the document. */
export function reportEmptyStep(context: CheckContext, segment: Segment, axis: Axis, from: PossibleNodes): null {
  const step = segment.step.kind === "ParentStep" ? ".." : "*";
  const text = `${segment.separator}${segment.step.kind === "AxisStep" && segment.step.axis !== null ? `${axis}::` : ""}${step}`;
  const place = from.names.length === 0 ? "the document" : quotedList(from.names, 3);
  const reason = `${place} has ${NOTHING[axis]}`;
  context.diagnostics.push(diagnose("SXP3001", segment.step.span, { text, reason }));
  return null;
}

const NOTHING: Readonly<Record<Axis, string>> = {
  child: "no child nodes",
  descendant: "no child nodes",
  "descendant-or-self": "no child nodes",
  self: "no type",
  parent: "no parent",
  ancestor: "nothing above it",
  "ancestor-or-self": "nothing above it",
  "following-sibling": "no siblings",
  "preceding-sibling": "no siblings",
  following: "nothing beside it",
  preceding: "nothing beside it",
};

/** SXP3001 for a sibling offset from nodes that never have a sibling. */
export function reportNoSibling(context: CheckContext, span: Segment["span"], text: string, from: PossibleNodes): null {
  const reason = `${quotedList(from.names, 3)} has no siblings`;
  context.diagnostics.push(diagnose("SXP3001", span, { text, reason }));
  return null;
}
