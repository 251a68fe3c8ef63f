import {
  type AttributeReference,
  type BracketContent,
  type Diagnostic,
  diagnose,
  type Evidence,
  type FieldReference,
  type Fix,
  insertion,
  type NodeTarget,
  print,
  replacement,
  type Span,
  type TextTarget,
  walk,
} from "@semantic-xpath/parser";
import { childOf } from "../attributes.js";
import type { Check, CheckContext, Nodes, Place } from "../checked.js";
import { isGroups, isPart, itemsOfGroup, type KeyItems, type PartStep, partName, scopeOfCheck } from "../items.js";
import { readsData } from "../reads.js";
import { CONDITION_PLACES, shortText, stepText } from "../wording.js";

/**
 * After a group of attributes or own texts `.` is the value, and the only axis leads to the node that has it. What reads a node there is an
 * error, and so is a condition on items of several kinds.
 */
export const valueItems: Check = {
  codes: ["SXP2019", "SXP2020"],
  on: {
    AttributeReference: reportPart,
    FieldReference: reportPart,
    TextTarget: reportPart,
    NodeTarget: reportPart,
    Evidence: reportEvidence,
    Bracket: ({ diagnostics }, { content, span }, { parent, items }) => {
      if (parent.kind !== "Group" || items === "nodes") return;
      if (items !== "mixed") {
        if (isPart(items) && content.kind === "SiblingOffset")
          diagnostics.push(wrong(span, `[${content.text}]`, items, []));
        return;
      }
      if (content.kind !== "GroupBy" && readsItem(content)) diagnostics.push(diagnose("SXP2020", span, {}));
    },
    Path: (context, { head, segments }) => {
      const { diagnostics } = context;
      const [first] = segments;
      if (head === null || first === undefined || first.step.kind === "Missing") return;
      const items = itemsOfGroup(head, scopeOfCheck(context));
      if (items === "nodes" || isGroups(items) || first.step.kind === "RecordStep") return;
      if (items === "mixed") diagnostics.push(diagnose("SXP2020", first.span, {}));
      else if (first.separator !== "/" || first.step.kind !== "ParentStep")
        diagnostics.push(
          wrong(first.span, `${first.separator}${stepText(first.step)}`, items, [throughNode(first.span.start)]),
        );
    },
  },
};

/** True if a bracket asks for more than the place of an item. */
function readsItem(content: BracketContent): boolean {
  if (content.kind === "OrderBy" || content.kind === "SiblingOffset" || readsData(content)) return true;
  let isScored = false;
  walk(content, ({ kind }) => {
    if (kind === "NodeTarget") isScored = true;
  });
  return isScored;
}

type Part = AttributeReference | FieldReference | TextTarget | NodeTarget;

function reportPart({ diagnostics, item, schema }: CheckContext, part: Part, { parent, nodes }: Place): void {
  if (!isPart(item) || (part.kind === "NodeTarget" && part.form === ".")) return;
  const { span } = part;
  const path = isNamed(part) ? `/../${isChild(part, nodes, schema) ? "" : "@"}${print(part.name)}` : ".";
  const write = isNamed(part) && CONDITION_PLACES.has(parent.kind) ? `exists(${path})` : path;
  diagnostics.push(wrong(span, shortText(part), item, [replacement(write, span)]));
}

const isNamed = (part: Part): part is AttributeReference | FieldReference =>
  part.kind === "AttributeReference" || part.kind === "FieldReference";

/** Tests that a bare name is that of children, not of an attribute. */
const isChild = ({ kind, name }: AttributeReference | FieldReference, nodes: Nodes, schema: CheckContext["schema"]) =>
  kind === "FieldReference" &&
  name.kind === "Name" &&
  schema !== null &&
  nodes?.names.some((type) => childOf(schema.schema, type, name.text)) === true;

function reportEvidence({ diagnostics, item }: CheckContext, { start, segments }: Evidence): void {
  const [first] = segments;
  if (!isPart(item) || start !== null || first === undefined || first.step.kind === "Missing") return;
  if (first.separator === "/" && first.step.kind === "ParentStep") return;
  const text = `${first.separator}${stepText(first.step)}`;
  diagnostics.push(wrong(first.span, text, item, [throughNode(first.span.start)]));
}

const throughNode = (offset: number): Fix => ({
  title: 'Insert "/.."',
  edits: [insertion(offset, "/..")],
  isSafe: false,
});

const wrong = (span: Span, text: string, item: PartStep | KeyItems, fixes: readonly Fix[]): Diagnostic => {
  const name = partName(item);
  return diagnose("SXP2019", span, { text, item: name === null ? "text()" : `@${name}` }, fixes);
};
