import type { QueryPlan, Slot } from "@semantic-xpath/planner";
import type { FindOptions, FoundTexts } from "@semantic-xpath/scorers";
import type { Tree } from "@semantic-xpath/tree";
import { getOrMake } from "@semantic-xpath/tree";
import type { Clock } from "./clock.js";
import { scoredFor } from "./drive.js";
import type { Task } from "./effects.js";
import { gatherInts, IdBuffer, indices, isAscending } from "./frame.js";
import type { Groups } from "./groups.js";
import { type TargetTexts, textsOf } from "./texts.js";

/** Calls of the scorer. */
interface ScoreUse {
  calls: number;
  pairs: number;
  /** Entries of the scorer's index that were read. */
  postings: number;
  /** Scores wanted that were there already: equal texts, or the same node again. */
  hits: number;
}

/** The scores of one run: per slot (target and condition) one column over the target's distinct texts. */
export class ScoreStore {
  private readonly uses = new Map<number, ScoreUse>();

  constructor(private readonly slots: readonly SlotScores[]) {}

  slot(index: number): SlotScores {
    return this.slots[index]!;
  }

  /** Scorer use of one local relevance, by expression id. */
  useOf(expressionId: number): ScoreUse {
    return getOrMake(this.uses, expressionId, () => ({ calls: 0, pairs: 0, postings: 0, hits: 0 }));
  }

  /** All of the run. */
  get total(): ScoreUse {
    const total = { calls: 0, pairs: 0, postings: 0, hits: 0 };
    for (const { calls, pairs, postings, hits } of this.uses.values()) {
      total.calls += calls;
      total.pairs += pairs;
      total.postings += postings;
      total.hits += hits;
    }
    return total;
  }

  /** Sees to it that every node of `ids` has its score in a slot, on behalf of an expression. */
  demand(slot: number, expressionId: number, ids: Int32Array): Task<void> {
    return this.slot(slot).demand(ids, this.useOf(expressionId));
  }

  /** Scores of nodes among `ids`, which ascend, if the scorer finds them. null: every one has to be scored. */
  find(slot: number, expressionId: number, ids: Int32Array, best: BestNodes | null): Task<FoundNodes | null> {
    return this.slot(slot).findNodes(ids, this.useOf(expressionId), best);
  }
}

/** Nodes, ascending, with the score of each, and the one score of the rest. */
export interface FoundNodes {
  readonly ids: Int32Array;
  readonly scores: Float64Array;
  readonly rest: number;
}

/** The `count` nodes of the highest weights, and all that tie with the last of them. */
export interface BestNodes {
  readonly count: number;
  /** As that of `BestTexts`; null: the score is the weight. */
  readonly weigh: ((node: number, score: number) => number) | null;
}

/** For fewer nodes a scorer is asked for each of their texts. */
const FEW = 256;

/** Store of all plans without scores. */
const NO_SCORES = new ScoreStore([]);

export function scoresOf(
  tree: Tree,
  { slots }: QueryPlan,
  conditionOf: (slot: Slot) => string,
  { clock, readsContext }: { readonly clock: Clock; readonly readsContext: boolean },
  groups: Groups,
): ScoreStore {
  if (slots.length === 0) return NO_SCORES;
  const conditions = slots.map(conditionOf);
  const shared = new Map<string, Map<string, number>>();
  for (const [i, condition] of conditions.entries()) {
    // With contexts a score is not one of the text alone.
    if (!readsContext && conditions.indexOf(condition) !== i) shared.set(condition, new Map());
  }
  return new ScoreStore(
    slots.map(({ target }, i) => {
      const condition = conditions[i]!;
      const key = "name" in target ? target.name : null;
      return new SlotScores(textsOf(tree, target, readsContext), condition, shared.get(condition) ?? null, clock, {
        groups,
        key,
      });
    }),
  );
}

const NO_COLUMN = new Float32Array(0);

/** The scores of one target and condition. */
class SlotScores {
  /** By text number; NaN: not asked yet. */
  private scores = NO_COLUMN;
  /** Hits of the scorer in the first `searched` texts of the list; null: it finds none by itself. */
  private hits: FoundTexts | null | undefined;
  private searched = 0;

  constructor(
    readonly texts: TargetTexts,
    readonly condition: string,
    /** Scores by text, for all slots with this condition; null if there is only one. */
    private readonly shared: Map<string, number> | null,
    private readonly clock: Clock,
    /** The key of groups that is scored; null for another target. */
    private readonly ofGroups: { readonly groups: Groups; readonly key: string | null },
  ) {}

  /** The text number of an entry, or a negative code. The text of a group is its key. */
  codeOf(id: number): number {
    const { groups, key } = this.ofGroups;
    return groups.isGroup(id)
      ? this.texts.codeOfText(key === null ? null : groups.keyText(id, key))
      : this.texts.codeOf(id);
  }

  /** The score of a node, NaN where it was not asked for. An absent target scores 0, several texts score as the best. */
  scoreOf(node: number): number {
    const code = this.codeOf(node);
    if (code >= 0) return this.scoreOfText(code);
    let best = 0;
    for (const number of this.texts.numbersOf(code)) {
      const score = this.scoreOfText(number);
      if (Number.isNaN(score)) return score;
      if (score > best) best = score;
    }
    return best;
  }

