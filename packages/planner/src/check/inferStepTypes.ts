import type { Axis, NameTest, Segment, Step } from "@semantic-xpath/parser";
import { hasBit } from "../schema/bits.js";
import { nodesOfTypes, nodesOnAxis, typedNodes } from "../schema/nodesOnAxis.js";
import type { PossibleNodes, SchemaTypes } from "../schema/schemaTypes.js";
import type { Nodes, StepPlace } from "./checked.js";
import { type Items, isGroups, isPart } from "./items.js";
import { referredNodes } from "./references.js";

/**
 * Types of a segment from those before it: types(from / axis::test) = axis(types(from)) ∩ test. `items`: their kind; `..` of attributes
 * and own texts leads to their nodes, and the members of groups are the nodes themselves.
 */
export function stepPlace(
  types: SchemaTypes | null,
  segments: readonly Segment[],
  index: number,
  from: Nodes,
  items: Items = "nodes",
): StepPlace {
  const segment = segments[index]!;
  const axis = isPart(items) && segment.step.kind === "ParentStep" ? "self" : axisFrom(items, segment);
  const origin = types === null ? null : originOf(types, segment, from);
  return {
    segment,
    previous: segments[index - 1] ?? null,
    isLast: index === segments.length - 1,
    from,
    origin,
    axis,
    onAxis: origin === null ? null : reachedBy(types!, segment.step, origin, axis),
  };
}

function reachedBy(types: SchemaTypes, step: Step, origin: PossibleNodes, axis: Axis | null): PossibleNodes {
  if (step.kind === "IdStep") return referredNodes(types, step.argument, origin);
  return nodesOnAxis(types, origin, axis ?? "self");
}

/** Members of groups are the nodes of these. */
function axisFrom(items: Items, segment: Segment): Axis | null {
  const axis = axisOf(segment);
  if (!isGroups(items)) return axis;
  return axis === "child" ? "self" : axis === "descendant" ? "descendant-or-self" : axis;
}

/** The axis of a step, if need be of its separator alone. */
function axisOf({ step, separator }: Segment): Axis | null {
  if (step.kind === "IdStep") return null;
  if (step.kind === "ParentStep") return "parent";
  if (step.kind !== "AxisStep") return "self";
  return step.axis ?? (separator === "//" ? "descendant" : "child");
}

/** `//` before anything but a plain node test is `/descendant-or-self::node()/`, as in XPath. */
function originOf(types: SchemaTypes, { separator, step }: Segment, from: Nodes): Nodes {
  if (from === null || separator === "/" || (step.kind === "AxisStep" && step.axis === null)) return from;
  return nodesOnAxis(types, from, "descendant-or-self");
}

/**
 * The nodes that a step may reach, before its brackets; null also if it can reach nothing, which a check reports.
 * A known name after an unknown place still gives its own type, so one mistake does not hide the next.
 */
export function inferStepTypes(types: SchemaTypes, step: Step, onAxis: Nodes): Nodes {
  switch (step.kind) {
    case "Missing":
      return null;
    case "SelfStep":
    case "AttributeStep":
    case "TextStep":
    case "ComputedStep":
    case "RecordStep":
      return onAxis;
    case "ParentStep":
      return onAxis !== null && (onAxis.names.length > 0 || onAxis.document) ? onAxis : null;
    case "IdStep":
      return onAxis === null ? null : nonEmpty(onAxis);
    case "AxisStep":
      if (step.test.kind === "NameTest") return inferNames(types, step.test, onAxis);
      return step.test.kind === "WildcardTest" && onAxis !== null ? nonEmpty(typedNodes(types, onAxis)) : null;
  }
}

const nonEmpty = (nodes: PossibleNodes): Nodes => (nodes.names.length > 0 ? nodes : null);

/** `(A|B)`: the union of those in reach; unknown as a whole as soon as one name is. */
function inferNames(types: SchemaTypes, { names }: NameTest, onAxis: Nodes): Nodes {
  const ids: number[] = [];
  for (const name of names) {
    const id = name.kind === "Name" ? types.ids.get(name.text) : undefined;
    if (id === undefined) return null;
    ids.push(id);
  }
  const reachable = onAxis === null ? ids : ids.filter((id) => hasBit(onAxis.bits, id));
  return nodesOfTypes(types, reachable.length > 0 ? reachable : ids);
}
