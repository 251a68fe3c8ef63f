/** Scores are gathered in bins of a tenth; what is below 0.1 is in no bin, since nearly all pairs of condition and text are there. */
const BINS = 10;

/**
 * What scores mean on a kind of text: by bin how many pairs of condition and text it has, their mean score, and the share of them that is right; over all pairs
 * that score 0.1 or more the mean error, over bins the greatest (of bins with 20 pairs or more), and F1 at 0.5 beside the best.
 */
export async function reliabilityOf({ collections }, scorer) {
  const [pairs, sums, right] = [new Float64Array(BINS), new Float64Array(BINS), new Float64Array(BINS)];
  const all = [];
  let relevant = 0;
  for (const { tree, texts, contexts, queries } of collections) {
    const bound = scorer.forTree?.(tree) ?? scorer;
    for (const { condition, gold } of queries) {
      relevant += gold.size;
      const scores = await bound.score(texts, condition, { contexts });
      for (let place = 0; place < scores.length; place++) {
        if (scores[place] < 1 / BINS) continue;
        const isRight = gold.has(place) ? 1 : 0;
        const bin = Math.min(BINS - 1, Math.floor(scores[place] * BINS));
        pairs[bin]++;
        sums[bin] += scores[place];
        right[bin] += isRight;
        all.push(scores[place] + 2 * isRight);
      }
    }
  }
  const bins = Array.from(pairs, (count, bin) => ({ bin, count, score: sums[bin] / count, share: right[bin] / count }));
  const filled = bins.filter(({ count }) => count > 0);
  const scored = filled.reduce((sum, { count }) => sum + count, 0);
  const errorOf = ({ score, share }) => Math.abs(score - share);
  return {
    bins: filled,
    error: filled.reduce((sum, bin) => sum + bin.count * errorOf(bin), 0) / scored,
    greatest: Math.max(0, ...filled.filter(({ count }) => count >= 20).map(errorOf)),
    ...f1Of(all, relevant),
  };
}

/** F1 over all pairs at a threshold of 0.5, and at the best threshold. */
function f1Of(all, relevant) {
  const order = all.map((one) => (one >= 2 ? { score: one - 2, isRight: true } : { score: one, isRight: false }));
  order.sort((a, b) => b.score - a.score);
  let [hits, half, best, threshold] = [0, 0, 0, 0];
  order.forEach(({ score, isRight }, i) => {
    if (isRight) hits++;
    if (order[i + 1]?.score === score) return;
    const f1 = (2 * hits) / (i + 1 + relevant);
    if (score >= 0.5) half = f1;
    if (f1 <= best) return;
    best = f1;
    threshold = score;
  });
  return { half, best, threshold };
}
