import { AXES, type AxisStep, diagnose, type ParentStep, quoteList, type Span } from "@semantic-xpath/parser";
import { idAttributes } from "../../schema/ids.js";
import { siblingsOf } from "../../schema/nodesOnAxis.js";
import type { PossibleNodes } from "../../schema/schemaTypes.js";
import { attributeOf } from "../attributes.js";
import type { Check, CheckContext, Place } from "../checked.js";
import { stepText } from "../wording.js";

/** A step or a sibling offset that can't find anything: `/POI/*` if a POI has no children, `/..` at the document. */
export const alwaysEmpty: Check = {
  codes: ["SXP3001"],
  on: {
    AxisStep: (context, step, place) => {
      if (step.test.kind === "WildcardTest") reportEmptyStep(context, step, place);
    },
    ParentStep: reportEmptyStep,
    IdStep: (context, { argument, span }, { nodes, step }) => {
      if (nodes !== null || step === null || step.onAxis === null || context.schema === null) return;
      const { segment, from } = step;
      if (from === null || from.names.length === 0) return;
      const { schema } = context.schema;
      // An attribute that none of them has is reported as that.
      if (argument.kind === "AttributeReference" && argument.name.kind === "Name") {
        const { text } = argument.name;
        if (from.names.every((type) => attributeOf(schema, type, text) === null)) return;
      }
      const stepSource = `${segment.separator}${stepText(segment.step)}`;
      const hasIds = idAttributes(schema).size > 0;
      const reason = hasIds
        ? `no node that ${quoteList(from.names, 3)} refers to there has an id by the schema`
        : "the schema has no ids: give an attribute the type id";
      context.diagnostics.push(diagnose("SXP3001", span, { text: stepSource, reason }));
    },
    Bracket: (context, { content, span }, { nodes }) => {
      if (content.kind !== "SiblingOffset" || content.offset === 0 || nodes === null || nodes.names.length === 0)
        return;
      if (siblingsOf(context.schema!, nodes, content.offset).names.length > 0) return;
      reportNothing(context, span, { text: `[${content.text}]`, from: nodes, lacks: "no siblings" });
    },
  },
};

function reportEmptyStep(context: CheckContext, step: AxisStep | ParentStep, { nodes, step: at }: Place): void {
  if (nodes !== null || at === null || at.origin === null) return;
  const isParent = step.kind === "ParentStep";
  const axis = isParent || step.axis === null ? "" : `${at.axis}::`;
  const text = `${at.segment.separator}${axis}${isParent ? ".." : "*"}`;
  reportNothing(context, step.span, { text, from: at.origin, lacks: AXES[at.axis ?? "self"].lacks });
}

function reportNothing(
  context: CheckContext,
  span: Span,
  { text, from, lacks }: { readonly text: string; readonly from: PossibleNodes; readonly lacks: string },
): void {
  const place = from.names.length === 0 ? "the document" : quoteList(from.names, 3);
  context.diagnostics.push(diagnose("SXP3001", span, { text, reason: `${place} has ${lacks}` }));
}
