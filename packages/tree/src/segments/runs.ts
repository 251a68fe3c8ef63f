/**
 * The places in a list that are not in its heaviest ascending run: what has to be moved for the rest to be in order, as little as can be.
 * The numbers are distinct. In the order of the list; n log n.
 */
export function restOfHeaviestRun(numbers: readonly number[], weights: readonly number[]): number[] {
  const ranks = [...numbers.keys()].sort((a, b) => numbers[a]! - numbers[b]!);
  const rankOf = new Int32Array(numbers.length);
  for (const [rank, i] of ranks.entries()) rankOf[i] = rank + 1;
  /** The heaviest run that ends at each entry, and what comes before it in that. */
  const heaviest = new Float64Array(numbers.length);
  const previous = new Int32Array(numbers.length).fill(-1);
  /** By ranges of ranks, as in a Fenwick tree: the entry at which the heaviest run ends. */
  const best = new Int32Array(numbers.length + 1).fill(-1);
  let last = -1;
  for (let i = 0; i < numbers.length; i++) {
    for (let rank = rankOf[i]! - 1; rank > 0; rank -= rank & -rank) {
      const end = best[rank]!;
      if (end >= 0 && (previous[i] === -1 || heaviest[end]! > heaviest[previous[i]!]!)) previous[i] = end;
    }
    heaviest[i] = weights[i]! + (previous[i] === -1 ? 0 : heaviest[previous[i]!]!);
    for (let rank = rankOf[i]!; rank <= numbers.length; rank += rank & -rank)
      if (best[rank] === -1 || heaviest[i]! > heaviest[best[rank]!]!) best[rank] = i;
    if (last === -1 || heaviest[i]! > heaviest[last]!) last = i;
  }
  const inRun = new Set<number>();
  for (let at = last; at >= 0; at = previous[at]!) inRun.add(at);
  return [...numbers.keys()].filter((i) => !inRun.has(i));
}
