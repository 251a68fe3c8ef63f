import type { StepPlan } from "@semantic-xpath/planner";
import {
  type BracketRecord,
  IdBuffer,
  type Observation,
  placedAt,
  type ResolvedAxis,
  siblingOffsets,
  unionAxis,
} from "@semantic-xpath/runtime/internal";
import { NONE } from "@semantic-xpath/tree";
import { progressOf, type Route, type Stage } from "./routes.js";

/** How a node fell out at a stage. */
type DropKind =
  /** The axis leads to it, but the node test does not take it. */
  | "type"
  /** The node test takes it, but a position that the axis itself takes does not. */
  | "place"
  /** An attribute or the document node, from which the next stage can't go on. */
  | "end"
  /** A bracket let it fall, or it has not the attribute. */
  | "operator";

export const DROP_KINDS: readonly DropKind[] = ["end", "type", "place", "operator"];

export interface OperatorDrop {
  /** Index in the route. */
  readonly stage: number;
  readonly kind: DropKind;
  /** The node that fell out. */
  readonly node: number;
}

/** A node is still in the sequence: behind every fall. */
const PRESENT = 2 ** 40;

/**
 * For every node of the tree how far along a route anything came that leads to it: "leads to" by the axes and sibling offsets that
 * are left, whatever the node tests and brackets there say. One pass over the route carries with every node the last fall of what
 * led to it, so that afterwards each node is one look: linear in stages and nodes.
 */
export class RouteDrops {
  private readonly stages = new IdBuffer();
  private readonly kinds = new IdBuffer();
  private readonly nodes = new IdBuffer();
  /** 0: nothing leads there; ALIVE: it is there; else the number of its fall, from 1, later ones higher. */
  private marks: Float64Array;

  constructor(
    private readonly observation: Observation,
    readonly route: Route,
  ) {
    this.marks = new Float64Array(observation.tree.type.length);
    this.marks[0] = PRESENT;
    for (const [at, stage] of route.entries()) this.pass(at, stage);
  }

  /** The last fall of what leads to a node; null where nothing does. */
  dropOf(node: number): OperatorDrop | null {
    const mark = this.marks[node]!;
    if (mark === 0 || mark === PRESENT) return null;
    const at = mark - 1;
    return { stage: this.stages.data[at]!, kind: DROP_KINDS[this.kinds.data[at]!]!, node: this.nodes.data[at]! };
  }

  private pass(at: number, stage: Stage): void {
    const { recorder } = this.observation;
    switch (stage.kind) {
      case "axis": {
        const record = recorder.axes.get(stage.step.axis.id)?.at(-1);
        this.enter(at, record?.contexts.ids);
        this.alongAxis(at, stage.step, record?.list.ids);
        return;
      }
      case "bracket": {
        const record = recorder.brackets.get(stage.bracket.id)?.at(-1);
        this.enter(at, record?.before.ids);
        if (stage.bracket.kind === "Sibling") this.alongSiblings(at, stage.bracket.offset, record?.after.ids);
        else this.drop(at, record?.after.ids, this.scoresOf(at, stage, record));
        return;
      }
      case "attribute": {
        const record = recorder.attributes.get(stage.operator.id)?.at(-1);
        this.enter(at, record?.before.ids);
        this.drop(at, record?.after.ids);
      }
    }
  }

  /** Takes in what other branches of a union bring; what is not taken in ends here. */
  private enter(at: number, ids: Int32Array | undefined): void {
    const entered = this.setOf(ids);
    for (let node = 0; node < entered.length; node++) {
      if (entered[node] === 1) this.marks[node] = PRESENT;
      else if (this.marks[node] === PRESENT) this.marks[node] = this.add(at, "end", node);
    }
  }

  /** Where a later axis can lead from several nodes to one, the best of those that fell out counts: by its score. */
  private drop(at: number, ids: Int32Array | undefined, scores: ReadonlyMap<number, number> | null = null): void {
    const left = this.setOf(ids);
    const fallen: number[] = [];
    for (let node = 0; node < left.length; node++)
      if (this.marks[node] === PRESENT && left[node] === 0) fallen.push(node);
    if (scores !== null) fallen.sort((a, b) => (scores.get(a) ?? 0) - (scores.get(b) ?? 0));
    for (const node of fallen) this.marks[node] = this.add(at, "operator", node);
  }

  /** The scores of the nodes that a threshold tested, where it matters which of them came nearest. */
  private scoresOf(
    at: number,
    { bracket }: Extract<Stage, { kind: "bracket" }>,
    record: BracketRecord | undefined,
  ): ReadonlyMap<number, number> | null {
    if (bracket.kind !== "Filter" || record === undefined) return null;
    const { condition } = bracket;
    if (condition.kind !== "Threshold" || !condition.operator.startsWith(">")) return null;
    if (!this.route.slice(at + 1).some(joinsNodes)) return null;
    const { known } = this.observation;
    return new Map(
      Array.from(record.before.ids, (node, i) => [node, known.score(condition.score, placedAt(record.before, i)).low]),
    );
  }

