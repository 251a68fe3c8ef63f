import {
  asksScorer,
  type BracketOperator,
  dependsOnPlace,
  type GroupPlan,
  type Local,
  type PathPlan,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import type { Floor } from "@semantic-xpath/scorers";
import { DOCUMENT, getOrMake, NONE } from "@semantic-xpath/tree";
import { pushCandidates } from "./axes/axes.js";
import { algorithmOf } from "./axes/axisRows.js";
import { siblingOffsets } from "./axes/siblingOffsets.js";
import { nodesBatch } from "./batch.js";
import { cutsWhole, headLength } from "./bestFirstPlans.js";
import { Bounds, type Want } from "./bounds.js";
import { applyBrackets } from "./brackets.js";
import { evaluateCondition } from "./conditions.js";
import type { Task } from "./effects.js";
import { entryKey, type Frame, frameOf, IdBuffer, listOf, OWN_TEXT } from "./frame.js";
import { leastReaching, reaches } from "./reaches.js";
import { countRows, type Run } from "./run.js";
import { evaluateScore } from "./scores.js";
import { documentOrder, evaluateSequence, rankFrame, withoutDocument } from "./sequence.js";
import { type State, StateHeap } from "./stateHeap.js";

/** One operation of a best-first program; `next` is the index of the one after it. */
type Operation =
  | { readonly kind: "axis"; readonly step: StepPlan; readonly next: number }
  /** `asks`: whether it can ask the scorer. */
  | { readonly kind: "bracket"; readonly bracket: BracketOperator; readonly asks: boolean; readonly next: number }
  /** The step ends: its own score goes into the weight. */
  | { readonly kind: "commit"; readonly next: number }
  /** Paths meet: each node goes on once, with its highest weight. */
  | { readonly kind: "meet"; readonly whole: boolean; readonly next: number }
  | { readonly kind: "attribute"; readonly id: number; readonly next: number }
  | { readonly kind: "emit" };

/**
 * The first `limit` results that weigh at least `minScore`, in rank order: minimal probing (Chang and Hwang, SIGMOD 2002) over
 * prefixes of paths. A state's bound is its weight so far times the ceiling of what is not scored yet; the state with the
 * highest bound goes on. A result whose weight is the highest bound left can't be overtaken, so the answer is exact, and nothing
 * is scored whose bound is below the last result. With a floor, those results are left out too that weigh less than `limit` others of
 * all the searches that share it.
 */
export function* bestFirst(
  run: Run,
  sequence: SequencePlan,
  limit: number,
  minScore: number,
  floor: Floor | null = null,
): Task<Frame> {
  if (sequence.kind === "Group" && cutsWhole(sequence)) {
    const frame = documentOrder(yield* evaluateCutGroup(run, sequence));
    return sequence.order === "rank" ? rankFrame(run, frame) : frame;
  }
  const search = new Search(run);
  yield* search.seed(sequence, search.add({ kind: "emit" }));
  return yield* search.run(limit, minScore, floor);
}

/** A group with positions: its input up to the last place that counts, then the brackets on that. */
function* evaluateCutGroup(run: Run, group: GroupPlan): Task<Frame> {
  const head = headLength(group);
  let input: Frame | null = null;
  if (head < Number.POSITIVE_INFINITY) {
    const leading = yield* bestFirst(run, group.input, head, 0);
    // Nodes that weigh 0 were left out; they come after all others, but a later bracket may count them.
    const isComplete = leading.ids.length >= head || !group.brackets.slice(1).some(dependsOnPlace);
    if (isComplete) input = leading;
  }
  if (input === null) {
    const unordered = withoutDocument(yield* evaluateSequence(run, group.input));
    input = group.input.order === "rank" ? rankFrame(run, unordered) : unordered;
  }
  return frameOf(yield* applyBrackets(run, group.brackets, listOf(input)));
}

/** States asked for beyond those that tie with the best bound, as a share of the pairs asked so far. */
export const SPECULATION = 1 / 16;
const BATCH_LIMIT = 256;

class Search {
  private readonly program: Operation[] = [];
  /** True if results after an operation never come before its node in document order. */
  private readonly forward: boolean[] = [];
  private readonly heap = new StateHeap();
  private readonly bounds: Bounds;
  private readonly met = new Map<number, Map<number, number>>();
  private readonly emitted = new Set<number>();
  private asked = 0;

  constructor(private readonly owner: Run) {
    this.bounds = new Bounds(owner);
  }

  add(operation: Operation): number {
    const ownForward =
      operation.kind === "axis"
        ? operation.step.axis.kind !== "Members" &&
          algorithmOf(this.owner.axes.of(operation.step.axis)).leads === "down"
        : operation.kind !== "bracket" || operation.bracket.kind !== "Sibling";
    this.forward.push(ownForward && (operation.kind === "emit" || this.forward[operation.next]!));
    return this.program.push(operation) - 1;
  }

  private addBracket(bracket: BracketOperator, next: number): number {
    return this.add({ kind: "bracket", bracket, asks: asksScorer(bracket), next });
  }

  /** Adds the operations of a sequence in front of `next`, and the states that they start from. */
  *seed(sequence: SequencePlan, next: number): Task<void> {
    switch (sequence.kind) {
      case "Meet":
        throw new Error("a set that is cut by another is not evaluated best first");
      case "Path":
        yield* this.seedPath(sequence, next);
        return;
      case "Union": {
        const meet = this.add({ kind: "meet", whole: false, next });
        for (const input of sequence.inputs) yield* this.seed(input, meet);
        return;
      }
      case "Group":
        if (cutsWhole(sequence)) this.seedFrame(yield* evaluateCutGroup(this.owner, sequence), next);
        else {
          let entry = next;
          for (const bracket of sequence.brackets.toReversed()) {
            entry = this.addBracket(bracket, this.add({ kind: "commit", next: entry }));
          }
          yield* this.seed(sequence.input, this.add({ kind: "meet", whole: true, next: entry }));
        }
    }
  }

  private *seedPath(path: PathPlan, next: number): Task<void> {
    let entry = next;
    if (path.attribute?.kind === "Attribute" || path.attribute?.kind === "Text") {
      const id = path.attribute.kind === "Text" ? OWN_TEXT : this.owner.tree.attributeId(path.attribute.name);
      entry = this.add({ kind: "attribute", id, next: entry });
    }
    for (const step of path.steps.toReversed()) {
      entry = this.add({ kind: "meet", whole: false, next: this.add({ kind: "commit", next: entry }) });
      for (const bracket of step.brackets.toReversed()) entry = this.addBracket(bracket, entry);
      entry = this.add({ kind: "axis", step, next: entry });
    }
    const start = startSequence(path);
    if (start !== null) yield* this.seed(start, entry);
    else this.push({ at: entry, node: DOCUMENT, base: 1, own: 1, attribute: NONE, bound: 1, first: DOCUMENT });
  }

  private seedFrame({ ids, weights, attributes }: Frame, at: number): void {
    for (const [i, node] of ids.entries()) {
      const base = weights?.[i] ?? 1;
      this.push({ at, node, base, own: 1, attribute: attributes?.[i] ?? NONE, bound: base, first: DOCUMENT });
    }
  }

  private push(state: State): void {
    if (state.bound <= 0) return;
    state.first = this.forward[state.at] ? state.node : DOCUMENT;
    this.heap.push(state);
  }

  private pushOn(state: State, next: number): void {
    state.at = next;
    this.push(state);
  }

  /** The node of a state came out of a bracket. */
  private pass(bracketId: number, state: State, next: number): void {
    countRows(this.owner, bracketId, 1);
    this.pushOn(state, next);
  }

  *run(limit: number, minScore: number, floor: Floor | null): Task<Frame> {
    const results: State[] = [];
    const waiting: State[] = [];
    const wants: Want[] = [];
    const least = leastReaching(minScore);
    while (results.length < limit) {
      if (this.owner.clock.isDue) yield* this.owner.clock.pause();
      const top = this.heap.peek();
      const isLost = top === undefined || top.bound < least || (floor !== null && top.bound < floor.weight);
      const over = isLost || this.mayNotWait(top, waiting, wants);
      if (over) {
        if (waiting.length === 0) break;
        if (floor !== null) {
          // The first waiting state bounds the others, and another search may overtake them.
          yield { kind: "turn", bound: waiting[0]!.bound, pairs: wants.length };
          if (waiting[0]!.bound < floor.weight) break;
        }
        yield* this.ask(wants);
        for (const state of waiting) this.heap.push(state);
        waiting.length = 0;
        wants.length = 0;
        continue;
      }
      this.heap.pop();
      const operation = this.program[top.at]!;
      if (operation.kind === "emit") {
        if (reaches(top.base * top.own, minScore) && this.emit(top, results)) floor?.add(top.base * top.own);
      } else if (operation.kind === "bracket" && operation.asks) this.probe(top, operation, waiting, wants);
      else this.advance(top, operation);
    }
    return asFrame(results);
  }

  /** With states waiting for scores: a result has to wait for them, and speculation is bounded. */
  private mayNotWait(top: State, waiting: readonly State[], wants: readonly Want[]): boolean {
    if (waiting.length === 0) return false;
    if (this.program[top.at]!.kind === "emit" || wants.length >= BATCH_LIMIT) return true;
    return top.bound < waiting[0]!.bound && wants.length >= 1 + this.asked * SPECULATION;
  }

  /** A bracket that scores: goes on if its value is known, else lowers the bound or waits for the next score. */
  private probe(
    state: State,
    { bracket, next }: Extract<Operation, { kind: "bracket" }>,
    waiting: State[],
    wants: Want[],
  ): void {
    const { node, base, own } = state;
    if (bracket.kind === "Filter") {
      const { low, high } = this.bounds.condition(bracket.condition, node);
      if (high === 0) return;
      if (low === 1) this.pass(bracket.id, state, next);
      else {
        this.bounds.wantCondition(bracket.condition, node, wants);
        waiting.push(state);
      }
      return;
    }
    if (bracket.kind !== "Relevance") throw new Error(`a ${bracket.kind} asks for no scores`);
    const { low, high } = this.bounds.score(bracket.score, node);
    const bound = base * (own * high);
    if (low === high) this.weigh(bracket.id, state, high, next);
    else if (bound < state.bound) {
      state.bound = bound;
      this.push(state);
    } else {
      this.bounds.want(bracket.score, node, wants);
      waiting.push(state);
    }
  }

  private *ask(wants: readonly Want[]): Task<void> {
    const byLocal = new Map<Local, IdBuffer>();
    const byExpression = new Map<Extract<Want, { kind: "value" }>["expression"], IdBuffer>();
    for (const want of wants) {
      const group =
        want.kind === "score"
          ? getOrMake(byLocal, want.local, newGroup)
          : getOrMake(byExpression, want.expression, newGroup);
      group.push(want.node);
    }
    for (const [{ id, slot }, nodes] of byLocal) yield* this.owner.scores.demand(slot, id, nodes.take());
    for (const [expression, nodes] of byExpression) {
      const batch = nodesBatch(nodes.take());
      const values =
        expression.kind === "Aggregate"
          ? yield* evaluateScore(this.owner, expression, batch)
          : yield* evaluateCondition(this.owner, expression as Extract<typeof expression, { kind: "Exists" }>, batch);
      for (let i = 0; i < batch.ids.length; i++) this.bounds.learn(expression, batch.ids[i]!, values[i]!);
    }
    this.asked += wants.length;
  }

  /** Operations without any scores. */
  private advance(state: State, operation: Exclude<Operation, { kind: "emit" }>): void {
    const { node, attribute } = state;
    switch (operation.kind) {
      case "axis":
        if (attribute === NONE) this.expand(state, operation.step, operation.next);
        return;
      case "commit":
        state.base *= state.own;
        state.own = 1;
        state.bound = state.base;
        this.pushOn(state, operation.next);
        return;
      case "meet":
        if (this.isFirstMeeting(state, operation.whole)) this.pushOn(state, operation.next);
        return;
      case "attribute":
        if (attribute === NONE && this.hasValue(node, operation.id)) {
          state.attribute = operation.id;
          this.pushOn(state, operation.next);
        }
        return;
      case "bracket":
        this.passBracket(state, operation.bracket, operation.next);
        return;
    }
  }

  private hasValue(node: number, attribute: number): boolean {
    const { tree } = this.owner;
    if (attribute === OWN_TEXT) return tree.text[node]! >= 0;
    return attribute >= 0 && tree.attributeValue(node, attribute) >= 0;
  }

  private expand(state: State, step: StepPlan, next: number): void {
    const { tree, axes } = this.owner;
    if (step.axis.kind === "Members") throw new Error("groups are not made best first");
    const out = new IdBuffer();
    pushCandidates(tree, axes.of(step.axis), state.node, out);
    countRows(this.owner, step.axis.id, out.length);
    const { base, bound } = state;
    for (const node of out.take()) this.push({ at: next, node, base, own: 1, attribute: NONE, bound, first: DOCUMENT });
  }

  private passBracket(state: State, bracket: BracketOperator, next: number): void {
    const { node, attribute } = state;
    if (bracket.kind === "Sibling") {
      if (attribute !== NONE) return;
      state.node = siblingOffsets(this.owner.tree, Int32Array.of(node), bracket.offset)[0]!;
      if (state.node !== NONE) this.pass(bracket.id, state, next);
    } else if (bracket.kind === "Filter") {
      if (this.bounds.condition(bracket.condition, node).high === 1) this.pass(bracket.id, state, next);
    } else if (bracket.kind === "Relevance")
      this.weigh(bracket.id, state, this.bounds.score(bracket.score, node).high, next);
  }

  /** A relevance gave its score. */
  private weigh(bracketId: number, state: State, score: number, next: number): void {
    state.own *= score;
    state.bound = state.base * state.own;
    this.pass(bracketId, state, next);
  }

  /** A node that comes again goes on only with a higher weight; the highest bound comes first, so that is rare. */
  private isFirstMeeting({ node, base, own, attribute, at }: State, whole: boolean): boolean {
    if (node === DOCUMENT && (whole || !this.leadsOn(at))) return false;
    const weights = getOrMake(this.met, at, () => new Map<number, number>());
    const key = entryKey(this.owner.tree, node, attribute);
    const weight = base * own;
    const before = weights.get(key);
    if (before !== undefined && before >= weight) return false;
    weights.set(key, weight);
    return true;
  }

  /** The first time with the highest weight. */
  private emit(state: State, results: State[]): boolean {
    const key = entryKey(this.owner.tree, state.node, state.attribute);
    if (this.emitted.has(key)) return false;
    this.emitted.add(key);
    results.push(state);
    return true;
  }

  /** The document node may be passed by `..` and `.`, but is never a result. */
  private leadsOn(at: number): boolean {
    let operation = this.program[at]!;
    while (operation.kind !== "emit") {
      if (operation.kind === "axis") return true;
      operation = this.program[operation.next]!;
    }
    return false;
  }
}

const newGroup = (): IdBuffer => new IdBuffer(32);

function asFrame(results: readonly State[]): Frame {
  const weights = Float64Array.from(results, (state) => state.base * state.own);
  const hasAttributes = results.some((state) => state.attribute !== NONE);
  return {
    ids: Int32Array.from(results, (state) => state.node),
    weights: weights.every((weight) => weight === 1) ? null : weights,
    offsets: null,
    attributes: hasAttributes ? Int32Array.from(results, (state) => state.attribute) : null,
  };
}
