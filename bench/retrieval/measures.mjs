/** nDCG@10 over what has a score, with gains of 0 and 1; equal scores stay in the order of the document. */
export function ndcg10(scores, gold) {
  let gain = 0;
  top(scores, 10).forEach((place, rank) => {
    if (gold.has(place)) gain += 1 / Math.log2(rank + 2);
  });
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, gold.size); rank++) ideal += 1 / Math.log2(rank + 2);
  return gain / ideal;
}

/** Share of what is right among the first `most`. */
export function recall(scores, gold, most) {
  return top(scores, most).filter((place) => gold.has(place)).length / gold.size;
}

/** How often one that is right scores above one that is not; equal scores count half. */
export function auc(scores, gold) {
  const order = Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b]);
  let ranks = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && scores[order[to]] === scores[order[from]]) to++;
    for (let i = from; i < to; i++) if (gold.has(order[i])) ranks += (from + to + 1) / 2;
    from = to;
  }
  const others = scores.length - gold.size;
  return (ranks - (gold.size * (gold.size + 1)) / 2) / (gold.size * others);
}

export const MEASURES = { ndcg10, auc };

function top(scores, most) {
  const found = [];
  for (let place = 0; place < scores.length; place++) if (scores[place] > 0) found.push(place);
  return found.sort((a, b) => scores[b] - scores[a] || a - b).slice(0, most);
}
