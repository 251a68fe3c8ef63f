/**
 * Tests that two different words are one edit apart: a letter changed, added, left out, or two neighbours exchanged (F. J. Damerau,
 * "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964). The first letter must agree: it
 * is seldom mistaken, and its change makes other words ("mother", "other").
 */
export function isOneEdit(left: string, right: string): boolean {
  if (left[0] !== right[0] || Math.abs(left.length - right.length) > 1) return false;
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (at === short.length) return false;
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

/** Tests that two words with the same beginning are at most two such edits apart. */
export function areTwoEdits(left: string, right: string): boolean {
  if (left[0] !== right[0] || Math.abs(left.length - right.length) > 2) return false;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const isSame = left[i - 1] === right[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (isSwapped) edits = Math.min(edits, before[j - 2]! + 1);
      row.push(edits);
    }
    [before, last] = [last, row];
  }
  return last[right.length]! <= 2;
}
