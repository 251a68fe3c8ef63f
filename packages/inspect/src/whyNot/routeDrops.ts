import type { StepPlan } from "@semantic-xpath/planner";
import {
  IdBuffer,
  indices,
  type Observation,
  placedAt,
  type ResolvedAxis,
  siblingOffsets,
  unionAxis,
} from "@semantic-xpath/runtime/internal";
import { NONE } from "@semantic-xpath/tree";
import { isSiblingOffset, passedAt, progressAt, type Route, type Stage } from "./routes.js";

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
  /** How far it came, higher is further: a node test comes before what its operator keeps. */
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
export class RouteDrops {
  private readonly drops: OperatorDrop[] = [];
  /** 0: nothing leads there; PRESENT: it is there; else the number of its drop, from 1, later ones higher. */
  private marks: Float64Array;

  constructor(
    private readonly observation: Observation,
    private readonly route: Route,
  ) {
    this.marks = new Float64Array(observation.tree.type.length);
    this.marks[0] = PRESENT;
    for (const [at, stage] of route.entries()) this.pass(at, stage);
  }

  /** The last drop of what leads to a node; null when nothing does, or it came to the end. */
  dropOf(node: number): OperatorDrop | null {
    return this.drops[this.marks[node]! - 1] ?? null;
  }

  private pass(at: number, stage: Stage): void {
    const passed = passedAt(this.observation, stage);
    const after = passed?.after.ids;
    this.enter(at, passed?.before.ids);
    if (stage.kind === "axis") this.alongAxis(at, stage.step, after);
    else if (isSiblingOffset(stage)) this.alongSiblings(at, stage.bracket.offset, after);
    else this.drop(at, after, this.scoresAt(at, stage));
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
  private scoresAt(at: number, stage: Stage): ReadonlyMap<number, number> | null {
    if (stage.kind !== "bracket" || stage.bracket.kind !== "Filter") return null;
    const { id, condition } = stage.bracket;
    if (condition.kind !== "Threshold" || !condition.operator.startsWith(">")) return null;
    const { known, recorder } = this.observation;
    const before = recorder.brackets.get(id)?.at(-1)?.before;
    if (before === undefined || !this.route.slice(at + 1).some(joinsNodes)) return null;
    return new Map(Array.from(before.ids, (node, i) => [node, known.score(condition.score, placedAt(before, i)).low]));
  }

  private alongAxis(at: number, step: StepPlan, ids: Int32Array | undefined): void {
    const { tree, run } = this.observation;
    const resolved = run.axes.of(step.axis);
    const reached = unionAxis(tree, axisOfAnyType(resolved), this.marked());
    const candidates = this.setOf(ids);
    this.marks = new Float64Array(this.marks.length);
    const dropped = { type: new IdBuffer(), place: new IdBuffer() };
    for (const [i, node] of reached.ids.entries()) {
      const mark = reached.weights![i]!;
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
    const left = this.setOf(ids);
    this.marks = new Float64Array(this.marks.length);
    for (const [i, node] of moved.entries()) {
      if (node === NONE) continue;
      const mark = before.weights[i]!;
      this.marks[node] = mark === PRESENT && left[node] === 0 ? this.add(at, "operator", before.ids[i]!) : mark;
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

/** Whether several nodes can lead to one along the axis of a stage. */
const joinsNodes = (stage: Stage): boolean =>
  stage.kind === "axis" && stage.step.axis.axis !== "child" && stage.step.axis.axis !== "self";

/** The axis without its test: every node on it, the document node only if the test would take it. */
function axisOfAnyType(axis: ResolvedAxis): ResolvedAxis {
  const mask = new Uint8Array(axis.mask.length).fill(1);
  mask[0] = axis.mask[0]!;
  return { axis: axis.axis, indexed: false, types: null, mask, take: null };
}
