import {
  AXES,
  type Axis,
  type AxisStep,
  assertNever,
  type ComputedStep,
  type IdArgument,
  type IdStep,
  type Missing,
  type NodeTest,
  type Segment,
  type Span,
  type Step,
} from "@semantic-xpath/parser";
import { attributeOf } from "../check/attributes.js";
import type { TypeSet } from "../check/checked.js";
import { type Items, isGroups, isPart, itemsAfterStep, itemsBeforeBrackets, specialOf } from "../check/items.js";
import { idsUnder } from "../schema/ids.js";
import type { Schema } from "../schema/schema.js";
import { parsedType } from "../schema/valueType.js";
import { hasOffset, lowerBrackets } from "./lowerBrackets.js";
import { inContext, type Lowering, lowerArgument, present, typesOf } from "./lowering.js";
import { lowerValue } from "./lowerValue.js";
import type {
  AxisOperator,
  ComputedOperator,
  IdOperator,
  IdSource,
  MembersOperator,
  PathPlan,
  PlanTest,
  StepPlan,
} from "./operators.js";
import { orderOfPath } from "./order.js";

/** The steps of a path from its start. */
export function lowerSegments(
  lowering: Lowering,
  start: PathPlan["start"],
  segments: readonly Segment[],
  span: Span,
  first: Items,
): PathPlan {
  const id = lowering.nextId++;
  // A value is read from the node that has it, where `/..` leads, but for one that a quantifier has bound.
  const isAtOwner = isPart(first) && start.kind !== "Variable";
  const leadsUp = (step: Step): boolean => step.kind === "ParentStep" && !(isAtOwner && step === segments[0]!.step);
  let items = first;
  const resultTypes = typesOf(lowering, segments.at(-1)!);
  const steps: StepPlan[] = [];
  let attribute: PathPlan["attribute"] = null;
  for (const segment of segments) {
    const types = typesOf(lowering, segment);
    const step = present(segment.step);
    const isDescendant = segment.separator === "//";
    const before = items;
    items = itemsAfterStep(items, segment);
    if (isGroups(before) && step.kind === "AxisStep") {
      steps.push(lowerMembers(lowering, segment, step, itemsBeforeBrackets(before, segment)));
      continue;
    }
    if (isDescendant && step.kind !== "IdStep" && (step.kind !== "AxisStep" || step.axis !== null))
      steps.push(simpleStep(lowering, segment, "descendant-or-self", ANY_NODE, null));
    switch (step.kind) {
      case "AttributeStep":
        attribute = {
          kind: isGroups(before) ? "KeyOf" : "Attribute",
          id: lowering.nextId++,
          span: step.span,
          types,
          name: present(step.name).text,
        };
        break;
      case "TextStep":
        attribute = { kind: "Text", id: lowering.nextId++, span: step.span, types };
        break;
      case "ComputedStep":
        attribute = lowerComputed(lowering, step, before);
        break;
      case "RecordStep":
        throw new Error("a record is lowered with what it is the end of");
      case "ParentStep":
      case "SelfStep":
        steps.push(simpleStep(lowering, segment, leadsUp(step) ? "parent" : "self", ANY_NODE, types));
        break;
      case "IdStep":
        steps.push(lowerIdStep(lowering, segment, step));
        break;
      case "AxisStep":
        steps.push(lowerStep(lowering, segment, step, step.axis ?? (isDescendant ? "descendant" : "child"), types));
        break;
      default:
        assertNever(step);
    }
  }
  const order = orderOfPath(start, steps);
  const types = resultTypes ?? steps.at(-1)?.types ?? null;
  return { kind: "Path", id, span, types, start, steps, attribute, order };
}

/** A step from groups to their members. */
function lowerMembers(lowering: Lowering, segment: Segment, step: AxisStep, items: Items): StepPlan {
  const id = lowering.nextId++;
  const { span, separator } = segment;
  const types = isGroups(items) ? null : typesOf(lowering, segment);
  const axis: MembersOperator = {
    kind: "Members",
    id: lowering.nextId++,
    span: { start: span.start, end: step.test.span.end },
    types,
    test: lowerTest(step.test),
    isDeep: separator === "//" || step.axis === "descendant",
    take: null,
  };
  const isMoved = hasOffset(step.brackets);
  const brackets = lowerBrackets(lowering, step.brackets, isMoved ? null : types, "context", "document", items);
  return { kind: "Step", id, span, types, axis, brackets, grouping: brackets.length === 0 ? "node" : "context" };
}

