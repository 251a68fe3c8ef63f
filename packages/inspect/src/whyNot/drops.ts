import type { Span } from "@semantic-xpath/parser";
import type { StepPlan } from "@semantic-xpath/planner";
import type { Observation } from "@semantic-xpath/runtime/internal";
import { kept, remembered } from "../memo.js";
import { Ranking } from "../why/ranking.js";
import type { Explanation } from "./explanation.js";
import { AxisPlaces } from "./positions.js";
import { type OperatorDrop, RouteDrops } from "./routeDrops.js";
import { endTypes, isCandidate, lastStep, type Route, routesOf } from "./routes.js";
import { typeOf } from "./values.js";

/**
 * How a node left the result: it came to the end and was cut there; an operator of a route dropped it, or what leads to it; or
 * nothing leads to it.
 */
export type Drop =
  | { readonly kind: "cut"; readonly place: number }
  | OperatorDrop
  | { readonly kind: "unreached"; readonly route: Route };

/** What one run says about all nodes that are not in its result: computed once, then each node is one look-up. */
export class Drops {
  readonly ranking: Ranking;
  private readonly routes: readonly Route[];
  /** By node: its drop on the route on which it came furthest, the first of equally far ones. */
  private readonly furthest: (OperatorDrop | undefined)[];
  private readonly places = new Map<number, AxisPlaces>();
  private readonly explanations = new Map<OperatorDrop, Explanation>();

  private constructor(private readonly observation: Observation) {
    this.ranking = Ranking.of(observation);
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

  /** Of a node that is not in the result. */
  dropOf(node: number): Drop {
    const place = this.ranking.placeOf(node);
    if (place > 0) return { kind: "cut", place };
    const drop = this.furthest[node];
    if (drop === undefined) return { kind: "unreached", route: this.nearestRoute(node) };
    const through = drop.node === node ? null : this.routeThrough(node);
    return through === null ? drop : { kind: "unreached", route: through };
  }

  /** The span of a bracket on any route; null when the operator is none. */
  bracketSpan(operatorId: number): Span | null {
    for (const stage of this.routes.flat())
      if (stage.kind === "bracket" && stage.bracket.id === operatorId) return stage.bracket.span;
    return null;
  }

  /** The explanation of a drop, computed once for all nodes that it keeps out. */
  explanationOf(drop: OperatorDrop, explain: () => Explanation): Explanation {
    return kept(this.explanations, drop, explain);
  }

  /** The places of nodes in the lists of an axis that takes a position. */
  placesOf(step: StepPlan): AxisPlaces {
    return kept(this.places, step.axis.id, () => new AxisPlaces(this.observation, step));
  }

  /**
   * A route that comes through the node and goes on from it to nodes of other types, when no route ends at nodes of its type: then that
   * says more than what was dropped on the way to it.
   */
  private routeThrough(node: number): Route | null {
    const { recorder } = this.observation;
    const type = typeOf(this.observation.tree, node);
    if (this.routes.some((route) => endTypes(route)?.includes(type) ?? true)) return null;
    const comesThrough = (route: Route): boolean =>
      route.some((stage) => stage.kind === "axis" && isCandidate(recorder, stage.step.axis.id, node));
    return this.routes.find(comesThrough) ?? null;
  }

  /** The first route whose last step would take the node's type, else the first. */
  private nearestRoute(node: number): Route {
    const type = typeOf(this.observation.tree, node);
    const takes = (route: Route): boolean => {
      const step = lastStep(route);
      return step !== undefined && (step.axis.test.names?.includes(type) ?? true);
    };
    return this.routes.find(takes) ?? this.routes[0]!;
  }
}
