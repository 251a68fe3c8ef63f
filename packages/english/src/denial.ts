const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words that deny what is said after them, also beyond a preposition: "never goes to museums". */
const OF_VERBS = words(
  "not never cannot neither nor hardly barely scarcely rarely seldom " +
    "dont doesnt didnt isnt arent wasnt werent havent hasnt hadnt cant couldnt wont wouldnt shouldnt mustnt aint",
);
/** Words that deny the things named right after them: "no nuts in the cake" has a cake. */
const OF_NOUNS = words(
  "no nothing none without avoid avoids avoided avoiding except excluding exclude excludes excluded lack lacks lacked lacking minus sans",
);
const FREE = "free";
const BUT = words("but");
const THAN = words("than");
/**
 * Words that deny what comes after a second one: "free of nuts", "anything but breakfast", "other than museums". After a hyphen "free" denies the word
 * before: "nut-free".
 */
const PHRASES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [FREE, words("of from")],
  ["instead", words("of")],
  ...["apart", "aside"].map((word) => [word, words("from")] as const),
  ...["other", "rather"].map((word) => [word, THAN] as const),
  ...["all", "any", "anything", "everything", "anyone", "everyone", "anywhere", "everywhere"].map(
    (word) => [word, BUT] as const,
  ),
]);
/** "Not only", "no doubt", "can't wait", "don't miss": nothing is denied. */
const NO_DENIAL_BEFORE = words(
  "only just merely simply least doubt wonder matter mention mind problem worries forget hesitate miss wait far long " +
    "necessarily sure know believe help fail fails until later less other but i we you he she it they",
);
/** "Why not", "if not", "whether or not". */
const NO_DENIAL_AFTER = words("why if or");
/** Words that begin a new clause. */
const CLAUSE = words("but although though however yet unless because while whereas so who which then when where since");
/** Function words that may stand between "without" and what it denies. */
const THROUGH = words(
  "a an the any some such of or and nor too very much many more own other his her its their our my your",
);
/** Other function words end what a noun's denial reaches. */
const LINKS = words(
  "in on at by for from to into onto with about between among through during before after above below over under up down " +
    "out off near around across along against toward towards via per is are was were be been am do does did have has had " +
    "can could may might must shall should will would this that these those i we you he she it they me us him them there here as",
);
/** Content words that are between a denial and what it reaches, at most; and words in all. */
const [FEW, MOST] = [2, 8];

/** Tests that a folded word may deny the words after it. */
export const denies = (word: string): boolean => OF_VERBS.has(word) || OF_NOUNS.has(word) || PHRASES.has(word);

/** Signs that end a clause. */
export const CLAUSE_END = /[,.;:!?()\n\u2026\u2013\u2014]/;

/**
 * The words before and after a place, null at the end of a clause, a line or the text. One that is made of those before it, as the last one of "check",
 * "in", "checkin", has `COMPOUND` before it.
 */
export type WordAt = (place: number) => string | null;
export const COMPOUND = "+";

/**
 * Tests that the word at a place is denied: "never eats meat", "without any nuts", "nut-free". A denial reaches to the end of its clause, and not
 * past two other content words; two denials make none.
 */
export function deniedAt(place: number, wordAt: WordAt): boolean {
  let isOdd = isFreeOf(place, wordAt);
  let between = 0;
  let isRight = true;
  for (let at = place - 1; at >= place - MOST; at--) {
    const word = wordAt(at);
    if (word === null) break;
    if (word.startsWith(COMPOUND) || isSecond(at, wordAt)) continue;
    if (CLAUSE.has(word)) break;
    if (actsAt(at, wordAt)) {
      if (isRight || OF_VERBS.has(word)) isOdd = !isOdd;
    } else if (LINKS.has(word)) isRight &&= actsAt(at - 1, wordAt) || isSecond(at - 1, wordAt);
    else if (!THROUGH.has(word) && ++between > FEW) break;
  }
  return isOdd;
}

/** Tests that the word at a place ends a phrase of denial: "but" in "anything but". */
export const isSecond = (place: number, wordAt: WordAt): boolean =>
  actsAt(place - 1, wordAt) && PHRASES.get(wordAt(place - 1) ?? "")?.has(wordAt(place) ?? "") === true;

/** Tests that the word at a place denies the words after it and does not belong to another phrase. */
export function actsAt(place: number, wordAt: WordAt): boolean {
  const word = wordAt(place);
  if (word === null || !denies(word)) return false;
  const next = wordAt(place + 1);
  const second = PHRASES.get(word);
  if (second !== undefined) return next !== null && second.has(next);
  if (next === null || NO_DENIAL_BEFORE.has(next)) return false;
  const before = wordAt(place - 1);
  return before === null || !NO_DENIAL_AFTER.has(before);
}

/** Tests that the word at a place denies the one before it: "free" in "nut-free". */
export const deniesBefore = (place: number, wordAt: WordAt): boolean =>
  wordAt(place) === FREE && isFreeOf(place - 1, wordAt);

/** "nut-free" is read as "nut", "free" and "nutfree". */
function isFreeOf(place: number, wordAt: WordAt): boolean {
  return wordAt(place + 1) === FREE && wordAt(place + 2) === `${COMPOUND}${wordAt(place)}${FREE}`;
}