/** `"(" Value ")"`, of each node or group. */
function lowerComputed(lowering: Lowering, { span, value }: ComputedStep, items: Items): ComputedOperator {
  const id = lowering.nextId++;
  const lowered = inContext(lowering, specialOf(items), () => lowerValue(lowering, value));
  return { kind: "Computed", id, span, types: null, value: lowered };
}

/** XPath's node(): the document node passes as well, so that `/./Day` and `/Plan/../Plan` work. */
const ANY_NODE: PlanTest = { names: null, document: true };

function simpleStep(lowering: Lowering, { span }: Segment, axis: Axis, test: PlanTest, types: TypeSet): StepPlan {
  const id = lowering.nextId++;
  const operator = axisOperator(lowering, span, types, axis, test);
  return { kind: "Step", id, span, types, axis: operator, brackets: [], grouping: "node" };
}

function lowerStep(lowering: Lowering, segment: Segment, step: AxisStep, axis: Axis, types: TypeSet): StepPlan {
  const test = lowerTest(step.test);
  // Without a schema a named test still says what comes out; a sibling offset leads anywhere.
  const named = types ?? (lowering.schema === null ? test.names : null);
  const moves = hasOffset(step.brackets);
  const id = lowering.nextId++;
  const { span } = segment;
  const ownSpan = { start: span.start, end: step.test.span.end };
  const operator = axisOperator(lowering, ownSpan, moves ? test.names : named, axis, test);
  const brackets = lowerBrackets(lowering, step.brackets, moves ? null : named, "context", "document");
  const grouping = brackets.length === 0 ? "node" : "context";
  return { kind: "Step", id, span, types: moves ? types : named, axis: operator, brackets, grouping };
}

function lowerIdStep(
  lowering: Lowering,
  segment: Segment,
  { argument, brackets: written, callSpan }: IdStep,
): StepPlan {
  const { schema } = lowering;
  const types = hasOffset(written) ? null : typesOf(lowering, segment);
  const { span } = segment;
  const id = lowering.nextId++;
  const idArgument = present(argument);
  const operator: IdOperator = {
    kind: "Id",
    id: lowering.nextId++,
    span: { start: span.start, end: callSpan.end },
    types,
    source: lowerSource(lowering, idArgument),
    ids: idsUnder(schema),
    leadsTo: schema === null ? [] : restrictions(schema, idArgument),
    take: null,
  };
  const brackets = lowerBrackets(lowering, written, types, "context", "document");
  const grouping = brackets.length === 0 ? "node" : "context";
  return { kind: "Step", id, span, types, axis: operator, brackets, grouping };
}

function lowerSource(lowering: Lowering, argument: Exclude<IdArgument, Missing>): IdSource {
  switch (argument.kind) {
    case "AttributeReference":
      return { kind: "Attribute", name: present(argument.name).text };
    case "FieldReference":
      return { kind: "Field", name: argument.name.text };
    case "TextTarget":
      return { kind: "Text" };
    case "StringValue":
      return { kind: "String" };
    case "StringLiteral":
    case "ParameterReference":
      return lowerArgument<string>(lowering, argument, "value");
    default:
      return assertNever(argument);
  }
}

/** Only declared references are restricted; they need not be reached by the types that the checks know. */
function restrictions(schema: Schema, argument: IdArgument): IdOperator["leadsTo"] {
  if (argument.kind !== "AttributeReference" && argument.kind !== "FieldReference") return [];
  const { name } = argument;
  if (name.kind === "Missing") return [];
  return Object.keys(schema.types).flatMap((from) => {
    const attribute = attributeOf(schema, from, name.text);
    const type = attribute === null ? null : parsedType(attribute.type);
    return type?.kind === "ref" && type.types !== null ? [{ from, to: type.types }] : [];
  });
}

const axisOperator = (lowering: Lowering, span: Span, types: TypeSet, axis: Axis, test: PlanTest): AxisOperator => ({
  kind: "Axis",
  id: lowering.nextId++,
  span,
  types,
  axis,
  test,
  access: AXES[axis].access,
  take: null,
});

function lowerTest(test: NodeTest): PlanTest {
  if (test.kind === "WildcardTest") return { names: null, document: false };
  return { names: present(test).names.map((name) => present(name).text), document: false };
}