  private alongAxis(at: number, step: StepPlan, ids: Int32Array | undefined): void {
    const { tree, run } = this.observation;
    const resolved = run.axes.of(step.axis);
    const reached = unionAxis(tree, axisOfAnyType(resolved), this.marked());
    const candidates = this.setOf(ids);
    this.marks = new Float64Array(this.marks.length);
    const fallen = { type: new IdBuffer(), place: new IdBuffer() };
    for (let i = 0; i < reached.ids.length; i++) {
      const node = reached.ids[i]!;
      const mark = reached.weights![i]!;
      if (mark < PRESENT || candidates[node] === 1) this.marks[node] = mark;
      else fallen[resolved.mask[tree.type[node]!] === 1 ? "place" : "type"].push(node);
    }
    for (const kind of ["type", "place"] as const)
      for (const node of fallen[kind].take()) this.marks[node] = this.add(at, kind, node);
  }

  private alongSiblings(at: number, offset: number, ids: Int32Array | undefined): void {
    const { tree } = this.observation;
    const before = this.marked();
    const moved = siblingOffsets(tree, before.ids, offset);
    const left = this.setOf(ids);
    this.marks = new Float64Array(this.marks.length);
    for (let i = 0; i < moved.length; i++) {
      const node = moved[i]!;
      if (node === NONE) continue;
      const mark = before.weights[i]!;
      this.marks[node] = mark === PRESENT && left[node] === 0 ? this.add(at, "operator", before.ids[i]!) : mark;
    }
  }

  private marked(): { ids: Int32Array; weights: Float64Array } {
    const ids = new IdBuffer();
    for (let node = 0; node < this.marks.length; node++) if (this.marks[node]! > 0) ids.push(node);
    const marked = ids.take();
    return { ids: marked, weights: Float64Array.from(marked, (node) => this.marks[node]!) };
  }

  private setOf(ids: Int32Array | undefined): Uint8Array {
    const set = new Uint8Array(this.marks.length);
    if (ids !== undefined) for (let i = 0; i < ids.length; i++) set[ids[i]!] = 1;
    return set;
  }

  private add(stage: number, kind: DropKind, node: number): number {
    this.stages.push(stage);
    this.kinds.push(DROP_KINDS.indexOf(kind));
    this.nodes.push(node);
    return this.nodes.length;
  }
}

/** Whether several nodes can lead to one along the axis of a stage. */
const joinsNodes = (stage: Stage): boolean =>
  stage.kind === "axis" && stage.step.axis.axis !== "child" && stage.step.axis.axis !== "self";

/** The axis without its test: every node on it, the document node only where the test would take it. */
function axisOfAnyType(axis: ResolvedAxis): ResolvedAxis {
  const mask = new Uint8Array(axis.mask.length).fill(1);
  mask[0] = axis.mask[0]!;
  return { axis: axis.axis, indexed: false, types: null, mask, take: null };
}

/** Of each node the fall on the route on which it came furthest: columns over all nodes, however many routes there are. */
export class FurthestDrops {
  private readonly progress: Float64Array;
  private readonly routes: Int32Array;
  private readonly stages: Int32Array;
  private readonly kinds: Uint8Array;
  private readonly nodes: Int32Array;

  constructor(length: number) {
    this.progress = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
    this.routes = new Int32Array(length);
    this.stages = new Int32Array(length);
    this.kinds = new Uint8Array(length);
    this.nodes = new Int32Array(length);
  }

  /** Takes in the falls of one more route; of equally far ones the first stays. */
  take(route: number, falls: RouteDrops): void {
    const progress = falls.route.map((_, stage) => ({
      type: progressOf(falls.route, { stage, kind: "type" }),
      other: progressOf(falls.route, { stage, kind: "operator" }),
    }));
    for (let node = 0; node < this.nodes.length; node++) {
      const fall = falls.dropOf(node);
      if (fall === null) continue;
      const progressed = progress[fall.stage]![fall.kind === "type" ? "type" : "other"];
      if (progressed <= this.progress[node]!) continue;
      this.progress[node] = progressed;
      this.routes[node] = route;
      this.stages[node] = fall.stage;
      this.kinds[node] = DROP_KINDS.indexOf(fall.kind);
      this.nodes[node] = fall.node;
    }
  }

  /** null where nothing on any route leads to the node, or it came to the end. */
  of(node: number): { readonly route: number; readonly fall: OperatorDrop } | null {
    if (this.progress[node] === Number.NEGATIVE_INFINITY) return null;
    const fall = { stage: this.stages[node]!, kind: DROP_KINDS[this.kinds[node]!]!, node: this.nodes[node]! };
    return { route: this.routes[node]!, fall };
  }
}
