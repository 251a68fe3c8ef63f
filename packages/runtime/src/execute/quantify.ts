import type {
  BindingPlan,
  BooleanExpression,
  QuantifiedCondition,
  ValueComparison,
  ValueExpression,
} from "@semantic-xpath/planner";
import { getOrMake, runError } from "@semantic-xpath/tree";
import { type Batch, type BoundColumn, gatherColumn, nodesBatch, selectBatch } from "./batch.js";
import { evaluateCondition } from "./conditions.js";
import type { Task } from "./effects.js";
import { evaluateEvidence, evidenceOnce } from "./evidence.js";
import { type Frame, IdBuffer } from "./frame.js";
import { dependenceOf, isIndependent } from "./once.js";
import type { Run } from "./run.js";
import { type Column, fromOf, toOf } from "./values/column.js";
import { type Comparing, comparingOf } from "./values/comparing.js";
import { evaluateValue } from "./values/evaluate.js";
import { type EqualKey, hasEqualKeys, lookupKeys, storeKeys } from "./values/keys.js";

/** Combinations that are tried at once: what is bound in them is all that is kept. */
const CHUNK = 4096;

/** Rows whose evidence is found at once. */
const ROWS = 256;

/**
 * True if the condition holds for some, or for every, choice of one entry per binding. Combinations are made in chunks, binding by binding,
 * and stop for an entry of the batch that is decided. If the condition of `some` requires that a value of a binding's
 * entries equals a known one, only entries with such a value are tried.
 */
export function* evaluateQuantified(run: Run, quantified: QuantifiedCondition, batch: Batch): Task<Uint8Array> {
  const mask = new Uint8Array(batch.ids.length);
  for (let from = 0; from < mask.length; from += ROWS) {
    const at = range(from, Math.min(from + ROWS, mask.length));
    const held = yield* new Quantifier(run, quantified).holds(0, selectBatch(batch, at));
    mask.set(held, from);
  }
  return mask;
}

const range = (from: number, to: number): Int32Array => {
  const at = new Int32Array(to - from);
  for (let i = 0; i < at.length; i++) at[i] = from + i;
  return at;
};

/** An equality that every combination must fulfil: of what a binding reaches on one side, of what is known before it on the other. */
interface Join {
  readonly inner: ValueExpression;
  readonly outer: ValueExpression;
}

/** Combinations that are tried together: the rows of a batch, and which node of a frame each is tried with. */
interface Tried {
  readonly frame: Frame;
  readonly rows: IdBuffer;
  readonly picks: IdBuffer;
}

class Quantifier {
  /** Result that decides an entry: one combination for which the condition holds, or does not. */
  private readonly decisive: 0 | 1;

  constructor(
    private readonly run: Run,
    private readonly plan: QuantifiedCondition,
  ) {
    this.decisive = plan.quantifier === "some" ? 1 : 0;
  }

  /** The bindings from the k-th on, for entries with the earlier ones bound. */
  *holds(k: number, batch: Batch): Task<Uint8Array> {
    const { bindings, condition } = this.plan;
    if (k === bindings.length) return yield* evaluateCondition(this.run, condition, batch);
    const binding = bindings[k]!;
    const mask = new Uint8Array(batch.ids.length).fill(1 - this.decisive);
    const choices = yield* this.choicesOf(binding, k, batch);
    const tried: Tried = { frame: choices.frame, rows: new IdBuffer(), picks: new IdBuffer() };
    const { rows, picks } = tried;
    for (let row = 0; row < mask.length; row++) {
      const count = choices.countOf(row);
      for (let i = 0; i < count && mask[row] !== this.decisive; i++) {
        rows.push(row);
        picks.push(choices.at(row, i));
        if (rows.length === CHUNK) yield* this.decide(k, batch, tried, mask);
      }
    }
    if (rows.length > 0) yield* this.decide(k, batch, tried, mask);
    return mask;
  }

