import { calibrationErrorOf, f1Of, weightBins } from "@semantic-xpath/eval";

/** What scores less is left out, since nearly all pairs of condition and text are there. */
const LEAST = 0.1;
const MIN_PAIRS = 20;

/**
 * What scores mean on a kind of text: by bin how many pairs of condition and text it has, their mean score, and the share of them that is right; over all pairs
 * that score 0.1 or more the mean error, over bins the greatest (of bins with 20 pairs or more), and F1 at 0.5 beside the best.
 */
export async function reliabilityOf({ collections }, scorer) {
  const entries = [];
  let relevant = 0;
  for (const { tree, texts, contexts, queries } of collections) {
    const bound = scorer.forTree?.(tree) ?? scorer;
    for (const { condition, gold } of queries) {
      relevant += gold.size;
      const scores = await bound.score(texts, condition, { contexts });
      for (const [place, weight] of scores.entries())
        if (weight >= LEAST) entries.push({ weight, isRight: gold.has(place) });
    }
  }
  const bins = weightBins(entries)
    .map(([count, right, weight], bin) => ({ bin, count, score: weight / count, share: right / count }))
    .filter(({ count }) => count > 0);
  const greatest = Math.max(
    0,
    ...bins.filter(({ count }) => count >= MIN_PAIRS).map(({ score, share }) => Math.abs(score - share)),
  );
  return { bins, error: calibrationErrorOf(entries), greatest, ...f1Of(entries, relevant, 0.5) };
}
