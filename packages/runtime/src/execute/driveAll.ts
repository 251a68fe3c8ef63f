import { type FoundTexts, type Scorer, textsIn } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/tree";
import { SPECULATION } from "./bestFirst.js";
import { type Session, scoredFor } from "./drive.js";
import type { Answer, ScoreRequest, Task, Turn } from "./effects.js";
import { indices } from "./frame.js";

/** Calls of the scorer for all tasks together. */
export interface RequestCounts {
  calls: number;
  pairs: number;
}

/** A task that waits: for scores, or for its turn to ask for some. */
interface Waiting {
  readonly task: number;
  readonly effect: ScoreRequest | Turn;
}

/**
 * Runs tasks side by side. Each goes on until it needs scores; what they need then is asked for together, by condition, each text once, so that
 * a scorer that is slow to call sees few large batches and no pair twice. Searches whose bound is the highest go first. A cheap scorer, and one
 * that is bound to each tree alone or reads contexts, is called for each task.
 */
export async function driveAll<T>(
  tasks: readonly Task<T>[],
  scorers: readonly Scorer[],
  session: Session,
): Promise<{ readonly results: readonly T[]; readonly asked: RequestCounts }> {
  const results: T[] = new Array(tasks.length);
  const counts: RequestCounts = { calls: 0, pairs: 0 };
  const merges = scorers.every(
    (scorer) => scorer === scorers[0] && scorer.cost === "expensive" && scorer.readsContext !== true,
  );
  const exchange = merges ? new Exchange(session, counts) : null;
  /** On to where it has to wait; null: it is done. */
  const advance = async (task: number, first: Answer): Promise<Waiting | null> => {
    let step = tasks[task]!.next(first);
    while (!step.done) {
      const effect = step.value;
      if (effect.kind === "turn" || (effect.kind === "score" && exchange !== null)) return { task, effect };
      if (effect.kind === "score") {
        counts.calls++;
        counts.pairs += effect.numbers.length;
      }
      const asks = effect.kind === "score" || effect.kind === "find" || effect.kind === "store";
      const answer = await session.answer(asks ? { ...effect, scorer: scorers[task]! } : effect);
      if (effect.kind === "find" && answer != null) {
        counts.calls++;
        counts.pairs += scoredFor(answer as FoundTexts);
      }
      step = tasks[task]!.next(answer);
    }
    session.check();
    results[task] = step.value;
    return null;
  };
  let waiting: Waiting[] = [];
  for (const task of tasks.keys()) waiting.push(...present(await advance(task, undefined)));
  while (waiting.length > 0) {
    const { now, later } = divided(waiting, counts);
    await exchange?.ask(now.flatMap(({ effect }) => (effect.kind === "score" ? [effect] : [])));
    waiting = later;
    for (const { task, effect } of now)
      waiting.push(...present(await advance(task, effect.kind === "score" ? exchange?.answer(effect) : undefined)));
  }
  return { results, asked: counts };
}

const present = <T>(value: T | null): readonly T[] => (value === null ? [] : [value]);

/**
 * Selects the searches to continue, once all of them wait. First come those of the highest bound. Of the others follow the highest first, as
 * many as need no more than a share of the pairs scored so far.
 */
function divided(
  waiting: readonly Waiting[],
  { pairs }: RequestCounts,
): { readonly now: Waiting[]; readonly later: Waiting[] } {
  const requests = waiting.filter(({ effect }) => effect.kind === "score");
  if (requests.length > 0) return { now: requests, later: waiting.filter(({ effect }) => effect.kind === "turn") };
  const turns = waiting.toSorted((a, b) => boundOf(b) - boundOf(a) || a.task - b.task);
  let room = pairs * SPECULATION;
  const first = turns.findIndex((turn) => {
    if (boundOf(turn) === boundOf(turns[0]!)) return false;
    room -= turn.effect.kind === "turn" ? turn.effect.pairs : 0;
    return room < 0;
  });
  const count = first < 0 ? turns.length : first;
  return { now: turns.slice(0, count), later: turns.slice(count) };
}

const boundOf = ({ effect }: Waiting): number => (effect.kind === "turn" ? effect.bound : 1);

/** Scores by condition and text, for all tasks of one run. */
class Exchange {
  private readonly scores = new Map<string, Map<string, number>>();

  constructor(
    private readonly session: Session,
    private readonly counts: RequestCounts,
  ) {}

  /** Sees to it that all of the requests can be answered: one call for each condition. */
  async ask(requests: readonly ScoreRequest[]): Promise<void> {
    const missing = new Map<string, Set<string>>();
    for (const { list, numbers, condition } of requests) {
      const scored = this.scores.get(condition);
      const unscored = getOrMake(missing, condition, () => new Set<string>());
      for (const text of textsIn(list, numbers)) if (!scored?.has(text)) unscored.add(text);
    }
    for (const [condition, wanted] of missing) {
      if (wanted.size === 0) continue;
      const texts = [...wanted];
      this.counts.calls++;
      this.counts.pairs += texts.length;
      const answer = await this.session.answer({
        kind: "score",
        list: { texts },
        numbers: indices(texts.length),
        condition,
      });
      const scores = getOrMake(this.scores, condition, () => new Map<string, number>());
      for (const [i, text] of texts.entries()) scores.set(text, (answer as Float32Array)[i]!);
    }
  }

  answer({ list, numbers, condition }: ScoreRequest): Float32Array {
    const scores = this.scores.get(condition)!;
    return Float32Array.from(textsIn(list, numbers), (text) => scores.get(text)!);
  }
}
