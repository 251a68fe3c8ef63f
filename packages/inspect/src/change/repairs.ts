import { suggest } from "@semantic-xpath/parser";
import type { AttributeOperator, BracketOperator, MeetPlan, OwnTextOperator } from "@semantic-xpath/planner";
import { reaches } from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";
import { isAxis, isSiblingOffset, passedAt, type Route } from "../routes.js";
import { rankingOf } from "../why/ranking.js";
import type { Drop, OperatorDrop } from "../whyNot/drops.js";
import { placeInList, placesOf } from "../whyNot/positions.js";
import { isHidden } from "../whyNot/validity.js";
import { decimal, shortNumber } from "../words.js";
import { filterRepairs, withoutBracket } from "./conditions.js";
import { shortBelow } from "./literals.js";
import { attributeNamesOf, typeRepairs } from "./names.js";
import { axisRepairs } from "./paths.js";
import { positionRepairs, takeRepairs } from "./positions.js";
import { zeroRepairs, zerosOf } from "./relevances.js";
import { type Repair, replacing, type Scene } from "./repair.js";

/** Untried repairs that may admit a dropped node, the smallest first. */
export function repairsFor(scene: Scene, drop: Drop, node: number): readonly Repair[] {
  const zeros = zeroRepairs(scene, zerosOf(scene.observation, drop));
  switch (drop.kind) {
    case "cut":
      return cutRepairs(scene, drop.place) ?? zeros;
    case "unreached":
      return [...siblingRepairs(scene, drop.route, node), ...axisRepairs(scene, drop.route, node)];
    default:
      // Zeros first: what weighs 0 has no place worth moving a position to.
      return [...zeros, ...operatorRepairs(scene, drop), ...siblingRepairs(scene, drop.route, node)];
  }
}

/** By the operator that dropped it. */
export function operatorRepairs(scene: Scene, { kind, route, stage: at, node }: OperatorDrop): readonly Repair[] {
  if (kind === "end") return [];
  const { operator } = route[at]!;
  switch (operator.kind) {
    case "Step":
      if (kind === "place" && isHidden(scene.observation, node)) return momentRepairs(scene);
      return kind === "place"
        ? takeRepairs(scene, operator, node)
        : typeRepairs(scene, operator.axis, scene.observation.tree.typeOf(node));
    case "Attribute":
    case "Text":
      return valueRepairs(scene, operator, node);
    case "Meet":
      return meetRepairs(scene, operator);
    case "Value":
      return [];
    default:
      return bracketRepairs(scene, operator, node);
  }
}

/** The query at all times: without its moment, or that of the run. */
export function momentRepairs({ observation, syntax }: Scene): readonly Repair[] {
  const { query, run } = observation;
  const around = syntax.queryAround(query.plan.result.span);
  if (query.plan.validity?.at == null || around.asOf == null) {
    const message = `valid at ${run.hidden!.at} → all times`;
    return [{ kind: "moment", edits: [], options: { validAt: "all" }, message }];
  }
  const end = around.kind === "Query" ? around.paths[0]!.span.start : around.value.span.start;
  const span = { start: around.span.start, end };
  return [replacing("moment", span, "", `without ${syntax.source({ start: span.start, end: around.asOf.span.end })}`)];
}

function bracketRepairs(scene: Scene, bracket: BracketOperator, node: number): readonly Repair[] {
  const { recorder, run } = scene.observation;
  const record = recorder.brackets.get(bracket.id)!.at(-1)!;
  const without = withoutBracket(scene, bracket.span);
  if (bracket.kind === "Filter") return [...filterRepairs(scene, bracket, record, node), ...without];
  const ast = scene.syntax.at("Bracket", bracket.span);
  if (bracket.kind !== "Position" || ast === null) return without;
  const places = placesOf(run, bracket);
  return [...positionRepairs(scene, ast, placeInList(record.before, node, places)!), ...without];
}

/** The left side alone. */
function meetRepairs({ syntax }: Scene, { span }: MeetPlan): readonly Repair[] {
  const meet = syntax.at("Meet", span);
  if (meet === null) return [];
  const removedSpan = { start: meet.left.span.end, end: meet.right.span.end };
  return [replacing("path", removedSpan, "", `without ${syntax.source(removedSpan).trim()}`)];
}

