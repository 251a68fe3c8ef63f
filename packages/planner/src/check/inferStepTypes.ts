import type { Axis, AxisStep, NameTest, Segment } from "@semantic-xpath/parser";
import { hasBit } from "../schema/bits.js";
import { nodesOfTypes, nodesOnAxis, typedNodes } from "../schema/nodesOnAxis.js";
import type { SchemaTypes } from "../schema/schemaTypes.js";
import type { CheckContext, Nodes } from "./context.js";
import { reportEmptyStep } from "./rules/alwaysEmpty.js";
import { reportOutOfReach } from "./rules/outOfReach.js";
import { reportUnknownType } from "./rules/unknownType.js";

/**
 * The nodes that a step may reach, before its brackets: types(from / axis::test) = axis(types(from)) ∩ test.
 * A known name behind an unknown place still gives its own type, so one mistake does not hide the next.
 */
export function inferStepTypes(
  context: CheckContext,
  segment: Segment,
  previous: Segment | null,
  from: Nodes,
  isLast: boolean,
): Nodes {
  const types = context.schema;
  if (types === null) return null;
  const step = segment.step;
  switch (step.kind) {
    case "Missing":
      return null;
    case "AxisStep":
      return inferAxisStep(context, types, { segment, previous, step, from, isLast });
    case "ParentStep": {
      const origin = stepOrigin(context, segment, from);
      if (origin === null) return null;
      const parents = nodesOnAxis(types, origin, "parent");
      return parents.names.length > 0 || parents.document
        ? parents
        : reportEmptyStep(context, segment, "parent", origin);
    }
    case "SelfStep":
    case "AttributeStep":
      return stepOrigin(context, segment, from);
  }
}

/** The axis of a step, where the separator alone may give it. */
export const stepAxis = (segment: Segment, step: AxisStep): Axis =>
  step.axis ?? (segment.separator === "//" ? "descendant" : "child");

/** Where a step starts. `//` before anything but a plain node test is `/descendant-or-self::node()/`, as in XPath. */
export function stepOrigin(context: CheckContext, segment: Segment, from: Nodes): Nodes {
  if (from === null || segment.separator === "/") return from;
  if (segment.step.kind === "AxisStep" && segment.step.axis === null) return from;
  return nodesOnAxis(context.schema!, from, "descendant-or-self");
}

function inferAxisStep(context: CheckContext, types: SchemaTypes, place: StepPlace): Nodes {
  const { segment, step, from } = place;
  const origin = stepOrigin(context, segment, from);
  const axis = stepAxis(segment, step);
  const onAxis = origin === null ? null : nodesOnAxis(types, origin, axis);
  switch (step.test.kind) {
    case "Missing":
      return null;
    case "WildcardTest": {
      const typed = onAxis === null ? null : typedNodes(types, onAxis);
      return typed === null || typed.names.length > 0 ? typed : reportEmptyStep(context, segment, axis, origin!);
    }
    case "NameTest":
      return inferNameTest(context, types, { ...place, axis, test: step.test, onAxis });
  }
}

interface StepPlace {
  readonly segment: Segment;
  /** The step before in the same path, null for its first. */
  readonly previous: Segment | null;
  readonly step: AxisStep;
  readonly from: Nodes;
  /** Whether the step ends its path. */
  readonly isLast: boolean;
}

/** A name test in its place: what the rules about names need to know. */
export interface NamePlace extends StepPlace {
  readonly axis: Axis;
  readonly test: NameTest;
  readonly onAxis: Nodes;
}

function inferNameTest(context: CheckContext, types: SchemaTypes, place: NamePlace): Nodes {
  const names = place.test.names;
  const only = names.length === 1 ? names[0]! : null;
  if (only !== null && only.kind === "Name") {
    const id = types.ids.get(only.text);
    if (id === undefined) return reportUnknownType(context, types, only, place);
    if (place.onAxis !== null && !hasBit(place.onAxis.bits, id)) reportOutOfReach(context, types, only, id, place);
    return types.singletons[id]!;
  }
  return inferNames(context, types, place);
}

/** `(A|B)`: the union of those in reach; unknown as a whole as soon as one name is. */
function inferNames(context: CheckContext, types: SchemaTypes, place: NamePlace): Nodes {
  const known: number[] = [];
  const reached: number[] = [];
  for (const name of place.test.names) {
    if (name.kind === "Missing") continue;
    const id = types.ids.get(name.text);
    if (id === undefined) {
      reportUnknownType(context, types, name, place);
      continue;
    }
    known.push(id);
    if (place.onAxis === null || hasBit(place.onAxis.bits, id)) reached.push(id);
    else reportOutOfReach(context, types, name, id, place);
  }
  return known.length === place.test.names.length ? nodesOfTypes(types, reached.length > 0 ? reached : known) : null;
}
