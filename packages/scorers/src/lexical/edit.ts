/**
 * Whether two different words are one edit apart: a letter changed, added, left out, or two neighbours exchanged (F. J. Damerau,
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
