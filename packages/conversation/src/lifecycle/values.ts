/** Words at the beginning of a value that do not tell it from another one. */
const LEADING = /^(?:(?:the|a|an|my|our|his|her|their|your|some|about|around|at|in|on)\s+)+/;

/** A value as it is compared: case, accents, articles and punctuation do not matter; a number is its digits. */
export function valueKey(value: string): string {
  const folded = value
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(\d)[,'\u202f](?=\d{3}\b)/g, "$1")
    .replace(/[^\p{L}\p{N}.$€£¥%]+/gu, " ")
    .replace(/\.(?!\d)/g, " ")
    .trim();
  return folded.replace(LEADING, "").replace(/\s+/g, " ").trim();
}

/** True if two values are the same in other writing. */
export const sameValue = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && valueKey(a) === valueKey(b);
