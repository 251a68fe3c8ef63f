const ASCII = /^[\0-\x7f]*$/;
const MARKS = /\p{M}+/gu;
const SPECIAL = /[ßøłđðþæœıς]/g;

/** Letters that have no decomposition but a customary spelling without their stroke or ligature. */
const SPELLING: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ς: "σ",
};

/**
 * A word without case and diacritics: lower case, compatibility decomposition (Unicode NFKD), marks removed. The same for
 * every locale, so that scores don't depend on where they are computed.
 *
 * @example foldWord("Café") === "cafe"
 */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(SPECIAL, (letter) => SPELLING[letter] ?? letter);
}
