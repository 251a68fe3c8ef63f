import { FORMS_OF_BE, stemWord } from "@semantic-xpath/english";
import { getOrMake } from "@semantic-xpath/tree";
import { isAdverb, isAuxiliary, isFunctionWord, isHappening, isPronoun, markAt } from "../lexicon/closed.js";
import { inFull } from "../lexicon/everyday.js";
import { stemsIn, type Word, wordsIn } from "../words/words.js";
import { abbreviates } from "./dimensions.js";
import type { NameItem } from "./items.js";
import {
  DOCUMENTED,
  type FoundValue,
  type Lexicon,
  MAX_NAME_WORDS,
  MAX_VALUE_WORDS,
  PART,
  type Sense,
  SYNONYM,
  valuesHaving,
} from "./senses.js";
import { AMOUNT_KINDS, type World } from "./world.js";

/** The names that begin at a place: of the schema, and values of the data; the longest. */
export function nameAt(all: readonly Word[], at: number, lexicon: Lexicon): NameItem | null {
  const phrase = phraseAt(all, at, lexicon);
  const values = valuesAt(all, at, lexicon);
  if (phrase === null && values === null) return null;
  const to = Math.max(phrase?.to ?? 0, values?.to ?? 0);
  const phraseSenses = phrase?.to === to ? phrase.senses : [];
  const named =
    to === at + 1 && isPlural(all[at]!)
      ? phraseSenses.filter((sense) => !isModifier(sense, all[at]!, lexicon))
      : phraseSenses;
  const isSure = named.some(({ strength }) => strength >= 0.95);
  const fromData = values?.to === to ? values.senses.filter(({ strength }) => !isSure || strength >= 0.95) : [];
  // A whole value of the data is meant rather than a synonym.
  const isWhole = fromData.some(({ strength }) => strength >= 0.95);
  const fromSchema = isWhole ? named.filter(({ strength }) => strength > SYNONYM) : named;
  const senses = asWritten(
    merged([...(isPlural(all[to - 1]!) ? fromSchema : withoutKinds(fromSchema, fromData)), ...fromData]),
    all
      .slice(at, to)
      .map(({ text }) => text)
      .join(" "),
  );
  const same = to === at + 1 ? senses.filter((sense) => !isInflected(sense, all[at]!)) : [];
  if (senses.length === 0 && phraseSenses.length > 0) return null;
  // "claimed" is the amount of that name, and "claims" are the things.
  const isAmount = (sense: Sense): boolean =>
    sense.kind === "attribute" &&
    sense.attribute === all[at]!.text &&
    isDeed(sense) &&
    AMOUNT_KINDS.includes(lexicon.world.kind(sense.type, sense.attribute));
  const typed = senses.some(isAmount) ? senses.filter(({ kind }) => kind !== "type") : senses;
  const isTyped = typed.some(({ kind, strength }) => kind === "type" && strength >= 0.95);
  const chosen = (same.length > 0 && typed === senses ? same : typed).map((sense) =>
    to === at + 1 && (isDerived(sense, all[at]!) || (isTyped && isDeed(sense)))
      ? { ...sense, strength: DERIVED * sense.strength }
      : sense,
  );
  return { kind: "name", senses: chosen, isPlural: isPlural(all[to - 1]!), from: at, to };
}

/** Kinds of values that are told by the last word of a name: of an amount or a time the others may say it. */
const WHOLE_NAMED: ReadonlySet<string> = new Set(["string", "id", "ref", "year"]);

/** True for a word that only tells what an attribute is of: "ships" are no `shipClass`. */
function isModifier(sense: Sense, { stem }: Word, { world }: Lexicon): boolean {
  if (sense.kind !== "attribute" || sense.strength > PART) return false;
  const stems = stemsIn(sense.attribute);
  return WHOLE_NAMED.has(world.kind(sense.type, sense.attribute)) && stems.includes(stem) && stems.at(-1) !== stem;
}

/** The senses of a singular word, without types whose documentation gives it as a kind where nodes of the type are named by it: it means these. */
const withoutKinds = (senses: readonly Sense[], values: readonly Sense[]): readonly Sense[] =>
  senses.filter(
    (sense) =>
      sense.kind !== "type" ||
      sense.strength > DOCUMENTED ||
      !values.some((value) => value.kind === "value" && value.type === sense.type),
  );

const isPlural = ({ text, stem }: Word): boolean => text.endsWith("s") && !text.endsWith("ss") && text !== stem;

