import type { Observation } from "@semantic-xpath/runtime/internal";
import { checkedScore, type Scorer } from "@semantic-xpath/scorers";
import { kept, remembered } from "./memo.js";

/** What a scorer has answered so far, by condition and text: questions about a run must not call it for the same pair again. */
export type Answers = Map<string, Map<string, number>>;

/** A scorer that is called as before, so that its counts are those of a run; the answers are kept. */
export const keepingAnswers = (scorer: Scorer, answers: Answers): Scorer => ({
  id: scorer.id,
  cost: scorer.cost,
  async score(texts, condition, options) {
    const scores = await scorer.score(texts, condition, options);
    keep(answers, condition, texts, scores);
    return scores;
  },
});

/** A scorer that is called only for what has not been answered yet. */
export const answeringFromMemory = (scorer: Scorer, answers: Answers): Scorer => ({
  id: scorer.id,
  cost: scorer.cost,
  async score(texts, condition, options) {
    const known = answersTo(answers, condition);
    const missing = [...new Set(texts.filter((text) => !known.has(text)))];
    if (missing.length > 0) keep(answers, condition, missing, await checkedScore(scorer, missing, condition, options));
    return Float32Array.from(texts, (text) => known.get(text)!);
  },
});

/** The scorer of a run, called only for what neither the run nor an earlier question about it has needed. */
export const seenScorer = remembered(({ scorer, run, query }: Observation): Scorer => {
  const answers: Answers = new Map();
  for (let i = 0; i < query.plan.slots.length; i++) {
    const slot = run.scores.slot(i);
    const known = answersTo(answers, slot.condition);
    for (const [number, text] of slot.texts.texts.entries()) {
      const score = slot.scoreOfText(number);
      if (!Number.isNaN(score)) known.set(text, score);
    }
  }
  return { ...answeringFromMemory(scorer, answers), ...(scorer.bounds && { bounds: scorer.bounds.bind(scorer) }) };
});

const answersTo = (answers: Answers, condition: string): Map<string, number> =>
  kept(answers, condition, () => new Map<string, number>());

function keep(answers: Answers, condition: string, texts: readonly string[], scores: Float32Array): void {
  const known = answersTo(answers, condition);
  for (const [i, text] of texts.entries()) if (i < scores.length) known.set(text, scores[i]!);
}
