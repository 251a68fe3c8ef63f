import { type Places, placeInterval, type StepPlan } from "@semantic-xpath/planner";
import {
  AXIS_ROWS,
  IdBuffer,
  indicesOf,
  type List,
  type Observation,
  pushCandidates,
  type ResolvedAxis,
  segmentOf,
  unionAxis,
} from "@semantic-xpath/runtime/internal";

/** Where a node stands in a list that a position cuts. */
export interface Standing {
  /** From 1. */
  readonly place: number;
  readonly count: number;
  /** The nearest place that is kept; null where none is. */
  readonly needed: number | null;
  /** Index of the node in a recorded list, and that of the last entry kept; null for the list of an axis. */
  readonly at: number | null;
  readonly lastKept: number | null;
}

/** Where a node stands in the lists behind a bracket: of several the one in which it is nearest to a place that is kept. */
export function standingIn(list: List, node: number, places: Places): Standing | null {
  let best: Standing | null = null;
  for (const at of indicesOf(list, node)) {
    const segment = segmentOf(list, at);
    const from = list.segments === null ? 0 : list.segments[segment]!;
    const count = (list.segments === null ? list.ids.length : list.segments[segment + 1]!) - from;
    const standing = standingAt(at - from + 1, count, places);
    if (best !== null && distance(best) <= distance(standing)) continue;
    const { stop, start } = placeInterval(places, count);
    best = { ...standing, at, lastKept: stop > start ? from + stop - 1 : null };
  }
  return best;
}

const distance = ({ place, needed }: Standing): number =>
  needed === null ? Number.POSITIVE_INFINITY : Math.abs(place - needed);

function standingAt(place: number, count: number, places: Places): Standing {
  const { start, stop } = placeInterval(places, count);
  const needed = stop <= start ? null : place <= start ? start + 1 : Math.min(place, stop);
  return { place, count, needed, at: null, lastKept: null };
}

const MOST_LOOKED_AT = 200_000;

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
    const isFirst = AXIS_ROWS[this.axis.axis].leads === "after";
    const weights = Float64Array.from(this.contexts, (_, i) => (isFirst ? length - i : i + 1));
    const reached = unionAxis(tree, this.whole, { ids: this.contexts, weights });
    this.contextOf = new Float64Array(tree.type.length);
    for (let i = 0; i < reached.ids.length; i++) {
      const number = reached.weights![i]!;
      this.contextOf[reached.ids[i]!] = isFirst ? length - number + 1 : number;
    }
  }

  /** Where a node stands among the candidates of a context that reaches it, and which context that is. */
  of(node: number): { readonly standing: Standing; readonly context: number } {
    const context = this.contexts[this.contextOf[node]! - 1]!;
    const { count, places } = this.listOf(context);
    return { standing: standingAt(places.get(node)!, count, this.axis.take!), context };
  }

  /** Of all contexts that reach a node, as far as looking is cheap, the one in whose list it is nearest to a place that is kept. */
  nearest(node: number): Standing {
    let best = this.of(node).standing;
    let looked = 0;
    for (const context of this.contexts) {
      const { count, places } = this.listOf(context);
      const place = places.get(node);
      if (place !== undefined) {
        const standing = standingAt(place, count, this.axis.take!);
        if (distance(standing) < distance(best)) best = standing;
      }
      looked += count + 1;
      if (looked > MOST_LOOKED_AT) break;
    }
    return best;
  }

  private get whole(): ResolvedAxis {
    return { ...this.axis, take: null };
  }

  private listOf(context: number) {
    const known = this.lists.get(context);
    if (known !== undefined) return known;
    const out = new IdBuffer(16);
    pushCandidates(this.observation.tree, this.whole, context, out);
    const places = new Map<number, number>();
    for (let i = 0; i < out.length; i++) places.set(out.data[i]!, i + 1);
    const list = { count: out.length, places };
    this.lists.set(context, list);
    return list;
  }
}