/** The strongest of equal senses, the strongest first. */
function merged(senses: readonly Sense[]): readonly Sense[] {
  const byKey = new Map<string, Sense>();
  for (const sense of senses) {
    const { strength: _, ...rest } = sense;
    const key = JSON.stringify(rest);
    if ((byKey.get(key)?.strength ?? 0) < sense.strength) byKey.set(key, sense);
  }
  return [...byKey.values()].sort((a, b) => b.strength - a.strength);
}

/** Prefers, among values with one stem such as read and reading, the one with the request's spelling. */
function asWritten(senses: readonly Sense[], said: string): readonly Sense[] {
  const isExact = (sense: Sense) =>
    sense.kind === "value" && sense.is?.some((value) => value.toLowerCase() === said) === true;
  const exact = senses.filter(isExact);
  if (exact.length === 0) return senses;
  return senses.filter(
    (sense) =>
      sense.kind !== "value" ||
      isExact(sense) ||
      !exact.some((each) => each.kind === "value" && each.type === sense.type && each.attribute === sense.attribute),
  );
}

/** "open" is not the attribute `opened`, though both have one stem, and "opened" not the value `open`. */
export const isInflected = (sense: Sense, { text, stem }: Word): boolean => {
  const names = sense.kind === "attribute" ? [sense.attribute] : sense.kind === "value" ? (sense.is ?? []) : [];
  return names.some((written) => {
    const name = written.toLowerCase();
    return (
      stemsIn(name).join(" ") === stem &&
      [name, text].includes(stem) &&
      isHappening(name === stem ? text : name) &&
      name !== text
    );
  });
};

/** Factor of the strength of a name for a word with the same stem that is not a form of it: "translation" beside `translator`. */
const DERIVED = 0.8;

/** True if a word has the stem of a word in the name, but is not a form of that word. */
function isDerived(sense: Sense, { text, stem }: Word): boolean {
  if (sense.kind === "value") return false;
  const sameStem = wordsIn(sense.kind === "type" ? sense.type : sense.attribute).filter(
    (word) => stemWord(word) === stem,
  );
  return sameStem.length > 0 && !sameStem.some((word) => formsOf(word).some((form) => formsOf(text).includes(form)));
}

/** True for an attribute that is named by a participle: beside a type of the same stem a noun means the type. */
const isDeed = (sense: Sense): boolean => sense.kind === "attribute" && isHappening(sense.attribute);

/** Base forms of a word, if it is a plural, a past or a participle. */
const formsOf = (word: string): readonly string[] => [
  word,
  word.replace(/s$/, ""),
  word.replace(/es$/, ""),
  word.replace(/ies$/, "y"),
  word.replace(/ed$/, ""),
  word.replace(/d$/, ""),
  word.replace(/ings?$/, ""),
  word.replace(/ing$/, "e"),
  word.replace(/(\p{L})\1(?:ed|ing)$/u, "$1"),
];

interface Named {
  readonly senses: readonly Sense[];
  readonly to: number;
}

function phraseAt(all: readonly Word[], at: number, { phrases, world }: Lexicon): Named | null {
  const texts = all.map(({ text, isQuoted }) => (isQuoted ? "" : text));
  for (let to = Math.min(all.length, at + MAX_NAME_WORDS); to > at; to--) {
    const some = all.slice(at, to);
    if (some.some(({ isQuoted }) => isQuoted)) continue;
    // A comparison that begins with the last word ("no" of "no more than") is whole.
    const marked = to > at + 1 ? markAt(texts, to - 1) : null;
    if (marked?.mark.kind === "compare" && marked.to > to) continue;
    const isNoun = BEFORE_NOUN.has(all[at - 1]?.text ?? "");
    const isDated = DATING.has(all[to]?.text ?? "");
    const isOwnType =
      to === at + 1 &&
      some[0]!.span.start > 0 &&
      phrases
        .get(some[0]!.stem)
        ?.some(
          ({ kind, strength }) => (kind === "type" || (kind === "attribute" && (isNoun || isDated))) && strength === 1,
        );
    if (!isOwnType && to === at + 1 && isFunctionWord(some[0]!.text) && !isState(some[0]!, phrases)) continue;
    const senses =
      phrases.get(some.map(({ stem }) => stem).join(" ")) ??
      (to === at + 2 ? joinedName(some, phrases) : undefined) ??
      (to > at + 1 ? shortenedName(some, world) : undefined);
    if (senses === undefined) continue;
    // "the first day" of a sentence about something else is a place among days.
    const isDocumented = to - at > 1 && senses.every(({ strength }) => strength <= DOCUMENTED);
    if (isDocumented && some.some(({ stem }) => phrases.get(stem)?.some(({ strength }) => strength >= 0.95))) continue;
    return { senses, to };
  }
  return null;
}

