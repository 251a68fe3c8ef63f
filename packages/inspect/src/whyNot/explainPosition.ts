import type { Places, PositionOperator } from "@semantic-xpath/planner";
import {
  type BracketRecord,
  factorsOf,
  type Observation,
  pathOf,
  resolvePlaces,
  weightAt,
} from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import type { Ranked, WhyNot } from "../answers.js";
import { costsOf, dearest } from "../costs.js";
import { listOf, ordinal } from "../words.js";
import type { Exclusions } from "./exclusions.js";
import { type Standing, standingIn } from "./places.js";
import type { Stage } from "./routes.js";
import { type Told, told } from "./told.js";

/** A position that the axis takes itself. */
export function explainTake(
  { run }: Observation,
  exclusions: Exclusions,
  { step }: Extract<Stage, { kind: "axis" }>,
  node: number,
): Told {
  const { standing } = exclusions.placesOf(step).of(node);
  const { test } = step.axis;
  const what = test.names === null ? (standing.count === 1 ? "node" : "nodes") : listOf(test.names, "or");
  const message = placeText(standing, what, keptText(run.axes.of(step.axis).take!));
  return told("position", message, { measured: measuredOf(standing) });
}

/** A position behind the axis: by place in document order, or by rank. */
export function explainPosition(
  observation: Observation,
  stage: Extract<Stage, { kind: "bracket" }>,
  bracket: PositionOperator,
  { before }: BracketRecord,
  node: number,
): Told {
  const { run } = observation;
  const places = resolvePlaces(bracket.range, (argument) => Number(run.value(argument)))!;
  const standing = standingIn(before, node, places)!;
  const kept = keptText(places);
  if (bracket.order === "document") {
    const what = `${stage.isWhole ? "result" : "candidate"}${standing.count === 1 ? "" : "s"}`;
    return told("position", placeText(standing, what, kept), { measured: measuredOf(standing) });
  }
  const ranked = rankedIn(observation, stage, before, standing);
  const best = dearest(ranked.costs, nodePath(observation.tree, node));
  const message = `it ranks ${ordinal(standing.place)} of ${standing.count} by relevance, and the query keeps ${kept}`;
  return told("position", `${message}${best === null ? "" : `; ${best}`}`, { measured: measuredOf(standing), ranked });
}

const measuredOf = ({ place, needed }: Standing): WhyNot["measured"] =>
  needed === null ? null : { value: place, needed };

/** The places that are kept as a query writes them, arguments filled in. */
const keptText = ({ single, from, to }: Places): string => (single ? `[${from}]` : `[${from ?? ""}:${to ?? ""}]`);

function placeText({ place, count }: Standing, what: string, kept: string): string {
  const where = count === 1 ? `it is the only ${what} here` : `it is the ${ordinal(place)} of ${count} ${what} here`;
  return `${where}, and the query keeps ${kept}`;
}

function rankedIn(
  observation: Observation,
  { before: sequence }: Extract<Stage, { kind: "bracket" }>,
  before: BracketRecord["before"],
  { place, count, at, lastKept }: Standing,
): Ranked {
  const { run, recorder } = observation;
  const node = before.ids[at!]!;
  const weight = weightAt(before, at!);
  const attribute = before.attributes === null ? null : (run.tree.attributeNames[before.attributes[at!]!] ?? null);
  const chain = factorsOf(run, recorder, sequence, { node, attribute, weight }) ?? [];
  return {
    rank: place,
    count,
    weight,
    lastKept:
      lastKept === null
        ? null
        : {
            path: pathOf(run, before.ids[lastKept]!),
            rank: place - (at! - lastKept),
            weight: weightAt(before, lastKept),
          },
    costs: costsOf(observation, chain),
  };
}
