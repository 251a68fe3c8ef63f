import type { Span } from "@semantic-xpath/parser";
import type { StepPlan } from "@semantic-xpath/planner";
import type { Observation } from "@semantic-xpath/runtime/internal";
import { Ranking } from "../why/ranking.js";
import { AxisPlaces } from "./positions.js";
import { DROP_KINDS, FurthestDrops, type OperatorDrop, RouteDrops } from "./routeDrops.js";
import { type Route, routesOf, type Stage } from "./routes.js";
import { isCandidate } from "./unreached.js";
import type { Explanation } from "./whyNot.js";

/** How a node is not in a result: it came to the end and was cut, it or what leads to it fell out on a route, or nothing leads to it. */
export type Drop =
  | { readonly kind: "cut"; readonly place: number }
  | { readonly kind: "fall"; readonly route: Route; readonly fall: OperatorDrop }
  | { readonly kind: "unreached"; readonly route: Route };

/** What one run says about all nodes that are not in its result: made once, then each node is one look. */
export class Drops {
  readonly ranking: Ranking;
  private readonly routes: readonly Route[];
  private readonly furthest: FurthestDrops;
  private readonly places = new Map<number, AxisPlaces>();
  private readonly explanations = new Map<Stage, Map<number, Explanation>>();

  private constructor(private readonly observation: Observation) {
    this.ranking = Ranking.of(observation);
    this.routes = routesOf(observation.query.plan.result);
    this.furthest = new FurthestDrops(observation.tree.type.length);
    for (const [i, route] of this.routes.entries()) this.furthest.take(i, new RouteDrops(observation, route));
  }

  private static readonly known = new WeakMap<Observation, Drops>();

  static of(observation: Observation): Drops {
    let exclusions = Drops.known.get(observation);
    if (exclusions === undefined) {
      exclusions = new Drops(observation);
      Drops.known.set(observation, exclusions);
    }
    return exclusions;
  }

  /** Of a node that is not in the result. Of the branches of a union the one in which it came furthest. */
  dropOf(node: number): Drop {
    const place = this.ranking.placeOf(node);
    if (place > 0) return { kind: "cut", place };
    const found = this.furthest.of(node);
    if (found === null) return { kind: "unreached", route: this.nearestRoute(node) };
    const through = found.fall.node === node ? null : this.routeThrough(node);
    if (through !== null) return { kind: "unreached", route: through };
    return { kind: "fall", route: this.routes[found.route]!, fall: found.fall };
  }

  /** The span of a bracket on any route, null where the operator is none. */
  bracketSpan(operatorId: number): Span | null {
    for (const route of this.routes)
      for (const stage of route)
        if (stage.kind === "bracket" && stage.bracket.id === operatorId) return stage.bracket.span;
    return null;
  }

  /** What is told of a fall that other nodes hang on: once for all of them. */
  sharedExplanation(stage: Stage, { node, kind }: OperatorDrop, tell: () => Explanation): Explanation {
    const key = node * DROP_KINDS.length + DROP_KINDS.indexOf(kind);
    const ofStage = this.explanations.get(stage) ?? new Map<number, Explanation>();
    this.explanations.set(stage, ofStage);
    const told = ofStage.get(key) ?? tell();
    ofStage.set(key, told);
    return told;
  }

  /** Where a node stands in the list that an axis with a position makes. */
  placesOf(step: StepPlan): AxisPlaces {
    let places = this.places.get(step.axis.id);
    if (places === undefined) {
      places = new AxisPlaces(this.observation, step);
      this.places.set(step.axis.id, places);
    }
    return places;
  }

  /**
   * A route that comes through the node and goes on from it to nodes of other types, where no route ends at nodes of its type: then that
   * says more than what fell out on the way to it.
   */
  private routeThrough(node: number): Route | null {
    const { tree, recorder } = this.observation;
    const type = tree.typeNames[tree.type[node]!]!;
    const refuses = (route: Route): boolean => {
      const last = route.findLastIndex((stage) => stage.kind === "axis");
      const stage = route[last];
      if (stage?.kind !== "axis" || (stage.step.axis.test.names?.includes(type) ?? true)) return false;
      return !route.slice(last).some((behind) => behind.kind === "bracket" && behind.bracket.kind === "Sibling");
    };
    if (!this.routes.every(refuses)) return null;
    const comesThrough = (route: Route): boolean =>
      route.some((stage) => stage.kind === "axis" && isCandidate(recorder, stage.step.axis.id, node));
    return this.routes.find(comesThrough) ?? null;
  }

  /** The first route whose last step would take the node's type, else the first. */
  private nearestRoute(node: number): Route {
    const { tree } = this.observation;
    const type = tree.typeNames[tree.type[node]!]!;
    const takes = (route: Route): boolean => {
      const last = route.findLast((stage) => stage.kind === "axis");
      return last?.kind === "axis" && (last.step.axis.test.names?.includes(type) ?? true);
    };
    return this.routes.find(takes) ?? this.routes[0]!;
  }
}
