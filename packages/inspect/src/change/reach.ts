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
import { axisOfAnyType } from "../whyNot/drops.js";
import type { Route, Stage } from "../whyNot/routes.js";

/**
 * Where a route leads by its axes and sibling offsets, whatever its brackets say: `tested` with the node tests, else without them.
 * `at(i)` is what stands in front of stage i. Whether it would lead to a node with one stage changed is one pass along that stage:
 * what leads to the node after it is known from walking the route backwards once.
 */
export class Reach {
  private readonly sets: readonly NodeSet[];
  private readonly leading = new Map<number, readonly ReadonlySet<number>[]>();

  constructor(
    private readonly observation: Observation,
    readonly route: Route,
    private readonly isTested: boolean,
  ) {
    const sets: NodeSet[] = [{ ids: Int32Array.of(DOCUMENT), weights: null }];
    for (const stage of route) sets.push(this.pass(stage, sets.at(-1)!));
    this.sets = sets;
  }

  at(stage: number): Int32Array {
    return this.sets[stage]!.ids;
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
    const own = this.axisAt(at);
    return own.axis !== axis && this.leadsBy({ ...own, axis }, at, at, node);
  }

  /** Whether it would where the node test of a stage takes one type more. */
  leadsWithType(at: number, type: number, node: number): boolean {
    const own = this.axisAt(at);
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
    return this.leadsBy({ ...this.axisAt(to), axis }, from, to, node);
  }

  private leadsBy(axis: ResolvedAxis, from: number, to: number, node: number): boolean {
    const leading = this.leadingTo(node)[to + 1]!;
    if (leading.size === 0) return false;
    const { ids } = unionAxis(this.observation.tree, axis, this.sets[from]!);
    return ids.some((reached) => leading.has(reached));
  }

  private axisAt(at: number): ResolvedAxis {
    const stage = this.route[at]!;
    if (stage.kind !== "axis") throw new Error("asked for the axis of another stage");
    return this.along(this.observation.run.axes.of(stage.step.axis));
  }

  private pass(stage: Stage, before: NodeSet): NodeSet {
    const { tree, run } = this.observation;
    if (before.ids.length === 0) return before;
    if (stage.kind === "axis") return unionAxis(tree, this.along(run.axes.of(stage.step.axis)), before);
    if (stage.kind !== "bracket" || stage.bracket.kind !== "Sibling") return before;
    return { ids: this.moved(before.ids, stage.bracket.offset), weights: null };
  }

  /** For each stage what in front of it leads to a node. */
  private leadingTo(node: number): readonly ReadonlySet<number>[] {
    const known = this.leading.get(node);
    if (known !== undefined) return known;
    const { tree } = this.observation;
    let ids: Int32Array = Int32Array.of(node);
    const sets: ReadonlySet<number>[] = [new Set(ids)];
    for (let at = this.route.length - 1; at >= 0; at--) {
      const stage = this.route[at]!;
      if (stage.kind === "axis") {
        const axis = this.axisAt(at);
        const tested = ids.filter((one) => axis.mask[tree.type[one]!] === 1);
        ids = unionAxis(tree, inverseAxis(axis), { ids: tested, weights: null }).ids;
      } else if (stage.kind === "bracket" && stage.bracket.kind === "Sibling") {
        ids = this.moved(ids, -stage.bracket.offset);
      }
      sets.unshift(new Set(ids));
    }
    this.leading.set(node, sets);
    return sets;
  }

  private moved(ids: Int32Array, offset: number): Int32Array {
    const moved = siblingOffsets(this.observation.tree, ids, offset).filter((node) => node !== NONE);
    return Int32Array.from(new Set(moved)).sort();
  }

  private along(axis: ResolvedAxis): ResolvedAxis {
    return this.isTested ? { ...axis, take: null, indexed: false } : axisOfAnyType(axis);
  }
}
