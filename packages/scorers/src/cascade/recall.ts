/** The places of the `k` highest scores, ties in the order of the texts: what a query with that limit gives. It leaves out score 0. */
export function best(scores: ArrayLike<number>, k: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < scores.length; place++) if (scores[place]! > 0) places.push(place);
  return places.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, k);
}

/**
 * recall@k of approximate scores against exact ones: the share of the exact best `k` among the approximate best `k`. A text with
 * exactly the score of the k-th counts as well, since which of equals is shown is chance. 1 where nothing is to be found.
 */
export function recallAt(k: number, exact: ArrayLike<number>, approximate: ArrayLike<number>): number {
  const wanted = best(exact, k);
  if (wanted.length === 0) return 1;
  const least = exact[wanted.at(-1)!]!;
  return best(approximate, k).filter((place) => exact[place]! >= least).length / wanted.length;
}
