import {
  type Bracket,
  bracketsOf,
  diagnose,
  type Evidence,
  type Meet,
  type Missing,
  type OrderBy,
  offer,
  type Path,
  type Query,
  type Segment,
} from "@semantic-xpath/parser";
import type { Check, CheckContext } from "../checked.js";
import { goesByPlace } from "../reads.js";
import { isNumber, isValue } from "../values.js";
import { shortText } from "../wording.js";

/** Orders and relevances that nothing goes by. */
export const withoutEffect: Check = {
  codes: ["SXP3007", "SXP3008"],
  on: {
    Query: (context, query, { parent }) => {
      if (parent === query) visitQuery(context, query, RESULT);
    },
    Evidence: (context, evidence: Evidence, { parent }) => {
      const isAggregated = parent.kind === "Aggregate";
      visitSegments(context, evidence.segments, {
        weights: isAggregated
          ? null
          : parent.kind === "Binding"
            ? "a quantifier asks which nodes there are"
            : "only which nodes there are counts",
        order: isAggregated
          ? "the evidence counts in the order of the document"
          : "its nodes count in the order of the document",
      });
    },
  },
};

/** Why nothing reads the weights or the order of what a part leads to; null: something does. */
interface Readers {
  readonly weights: string | null;
  readonly order: string | null;
}

const RESULT: Readers = { weights: null, order: null };

function visitQuery(context: CheckContext, { paths }: Query, readers: Readers): void {
  const pathReaders =
    paths.length < 2 ? readers : { ...readers, order: '"|" puts the nodes back into the order of the document' };
  for (const path of paths) visitOperand(context, path, pathReaders);
}

function visitOperand(context: CheckContext, operand: Path | Meet | Missing, readers: Readers): void {
  if (operand.kind === "Missing") return;
  if (operand.kind === "Path") {
    visitPath(context, operand, readers);
    return;
  }
  const order = `"${operand.operator}" puts the nodes back into the order of the document`;
  visitOperand(context, operand.left, { ...readers, order });
  visitOperand(context, operand.right, {
    weights: `on the right of "${operand.operator}" only which nodes there are counts`,
    order,
  });
}

function visitPath(context: CheckContext, { head, segments }: Path, readers: Readers): void {
  const before = visitSegments(context, segments, readers);
  if (head !== null) visitQuery(context, head.query, visitBrackets(context, head.brackets, before, true));
}

/** From the last step to the first; gives what reads that which comes before. */
function visitSegments(context: CheckContext, segments: readonly Segment[], readers: Readers): Readers {
  let current = readers;
  for (let i = segments.length - 1; i >= 0; i--) {
    const { step } = segments[i]!;
    if (LEAVES.has(step.kind)) continue;
    const brackets = bracketsOf(step);
    if (brackets.length > 0) current = visitBrackets(context, brackets, current, false);
    if (current.order !== NEXT_STEP) current = { weights: current.weights, order: NEXT_STEP };
  }
  return current;
}

/** Steps that keep the order and the weights. */
const LEAVES: ReadonlySet<string> = new Set(["AttributeStep", "TextStep", "ComputedStep", "RecordStep"]);

const NEXT_STEP = "the next step starts from its nodes in the order of the document";

/**
 * From the last bracket to the first. Positions read the order of the list, and so its weights, also as ties of an order. Of a group the list is
 * the whole result, so they read what its paths leave.
 */
function visitBrackets(
  context: CheckContext,
  brackets: readonly Bracket[],
  readers: Readers,
  isGroup: boolean,
): Readers {
  if (!isGroup && !brackets.some(({ content }) => reorders(context, content))) return readers;
  let { weights, order } = readers;
  let isScored = false;
  let weightsInList = weights;
  for (const bracket of brackets.toReversed()) {
    const { content, span } = bracket;
    if (content.kind === "OrderBy") {
      if (order !== null) reportOrder(context, content, { span, why: order });
      order = "a later order replaces it";
    } else if (content.kind === "SiblingOffset") {
      order ??= "the offset leads to other nodes, which are in the order of the document";
    } else if (context.kinds.get(content) === "Relevance") {
      if (weightsInList !== null) reportRelevance(context, content as Relevance, { span, place: weightsInList });
      else isScored = true;
      order = "the relevance after it orders by weight";
    }
    const isRead = order === null && weightsInList === null;
    if (!isRead && (isGroup || brackets[0] !== bracket) && picks(content)) {
      order = null;
      weightsInList = null;
    }
  }
  if (isScored) weights = null;
  return { weights: isGroup ? weightsInList : weights, order };
}

const reorders = ({ kinds }: CheckContext, content: Bracket["content"]): boolean =>
  content.kind === "OrderBy" || content.kind === "SiblingOffset" || kinds.get(content) === "Relevance";

type Relevance = Exclude<
  Bracket["content"],
  { kind: "IndexPosition" | "RangePosition" | "SiblingOffset" | "OrderBy" | "GroupBy" }
>;

/** True if a bracket depends on the places of the list. */
function picks(content: Bracket["content"]): boolean {
  switch (content.kind) {
    case "IndexPosition":
    case "RangePosition":
    // Groups stand in the order in which their keys appear, and members carry their weights.
    case "GroupBy":
      return true;
    case "SiblingOffset":
    case "OrderBy":
      return false;
    default:
      return goesByPlace(content) || (isValue(content) && isNumber(content));
  }
}

function reportOrder(
  { diagnostics }: CheckContext,
  content: OrderBy,
  { span, why }: { span: Bracket["span"]; why: string },
): void {
  const [key] = content.keys;
  const first = key === undefined || key.value.kind === "Missing" ? "…" : shortText(key.value);
  const text = `order by ${first}${content.keys.length > 1 ? ", …" : ""}`;
  diagnostics.push(diagnose("SXP3007", span, { text, why }, [offer("Remove the order", span, "")]));
}

function reportRelevance(
  { diagnostics }: CheckContext,
  content: Relevance,
  { span, place }: { span: Bracket["span"]; place: string },
): void {
  const text = shortText(content);
  diagnostics.push(diagnose("SXP3008", span, { text, place }, [offer("Remove the relevance", span, "")]));
}