/** True for a participle of the usual words of requests that is a value of an enumeration of the data as it stands. */
const isState = ({ text, stem }: Word, phrases: Lexicon["phrases"]): boolean =>
  (isHappening(text) || text.endsWith("able")) &&
  phrases.get(stem)?.some((sense) => sense.kind === "value" && sense.is?.[0]?.toLowerCase() === text) === true;

/** Words before nouns: after these, a function word may be the name of an attribute. */
const DATING: ReadonlySet<string> = new Set("in before after since until".split(" "));
const BEFORE_NOUN: ReadonlySet<string> = new Set("by per each of 's which the its their".split(" "));

/** "part-time" where the data has parttime. */
const joinedName = (words: readonly Word[], phrases: Lexicon["phrases"]): readonly Sense[] | undefined =>
  words.every(({ text }) => text.length > 2)
    ? phrases.get(stemWord(words.map(({ text }) => text).join("")))
    : undefined;

/** An attribute whose name has the words in short forms: "days of holiday" where the data has daysHol. */
function shortenedName(words: readonly Word[], world: World): readonly Sense[] | undefined {
  if (words.at(-1)!.text === "of") return undefined;
  const texts = words.filter(({ text }) => text !== "of");
  const initials = texts.map(({ text }) => text[0]).join("");
  const senses = shortNames(world).flatMap(({ type, attribute, names }): Sense[] =>
    (names.length === texts.length && texts.every(({ text, stem }, at) => isShort(names[at]!, text, stem))) ||
    (names.includes(initials) && !words.some(({ text }) => isOfLanguage(text)))
      ? [{ kind: "attribute", type, attribute, strength: 0.95 }]
      : [],
  );
  return senses.length > 0 ? senses : undefined;
}

const isShort = (name: string, text: string, stem: string): boolean =>
  stemWord(name) === stem || abbreviates(name, text) || inFull(name)?.some((full) => stemWord(full) === stem) === true;

/** Attributes with names of several words. */
const shortNames = (world: World): readonly { type: string; attribute: string; names: readonly string[] }[] =>
  getOrMake(namesOfWorld, world, () =>
    [...world.all].flatMap(({ type, node }) =>
      Object.keys(node.attributes).flatMap((attribute) => {
        const names = wordsIn(attribute);
        return names.length > 1 && world.kind(type, attribute) !== "boolean" ? [{ type, attribute, names }] : [];
      }),
    ),
  );
const namesOfWorld = new WeakMap<World, readonly { type: string; attribute: string; names: readonly string[] }[]>();

function valuesAt(all: readonly Word[], at: number, lexicon: Lexicon): Named | null {
  const first = all[at]!;
  const isAlone = !first.isQuoted && isOfLanguage(first.text);
  let best: Named | null = null;
  const stems: string[] = [];
  for (let to = at + 1; to <= Math.min(all.length, at + MAX_VALUE_WORDS); to++) {
    const word = all[to - 1]!;
    if (word.text === "'s" || word.text === "and" || word.text === "or") break;
    stems.push(...(HUMP.test(word.written) ? stemsIn(word.written) : [word.stem]));
    // A word of the name of the whole distinguishes nothing in it.
    const values = valuesHaving(lexicon, stems).filter(
      ({ type, share, text }) =>
        (share >= 1 || !lexicon.world.isRoot(type)) &&
        (stems.length > 1 || hasWord(text, word)) &&
        (share > 0.5 || !COPULAS.has(all[at - 1]?.text ?? "") || wordsIn(text).includes(word.text)),
    );
    const isWeak = !word.isQuoted && isFunctionWord(word.text);
    if ((isWeak || isAlone) && to === at + 1 && endsClause(all, at)) {
      const exact = values.filter(({ share, isList }) => share >= 1 && !isList);
      if (exact.length > 0) best = { senses: sensesOf(lexicon, exact, stems, [word]), to };
    }
    if (values.length === 0) {
      // "the Museum of the city": a value may lack an article that a person puts in.
      if (!isWeak) break;
      stems.pop();
      if (stems.length === 0) break;
      continue;
    }
    // "move it to Doing": a name that is a word of the language, too, has its capital letter.
    const isCapital =
      /^\p{Lu}/u.test(word.written) && word.span.start > 0 && values.some(({ text }) => text === word.written);
    if ((isWeak || isAlone) && to === at + 1 && isCapital)
      best = {
        senses: sensesOf(
          lexicon,
          values.filter(({ text }) => text === word.written),
          stems,
          all.slice(at, to),
        ),
        to,
      };
    if (isWeak || (isAlone && to === at + 1)) continue;
    const contiguous = values.filter(({ textStems: own }) => isRun(own, stems));
    if (stems.length > 1 && contiguous.length === 0) continue;
    if (/^\d+$/.test(word.text) && stems.length === 1) continue;
    const senses = sensesOf(lexicon, contiguous.length > 0 ? contiguous : values, stems, all.slice(at, to));
    if (isAlone && senses.every(({ strength }) => strength < 1)) continue;
    best = { senses, to };
  }
  return best;
}

