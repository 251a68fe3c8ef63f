import type { Axis } from "@semantic-xpath/parser";
import {
  inverseAxis,
  type NodeSet,
  type Observation,
  type ResolvedAxis,
  siblingOffsets,
  unionAxis,
} from "@semantic-xpath/runtime/internal";
import { DOCUMENT, NONE } from "@semantic-xpath/tree";
import { kept } from "../memo.js";
import { axisOfAnyType } from "../whyNot/drops.js";
import type { Route } from "../whyNot/routes.js";

/**
 * Where a route leads by its axes and sibling offsets, whatever its brackets say: `tested` with the node tests, else without them.
 * `at(i)` is what is in front of stage i. Whether it would lead to a node with one stage changed is one pass along that stage:
 * what leads to the node after it is known from walking the route backwards once.
 */
export class Reach {
  private readonly sets: readonly NodeSet[];
  /** By stage: the axis of a step; null for the others. */
  private readonly axes: readonly (ResolvedAxis | null)[];
  private readonly leading = new Map<number, readonly ReadonlySet<number>[]>();

  constructor(
    private readonly observation: Observation,
    readonly route: Route,
    isTested: boolean,
  ) {
    this.axes = route.map(({ operator }) => {
      const axis = operator.kind === "Step" ? observation.run.axes.of(operator.axis) : null;
      return axis && isTested ? { ...axis, take: null, indexed: false } : axis && axisOfAnyType(axis);
    });
    const sets: NodeSet[] = [{ ids: Int32Array.of(DOCUMENT), weights: null }];
    for (const at of route.keys()) sets.push(this.pass(at, sets[at]!));
    this.sets = sets;
  }

  /** How many stages the route gets to before nothing is left. */
  get length(): number {
    const empty = this.sets.findIndex(({ ids }) => ids.length === 0);
    return empty < 0 ? this.sets.length : empty;
  }

  /** How many stages are left where nothing is: 0 where the route leads somewhere. */
  get missing(): number {
    return this.sets.length - this.length;
  }

  /** Whether it leads to a node as it is. */
  leadsTo(node: number): boolean {
    return this.leadingTo(node)[0]!.has(DOCUMENT);
  }

  /** Whether it would with another axis at a stage. */
  leadsAlong(at: number, axis: Axis, node: number): boolean {
    const own = this.axes[at]!;
    return own.axis !== axis && this.leadsBy({ ...own, axis }, at, at, node);
  }

  /** Whether it would where the node test of a stage takes one type more. */
  leadsWithType(at: number, type: number, node: number): boolean {
    const own = this.axes[at]!;
    if (own.mask[type] === 1) return false;
    const mask = own.mask.slice();
    mask[type] = 1;
    return this.leadsBy({ ...own, mask, types: null }, at, at, node);
  }

  /** Whether it would with the stages from `from` to `to` left out. */
  leadsOver(from: number, to: number, node: number): boolean {
    const leading = this.leadingTo(node)[to]!;
    return leading.size > 0 && this.sets[from]!.ids.some((reached) => leading.has(reached));
  }

  /** Whether it would with the stages from `from` to the axis at `to` left out, and that axis another. */
  leadsWithout(from: number, to: number, axis: Axis, node: number): boolean {
    return this.leadsBy({ ...this.axes[to]!, axis }, from, to, node);
  }

  private leadsBy(axis: ResolvedAxis, from: number, to: number, node: number): boolean {
    const leading = this.leadingTo(node)[to + 1]!;
    if (leading.size === 0) return false;
    const { ids } = unionAxis(this.observation.tree, axis, this.sets[from]!);
    return ids.some((reached) => leading.has(reached));
  }

  private pass(at: number, before: NodeSet): NodeSet {
    const axis = this.axes[at]!;
    if (before.ids.length === 0) return before;
    return axis === null
      ? { ids: this.moved(before.ids, at, 1), weights: null }
      : unionAxis(this.observation.tree, axis, before);
  }

  /** For each stage what in front of it leads to a node. */
  private leadingTo(node: number): readonly ReadonlySet<number>[] {
    return kept(this.leading, node, () => {
      const { tree } = this.observation;
      let ids: Int32Array = Int32Array.of(node);
      const sets: ReadonlySet<number>[] = [new Set(ids)];
      for (const [at, axis] of [...this.axes.entries()].reverse()) {
        if (axis === null) ids = this.moved(ids, at, -1);
        else {
          const tested = ids.filter((one) => axis.mask[tree.type[one]!] === 1);
          ids = unionAxis(tree, inverseAxis(axis), { ids: tested, weights: null }).ids;
        }
        sets.unshift(new Set(ids));
      }
      return sets;
    });
  }

  /** Along the sibling offset of a stage, or back; any other bracket lets everything through. */
  private moved(ids: Int32Array, at: number, direction: 1 | -1): Int32Array {
    const { operator } = this.route[at]!;
    if (operator.kind !== "Sibling") return ids;
    const moved = siblingOffsets(this.observation.tree, ids, direction * operator.offset);
    return Int32Array.from(new Set(moved.filter((node) => node !== NONE))).sort();
  }
}