  /** The score of a text by its number, NaN where it was not asked for. */
  scoreOfText(number: number): number {
    return number < this.scores.length ? this.scores[number]! : Number.NaN;
  }

  /** See `ScoreStore.find`. */
  *findNodes(ids: Int32Array, use: ScoreUse, best: BestNodes | null): Task<FoundNodes | null> {
    const nodesOf = (yield* this.isLearned(ids)) ? this.texts.nodesByText(ids) : null;
    if (nodesOf === null) return null;
    const hits = yield* this.find(
      use,
      best === null ? undefined : { count: best.count, weigh: nodesOf.weighBy(best.weigh) },
    );
    if (hits === null) return null;
    const { numbers, scores } = hits;
    const nodes = new IdBuffer(Math.max(numbers.length, 1));
    const places = new IdBuffer(Math.max(numbers.length, 1));
    for (let i = 0; i < numbers.length; i++)
      nodesOf.each(numbers[i]!, (node) => {
        nodes.push(node);
        places.push(i);
      });
    const entries = nodes.take();
    const weights = new Float64Array(entries.length);
    const order = indices(entries.length);
    if (!isAscending(entries)) order.sort((a, b) => entries[a]! - entries[b]!);
    for (let i = 0; i < weights.length; i++) weights[i] = scores[places.data[order[i]!]!]!;
    return { ids: gatherInts(entries, order)!, scores: weights, rest: hits.others };
  }

  /** Sees to it that the texts of some nodes are in the list; false: a scorer finds nothing by itself, or they are few. */
  private *isLearned(ids: Int32Array): Task<boolean> {
    if (ids.length < FEW || this.hits === null || this.shared !== null || this.ofGroups.groups.areGroups(ids))
      return false;
    yield* this.texts.learnAll(ids, this.clock);
    return true;
  }

  /** Asks a scorer for the texts that it finds in the list; null: it finds none by itself. */
  private *find(use: ScoreUse, best?: FindOptions["best"]): Task<FoundTexts | null> {
    const size = this.texts.size;
    if (this.hits !== undefined && this.searched === size) return this.hits;
    const hits = ((yield { kind: "find", list: this.texts.list, condition: this.condition, best }) ??
      null) as FoundTexts | null;
    if (best === undefined || hits === null) {
      this.hits = hits;
      this.searched = size;
    }
    if (hits === null) return null;
    use.calls++;
    use.pairs += scoredFor(hits);
    use.postings += hits.postings ?? 0;
    return hits;
  }

  /** Lays the hits out by the numbers of all texts. */
  private layOut({ numbers, scores, others }: FoundTexts): void {
    this.reserve(this.searched);
    this.scores.fill(others, 0, this.searched);
    for (let i = 0; i < numbers.length; i++) this.scores[numbers[i]!] = scores[i]!;
  }

  /** Asks once for all distinct texts of the nodes that have no score yet. */
  *demand(ids: Int32Array, use: ScoreUse): Task<void> {
    const matches = (yield* this.isLearned(ids)) ? yield* this.find(use) : null;
    if (matches !== null) {
      this.layOut(matches);
      return;
    }
    const unscored = new IdBuffer(Math.min(ids.length, 256));
    let hits = 0;
    for (let i = 0; i < ids.length; i++) {
      if ((i & 63) === 63 && this.clock.isDue) yield* this.clock.pause();
      const code = this.codeOf(ids[i]!);
      if (code >= 0) {
        if (!this.want(code, unscored)) hits++;
      } else for (const number of this.texts.numbersOf(code)) if (!this.want(number, unscored)) hits++;
    }
    use.hits += hits;
    if (unscored.length === 0) return;
    const numbers = unscored.take();
    const answer = yield { kind: "score", list: this.texts.list, numbers, condition: this.condition };
    use.calls++;
    use.pairs += numbers.length;
    const scores = answer as Float32Array;
    for (let i = 0; i < numbers.length; i++) {
      this.scores[numbers[i]!] = scores[i]!;
      this.shared?.set(this.texts.texts[numbers[i]!]!, scores[i]!);
    }
  }

  /** Puts a text on the list unless it is scored or on it; a text on the list is marked by infinity. */
  private want(number: number, wanted: IdBuffer): boolean {
    if (number >= this.scores.length) this.reserve(Math.max(this.texts.size, number + 1));
    if (!Number.isNaN(this.scores[number]!)) return false;
    const score = this.shared?.get(this.texts.texts[number]!);
    this.scores[number] = score ?? Number.POSITIVE_INFINITY;
    if (score !== undefined) return false;
    wanted.push(number);
    return true;
  }

  private reserve(length: number): void {
    if (length <= this.scores.length) return;
    const grown = new Float32Array(Math.max(length, this.scores.length * 2)).fill(Number.NaN, this.scores.length);
    grown.set(this.scores);
    this.scores = grown;
  }
}
