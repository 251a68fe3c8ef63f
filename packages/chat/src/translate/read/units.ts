import { stemOf } from "@semantic-xpath/scorers";
import { unitOf } from "@semantic-xpath/values";
import type { About } from "../about.js";
import { datesOf, measuresOf } from "../lexicon/dimensions.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import { LONGEST_PHRASE } from "../lexicon/lexicon.js";
import type { Sense } from "../lexicon/sense.js";
import { isPolite } from "../words/commands.js";
import { daysIn } from "../words/days.js";
import { isAsking, isFunctionWord } from "../words/functionWords.js";
import { type Mark, markAt } from "../words/marks.js";
import { EVENING, numberOf, quantityAt, type Said } from "../words/quantities.js";
import { nounOfDegree, nounsOf } from "../words/verbs.js";
import { type Word, type Words, wordsIn } from "../words/words.js";
import { valuesAt } from "./valuesAt.js";

/** A span of the words that means one thing, or one of several. `to` is exclusive. */
export type Unit = { readonly from: number; readonly to: number } & (
  | { readonly kind: "senses"; readonly senses: readonly Sense[]; readonly isPlural: boolean }
  | { readonly kind: "said"; readonly said: Said }
  | { readonly kind: "mark"; readonly mark: Mark }
  /** What is done with things of some types; none: with nothing that the schema knows. */
  | { readonly kind: "verb"; readonly types: readonly string[] }
  /** Says something that neither schema nor names of the data know. */
  | { readonly kind: "rest" }
  | { readonly kind: "filler" }
);

/** Cuts a request into units: at each place the longest; names of the schema before marks, marks before names of the data. */
export function unitsOf(words: Words, lexicon: Lexicon, about: About): Unit[] {
  const { all, request } = words;
  const days = daysIn(all, request, about.now ?? new Date().toISOString(), () => datesOf(lexicon));
  const units: Unit[] = [];
  for (let at = 0; at < all.length; ) {
    const unit = unitAt(all, at, lexicon, days);
    const evening = unit.kind === "said" && all[at]!.text === "tonight" ? eveningOf(unit, lexicon) : null;
    if (evening !== null) units.push(evening);
    units.push(unit);
    at = unit.to;
  }
  return units;
}

/** Beside the day that "tonight" says its hours, or the meal that one has then. */
function eveningOf({ from, to }: Unit, lexicon: Lexicon): Unit | null {
  if (measuresOf(lexicon, "time").some(({ strength }) => strength >= 0.85))
    return { from, to, kind: "said", said: { from, to, ...EVENING } };
  const senses = lexicon.phrases.get(stemOf("evening"));
  return senses === undefined ? null : { from, to, kind: "senses", senses: ranked(senses), isPlural: false };
}

