import type { StepPlan } from "@semantic-xpath/planner";
import {
  IdBuffer,
  indices,
  type Observation,
  type PassedOperator,
  placedAt,
  type ResolvedAxis,
  siblingOffsets,
  unionAxis,
} from "@semantic-xpath/runtime/internal";
import { getOrMake, NONE } from "@semantic-xpath/tree";
import { remembered } from "../memo.js";
import { typesTaken } from "../passed.js";
import {
  endTypes,
  isAxis,
  isCandidate,
  lastStep,
  passedAt,
  progressAt,
  type Route,
  routesOf,
  type Stage,
} from "../routes.js";
import { rankingOf } from "../why/ranking.js";
import { AxisPlaces } from "./positions.js";
import type { Explanation } from "./values.js";

/**
 * Way in which a node left the result: it came to the end and was cut there; an operator of a route dropped it or its ancestor; or
 * no route leads to it.
 */
export type Drop =
  | { readonly kind: "cut"; readonly place: number }
  | OperatorDrop
  | { readonly kind: "unreached"; readonly route: Route };

/** Drops of all nodes outside the result of one run: computed once, then each node is one look-up. */
export class Drops {
  private readonly routes: readonly Route[];
  /** By node: its drop on the route on which it came furthest, the first of equally far ones. */
  private readonly furthest: (OperatorDrop | undefined)[];
  private readonly places = new Map<number, AxisPlaces>();
  private readonly explanations = new Map<OperatorDrop, Explanation>();

  private constructor(private readonly observation: Observation) {
    this.routes = routesOf(observation.query.plan.result);
    this.furthest = new Array<undefined>(observation.tree.type.length).fill(undefined);
    for (const route of this.routes) {
      const drops = new RouteDrops(observation, route);
      for (const [node, known] of this.furthest.entries()) {
        const drop = drops.dropOf(node);
        if (drop !== null && (known === undefined || drop.progress > known.progress)) this.furthest[node] = drop;
      }
    }
  }

  static readonly of = remembered((observation: Observation) => new Drops(observation));

  /** Drop of a node outside the result. */
  dropOf(node: number): Drop {
    const place = rankingOf(this.observation).places[node]!;
    if (place > 0) return { kind: "cut", place };
    const drop = this.furthest[node];
    if (drop === undefined) return { kind: "unreached", route: this.nearestRoute(node) };
    const through = drop.node === node ? null : this.routeThrough(node);
    return through === null ? drop : { kind: "unreached", route: through };
  }

  /** The explanation of a drop, computed once for all nodes that it keeps out. */
  explanationOf(drop: OperatorDrop, explain: () => Explanation): Explanation {
    return getOrMake(this.explanations, drop, explain);
  }

  /** The places of nodes in the lists of an axis that takes a position. */
  placesOf(step: StepPlan): AxisPlaces {
    return getOrMake(this.places, step.axis.id, () => new AxisPlaces(this.observation, step));
  }

  /**
   * A route through the node to nodes of other types, if no route ends at nodes of its type. It then explains more than a drop
   * on the way to the node.
   */
  private routeThrough(node: number): Route | null {
    const { recorder } = this.observation;
    const type = this.observation.tree.typeOf(node);
    if (this.routes.some((route) => endTypes(route)?.includes(type) ?? true)) return null;
    const comesThrough = (route: Route): boolean =>
      route.some((stage) => isAxis(stage) && isCandidate(recorder, stage.operator.axis.id, node));
    return this.routes.find(comesThrough) ?? null;
  }

  /** The first route whose last step would take the node's type, else the first. */
  private nearestRoute(node: number): Route {
    const type = this.observation.tree.typeOf(node);
    const takes = (route: Route): boolean => {
      const step = lastStep(route);
      return step !== undefined && (typesTaken(step)?.includes(type) ?? true);
    };
    return this.routes.find(takes) ?? this.routes[0] ?? [];
  }
}

/**
 * A node that an operator of a route dropped, by its kind:
 *
 * - `type`: the axis leads to it, but the node test does not take it;
 * - `place`: the node test takes it, but a position that the axis itself takes does not;
 * - `end`: it is an attribute or the document node, from which the next stage can't go on;
 * - `operator`: a bracket dropped it, or it does not have the attribute.
 */
export interface OperatorDrop {
  readonly kind: "type" | "place" | "end" | "operator";
  readonly route: Route;
  /** Index in the route. */
  readonly stage: number;
  /** The node that was dropped. */
  readonly node: number;
  /** Distance on the route, higher is further: a node test comes before the nodes that its operator keeps. */
  readonly progress: number;
}

export const dropAt = (route: Route, stage: number, kind: OperatorDrop["kind"], node: number): OperatorDrop => ({
  kind,
  route,
  stage,
  node,
  progress: progressAt(route, stage) - (kind === "type" ? 0.5 : 0),
});

/** The mark of a node that is still in the sequence: after every drop. */
const PRESENT = 2 ** 40;

/**
 * For every node of the tree how far along a route anything came that leads to it: "leads to" by the axes and sibling offsets that
 * are left, whatever the node tests and brackets there say. One pass over the route carries with every node the last drop of what
 * led to it, so that afterwards each node is one look-up: linear in stages and nodes.
 */
class RouteDrops {
  private readonly drops: OperatorDrop[] = [];
  /** 0: nothing leads there; PRESENT: it is there; else the number of its drop, from 1, later ones higher. */
  private marks: Float64Array;

