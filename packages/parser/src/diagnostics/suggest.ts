/**
 * The candidates that `word` may have been meant to be, nearest first (ties in the order given). The distance counts insertions,
 * deletions, replacements and swaps of neighbours (Damerau–Levenshtein, optimal string alignment); writing a word in another case
 * counts 1 in all, however many letters change, and so does a prefix that only the candidate has (`x:method` for `method`). Candidates farther than 40 % of the word's length plus 1 are left out.
 *
 * @example suggest("Itm", ["Day", "Item"]) // ["Item"]
 */
export function suggest(word: string, candidates: Iterable<string>): string[] {
  const limit = Math.floor(word.length * 0.4) + 1;
  const lowerWord = word.toLowerCase();
  const near: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const name = word.includes(":") ? candidate : candidate.replace(/^[^:]*:(?=.)/, "");
    if (Math.abs(name.length - word.length) > limit) continue;
    const inOneCase = distanceWithin(lowerWord, name.toLowerCase(), limit);
    if (inOneCase > limit) continue;
    const isRecased = distanceWithin(word, name, inOneCase) > inOneCase;
    const distance = inOneCase + (isRecased ? 1 : 0) + (name === candidate ? 0 : 1);
    if (distance <= limit) near.push({ candidate, distance });
  }
  return near.sort((a, b) => a.distance - b.distance).map(({ candidate }) => candidate);
}

/** The distance of two words, or anything above `limit` once it is certain to exceed it. */
function distanceWithin(a: string, b: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = cost(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? cost(beforePrevious, j - 2) + 1 : replace;
      row.push(Math.min(cost(previous, j) + 1, cost(row, j - 1) + 1, replace, swap));
    }
    const least = Math.min(...row);
    if (least > limit) return least;
    beforePrevious = previous;
    previous = row;
  }
  return cost(previous, b.length);
}

const cost = (row: readonly number[], j: number): number => row[j] ?? Number.POSITIVE_INFINITY;