/** True for a text that has the word, or another word with its stem that is not a word of the language. */
const hasWord = (text: string, { text: said, stem }: Word): boolean =>
  wordsIn(text).some((word) => word === said || (stemWord(word) === stem && !isOfLanguage(word)));

/** True for a word that means nothing of the data by itself. */
const isOfLanguage = (word: string): boolean =>
  isFunctionWord(word) || isPronoun(word) || isAuxiliary(word) || markAt([word], 0) !== null;

/** "which pumps are still out?": a word after a copula that ends its clause says a state. */
function endsClause(all: readonly Word[], at: number): boolean {
  let before = at - 1;
  while (before > 0 && isAdverb(all[before]!.text)) before--;
  const [word, next] = [all[at]!, all[at + 1]];
  const isEnd = next === undefined || next.span.start > word.span.end + 1 || ["and", "or"].includes(next.text);
  return before >= 0 && isEnd && COPULAS.has(all[before]!.text);
}
/** Names such as `InProgress` are several words in the data. */
const HUMP = /\p{Ll}\p{Lu}/u;
export const COPULAS: ReadonlySet<string> = new Set([...FORMS_OF_BE, "'s"]);

const isRun = (own: readonly string[], stems: readonly string[]): boolean =>
  own.some((_, start) => stems.every((stem, i) => own[start + i] === stem)) ||
  (own[0] === stems[0] && own.at(-1) === stems.at(-1));

/** Values of one attribute are one sense: the one that is said whole, the only one, or a text that all of them have in them. */
function sensesOf(
  { world }: Lexicon,
  found: readonly FoundValue[],
  stems: readonly string[],
  words: readonly Word[],
): readonly Sense[] {
  const groups = new Map<string, FoundValue[]>();
  for (const value of found) {
    const key = `${value.type} ${value.attribute}`;
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return [...groups.values()].flatMap((group): Sense[] => {
    const { type, attribute, isList } = group[0]!;
    const all = group.filter(({ share }) => share >= 1);
    // "read" is the state read, and not reading, though both have one stem.
    const phrase = words.map(({ text: word }) => word).join(" ");
    const exact = all.filter(({ text }) => text.toLowerCase() === phrase);
    const matching = exact.length > 0 ? exact : all;
    const base = { kind: "value", type, attribute } as const;
    if (matching.length > 0 && !isList) return [{ ...base, is: matching.map(({ text }) => text), strength: 1 }];
    // Plural words name a kind, and seldom the one thing that has them in its name.
    const isKind =
      isPlural(words.at(-1)!) && !group.some(({ text }) => text.toLowerCase().includes(words.at(-1)!.text));
    const share = Math.max(...group.map((value) => value.share));
    const strength = (0.55 + 0.45 * share) * (isKind ? 0.6 : 1);
    if (group.length === 1 && !isList) return [{ ...base, is: [group[0]!.text], strength }];
    // A word that is at most half of several values means none of them.
    if (!isList && stems.length === 1 && share <= 0.5 && attribute !== world.label(type)) return [];
    const has = sharedText(group, stems, words);
    if (has !== null) return [{ ...base, has, strength: isList ? Math.max(strength, 0.85) : strength }];
    return group.length <= MAX_NAMED ? [{ ...base, is: group.map(({ text }) => text), strength }] : [];
  });
}

/** Values of one attribute that are named one by one. */
const MAX_NAMED = 8;

/** The words as all values have them: in the form of the request, or as their stem. */
function sharedText(group: readonly FoundValue[], stems: readonly string[], words: readonly Word[]): string | null {
  const phrase = words
    .map(({ written }) => written)
    .join(" ")
    .toLowerCase();
  const forms = stems.length === 1 ? [phrase, phrase.replace(/e?s$/, ""), stems[0]!] : [phrase];
  return forms.find((form) => form.length > 1 && group.every(({ text }) => text.toLowerCase().includes(form))) ?? null;
}
