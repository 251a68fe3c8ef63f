import type { Scorer } from "@semantic-xpath/scorers";

/** What a scorer has answered during a debugging session, by condition and text. */
export type Answers = Map<string, Map<string, number>>;

/** The scorer of the run: asked as in any run, so that its counts are those of `run`; the answers are kept. */
export const heard = (scorer: Scorer, answers: Answers): Scorer => ({
  id: scorer.id,
  cost: scorer.cost,
  async score(texts, condition, options) {
    const scores = await scorer.score(texts, condition, options);
    keep(answers, texts, condition, scores);
    return scores;
  },
});

/** The scorer of watch expressions and conditions: asked only for what has not been answered yet. */
export const remembered = (scorer: Scorer, answers: Answers): Scorer => ({
  id: scorer.id,
  cost: scorer.cost,
  async score(texts, condition, options) {
    const known = answers.get(condition);
    const wanted = texts.filter((text) => known?.has(text) !== true);
    if (wanted.length > 0) keep(answers, wanted, condition, await scorer.score(wanted, condition, options));
    const all = answers.get(condition);
    return Float32Array.from(texts, (text) => all?.get(text) ?? Number.NaN);
  },
});

function keep(answers: Answers, texts: readonly string[], condition: string, scores: Float32Array): void {
  let known = answers.get(condition);
  if (known === undefined) {
    known = new Map();
    answers.set(condition, known);
  }
  for (const [i, text] of texts.entries()) if (i < scores.length) known.set(text, scores[i]!);
}
