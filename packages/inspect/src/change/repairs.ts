import { type Span, suggest } from "@semantic-xpath/parser";
import type { SiblingOperator } from "@semantic-xpath/planner";
import { resolvePlaces } from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";
import { type Drop, Drops } from "../whyNot/drops.js";
import { placeInList } from "../whyNot/positions.js";
import type { OperatorDrop } from "../whyNot/routeDrops.js";
import type { Route, Stage } from "../whyNot/routes.js";
import { decimal, shortNumber } from "../words.js";
import { axisRepairs } from "./axes.js";
import { shortBelow } from "./comparisons.js";
import { filterRepairs, withoutBracket } from "./conditions.js";
import { attributeNamesOf, typeRepairs } from "./names.js";
import { positionRepairs, takeRepairs } from "./positions.js";
import { zeroRepairs, zerosOf } from "./relevances.js";
import type { Repair, Scene } from "./repair.js";

/** What may let a node pass where it, or what leads to it, fell out: the smallest first, none of it tried. */
export function repairsFor(scene: Scene, exclusion: Drop, node: number): readonly Repair[] {
  switch (exclusion.kind) {
    case "cut": {
      const { ranking } = Drops.of(scene.observation);
      return ranking.weightAt(exclusion.place) === 0
        ? zeroRepairs(scene, zerosOf(scene.observation, exclusion, node))
        : [cutRepairs(scene, exclusion.place)];
    }
    case "unreached":
      return [...siblingRepairs(scene, exclusion.route, node), ...axisRepairs(scene, exclusion.route, node)];
    case "fall":
      return [
        // What weighs 0 has no place worth moving a position to.
        ...zeroRepairs(scene, zerosOf(scene.observation, exclusion, node)),
        ...operatorRepairs(scene, exclusion.route, exclusion.fall),
        ...siblingRepairs(scene, exclusion.route, node),
      ];
  }
}

export function operatorRepairs(scene: Scene, route: Route, fall: OperatorDrop): readonly Repair[] {
  const stage = route[fall.stage]!;
  const { tree } = scene.observation;
  if (fall.kind === "end") return [];
  switch (stage.kind) {
    case "axis": {
      if (fall.kind === "place") return takeRepairs(scene, stage.step, fall.node);
      const type = tree.typeNames[tree.type[fall.node]!]!;
      return typeRepairs(scene, stage.step.axis, type);
    }
    case "attribute":
      return attributeRepairs(scene, stage.operator.span, stage.operator.name, fall.node);
    case "bracket":
      return bracketRepairsAt(scene, stage, fall.node);
  }
}

function bracketRepairsAt(
  scene: Scene,
  { bracket }: Extract<Stage, { kind: "bracket" }>,
  node: number,
): readonly Repair[] {
  const { recorder, run } = scene.observation;
  const record = recorder.brackets.get(bracket.id)!.at(-1)!;
  switch (bracket.kind) {
    case "Position": {
      const places = resolvePlaces(bracket.range, (argument) => Number(run.value(argument)))!;
      const standing = placeInList(record.before, node, places)!;
      const ast = scene.syntax.at("Bracket", bracket.span);
      return ast === null ? [] : [...positionRepairs(scene, ast, standing), ...withoutBracket(scene, bracket.span)];
    }
    case "Filter":
      return filterRepairs(scene, bracket, record, node);
    default:
      return withoutBracket(scene, bracket.span);
  }
}

/** The nearest name of an attribute that the node has, or the node itself. */
function attributeRepairs({ observation, syntax }: Scene, span: Span, name: string, node: number): readonly Repair[] {
  const renamed = suggest(name, attributeNamesOf(observation.tree, node)).map((near): Repair => {
    const text = `@${near}`;
    return { kind: "value", edits: [{ span, text }], message: `${syntax.source(span)} → ${text}`, loss: 1 };
  });
  const place = syntax.attributeSegment(span);
  if (place === null) return renamed;
  const { segment } = place;
  // Of `//@x` the nodes below stay.
  const text = segment.separator === "//" ? "/descendant-or-self::*" : "";
  const message = `ends before ${syntax.source(segment.span)}`;
  return [...renamed, { kind: "axis", edits: [{ span: segment.span, text }], message }];
}

/** The limit raised to a node's rank, the minimum score lowered to its weight. */
function cutRepairs({ observation }: Scene, place: number): Repair {
  const { ranking } = Drops.of(observation);
  const next = nextBelow(observation, place);
  return cutChange(observation, place, ranking.weightAt(place), next);
}

function nextBelow(observation: Scene["observation"], place: number): number {
  const { ranking } = Drops.of(observation);
  const weight = ranking.weightAt(place);
  let next = 0;
  for (let i = 1; i <= ranking.count; i++) {
    const other = ranking.weightAt(i);
    if (other < weight && other > next) next = other;
  }
  return next;
}

/** What admits a node with this rank and weight. */
export function cutChange(
  { limit, minScore }: Pick<Scene["observation"], "limit" | "minScore">,
  rank: number,
  weight: number,
  next: number,
): Repair {
  const isLow = weight < minScore;
  const isLate = rank > limit;
  const lowered = isLow ? shortBelow(weight, next) : minScore;
  const messages = [
    ...(isLow ? [`minimum score ${shortNumber(minScore)} → ${decimal(lowered)}`] : []),
    ...(isLate ? [`limit ${limit} → ${rank}`] : []),
  ];
  return {
    kind: isLow && isLate ? "several" : isLow ? "min-score" : "limit",
    edits: [],
    options: { ...(isLow ? { minScore: lowered } : {}), ...(isLate ? { limit: rank } : {}) },
    message: messages.join(" and "),
    by: (isLow ? minScore - lowered : 0) + (isLate ? rank - limit : 0),
  };
}

/**
 * Another sibling offset behind the last step: one under which a node in front of it leads to the node, the nearest to the written one
 * first; or none at all.
 */
function siblingRepairs(scene: Scene, route: Route, node: number): readonly Repair[] {
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
