import { unitOf } from "@semantic-xpath/values";
import type { About } from "../about.js";
import { measuresOf } from "../lexicon/dimensions.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import { LONGEST_PHRASE } from "../lexicon/lexicon.js";
import type { Sense } from "../lexicon/sense.js";
import { isAsking, isFunctionWord } from "../words/functionWords.js";
import { type Mark, markAt } from "../words/marks.js";
import { daysIn, quantityAt, type Said } from "../words/quantities.js";
import type { Word, Words } from "../words/words.js";
import { valuesAt } from "./valuesAt.js";

/** A stretch of the words that means one thing, or one of several. `to` is exclusive. */
export type Unit = { readonly from: number; readonly to: number } & (
  | { readonly kind: "senses"; readonly senses: readonly Sense[]; readonly isPlural: boolean }
  | { readonly kind: "said"; readonly said: Said }
  | { readonly kind: "mark"; readonly mark: Mark }
  /** Says something that neither schema nor names of the data know. */
  | { readonly kind: "rest" }
  | { readonly kind: "filler" }
);

/** Cuts a request into units: at each place the longest; names of the schema before marks, marks before names of the data. */
export function unitsOf(words: Words, lexicon: Lexicon, about: About): Unit[] {
  const { all, request } = words;
  const days = daysIn(all, request, about.now ?? new Date().toISOString());
  const units: Unit[] = [];
  for (let at = 0; at < all.length; ) {
    const unit = unitAt(all, at, lexicon, days);
    units.push(unit);
    at = unit.to;
  }
  return units;
}

function unitAt(all: readonly Word[], at: number, lexicon: Lexicon, days: readonly Said[]): Unit {
  const phrase = phraseAt(all, at, lexicon);
  const marked = markAt(all, at);
  const day = days.find(({ from }) => from === at);
  const said = quantityAt(all, at);
  const quantity =
    said?.kind === "hours" && measuresOf(lexicon, "time").every(({ strength }) => strength < 0.85) ? null : said;
  const values = valuesAt(all, at, lexicon);
  const isSure =
    phrase !== null &&
    (phrase.senses[0]!.strength >= 0.95 ||
      (phrase.to - at > 1 && (marked === null || (phrase.senses[0]!.strength >= 0.8 && marked.mark.kind !== "last"))));
  const ends = [phrase?.to ?? 0, marked?.to ?? 0, day?.to ?? 0, quantity?.to ?? 0, values?.to ?? 0];
  const longest = Math.max(...ends);
  if (day !== undefined && day.to === longest && !(phrase?.to === longest && isSure))
    return { ...day, kind: "said", said: day };
  if (quantity !== null && quantity.to === longest && phrase?.to !== longest)
    return saidUnit(withUnit(all, quantity, lexicon));
  const isPlaced = marked !== null && marked.mark.kind === "last" && !isSure;
  const isName = values !== null && (values.senses[0]!.strength >= 0.9 || values.to - at > 2);
  if (
    values !== null &&
    values.to > Math.max(marked?.to ?? 0, phrase?.to ?? 0) &&
    values.to - at > 1 &&
    (isName || !(phrase !== null && isSure))
  )
    return { from: at, to: values.to, kind: "senses", senses: values.senses, isPlural: false };
  if (marked !== null && (isPlaced || marked.to >= (phrase?.to ?? 0)) && !(isSure && phrase!.to === marked.to))
    return { from: at, to: marked.to, kind: "mark", mark: marked.mark };
  if (phrase !== null) {
    const senses =
      values !== null && values.to >= phrase.to && !isSure ? [...phrase.senses, ...values.senses] : phrase.senses;
    return {
      from: at,
      to: phrase.to,
      kind: "senses",
      senses: likely(ranked(senses)),
      isPlural: isPlural(all[phrase.to - 1]!),
    };
  }
  if (quantity !== null) return saidUnit(withUnit(all, quantity, lexicon));
  if (values !== null) return { from: at, to: values.to, kind: "senses", senses: values.senses, isPlural: false };
  const word = all[at]!;
  const isFiller = !word.isQuoted && (isFunctionWord(word.text) || isAsking(word.text));
  return { from: at, to: at + 1, kind: isFiller ? "filler" : "rest" };
}

/** Beside a name of the schema what only may mean it is no choice. */
const likely = (senses: readonly Sense[]): Sense[] =>
  senses[0]!.strength < 0.95 ? [...senses] : senses.filter(({ strength }) => strength >= 0.85);

const ranked = (senses: readonly Sense[]): Sense[] => [...senses].sort((a, b) => b.strength - a.strength);

const isPlural = ({ text, stem }: Word): boolean => text.endsWith("s") && text !== stem && !text.endsWith("ss");

/** A unit after a number belongs to it, unless it is what the schema calls an attribute. */
function withUnit(all: readonly Word[], said: Said, lexicon: Lexicon): Said {
  const unit = all[said.to];
  if (said.kind !== "number" || said.isOrdinal || unit === undefined || unitOf(unit.text) === null) return said;
  const phrase = phraseAt(all, said.to, lexicon);
  const isAttribute = phrase !== null && phrase.senses[0]!.strength >= 0.95;
  return isAttribute ? said : { ...said, to: said.to + 1, unit: unit.text };
}

const saidUnit = (said: Said): Unit => ({ from: said.from, to: said.to, kind: "said", said });

/** The longest phrase of the schema at a place. */
function phraseAt(
  all: readonly Word[],
  at: number,
  { phrases }: Lexicon,
): { senses: readonly Sense[]; to: number } | null {
  for (let to = Math.min(all.length, at + LONGEST_PHRASE); to > at; to--) {
    const some = all.slice(at, to);
    const senses =
      phrases.get(some.map(({ stem }) => stem).join(" ")) ?? phrases.get(some.map(({ stem }) => stem).join(""));
    if (senses === undefined || some.some(({ isQuoted }) => isQuoted)) continue;
    if (to - at === 1 && isFunctionWord(some[0]!.text) && senses[0]!.strength < 0.98) continue;
    return { senses: ranked(senses), to };
  }
  return null;
}