  /** Tries the combinations that have come together and empties the lists. */
  private *decide(k: number, batch: Batch, { frame, rows, picks }: Tried, mask: Uint8Array): Task<void> {
    const { run, plan, decisive } = this;
    countCombinations(run, plan, rows.length);
    const at = rows.take().slice();
    const bound = gatherColumn(frame, picks.take());
    rows.length = 0;
    picks.length = 0;
    const narrowed = selectBatch(batch, at);
    const bindings = new Map(narrowed.bindings ?? []).set(plan.bindings[k]!.name, bound);
    const held = yield* this.holds(k + 1, { ...narrowed, bindings });
    for (let i = 0; i < at.length; i++) if (held[i] === decisive) mask[at[i]!] = decisive;
    if (run.clock.isDue) yield* run.clock.pause();
  }

  private *choicesOf(binding: BindingPlan, k: number, batch: Batch): Task<Choices> {
    const { run, plan } = this;
    const { evidence } = binding;
    const once = isIndependent(evidence);
    const nodes = once || dependenceOf(evidence).onVariables.size > 0 ? null : distinctNodes(batch);
    const frame = once
      ? yield* evidenceOnce(run, evidence)
      : yield* evaluateEvidence(run, evidence, nodes?.batch ?? batch);
    const domain: Domain = { frame, once, sequenceOf: nodes?.sequenceOf ?? null };
    const all = new AllChoices(domain);
    if (plan.quantifier === "every") return all;
    for (const join of joinsOf(plan, k)) {
      const joined = yield* this.joined(join, binding, domain, batch);
      if (joined !== null) return joined;
    }
    return all;
  }

  /** Entries that fulfil an equality; null if its values compare pair by pair. */
  private *joined({ inner, outer }: Join, binding: BindingPlan, found: Domain, batch: Batch): Task<Choices | null> {
    const { run } = this;
    const { frame, once } = found;
    const cached = once ? run.once.get<Column>(inner, "joined") : undefined;
    const values = cached ?? (yield* evaluateValue(run, inner, boundBatch(binding.name, frame)));
    if (once) run.once.set(inner, "joined", values);
    const probes = yield* evaluateValue(run, outer, batch);
    const comparing = comparingOf(run.tree, values, probes, inner.span);
    if (!hasEqualKeys(comparing)) return null;
    const use = `index ${comparing.kind}`;
    const index = (once ? run.once.get<Index>(inner, use) : undefined) ?? indexOf(run, comparing, values, frame);
    if (once) run.once.set(inner, use, index);
    return new JoinedChoices(run, comparing, probes, index, found);
  }
}

/** Entries that the path of a binding reaches. */
interface Domain {
  readonly frame: Frame;
  /** It is the same for all rows, and one sequence. */
  readonly once: boolean;
  /** The sequence of each row; null: each row has its own, unless there is but one. */
  readonly sequenceOf: Int32Array | null;
}

/** The nodes of a batch, each once: what a path reaches that no variable is in is the same for all rows of a node. */
function distinctNodes(batch: Batch): { readonly batch: Batch; readonly sequenceOf: Int32Array } | null {
  const { ids } = batch;
  const sequences = new Map<number, number>();
  const first = new IdBuffer();
  const sequenceOf = new Int32Array(ids.length);
  for (let row = 0; row < ids.length; row++) {
    const sequence = sequences.get(ids[row]!);
    sequenceOf[row] = sequence ?? sequences.size;
    if (sequence !== undefined) continue;
    sequences.set(ids[row]!, sequences.size);
    first.push(row);
  }
  return first.length === ids.length ? null : { batch: selectBatch(batch, first.take()), sequenceOf };
}

/** Every entry of a frame as a row of its own, bound to a name. */
const boundBatch = (name: string, frame: Frame): Batch => ({
  ...nodesBatch(frame.ids),
  bindings: new Map<string, BoundColumn>([[name, frame]]),
});

function countCombinations({ combinations }: Run, { span }: QuantifiedCondition, count: number): void {
  combinations.used += count;
  if (combinations.used > combinations.limit)
    throw runError(
      "SXP4003",
      { what: "combinations of nodes", limit: combinations.limit, option: "budget.maxCombinations" },
      span,
    );
}

/** Entries of a frame that an entry of the batch is combined with. */
interface Choices {
  readonly frame: Frame;
  countOf(row: number): number;
  /** Index into the frame. */
  at(row: number, i: number): number;
}

class AllChoices implements Choices {
  readonly frame: Frame;

  constructor(private readonly found: Domain) {
    this.frame = found.frame;
  }

