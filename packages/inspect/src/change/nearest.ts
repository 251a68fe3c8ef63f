import { suggest } from "@semantic-xpath/parser";
import type { BooleanExpression, FilterOperator, StepPlan } from "@semantic-xpath/planner";
import { indices, type List, type Observation, placedAt, unionAxis } from "@semantic-xpath/runtime/internal";
import { DAY, inferColumn, keyOf } from "@semantic-xpath/values";
import type { Nearest } from "../answers.js";
import { groupedOf } from "../groups.js";
import { typesTaken } from "../passed.js";
import { passedAt, progressAt, type Route, routesOf } from "../routes.js";
import { entryAt, rankingOf } from "../why/ranking.js";
import { axisOfAnyType, dropAt } from "../whyNot/drops.js";
import { textsOf } from "../whyNot/values.js";
import { Attempt, type Goal, type SearchOptions, smallest } from "./attempt.js";
import { admitting } from "./change.js";
import { typeRepairs, wordsOf } from "./names.js";
import { axisAlternatives } from "./paths.js";
import { zeroRepairs, zerosOf } from "./relevances.js";
import { type Repair, type Scene, sceneOf } from "./repair.js";
import { cutChange, operatorRepairs } from "./repairs.js";

const FIRST_PATHS = 5;

/**
 * The nearest query that finds something, for a run that found nothing: of the changes of the operator at which the sequence became
 * empty, and if it then becomes empty further on, of that one as well, the smallest by `Size` that finds something. null when
 * there are results, or no change in few places finds any.
 */
export async function nearestQuery(observation: Observation, searching: SearchOptions = {}): Promise<Nearest | null> {
  const start = Attempt.of(observation, searching);
  const isOfNothing = routesOf(observation.query.plan.result).length === 0;
  // A value may be one without anything that contributed to it.
  if (groupedOf(observation) !== null) return null;
  if (observation.result.stats.empty === null || observation.tree.size === 0 || isOfNothing) return null;
  const repaired =
    (await smallest(start, FINDING)) ?? (await admitting(Attempt.of(observation, searching), likeliest(observation)));
  return repaired === null ? null : nearestOf(repaired);
}

const nearestOf = (attempt: Attempt): Nearest => ({
  change: attempt.change(),
  paths: firstPaths(attempt.observation),
});

/** The node to look for when no operator alone can be blamed: the first of a type that a result would have. */
function likeliest({ tree, query }: Observation): number {
  const types = query.plan.result.types ?? [];
  return types.flatMap((type) => Array.from(tree.postings[tree.typeId(type)]?.subarray(0, 1) ?? []))[0] ?? 1;
}

/** When nothing else can be said, a change in more places is still worth showing. */
const MAX_PLACES = 6;

const FINDING: Goal = {
  places: MAX_PLACES,
  isMet: ({ count }) => count > 0,
  next: async (attempt) => {
    const { limit, minScore } = attempt.observation;
    // The best result without the cut, if the cut alone removes it.
    if (limit === 0 || minScore > 0) {
      const best = await attempt.look({ limit: 1, minScore: 0 });
      const weight = best?.frame.weights?.[0] ?? 1;
      if (best !== null && best.frame.ids.length > 0)
        return { at: "cut", repairs: [cutChange(attempt.observation, { rank: 1, weight })] };
    }
    const traced = attempt.observation.reached === null ? await attempt.look({ trace: "full" }) : attempt.observation;
    if (traced === null) return { at: "failed", repairs: [] };
    const emptied = emptiedAt(traced);
    const repairs = distinct(emptyRepairs(sceneOf(traced), emptied));
    return { at: `${emptied.kind} ${emptied.progress}`, repairs };
  },
};

function distinct(repairs: readonly Repair[]): readonly Repair[] {
  const byKey = new Map<string, Repair>();
  for (const repair of repairs) {
    const key = JSON.stringify([repair.edits, repair.options, repair.params]);
    if (!byKey.has(key)) byKey.set(key, repair);
  }
  return [...byKey.values()];
}

const firstPaths = ({ run, frame }: Observation): readonly string[] =>
  Array.from(frame.ids.subarray(0, FIRST_PATHS), (_, i) => entryAt(run, frame, i).path);

/** Place where a result became empty: on the route that got furthest, or at the end, when everything weighs 0. */
type Emptied =
  | { readonly kind: "stage"; readonly route: Route; readonly stage: number; readonly progress: number }
  | { readonly kind: "cut"; readonly place: number; readonly progress: number };

function emptiedAt(observation: Observation): Emptied {
  let furthest: Emptied | null = null;
  for (const route of routesOf(observation.query.plan.result)) {
    const stage = route.findIndex((each) => (passedAt(observation, each)?.after.ids.length ?? 0) === 0);
    if (stage < 0) return atTheEnd(observation);
    const progress = progressAt(route, stage);
    if (furthest === null || progress > furthest.progress) furthest = { kind: "stage", route, stage, progress };
  }
  return furthest!;
}

/** The node that the fewest factors of 0 hold back. */
function atTheEnd(observation: Observation): Emptied {
  const { frame } = rankingOf(observation);
  let best = { place: 1, zeros: Number.POSITIVE_INFINITY };
  for (let place = 1; place <= Math.min(frame.ids.length, MAX_NODES_SEEN); place++) {
    const zeros = zerosOf(observation, { kind: "cut", place }).length;
    if (zeros < best.zeros) best = { place, zeros };
  }
  return { kind: "cut", place: best.place, progress: 1 / (1 + best.zeros) };
}

