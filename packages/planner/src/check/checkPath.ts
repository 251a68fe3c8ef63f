import type { Evidence, Group, Missing, Path, Query, Segment } from "@semantic-xpath/parser";
import { unionOfNodes } from "../schema/nodesOnAxis.js";
import { checkGroupBrackets, checkStepBrackets } from "./checkBrackets.js";
import type { CheckContext, Nodes } from "./context.js";
import { inferStepTypes, stepOrigin } from "./inferStepTypes.js";
import { checkAttribute } from "./rules/unknownAttribute.js";

/** A union of paths: what any of them can reach. */
export function checkQuery(context: CheckContext, query: Query): Nodes {
  let result = checkPath(context, query.paths[0]!);
  for (let index = 1; index < query.paths.length; index++) {
    const nodes = checkPath(context, query.paths[index]!);
    result = result === null || nodes === null ? null : unionOfNodes(context.schema!, result, nodes);
  }
  context.types.set(query, result === null ? null : result.names);
  return result;
}

function checkPath(context: CheckContext, path: Path | Missing | undefined): Nodes {
  if (path === undefined || path.kind === "Missing") return null;
  const start = path.head === null ? (context.schema?.start ?? null) : checkGroup(context, path.head);
  const result = checkSegments(context, path.segments, start);
  context.types.set(path, result === null ? null : result.names);
  return result;
}

function checkGroup(context: CheckContext, group: Group): Nodes {
  const result = checkGroupBrackets(context, group, checkQuery(context, group.query));
  context.types.set(group, result === null ? null : result.names);
  return result;
}

/** The path behind an aggregate, `count` or `exists`, from the node whose bracket it stands in. */
export const checkEvidence = (context: CheckContext, evidence: Evidence, nodes: Nodes): Nodes =>
  checkSegments(context, evidence.segments, nodes);

function checkSegments(context: CheckContext, segments: readonly Segment[], start: Nodes): Nodes {
  let nodes = start;
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index]!;
    nodes = checkSegment(context, segment, segments[index - 1] ?? null, nodes, index === segments.length - 1);
    context.types.set(segment, nodes === null ? null : nodes.names);
  }
  return nodes;
}

function checkSegment(
  context: CheckContext,
  segment: Segment,
  previous: Segment | null,
  from: Nodes,
  isLast: boolean,
): Nodes {
  const step = segment.step;
  const nodes = inferStepTypes(context, segment, previous, from, isLast);
  if (step.kind === "AxisStep") return checkStepBrackets(context, segment, step, from, nodes);
  if (step.kind === "AttributeStep") {
    const isSearch = segment.separator === "//"; // `//@id` asks any node below, so that some have none is expected
    checkAttribute(context, step, stepOrigin(context, segment, from), isSearch);
  }
  return nodes;
}
