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