  countOf(row: number): number {
    const { ids, offsets } = this.frame;
    if (this.found.once || offsets === null) return ids.length;
    const s = sequenceIn(this.found, row);
    return offsets[s + 1]! - offsets[s]!;
  }

  at(row: number, i: number): number {
    const { offsets } = this.frame;
    return this.found.once || offsets === null ? i : offsets[sequenceIn(this.found, row)]! + i;
  }
}

const sequenceIn = ({ sequenceOf }: Domain, row: number): number => (sequenceOf === null ? row : sequenceOf[row]!);

/** By sequence of the frame (0 where it has one) the entries under each key. */
type Index = readonly ReadonlyMap<EqualKey, readonly number[]>[];

function indexOf({ tree }: Run, comparing: Comparing, values: Column, frame: Frame): Index {
  const { offsets } = frame;
  const sequences = offsets === null ? 1 : offsets.length - 1;
  return Array.from({ length: sequences }, (_, s) => {
    const index = new Map<EqualKey, number[]>();
    const to = offsets === null ? frame.ids.length : offsets[s + 1]!;
    for (let i = offsets === null ? 0 : offsets[s]!; i < to; i++)
      for (let k = fromOf(values, i); k < toOf(values, i); k++)
        for (const key of storeKeys(tree, comparing, values, k)) getOrMake(index, key, () => []).push(i);
    return index;
  });
}

class JoinedChoices implements Choices {
  private row = -1;
  private found: readonly number[] = [];
  readonly frame: Frame;

  constructor(
    private readonly run: Run,
    private readonly comparing: Comparing,
    private readonly probes: Column,
    private readonly index: Index,
    private readonly sequences: Domain,
  ) {
    this.frame = sequences.frame;
  }

  countOf(row: number): number {
    if (row !== this.row) {
      this.row = row;
      this.found = this.look(row);
    }
    return this.found.length;
  }

  at(_row: number, i: number): number {
    return this.found[i]!;
  }

  private look(row: number): readonly number[] {
    const { run, comparing, probes, index } = this;
    const sequence = index.length === 1 ? index[0]! : index[sequenceIn(this.sequences, row)]!;
    const lists: (readonly number[])[] = [];
    for (let k = fromOf(probes, row); k < toOf(probes, row); k++)
      for (const key of lookupKeys(run.tree, comparing, probes, k)) {
        const list = sequence.get(key);
        if (list !== undefined) lists.push(list);
      }
    return lists.length < 2 ? (lists[0] ?? []) : [...new Set(lists.flat())].sort((a, b) => a - b);
  }
}

const joins = new WeakMap<QuantifiedCondition, readonly (readonly Join[])[]>();

/** The equalities that the k-th binding can be joined by. */
const joinsOf = (plan: QuantifiedCondition, k: number): readonly Join[] =>
  getOrMake(joins, plan, () => plan.bindings.map((_, at) => findJoins(plan, at)))[k]!;

function findJoins({ bindings, condition }: QuantifiedCondition, k: number): Join[] {
  const { name } = bindings[k]!;
  // A later binding of the same name hides this one.
  if (bindings.slice(k + 1).some((later) => later.name === name)) return [];
  const later = new Set(bindings.slice(k + 1).map((binding) => binding.name));
  const joins: Join[] = [];
  for (const equality of conjunctsOf(condition).filter(isEquality)) {
    for (const [inner, outer] of [
      [equality.left, equality.right],
      [equality.right, equality.left],
    ] as const) {
      const dependence = dependenceOf(inner);
      const isOfBinding = !dependence.onNode && dependence.onVariables.size === 1 && dependence.onVariables.has(name);
      const variables = dependenceOf(outer).onVariables;
      const isKnown = !variables.has(name) && ![...variables].some((variable) => later.has(variable));
      if (isOfBinding && isKnown) joins.push({ inner, outer });
    }
  }
  return joins;
}

const conjunctsOf = (condition: BooleanExpression): readonly BooleanExpression[] =>
  condition.kind === "And" ? condition.operands.flatMap(conjunctsOf) : [condition];

const isEquality = (condition: BooleanExpression): condition is ValueComparison =>
  condition.kind === "CompareValues" && condition.operator === "=";
