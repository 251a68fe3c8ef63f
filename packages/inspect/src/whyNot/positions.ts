import { type Places, type PositionOperator, placeInterval, type StepPlan } from "@semantic-xpath/planner";
import {
  algorithmOf,
  attributeNameOf,
  type BracketRecord,
  factorsOf,
  IdBuffer,
  indicesOf,
  keyTexts,
  type List,
  type Observation,
  orderOf,
  pathOf,
  pushCandidates,
  type ResolvedAxis,
  type Run,
  resolvePlaces,
  segmentOf,
  unionAxis,
  weightAt,
} from "@semantic-xpath/runtime/internal";
import { getOrMake, nodePath } from "@semantic-xpath/tree";
import { listed } from "@semantic-xpath/values";
import type { Ranked, WhyNot } from "../answers.js";
import { countText } from "../numbers.js";
import { typesTaken } from "../passed.js";
import type { Stage } from "../routes.js";
import { costsOf, mostExpensive } from "../why/costs.js";
import { ordinal } from "../words.js";
import type { Drops } from "./drops.js";
import { type Explanation, explanation } from "./values.js";

/** A position that the axis takes itself. */
export function explainTake({ run }: Observation, drops: Drops, step: StepPlan, node: number): Explanation {
  const at = drops.placesOf(step).of(node);
  const names = typesTaken(step);
  const noun = names === null ? (at.count === 1 ? "node" : "nodes") : listed(names, "or");
  const message = inListText(at, noun, keptText(run.axes.of(step.axis).take!));
  return explanation("position", message, { measured: measuredOf(at) });
}

/** The places that a position keeps, its arguments filled in. */
export const placesOf = (run: Run, { range }: PositionOperator): Places =>
  resolvePlaces(range, (argument) => Number(run.value(argument)))!;

/** A position in a bracket: by place in document order, or by rank. */
export function explainPosition(
  observation: Observation,
  bracket: PositionOperator,
  stage: Stage,
  { before }: BracketRecord,
  node: number,
): Explanation {
  const { run } = observation;
  const places = placesOf(run, bracket);
  const at = placeInList(before, node, places)!;
  const keptWords = keptText(places);
  if (bracket.order === "document") {
    const noun = `${stage.isWhole ? "result" : "candidate"}${at.count === 1 ? "" : "s"}`;
    return explanation("position", inListText(at, noun, keptWords), { measured: measuredOf(at) });
  }
  if (bracket.order === "keys") {
    const keys = keyTexts(run, orderOf(stage.before!), node);
    const last = at.lastKept === null ? "" : lastText(observation, stage, before, at.lastKept);
    const message = `it comes ${ordinal(at.place)} of ${countText(at.count)} by its keys (${listed(keys, "and")}), and the query keeps ${keptWords}${last}`;
    return explanation("position", message, { measured: measuredOf(at) });
  }
  const ranked = rankedIn(observation, stage, before, at);
  const best = mostExpensive(ranked.costs, nodePath(observation.tree, node));
  const message = `it ranks ${ordinal(at.place)} of ${countText(at.count)} by relevance, and the query keeps ${keptWords}`;
  return explanation("position", `${message}${best === null ? "" : `; ${best}`}`, {
    measured: measuredOf(at),
    ranked,
  });
}

/** The last entry that was kept, with its keys. */
function lastText({ run }: Observation, stage: Stage, { ids }: BracketRecord["before"], at: number): string {
  return `; of ${pathOf(run, ids[at]!)}, the last one kept, ${listed(keyTexts(run, orderOf(stage.before!), ids[at]!), "and")}`;
}

const measuredOf = ({ place, needed }: PlaceInList): WhyNot["measured"] =>
  needed === null ? null : { value: place, needed };

/** The places that are kept as a query writes them, arguments filled in. */
const keptText = ({ single, from, to }: Places): string => (single ? `[${from}]` : `[${from ?? ""}:${to ?? ""}]`);

function inListText({ place, count }: PlaceInList, what: string, kept: string): string {
  const subject = count === 1 ? `the only ${what}` : `the ${ordinal(place)} of ${countText(count)} ${what}`;
  return `it is ${subject} here, and the query keeps ${kept}`;
}