function unitAt(all: readonly Word[], at: number, lexicon: Lexicon, days: readonly Said[]): Unit {
  if (isBidding(all, at)) return { from: at, to: at + 1, kind: "filler" };
  const phrase = degreeAt(all, at, lexicon) ?? twiceNamed(all, at, lexicon) ?? phraseAt(all, at, lexicon);
  const marked = markAt(all, at);
  const day = days.find(({ from }) => from === at);
  const said = quantityAt(all, at);
  const quantity = isOfDay(said) && measuresOf(lexicon, "time").every(({ strength }) => strength < 0.85) ? null : said;
  const values = kindAt(all, at, lexicon) ?? valuesAt(all, at, lexicon);
  const isSure =
    phrase !== null &&
    (phrase.senses[0]!.strength >= 0.95 ||
      (phrase.to - at > 1 && (marked === null || (phrase.senses[0]!.strength >= 0.8 && marked.mark.kind !== "last"))));
  const ends = [phrase?.to ?? 0, marked?.to ?? 0, day?.to ?? 0, quantity?.to ?? 0, values?.to ?? 0];
  const longest = Math.max(...ends);
  if (day !== undefined && day.to === longest && !(phrase?.to === longest && isSure))
    return { ...day, kind: "said", said: day };
  if (isPronoun(all, at)) return { from: at, to: at + 1, kind: "filler" };
  if (quantity !== null && quantity.to === longest && (phrase?.to !== longest || (isOfDay(quantity) && !isSure)))
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
  if (values !== null && marked?.mark.kind === "in" && values.to > at + 1)
    return { from: at, to: values.to, kind: "senses", senses: values.senses, isPlural: false };
  if (marked !== null && (isPlaced || marked.to >= (phrase?.to ?? 0)) && !(isSure && phrase!.to === marked.to))
    return { from: at, to: marked.to, kind: "mark", mark: marked.mark };
  if (phrase !== null) {
    const named = values === null ? phrase.senses : withoutKinds(phrase.senses, values.senses);
    const senses = values === null || values.to < phrase.to ? phrase.senses : withValues(named, values.senses, isSure);
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
  const nouns = word.isQuoted ? [] : nounsOf(word.text);
  if (nouns.length > 0) return { from: at, to: at + 1, kind: "verb", types: typesNamed(nouns, lexicon) };
  const isFiller = !word.isQuoted && (isFunctionWord(word.text) || isAsking(word.text));
  return { from: at, to: at + 1, kind: isFiller ? "filler" : "rest" };
}

/** "name all cities": what is to be done, and no attribute that is called so. */
function isBidding(all: readonly Word[], at: number): boolean {
  const [word, next] = [all[at]!, all[at + 1]];
  if (word.text !== "name" || word.isQuoted || next === undefined || AFTER_NOUN.has(next.text)) return false;
  return all.slice(0, at).every(({ text }) => isPolite(text));
}
const AFTER_NOUN: ReadonlySet<string> = new Set(
  "of is are was were for and 's in on at has have contains with = to".split(" "),
);

/** "art galleries", of which one is the Art Gallery: several names of a kind say the kind, and no one of them. */
function kindAt(all: readonly Word[], at: number, lexicon: Lexicon): ReturnType<typeof valuesAt> {
  const last = all[at + 1];
  if (last === undefined || !isPlural(last) || last.isQuoted) return null;
  const named = valuesAt(all, at, lexicon);
  const [sense] = named?.senses ?? [];
  if (named?.to !== at + 2 || sense?.kind !== "value" || !("is" in sense.test) || sense.strength >= 0.95) return null;
  if (sense.test.is.some((text) => wordsIn(text).includes(last.text))) return null;
  const kind = phraseAt(all, at + 1, lexicon)?.senses.filter(
    (each) => each.kind === "value" && each.type === sense.type,
  );
  if (kind === undefined || kind.length === 0) return null;
  return { senses: kind.map((each) => ({ ...each, strength: Math.min(each.strength, KIND_OF_NAME) })), to: at + 2 };
}

/** How surely a kind is meant by a word of it and one of a name. */
const KIND_OF_NAME = 0.9;

/** "which one", "one of them": no number. */
const isPronoun = (all: readonly Word[], at: number): boolean =>
  all[at]!.text === "one" &&
  !all[at]!.isQuoted &&
  (BEFORE_ONE.has(all[at - 1]?.text ?? "") || ["of", "with", "that", "for"].includes(all[at + 1]?.text ?? ""));
const BEFORE_ONE: ReadonlySet<string> = new Set("which the that this another each any every what".split(" "));

const isOfDay = (said: Said | null): boolean => said?.kind === "hours" || said?.kind === "time";

const isPlace = (word: Word): boolean => word.text === "last" || numberOf(word)?.isOrdinal === true;

/** "todo items": two nouns for the same, of which the second is not a name of its own. */
function twiceNamed(all: readonly Word[], at: number, lexicon: Lexicon): ReturnType<typeof phraseAt> {
  const first = phraseAt(all, at, lexicon);
  const second = first === null || first.to >= all.length ? null : phraseAt(all, first.to, lexicon);
  const [noun] = second?.senses ?? [];
  if (first === null || noun?.kind !== "type" || noun.strength > 0.99) return null;
  const senses = first.senses.filter(
    ({ kind, type, strength }) => kind === "type" && type === noun.type && strength > 0.9,
  );
  return senses.length === 0 || first.senses[0]!.kind === "type" ? null : { senses, to: second!.to };
}

/** "least sweet": the attribute of how much. */
function degreeAt(all: readonly Word[], at: number, { phrases }: Lexicon): ReturnType<typeof phraseAt> {
  const noun = nounOfDegree(all[at - 1]?.text ?? "", all[at]!.text);
  const senses = noun === null ? [] : (phrases.get(stemOf(noun)) ?? []).filter(({ kind }) => kind === "attribute");
  return senses.length === 0 ? null : { senses: ranked(senses), to: at + 1 };
}

/** The types that are called by one of some nouns. */
const typesNamed = (nouns: readonly string[], { phrases }: Lexicon): string[] => [
  ...new Set(
    nouns
      .flatMap((noun) => phrases.get(stemOf(noun)) ?? [])
      .filter(({ kind, strength }) => kind === "type" && strength >= 0.85)
      .map(({ type }) => type),
  ),
];

/** Beside what the schema surely names only what is a whole value of the data, too, as "vegetarian" of a dish and of a person. */
function withValues(named: readonly Sense[], values: readonly Sense[], isSure: boolean): readonly Sense[] {
  if (!isSure) return [...named, ...values];
  if (named[0]!.kind !== "value") return named;
  return [...named, ...values.filter(({ strength }) => strength >= 0.95)];
}

/** "the keynote": what the documentation calls such nodes is, where one of them is called so, that one. */
const withoutKinds = (named: readonly Sense[], values: readonly Sense[]): readonly Sense[] =>
  named.map((sense) =>
    sense.kind === "type" && sense.strength <= DOCUMENTED && values.some(({ type }) => type === sense.type)
      ? { ...sense, strength: Math.min(sense.strength, KIND) }
      : sense,
  );
/** A name that only documentation has is at most so sure. */
const DOCUMENTED = 0.85;
const KIND = 0.5;

/** Beside a name of the schema what only may mean it is no choice. */
const likely = (senses: readonly Sense[]): Sense[] =>
  senses[0]!.strength < 0.95 ? [...senses] : senses.filter(({ strength }) => strength >= 0.85);

const ranked = (senses: readonly Sense[]): Sense[] => senses.toSorted((a, b) => b.strength - a.strength);

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
      phrases.get(some.map(({ stem }) => stem).join(" ")) ??
      (some.every(({ text }) => text.length > 1) ? phrases.get(some.map(({ stem }) => stem).join("")) : undefined);
    if (senses === undefined || some.some(({ isQuoted }) => isQuoted)) continue;
    // "the first day" of a sentence about something else is a place among days.
    if (to - at > 1 && senses[0]!.strength < 0.95 && isPlace(some[0]!)) continue;
    if (to - at === 1 && isFunctionWord(some[0]!.text) && senses[0]!.strength < 0.98) continue;
    // "which dinners need an hour": no attribute that is called needs.
    if (
      to - at === 1 &&
      to < all.length &&
      some[0]!.text === "need" &&
      senses.every(({ kind }) => kind === "attribute")
    )
      continue;
    return { senses: ranked(senses), to };
  }
  return null;
}
