import type { SiblingOperator } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import type { Route } from "../whyNot/routes.js";
import { withoutBracket } from "./bracketRepairs.js";
import type { Repair, Scene } from "./repair.js";

/**
 * Another sibling offset behind the last step: one under which a node in front of it leads to the node, the nearest to the written one
 * first; or none at all.
 */
export function siblingRepairs(scene: Scene, route: Route, node: number): readonly Repair[] {
  const { observation, syntax } = scene;
  const bracket = lastOffset(route);
  if (bracket === null) return [];
  const before = observation.recorder.brackets.get(bracket.id)?.at(-1)?.before.ids;
  const offsets = offsetsTo(observation.tree, new Set(before), node)
    .sort((a, b) => Math.abs(a - bracket.offset) - Math.abs(b - bracket.offset))
    .slice(0, 2);
  const moved = offsets.map((offset): Repair => {
    const text = `[@${offset > 0 ? "+" : ""}${offset}]`;
    return {
      kind: "offset",
      edits: [{ span: bracket.span, text }],
      message: `${syntax.source(bracket.span)} → ${text}`,
      by: Math.abs(offset - bracket.offset),
    };
  });
  return [
    ...moved,
    ...withoutBracket(scene, bracket.span).map((repair): Repair => ({ ...repair, kind: "offset", loss: 3 })),
  ];
}

/** The last sibling offset behind the last axis. */
function lastOffset(route: Route): SiblingOperator | null {
  for (const stage of route.toReversed()) {
    if (stage.kind === "axis") return null;
    if (stage.kind === "bracket" && stage.bracket.kind === "Sibling") return stage.bracket;
  }
  return null;
}

/** The offsets that lead from one of some nodes to a sibling of theirs. */
function offsetsTo({ parent, end }: Tree, from: ReadonlySet<number>, node: number): number[] {
  const places: number[] = [];
  let own = 0;
  let place = 0;
  const above = parent[node]!;
  for (let child = above + 1; child < end[above]!; child = end[child]!, place++) {
    if (child === node) own = place;
    else if (from.has(child)) places.push(place);
  }
  return places.map((at) => own - at);
}