function rankedIn(
  observation: Observation,
  { before: sequence }: Stage,
  before: BracketRecord["before"],
  { place, count, at, lastKept }: PlaceInList,
): Ranked {
  const { run, recorder } = observation;
  const node = before.ids[at!]!;
  const weight = weightAt(before, at!);
  const attribute = attributeNameOf(run, before, at!);
  const chain = factorsOf(run, recorder, sequence!, { node, attribute, weight }) ?? [];
  const last = lastKept !== null && {
    path: pathOf(run, before.ids[lastKept]!),
    rank: place - (at! - lastKept),
    weight: weightAt(before, lastKept),
  };
  return { rank: place, count, weight, lastKept: last || null, costs: costsOf(observation, chain) };
}

/** The place of a node in a list that a position cuts. */
export interface PlaceInList {
  /** From 1. */
  readonly place: number;
  readonly count: number;
  /** The nearest place that is kept; null when none is. */
  readonly needed: number | null;
  /** Index of the node in a recorded list, and that of the last entry kept; null for the list of an axis. */
  readonly at: number | null;
  readonly lastKept: number | null;
}

/** The place of a node in the lists of a bracket: of several the one in which it is nearest to a place that is kept. */
export function placeInList(list: List, node: number, places: Places): PlaceInList | null {
  let best: PlaceInList | null = null;
  for (const at of indicesOf(list, node)) {
    const segment = segmentOf(list, at);
    const from = list.segments === null ? 0 : list.segments[segment]!;
    const count = (list.segments === null ? list.ids.length : list.segments[segment + 1]!) - from;
    const place = placeAmong(at - from + 1, count, places);
    if (best !== null && distance(best) <= distance(place)) continue;
    const { stop, start } = placeInterval(places, count);
    best = { ...place, at, lastKept: stop > start ? from + stop - 1 : null };
  }
  return best;
}

const distance = ({ place, needed }: PlaceInList): number =>
  needed === null ? Number.POSITIVE_INFINITY : Math.abs(place - needed);

function placeAmong(place: number, count: number, places: Places): PlaceInList {
  const { start, stop } = placeInterval(places, count);
  const needed = stop <= start ? null : place <= start ? start + 1 : Math.min(place, stop);
  return { place, count, needed, at: null, lastKept: null };
}

const MAX_LOOKED_AT = 200_000;

/** Places in the lists of candidates of one axis operator, each list made once. */
export class AxisPlaces {
  private readonly axis: ResolvedAxis;
  private readonly contexts: Int32Array;
  private readonly contextOf: Float64Array;
  private readonly lists = new Map<number, { readonly count: number; readonly places: ReadonlyMap<number, number> }>();

  constructor(
    private readonly observation: Observation,
    step: StepPlan,
  ) {
    const { tree, run, recorder } = observation;
    this.axis = run.axes.of(step.axis);
    this.contexts = recorder.axes.get(step.axis.id)?.at(-1)?.contexts.ids ?? new Int32Array(0);
    // One context for each candidate, chosen so that few lists serve all: the innermost one for descendants, the one that sees most else.
    const { length } = this.contexts;
    const isFirst = algorithmOf(this.axis).leads === "after";
    const weights = Float64Array.from(this.contexts, (_, i) => (isFirst ? length - i : i + 1));
    const targets = unionAxis(tree, this.whole, { ids: this.contexts, weights });
    this.contextOf = new Float64Array(tree.type.length);
    for (const [i, node] of targets.ids.entries()) {
      const number = targets.weights![i]!;
      this.contextOf[node] = isFirst ? length - number + 1 : number;
    }
  }

  /** The place of a node among the candidates of a context that reaches it. */
  of(node: number): PlaceInList {
    const { count, places } = this.listed(this.contexts[this.contextOf[node]! - 1]!);
    return placeAmong(places.get(node)!, count, this.axis.take!);
  }

  /** Among the contexts that reach a node, the one in whose list it is nearest to a kept place. The search is bounded. */
  nearest(node: number): PlaceInList {
    let best = this.of(node);
    let examined = 0;
    for (const context of this.contexts) {
      const { count, places } = this.listed(context);
      const place = places.get(node);
      if (place !== undefined) {
        const at = placeAmong(place, count, this.axis.take!);
        if (distance(at) < distance(best)) best = at;
      }
      examined += count + 1;
      if (examined > MAX_LOOKED_AT) break;
    }
    return best;
  }

  private get whole(): ResolvedAxis {
    return { ...this.axis, take: null };
  }

  private listed(context: number) {
    return getOrMake(this.lists, context, () => {
      const out = new IdBuffer(16);
      pushCandidates(this.observation.tree, this.whole, context, out);
      return { count: out.length, places: new Map(Array.from(out.take(), (node, i) => [node, i + 1])) };
    });
  }
}
