/** Maximum length of compared words: the meaning of longer ones is not recognisable, and the work grows with the square of the length. */
const MAX_LENGTH = 64;
/** Candidates of a suitable length that are compared; an untrusted text may declare any number. */
const MAX_COMPARED = 1000;

/**
 * The candidates that `word` may have been meant to be, nearest first (ties in the order given). The distance counts insertions,
 * deletions, replacements and swaps of neighbours (Damerau–Levenshtein, optimal string alignment); writing a word in another case
 * counts 1 in all, however many letters change, and so does a prefix that only the candidate has (`x:method` for `method`). Candidates farther than a third of the word's length, and 1 at least, are left out; so are those with another first letter that are farther than 1. None for a
 * word of more than 64 UTF-16 units; of the candidates about as long as the word the first 1 000 are looked at.
 *
 * @example suggest("Itm", ["Day", "Item"]) // ["Item"]
 */
export function suggest(word: string, candidates: Iterable<string>): string[] {
  if (word.length > MAX_LENGTH) return [];
  const limit = Math.max(1, Math.floor((word.length + 1) / 3));
  const lowerWord = word.toLowerCase();
  const near: { candidate: string; distance: number }[] = [];
  let compared = 0;
  for (const candidate of new Set(candidates)) {
    const name = word.includes(":") ? candidate : candidate.replace(/^[^:]*:(?=.)/, "");
    if (Math.abs(name.length - word.length) > limit) continue;
    if (++compared > MAX_COMPARED) break;
    const inOneCase = editDistance(lowerWord, name.toLowerCase(), limit);
    if (inOneCase > limit) continue;
    const isRecased = editDistance(word, name, inOneCase) > inOneCase;
    const caseDistance = inOneCase + (isRecased ? 1 : 0) + (name === candidate ? 0 : 1);
    const isNear = caseDistance <= 1 || lowerWord[0] === name[0]?.toLowerCase();
    if (caseDistance <= limit && isNear) near.push({ candidate, distance: caseDistance });
  }
  return near.sort((a, b) => a.distance - b.distance).map(({ candidate }) => candidate);
}

/** The distance of two words of less than 255 UTF-16 units, or anything above `limit` once it is certain to exceed it. Three rows, made once for each length. */
export function editDistance(a: string, b: string, limit: number): number {
  const width = b.length + 1;
  const rows = new Uint8Array(3 * width);
  for (let j = 0; j < width; j++) rows[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const [current, previous, before] = [(i % 3) * width, ((i - 1) % 3) * width, ((i + 1) % 3) * width];
    rows[current] = i;
    let least = i;
    for (let j = 1; j < width; j++) {
      let cost = rows[previous + j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, rows[before + j - 2]! + 1);
      cost = Math.min(cost, rows[previous + j]! + 1, rows[current + j - 1]! + 1);
      rows[current + j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return least;
  }
  return rows[(a.length % 3) * width + width - 1]!;
}
