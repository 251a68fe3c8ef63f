import type { Observation } from "@semantic-xpath/runtime/internal";
import { checkedScore, type ScoreOptions, type Scorer } from "@semantic-xpath/scorers";

const scorers = new WeakMap<Observation, Scorer>();

/** The scorer of a run, asked only for what neither the run nor an earlier attempt has asked for. */
export function seenScorer(observation: Observation): Scorer {
  let scorer = scorers.get(observation);
  if (scorer === undefined) {
    scorer = remembering(observation);
    scorers.set(observation, scorer);
  }
  return scorer;
}

function remembering({ scorer, run, query }: Observation): Scorer {
  const seen = new Map<string, Map<string, number>>();
  const scoresOf = (condition: string): Map<string, number> => {
    let scores = seen.get(condition);
    if (scores === undefined) {
      scores = new Map();
      seen.set(condition, scores);
    }
    return scores;
  };
  for (let i = 0; i < query.plan.slots.length; i++) {
    const slot = run.scores.slot(i);
    const scores = scoresOf(slot.condition);
    for (const [number, text] of slot.texts.texts.entries()) {
      const score = slot.scoreOfText(number);
      if (!Number.isNaN(score)) scores.set(text, score);
    }
  }
  const score = async (texts: readonly string[], condition: string, options: ScoreOptions): Promise<Float32Array> => {
    const scores = scoresOf(condition);
    const missing = [...new Set(texts.filter((text) => !scores.has(text)))];
    if (missing.length > 0) {
      const answers = await checkedScore(scorer, missing, condition, options);
      for (const [i, text] of missing.entries()) scores.set(text, answers[i]!);
    }
    return Float32Array.from(texts, (text) => scores.get(text)!);
  };
  return {
    id: scorer.id,
    cost: scorer.cost,
    score,
    ...(scorer.bounds && { bounds: scorer.bounds.bind(scorer) }),
  };
}

/** What a scorer has answered during a debugging session, by condition and text. */
export type Answers = Map<string, Map<string, number>>;

/** The scorer of the run: asked as in any run, so that its counts are those of `run`; the answers are kept. */
export const keepingAnswers = (scorer: Scorer, answers: Answers): Scorer => ({
  id: scorer.id,
  cost: scorer.cost,
  async score(texts, condition, options) {
    const scores = await scorer.score(texts, condition, options);
    keep(answers, texts, condition, scores);
    return scores;
  },
});

/** The scorer of watch expressions and conditions: asked only for what has not been answered yet. */
export const answeringFromMemory = (scorer: Scorer, answers: Answers): Scorer => ({
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
