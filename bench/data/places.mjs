import { randomFrom } from "./random.mjs";

/** Words that requests are made of, from frequent to rare; the others are made up. */
const KNOWN = (
  "garden river market museum music coffee quiet old bridge family walk view modern art history food evening tower " +
  "street church library theatre lake forest harbour castle gallery concert bakery breakfast dinner seafood vegetarian " +
  "romantic cheap lively crowded outdoor swimming hiking cycling skating ceramics painting photography jazz opera ballet " +
  "pottery telescope planetarium aquarium lighthouse vineyard monastery observatory botanical medieval renaissance"
).split(" ");
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu za bri cle dro flu gra".split(" ");
const VOCABULARY = 20_000;

/** A word of two to four syllables for each number. */
function made(number) {
  let word = "";
  for (let rest = number + 26; rest > 0; rest = Math.floor(rest / 26)) word += SYLLABLES[rest % 26];
  return word;
}

const WORDS = Array.from({ length: VOCABULARY }, (_, rank) =>
  rank % 12 === 7 && rank / 12 < KNOWN.length ? KNOWN[Math.floor(rank / 12)] : made(rank),
);

/** A rank by Zipf's law with exponent 1, by its inverse on the line. */
const zipf = (random) => Math.min(VOCABULARY - 1, Math.floor(VOCABULARY ** random()) - 1);

/**
 * So many places with short texts: a name with a word that no other has, a description of nine words, as frequent as words are, a price
 * and a time.
 */
export function places(size) {
  const random = randomFrom(5);
  return Array.from({ length: size }, (_, i) => ({
    name: `${WORDS[zipf(random)]} ${made(VOCABULARY + i)}`,
    price: `${1 + Math.floor(random() * 400)} USD`,
    opens: `${6 + Math.floor(random() * 12)}:${random() < 0.5 ? "00" : "30"}`,
    text: Array.from({ length: 9 }, () => WORDS[zipf(random)]).join(" "),
  }));
}

/** The same as data of a tree: days of ten. */
export function placesData(all) {
  const day = (from) =>
    all.slice(from, from + 10).map(({ text, ...attributes }) => ({ type: "POI", attributes, text }));
  return {
    type: "Plan",
    children: Array.from({ length: Math.ceil(all.length / 10) }, (_, d) => ({ type: "Day", children: day(10 * d) })),
  };
}

/** Another condition each time: two or three words, frequent and rare ones in turn. */
export function* conditions() {
  for (let step = 1; ; step++) {
    for (let turn = 0; turn < KNOWN.length; turn++) {
      const i = (turn * 37) % KNOWN.length;
      const words = [KNOWN[i], KNOWN[(i + step) % KNOWN.length]];
      yield (i % 3 === 0 ? [...words, KNOWN[(i + 2 * step + 5) % KNOWN.length]] : words).join(" ");
    }
  }
}
