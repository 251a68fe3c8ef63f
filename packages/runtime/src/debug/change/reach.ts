import type { Axis } from "@semantic-xpath/parser";
import type { ResolvedAxis } from "../../execute/resolvedAxis.js";
import { siblingOffsets } from "../../execute/siblings.js";
import { type NodeSet, unionAxis } from "../../execute/union.js";
import type { Observation } from "../../runPlan.js";
import { DOCUMENT, NONE } from "../../tree/ids.js";
import type { Route, Stage } from "../whyNot/routes.js";

/**
 * Where a route leads by its axes and sibling offsets, whatever its brackets say: `tested` with the node tests, else without them.
 * `at(i)` is what stands in front of stage i.
 */
export class Reach {
  private readonly sets: readonly NodeSet[];

  constructor(
    private readonly observation: Observation,
    private readonly route: Route,
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

  /** Whether it would lead to a node with another axis at a stage. */
  leads(at: number, axis: Axis, node: number): boolean {
    return this.behind(at, axis).ids.includes(node);
  }

  /** What it would lead to in the end with another axis at a stage. */
  private behind(at: number, axis: Axis): NodeSet {
    const stage = this.route[at]!;
    if (stage.kind !== "axis" || stage.step.axis.axis === axis) return NOTHING;
    const { tree, run } = this.observation;
    const resolved = { ...run.axes.of(stage.step.axis), axis };
    const first = unionAxis(tree, this.along(resolved), this.sets[at]!);
    return this.route.slice(at + 1).reduce((reached, next) => this.pass(next, reached), first);
  }

  private pass(stage: Stage, before: NodeSet): NodeSet {
    const { tree, run } = this.observation;
    if (before.ids.length === 0) return before;
    if (stage.kind === "axis") return unionAxis(tree, this.along(run.axes.of(stage.step.axis)), before);
    if (stage.kind !== "bracket" || stage.bracket.kind !== "Sibling") return before;
    const moved = siblingOffsets(tree, before.ids, stage.bracket.offset).filter((node) => node !== NONE);
    return { ids: Int32Array.from(new Set(moved)).sort(), weights: null };
  }

  private along(axis: ResolvedAxis): ResolvedAxis {
    if (this.isTested) return { ...axis, take: null, indexed: false };
    const mask = new Uint8Array(axis.mask.length).fill(1);
    mask[0] = axis.mask[0]!;
    return { ...axis, mask, types: null, take: null, indexed: false };
  }
}

const NOTHING: NodeSet = { ids: new Int32Array(0), weights: null };
