import type { Observation } from "@semantic-xpath/runtime/internal";
import { checkedScore, contextsAt, keyOf, type ScoreOptions, type Scorer } from "@semantic-xpath/scorers";
import { getOrMake } from "@semantic-xpath/tree";
import { remembered } from "./memo.js";

/** Answers of a scorer so far, by condition and text with context: questions about a run must not score the same pair again. */
export type Answers = Map<string, Map<string, number>>;

/** A scorer that is called as before, so that its counts are those of a run; the answers are kept. */
export const keepingAnswers = (scorer: Scorer, answers: Answers): Scorer => ({
  id: scorer.id,
  cost: scorer.cost,
  ...readsContext(scorer),
  async score(texts, condition, options) {
    const scores = await scorer.score(texts, condition, options);
    keep(answersTo(answers, condition), keysOf(texts, options), scores);
    return scores;
  },
});

/** A scorer that is called only for what has not been answered yet. */
export const answeringFromMemory = (scorer: Scorer, answers: Answers): Scorer => ({
  id: scorer.id,
  cost: scorer.cost,
  ...readsContext(scorer),
  async score(texts, condition, options) {
    const cached = answersTo(answers, condition);
    const keys = keysOf(texts, options);
    const missing = firstPlaces(keys, cached);
    if (missing.length > 0) {
      const missingTexts = missing.map((place) => texts[place]!);
      const about = { ...options, ...contextsAt(options.contexts, missing) };
      const scores = await checkedScore(scorer, missingTexts, condition, about);
      keep(
        cached,
        missing.map((place) => keys[place]!),
        scores,
      );
    }
    return Float32Array.from(keys, (key) => cached.get(key)!);
  },
});

/** The scorer of a run, called only for what neither the run nor an earlier question about it has needed. */
export const seenScorer = remembered(({ scorer, run, query }: Observation): Scorer => {
  const answers: Answers = new Map();
  for (let i = 0; i < query.plan.slots.length; i++) {
    const slot = run.scores.slot(i);
    const cached = answersTo(answers, slot.condition);
    for (const [number, text] of slot.texts.texts.entries()) {
      const score = slot.scoreOfText(number);
      if (!Number.isNaN(score)) cached.set(keyOf(text, slot.texts.contextOf(number)), score);
    }
  }
  return answeringFromMemory(scorer, answers);
});

const answersTo = (answers: Answers, condition: string): Map<string, number> =>
  getOrMake(answers, condition, () => new Map<string, number>());

const readsContext = (scorer: Scorer): Pick<Scorer, "readsContext"> =>
  scorer.readsContext === undefined ? {} : { readsContext: scorer.readsContext };

const keysOf = (texts: readonly string[], { contexts }: ScoreOptions): readonly string[] =>
  contexts === undefined ? texts : texts.map((text, i) => keyOf(text, contexts[i]));

/** The first place of each key without an answer. */
function firstPlaces(keys: readonly string[], known: ReadonlyMap<string, number>): readonly number[] {
  const places = new Map<string, number>();
  for (const [place, key] of keys.entries()) if (!known.has(key) && !places.has(key)) places.set(key, place);
  return [...places.values()];
}

function keep(known: Map<string, number>, keys: readonly string[], scores: Float32Array): void {
  for (const [i, key] of keys.entries()) if (i < scores.length) known.set(key, scores[i]!);
}
