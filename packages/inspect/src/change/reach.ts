import type { Axis } from "@semantic-xpath/parser";
import {
  inverseAxis,
  type NodeSet,
  type Observation,
  type ResolvedAxis,
  siblingOffsets,
  unionAxis,
} from "@semantic-xpath/runtime/internal";
import { DOCUMENT, getOrMake, NONE } from "@semantic-xpath/tree";
import type { Route } from "../routes.js";
import { axisOfAnyType } from "../whyNot/drops.js";

/**
 * Nodes that a route reaches by its axes and sibling offsets, ignoring its brackets: `tested` with the node tests, else without them.
 * `at(i)` is the set before stage i. A single pass along a stage tests that the route would lead to a node with that stage changed. The
 * nodes that lead to the target after the stage come from one backward walk of the route.
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

  /** Number of stages before the set becomes empty. */
  get length(): number {
    const empty = this.sets.findIndex(({ ids }) => ids.length === 0);
    return empty < 0 ? this.sets.length : empty;
  }

  /** Number of stages from the empty set on: 0 if the route leads somewhere. */
  get missing(): number {
    return this.sets.length - this.length;
  }

  /** Tests that the unchanged route leads to a node. */
  leadsTo(node: number): boolean {
    return this.leadingTo(node)[0]!.has(DOCUMENT);
  }

  /** Tests that the route leads to a node with another axis at a stage. */
  leadsAlong(at: number, axis: Axis, node: number): boolean {
    const current = this.axes[at]!;
    return current.axis !== axis && this.leadsBy({ ...current, axis }, at, at, node);
  }

  /** Tests that the route leads to a node if the node test of a stage accepts one more type. */
  leadsWithType(at: number, type: number, node: number): boolean {
    const current = this.axes[at]!;
    if (current.mask[type] === 1) return false;
    const mask = current.mask.slice();
    mask[type] = 1;
    return this.leadsBy({ ...current, mask, types: null }, at, at, node);
  }

  /** Tests that the route leads to a node without the stages from `from` to `to`. */
  leadsOver(from: number, to: number, node: number): boolean {
    const leading = this.leadingTo(node)[to]!;
    return leading.size > 0 && this.sets[from]!.ids.some((reached) => leading.has(reached));
  }

  /** Tests that the route leads to a node without the stages from `from` to the axis at `to`, with another axis there. */
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
    return getOrMake(this.leading, node, () => {
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