  constructor(
    private readonly observation: Observation,
    private readonly route: Route,
  ) {
    this.marks = new Float64Array(observation.tree.type.length);
    this.marks[0] = PRESENT;
    for (const at of route.keys()) this.pass(at);
  }

  /** The last drop of what leads to a node; null when nothing does, or it came to the end. */
  dropOf(node: number): OperatorDrop | null {
    return this.drops[this.marks[node]! - 1] ?? null;
  }

  private pass(at: number): void {
    const stage = this.route[at]!;
    const { operator } = stage;
    const passage = passedAt(this.observation, stage);
    const after = passage?.after.ids;
    this.enter(at, passage?.before.ids);
    if (operator.kind === "Step") this.alongAxis(at, operator, after);
    else if (operator.kind === "Sibling") this.alongSiblings(at, operator.offset, after);
    else this.drop(at, after, this.scoresAt(at, operator));
  }

  /** Takes in what other branches of a union bring; what is not taken in is dropped here. */
  private enter(at: number, ids: Int32Array | undefined): void {
    const entered = this.setOf(ids);
    for (let node = 0; node < entered.length; node++) {
      if (entered[node] === 1) this.marks[node] = PRESENT;
      else if (this.marks[node] === PRESENT) this.marks[node] = this.add(at, "end", node);
    }
  }

  /** When a later axis can lead from several dropped nodes to one, the best of them counts: by its score. */
  private drop(at: number, ids: Int32Array | undefined, scores: ReadonlyMap<number, number> | null): void {
    const after = this.setOf(ids);
    const dropped: number[] = [];
    for (let node = 0; node < after.length; node++)
      if (this.marks[node] === PRESENT && after[node] === 0) dropped.push(node);
    if (scores !== null) dropped.sort((a, b) => (scores.get(a) ?? 0) - (scores.get(b) ?? 0));
    for (const node of dropped) this.marks[node] = this.add(at, "operator", node);
  }

  /** The scores of the nodes that a threshold tested, when it matters which of them came nearest. */
  private scoresAt(at: number, operator: PassedOperator): ReadonlyMap<number, number> | null {
    if (operator.kind !== "Filter") return null;
    const { id, condition } = operator;
    if (condition.kind !== "Threshold" || !condition.operator.startsWith(">")) return null;
    const { knownScores, recorder } = this.observation;
    const before = recorder.brackets.get(id)?.at(-1)?.before;
    if (before === undefined || !this.route.slice(at + 1).some(joinsNodes)) return null;
    return new Map(
      Array.from(before.ids, (node, i) => [node, knownScores.score(condition.score, placedAt(before, i)).low]),
    );
  }

  private alongAxis(at: number, step: StepPlan, ids: Int32Array | undefined): void {
    const { tree, run } = this.observation;
    const resolved = run.axes.of(step.axis);
    const targets = unionAxis(tree, axisOfAnyType(resolved), this.marked());
    const candidates = this.setOf(ids);
    this.marks = new Float64Array(this.marks.length);
    const dropped = { type: new IdBuffer(), place: new IdBuffer() };
    for (const [i, node] of targets.ids.entries()) {
      const mark = targets.weights![i]!;
      if (mark < PRESENT || candidates[node] === 1) this.marks[node] = mark;
      else dropped[resolved.mask[tree.type[node]!] === 1 ? "place" : "type"].push(node);
    }
    for (const kind of ["type", "place"] as const)
      for (const node of dropped[kind].take()) this.marks[node] = this.add(at, kind, node);
  }

  private alongSiblings(at: number, offset: number, ids: Int32Array | undefined): void {
    const { tree } = this.observation;
    const before = this.marked();
    const moved = siblingOffsets(tree, before.ids, offset);
    const starts = this.setOf(ids);
    this.marks = new Float64Array(this.marks.length);
    for (const [i, node] of moved.entries()) {
      if (node === NONE) continue;
      const mark = before.weights[i]!;
      this.marks[node] = mark === PRESENT && starts[node] === 0 ? this.add(at, "operator", before.ids[i]!) : mark;
    }
  }

  private marked(): { ids: Int32Array; weights: Float64Array } {
    const ids = indices(this.marks.length).filter((node) => this.marks[node]! > 0);
    return { ids, weights: this.marks.filter((mark) => mark > 0) };
  }

  private setOf(ids: Int32Array | undefined): Uint8Array {
    const set = new Uint8Array(this.marks.length);
    for (const node of ids ?? []) set[node] = 1;
    return set;
  }

  private add(stage: number, kind: OperatorDrop["kind"], node: number): number {
    return this.drops.push(dropAt(this.route, stage, kind, node));
  }
}

/** True if several nodes can lead to one along the axis of a stage. */
const joinsNodes = ({ operator }: Stage): boolean =>
  operator.kind === "Step" &&
  (operator.axis.kind !== "Axis" || (operator.axis.axis !== "child" && operator.axis.axis !== "self"));

/** The axis without its test: every node on it, the document node only if the test would take it. */
export function axisOfAnyType(axis: ResolvedAxis): ResolvedAxis {
  const mask = new Uint8Array(axis.mask.length).fill(1);
  mask[0] = axis.mask[0]!;
  return { ...axis, indexed: false, types: null, mask, take: null };
}
