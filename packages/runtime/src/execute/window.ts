import { AXES } from "@semantic-xpath/parser";
import {
  type AxisOperator,
  type Comparison,
  eachChild,
  type PlanNode,
  placeInterval,
  type StepPlan,
} from "@semantic-xpath/planner";
import { DOCUMENT, type NodeId, type SegmentedTree, type SegmentPart, summaryOf } from "@semantic-xpath/tree";
import { resolvePlaces } from "./axes/resolvedAxis.js";
import { mayReadAsQuantity } from "./conditions.js";
import type { Run } from "./run.js";

type ValueOf = Run["value"];

/** Maximum nodes and segments of a window. */
const MAX_NODES = 4096;
const MAX_SEGMENTS = 16;

/** Thrown where a query is about more than a window. */
export class BeyondWindow extends Error {}

/** True if the summaries of segments locate the candidates of a step: it goes down, and only positions choose among them. */
export const isLookedUp = ({ axis, brackets }: StepPlan): boolean =>
  axis.kind === "Axis" &&
  (axis.axis === "child" || axis.axis === "descendant") &&
  !axis.test.document &&
  brackets.every(({ kind }) => kind === "Position") &&
  isWithin({ kind: "Step", axis, brackets } as StepPlan);

/** Operators that read nodes other than descendants, or all results together. */
const OUTSIDE: ReadonlySet<string> = new Set([
  "Id",
  "Sibling",
  "Order",
  "GroupBy",
  "Relevance",
  "Threshold",
  "Quantified",
]);

/** A text that no type reads compares as a text, whatever the column. */
const isPlainText = ({ right }: Comparison): boolean => right.kind === "Literal" && !mayReadAsQuantity(right.value);

const FIELDS: ReadonlySet<string> = new Set(["AttributeValue", "OwnText"]);

/** True if a part of a plan depends only on the subtree of the node that it starts from. */
export function isWithin(node: PlanNode): boolean {
  if (OUTSIDE.has(node.kind)) return false;
  if (node.kind === "Compare" && FIELDS.has(node.value.kind) && isPlainText(node)) return true;
  // The data decide its type, all of them.
  if ("type" in node && node.type === null) return false;
  if (node.kind === "Axis" && !(AXES[node.axis].downward && !node.test.document)) return false;
  if (node.kind === "Position" && (node.scope !== "context" || node.order !== "document")) return false;
  if (node.kind === "Path" && node.start.kind !== "Context") return false;
  let within = true;
  eachChild(node, (child) => {
    within &&= isWithin(child);
  });
  return within;
}

/** The nodes that a step leads to from contexts, each once, in document order. */
export class Window {
  private readonly looked = new Set<object>();

  constructor(
    private readonly tree: SegmentedTree,
    private readonly value: ValueOf,
  ) {}

  step(contexts: readonly NodeId[], { axis, brackets }: StepPlan): NodeId[] {
    const nodes = new Set<NodeId>();
    for (const context of contexts) {
      let list = this.candidates(context, axis as AxisOperator);
      for (const bracket of brackets) {
        if (bracket.kind !== "Position") throw new BeyondWindow();
        const places = resolvePlaces(bracket.range, this.place)!;
        const { start, stop } = placeInterval(places, list.length);
        list = list.slice(start, stop);
      }
      for (const node of list) nodes.add(node);
      if (nodes.size > MAX_NODES) throw new BeyondWindow();
    }
    return [...nodes].sort((a, b) => a - b);
  }

  /** Looks into the segments of a node's subtree, if they are few. */
  subtree(node: NodeId): SegmentedTree {
    const end = this.tree.endOf(node);
    if (end - node > MAX_NODES) throw new BeyondWindow();
    for (const { segment } of this.tree.parts(node, end)) this.look(segment);
    return this.tree.subtree(node);
  }

  /** Candidates of one context: those before and after the wanted places are counted, not looked at. */
  private candidates(context: NodeId, { axis, test, take }: AxisOperator): NodeId[] {
    const { tree } = this;
    const level = axis !== "child" ? null : context === DOCUMENT ? 1 : tree.levelOf(context) + 1;
    const names = test.names === null ? null : new Set(test.names);
    const end = context === DOCUMENT ? tree.size + 1 : tree.endOf(context);
    const parts = tree.parts(context + 1, end).map((part) => ({ part, count: this.count(part, level, names) }));
    const total = parts.reduce((sum, { count }) => sum + count, 0);
    const places = resolvePlaces(take, this.place);
    const { start, stop } = places === null ? { start: 0, stop: total } : placeInterval(places, total);
    if (stop - start > MAX_NODES) throw new BeyondWindow();
    const candidates: NodeId[] = [];
    let at = 0;
    for (const { part, count } of parts) {
      if (at < stop && at + count > start && count > 0) {
        const nodes = this.nodes(part, level, names);
        candidates.push(...nodes.slice(Math.max(0, start - at), stop - at));
      }
      at += count;
    }
    return candidates;
  }

  private readonly place = (argument: Parameters<ValueOf>[0]): number => Number(this.value(argument));

  private count(part: SegmentPart, level: number | null, names: ReadonlySet<string> | null): number {
    const { segment, from, to } = part;
    if (to - from < segment.size) return this.nodes(part, level, names).length;
    let count = 0;
    for (const each of summaryOf(segment).counts)
      if ((level === null || each.level === level) && (names === null || names.has(each.type))) count += each.count;
    return count;
  }

  private nodes(part: SegmentPart, level: number | null, names: ReadonlySet<string> | null): NodeId[] {
    const { segment, base, from, to } = part;
    const passes = ({ type, level: at }: { type: string; level: number }): boolean =>
      (level === null || at === level) && (names === null || names.has(type));
    if (segment.summary !== undefined && !segment.summary.counts.some(passes)) return [];
    this.look(segment);
    const { level: levels, type: types, typeNames } = segment;
    const isNamed = typeNames.map((name) => names === null || names.has(name));
    const nodes: NodeId[] = [];
    for (let i = from; i < to; i++)
      if ((level === null || levels[i] === level) && isNamed[types[i]!]) nodes.push(base + i);
    return nodes;
  }

  private look(segment: object): void {
    this.looked.add(segment);
    if (this.looked.size > MAX_SEGMENTS) throw new BeyondWindow();
  }
}