const MAX_NODES_SEEN = 2_000;

/** Nodes for which changes are tried at one operator. */
const MAX_NEAREST = 3;

/** Repairs that may keep a node where a result became empty, for the nodes that came nearest. */
function emptyRepairs(scene: Scene, emptied: Emptied): readonly Repair[] {
  if (emptied.kind === "cut") return zeroRepairs(scene, zerosOf(scene.observation, emptied));
  const { route, stage: at } = emptied;
  const { operator } = route[at]!;
  const { recorder } = scene.observation;
  const repairsOf = (nodes: Int32Array = new Int32Array(0)) =>
    [...nodes.slice(0, MAX_NEAREST)].flatMap((node) => operatorRepairs(scene, dropAt(route, at, "operator", node)));
  switch (operator.kind) {
    case "Step":
      return emptyAxis(scene, route, at, operator);
    case "Attribute":
    case "Text":
    case "Meet":
      return repairsOf(recorder.frames.get(operator.id)?.at(-1)?.before.ids);
    case "Filter":
      return repairsOf(nearestCandidates(scene, operator, recorder.brackets.get(operator.id)?.at(-1)?.before));
    default:
      return repairsOf(recorder.brackets.get(operator.id)?.at(-1)?.before.ids.subarray(-1));
  }
}

/** Nothing on the axis: a position beyond it, a type that is elsewhere, or that is nowhere. */
function emptyAxis(scene: Scene, route: Route, at: number, step: StepPlan): readonly Repair[] {
  const { tree, run, recorder } = scene.observation;
  const contexts = recorder.axes.get(step.axis.id)?.at(-1)?.contexts.ids ?? new Int32Array(0);
  const axis = { ...run.axes.of(step.axis), take: null, indexed: false };
  const candidates = unionAxis(tree, axis, { ids: contexts, weights: null }).ids;
  if (candidates.length > 0) {
    return operatorRepairs(scene, dropAt(route, at, "place", candidates.at(-1)!));
  }
  const names = typesTaken(step) ?? [];
  const isKnown = names.some((name) => tree.typeId(name) >= 0);
  const around = unionAxis(tree, axisOfAnyType(axis), { ids: contexts, weights: null }).ids;
  const localTypes = new Set(Array.from(around, (node) => tree.typeOf(node)));
  const near = names.flatMap((name) => suggest(name, tree.typeNames.slice(1)));
  const nearHere = near.filter((name) => localTypes.has(name));
  const elsewhere = axisAlternatives(scene, step.axis, contexts);
  const replaced = (types: readonly string[]) =>
    types.slice(0, MAX_NEAREST).flatMap((type) => typeRepairs(scene, step.axis, type).slice(0, 1));
  // Without a similar name, any type is tried.
  const any = typeRepairs(scene, step.axis, "*").slice(-1);
  return isKnown
    ? [...elsewhere, ...replaced(nearHere), ...any]
    : [...replaced(nearHere), ...replaced(near), ...elsewhere, ...any];
}

/** The candidates that come nearest to meeting a filter: by their scores, numbers or texts. */
function nearestCandidates(scene: Scene, { condition }: FilterOperator, before: List | undefined) {
  if (before === undefined) return undefined;
  const examined = indices(Math.min(before.ids.length, MAX_NODES_SEEN));
  const distances = Float64Array.from(examined, (i) => distance(scene, condition, placedAt(before, i)));
  return examined.sort((a, b) => distances[a]! - distances[b]!).map((i) => before.ids[i]!);
}

/** Distance of a condition from holding: 0 if it holds, infinity if it is not measurable. */
function distance(scene: Scene, condition: BooleanExpression, at: ReturnType<typeof placedAt>): number {
  const { knownScores, run, tree } = scene.observation;
  if (knownScores.condition(condition, at).low === 1) return 0;
  switch (condition.kind) {
    case "And":
      return condition.operands.reduce((sum, operand) => sum + distance(scene, operand, at), 0);
    case "Or":
      return Math.min(...condition.operands.map((operand) => distance(scene, operand, at)));
    case "Threshold":
      return Math.abs(knownScores.score(condition.score, at).low - Number(run.value(condition.right)));
    case "Compare": {
      const texts = textsOf(tree, condition.value, at.node);
      const literalText = String(run.value(condition.right));
      return Math.min(...texts.map((text) => textDistance(text, literalText)), Number.POSITIVE_INFINITY);
    }
    case "Match": {
      const words = textsOf(tree, condition.value, at.node).flatMap(wordsOf);
      const literalText = String(run.value(condition.argument));
      return Math.min(...words.map((word) => textDistance(word, literalText)), Number.POSITIVE_INFINITY);
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Distance of two texts as values of the type that the first has, moments in days; of other texts by their letters. */
function textDistance(text: string, wanted: string): number {
  const { type } = inferColumn([[text, 1]]);
  const distance = type === null ? Number.NaN : Math.abs(keyOf(type, text) - keyOf(type, wanted));
  if (!Number.isNaN(distance)) return AMOUNTS.has(type!.kind) ? distance : distance / DAY;
  return suggest(wanted, [text]).length > 0 ? 1 + Math.abs(text.length - wanted.length) : 1000;
}

const AMOUNTS: ReadonlySet<string> = new Set(["number", "money", "quantity"]);
