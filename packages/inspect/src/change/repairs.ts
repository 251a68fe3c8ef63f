import { type Span, suggest } from "@semantic-xpath/parser";
import { resolvePlaces } from "@semantic-xpath/runtime/internal";
import { type Exclusion, Exclusions } from "../whyNot/exclusions.js";
import type { Fall } from "../whyNot/falls.js";
import { standingIn } from "../whyNot/places.js";
import type { Route, Stage } from "../whyNot/routes.js";
import { axisRepairs } from "./axisRepairs.js";
import { withoutBracket } from "./bracketRepairs.js";
import { cutRepairs } from "./cutRepairs.js";
import { filterRepairs } from "./filterRepairs.js";
import { attributesOf } from "./nameRepairs.js";
import { positionRepairs } from "./positionRepairs.js";
import { zeroRepairs, zerosOf } from "./relevanceRepairs.js";
import type { Repair, Scene } from "./repair.js";
import { siblingRepairs } from "./siblingRepairs.js";
import { takeRepairs } from "./takeRepairs.js";
import { typeRepairs } from "./typeRepairs.js";

/** What may let a node pass where it, or what leads to it, fell out: the smallest first, none of it tried. */
export function repairsFor(scene: Scene, exclusion: Exclusion, node: number): readonly Repair[] {
  switch (exclusion.kind) {
    case "cut": {
      const { ranking } = Exclusions.of(scene.observation);
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
        ...fallRepairs(scene, exclusion.route, exclusion.fall),
        ...siblingRepairs(scene, exclusion.route, node),
      ];
  }
}

export function fallRepairs(scene: Scene, route: Route, fall: Fall): readonly Repair[] {
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
      return bracketFallRepairs(scene, stage, fall.node);
  }
}

function bracketFallRepairs(
  scene: Scene,
  { bracket }: Extract<Stage, { kind: "bracket" }>,
  node: number,
): readonly Repair[] {
  const { recorder, run } = scene.observation;
  const record = recorder.brackets.get(bracket.id)!.at(-1)!;
  switch (bracket.kind) {
    case "Position": {
      const places = resolvePlaces(bracket.range, (argument) => Number(run.value(argument)))!;
      const standing = standingIn(record.before, node, places)!;
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
  const renamed = suggest(name, attributesOf(observation.tree, node)).map((near): Repair => {
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