/** The nearest name of an attribute that the node has, or the node itself. */
function valueRepairs(
  { observation, syntax }: Scene,
  operator: AttributeOperator | OwnTextOperator,
  node: number,
): readonly Repair[] {
  const { span } = operator;
  const names = operator.kind === "Text" ? [] : suggest(operator.name, attributeNamesOf(observation.tree, node));
  const renamed = names.map((near) =>
    replacing("value", span, `@${near}`, `${syntax.source(span)} → @${near}`, { loss: 1 }),
  );
  const place = syntax.valueSegment(span);
  if (place === null) return renamed;
  const { segment } = place;
  // For `//@x` the nodes below stay.
  const text = segment.separator === "//" ? "/descendant-or-self::*" : "";
  return [...renamed, replacing("axis", segment.span, text, `ends before ${syntax.source(segment.span)}`)];
}

/**
 * The limit raised to a node's rank, the minimum score lowered to its weight, and no lower than keeps the next weight out; null for a
 * weight of 0.
 */
function cutRepairs({ observation }: Scene, place: number): readonly Repair[] | null {
  const { weights } = rankingOf(observation).frame;
  const weight = weights?.[place - 1] ?? 1;
  const next = weights?.reduce((best, other) => (other < weight && other > best ? other : best), 0);
  return weight === 0 ? null : [cutChange(observation, { rank: place, weight, next })];
}

/** Change of the cut that admits a node with this rank and weight; `next`: the weight that should stay out. */
export function cutChange(
  { limit, minScore }: Pick<Scene["observation"], "limit" | "minScore">,
  { rank, weight, next = 0 }: { readonly rank: number; readonly weight: number; readonly next?: number | undefined },
): Repair {
  const isLow = !reaches(weight, minScore);
  const isLate = rank > limit;
  const lowered = isLow ? shortBelow(weight, next) : minScore;
  const messages = [
    ...(isLow ? [`minimum score ${shortNumber(minScore)} → ${decimal(lowered)}`] : []),
    ...(isLate ? [`limit ${limit} → ${rank}`] : []),
  ];
  return {
    kind: isLow && isLate ? "several" : isLow ? "min-score" : "limit",
    edits: [],
    options: { ...(isLow && { minScore: lowered }), ...(isLate && { limit: rank }) },
    message: messages.join(" and "),
    by: (isLow ? minScore - lowered : 0) + (isLate ? rank - limit : 0),
  };
}

/**
 * Another sibling offset after the last step: one under which a node in front of it leads to the node, the nearest to the written one
 * first; or none at all.
 */
function siblingRepairs(scene: Scene, route: Route, node: number): readonly Repair[] {
  const { observation, syntax } = scene;
  const stage = route.slice(route.findLastIndex(isAxis) + 1).findLast(isSiblingOffset);
  if (stage === undefined) return [];
  const { offset: ownOffset, span } = stage.operator;
  const distance = (offset: number): number => Math.abs(offset - ownOffset);
  const moved = offsetsTo(observation.tree, new Set(passedAt(observation, stage)?.before.ids), node)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 2)
    .map((offset) => {
      const text = `[@${offset > 0 ? "+" : ""}${offset}]`;
      return replacing("offset", span, text, `${syntax.source(span)} → ${text}`, { by: distance(offset) });
    });
  const without = withoutBracket(scene, span).map((repair): Repair => ({ ...repair, kind: "offset", loss: 3 }));
  return [...moved, ...without];
}

/** The offsets from one of some nodes to a sibling. */
function offsetsTo({ parent, end }: Tree, from: ReadonlySet<number>, node: number): number[] {
  const places: number[] = [];
  let ownPlace = 0;
  let place = 0;
  const above = parent[node]!;
  for (let child = above + 1; child < end[above]!; child = end[child]!, place++) {
    if (child === node) ownPlace = place;
    else if (from.has(child)) places.push(place);
  }
  return places.map((at) => ownPlace - at);
}
