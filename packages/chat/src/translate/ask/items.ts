import { FORMS_OF_BE, FORMS_OF_DO, FORMS_OF_HAVE, MODALS } from "@semantic-xpath/english";
import { DAY, type DayExpression, MINUTE, timeUnitOf } from "@semantic-xpath/values";
import {
  type Dimension,
  isAdverb,
  isAuxiliary,
  isFunctionWord,
  isHappening,
  isPronoun,
  type Mark,
  markAt,
  NO_WORDS,
  VAGUE,
  YES_WORDS,
} from "../lexicon/closed.js";
import type { Word, Words } from "../words/words.js";
import { measuresNamed } from "./dimensions.js";
import { isInflected, nameAt } from "./namesAt.js";
import { amountAt, datesIn, timesIn } from "./quantities.js";
import { type Lexicon, PART, type Sense, yesNo } from "./senses.js";
import type { World } from "./world.js";

/** The meaning of a stretch of words in a request: indices into its words, `to` exclusive. */
export type Item = {
  readonly from: number;
  readonly to: number;
} /** `isVerb`: a word that may be the verb of the request, and no name. */ & (
  | { readonly kind: "name"; readonly senses: readonly Sense[]; readonly isPlural: boolean; readonly isVerb?: true }
  | { readonly kind: "number"; readonly value: number; readonly isOrdinal: boolean; readonly unit: string | null }
  | { readonly kind: "money"; readonly value: number; readonly currency: string | null }
  | { readonly kind: "duration"; readonly minutes: number }
  /** Minutes from midnight; of a range its end, too. */
  | { readonly kind: "time"; readonly first: number; readonly last: number | null }
  /** Days, and for a range its last ones. */
  | { readonly kind: "days"; readonly expression: DayExpression; readonly until?: DayExpression }
  /** Days of the week, of any week. */
  | { readonly kind: "weekdays"; readonly days: readonly number[]; readonly isHabit: boolean }
  | { readonly kind: "mark"; readonly mark: Mark }
  | { readonly kind: "vague"; readonly dimension: Dimension }
  | { readonly kind: "unit"; readonly unit: string }
  /** An action on the requested thing whose word is absent from the data. */
  | { readonly kind: "verb" }
  | { readonly kind: "rest" }
);

export type NameItem = Extract<Item, { kind: "name" }>;

/** The items of a request, in order. Words that mean nothing of the data are in none. */
export function itemsOf(words: Words, lexicon: Lexicon): readonly Item[] {
  const { all, request } = words;
  const texts = all.map(({ text, isQuoted }) => (isQuoted ? "" : text));
  const timed = new Map([...timesIn(all, request), ...datesIn(all, request, lexicon)]);
  const items: Item[] = [];
  for (let at = 0; at < all.length; ) {
    const read = itemAt(all, texts, at, timed, lexicon);
    const item = read?.kind === "name" ? withKind(read, texts, lexicon) : read;
    const measure = item?.to === at + 1 ? mostOf(all[at]!, at, lexicon) : null;
    if (item === null) at++;
    else {
      items.push(...(measure ?? [item]));
      at = item.to;
    }
  }
  const joined = withDeeds(withoutKinds(items), words, lexicon);
  return joined.map((item, at) => {
    if (item.kind === "duration" && !lexicon.phrases.has("age")) return asDay(item, joined[at - 1]);
    const isWeak = item.kind === "name" && item.senses.every(({ strength }) => strength < 0.9);
    if (item.kind !== "rest" && !isWeak) return item;
    if (isPredicate(joined[at - 1], item, texts)) return { ...item, kind: "verb" };
    return item.kind === "rest" &&
      at < joined.length - 1 &&
      (isAfterSubject(joined, at) || isLinking(joined, at, texts))
      ? { ...item, kind: "verb" }
      : item;
  });
}

/** "the amount paid": a noun of a measure right before an attribute that measures it only tells its kind. */
const withoutKinds = (items: readonly Item[]): readonly Item[] =>
  items.filter((item, at) => {
    const next = items[at + 1];
    if (item.kind !== "name" || next?.kind !== "name" || next.from !== item.to) return true;
    const isOf = (one: Sense, other: Sense): boolean =>
      one.kind === "attribute" && other.kind === "attribute" && one.attribute === other.attribute;
    const named = next.senses.filter(({ kind, strength }) => kind === "attribute" && strength >= 0.95);
    return (
      !item.senses.every(({ kind, strength }) => kind === "attribute" && strength <= 0.85) ||
      !named.some((sense) => item.senses.some((each) => isOf(each, sense)))
    );
  });

/** Words between a verb and its object at most. */
const MAX_BETWEEN = 4;

/**
 * Joins the verb and the object of a flag to one item at the verb, where a negation finds it: "signed the form" and "the form has not been signed" of
 * `formSigned`, and of `form_ok`.
 */
function withDeeds(items: readonly Item[], { all }: Words, { world, phrases }: Lexicon): readonly Item[] {
  const result = [...items];
  for (const verb of items) {
    const { from, to } = verb;
    const word = all[from]!;
    if (!result.includes(verb) || !isNoun(verb) || to !== from + 1) continue;
    const deed = result.flatMap((object): { object: Item; flag: Sense }[] => {
      if (!isNoun(object) || object === verb || !areJoined(all, verb, object)) return [];
      const stem = all[object.to - 1]!.stem;
      const named = phrases.get(`${stem} ${word.stem}`) ?? [];
      const isObject = isHappening(word.text) && from < object.from && object.kind === "name";
      const part =
        isObject && !word.text.startsWith("un") ? object.senses.filter(({ strength }) => strength === PART) : [];
      const flag = [...named, ...part].find((sense) => isFlag(world, sense));
      return flag === undefined ? [] : [{ object, flag }];
    })[0];
    if (deed === undefined) continue;
    result[result.indexOf(verb)] = {
      kind: "name",
      senses: [{ ...deed.flag, strength: 0.95 }],
      isPlural: false,
      from,
      to,
    };
    result.splice(result.indexOf(deed.object), 1);
  }
  return result;
}

const isNoun = ({ kind }: Item): boolean => kind === "name" || kind === "rest" || kind === "verb";

/** True for items without a word about the data between them. */
function areJoined(all: readonly Word[], one: Item, other: Item): boolean {
  const [first, last] = one.from < other.from ? [one, other] : [other, one];
  const between = all.slice(first.to, last.from).map(({ text }) => text);
  const isEmpty = (text: string): boolean =>
    text === "not" ||
    DETERMINERS.has(text) ||
    isFunctionWord(text) ||
    isAdverb(text) ||
    isAuxiliary(text) ||
    isPronoun(text);
  return between.length <= MAX_BETWEEN && between.every(isEmpty);
}

function isFlag(world: World, sense: Sense): boolean {
  if (sense.kind !== "value") return sense.kind === "flag";
  const pair = yesNo(world, sense.type, sense.attribute);
  return pair !== null && sense.is?.[0] === pair.yes;
}

/** "older than 3 weeks": a length after such a comparison is a day before today. */
function asDay(item: Extract<Item, { kind: "duration" }>, before: Item | undefined): Item {
  const days = Math.round((item.minutes * MINUTE) / DAY);
  return days > 0 && before?.kind === "mark" && before.mark.kind === "compare" && before.mark.dimension === "date"
    ? { ...item, kind: "days", expression: { kind: "offset", unit: "day", count: -days } }
    : item;
}

/** The superlative of an adjective made from an attribute name, as two items: an order and its key. */
function mostOf({ text, stem, isQuoted }: Word, at: number, { world, phrases }: Lexicon): readonly Item[] | null {
  if (isQuoted || phrases.has(stem) || markAt([text], 0) !== null) return null;
  const root = /^([a-z]{3,}?)i?est$/.exec(text)?.[1];
  const measures = root === undefined ? [] : measuresNamed(world, `${root}y`);
  if (measures.length === 0) return null;
  const senses = measures.map(({ strength, ...of }): Sense => ({ kind: "attribute", ...of, strength }));
  const place = { from: at, to: at + 1 };
  return [
    { kind: "mark", mark: { kind: "order", dimension: null, isDescending: true }, ...place },
    { kind: "name", senses, isPlural: false, ...place },
  ];
}

/** A name with the word after it that gives the kind of its values, or with its own yes or no. */
function withKind(item: NameItem, texts: readonly string[], { phrases, world }: Lexicon): NameItem {
  const next = texts[item.to] ?? "";
  const at = next === "=" || next === "is" ? item.to + 1 : item.to;
  const is = YES_WORDS.has(texts[at] ?? "") ? true : NO_WORDS.has(texts[at] ?? "") ? false : null;
  const answers = item.senses.flatMap((sense): readonly Sense[] => {
    const pair =
      sense.kind === "attribute" || sense.kind === "value" ? yesNo(world, sense.type, sense.attribute) : null;
    if (sense.kind === "flag") return [{ ...sense, is: sense.is === is }];
    if (pair === null) return [];
    const { type, attribute, strength } = sense as Extract<Sense, { kind: "attribute" | "value" }>;
    return [{ kind: "value", type, attribute, is: [is === true ? pair.yes : pair.no], strength }];
  });
  const isEnd = at + 1 >= texts.length || ["and", "or", "but"].includes(texts[at + 1]!);
  if (is !== null && isEnd && answers.length > 0) return { ...item, senses: answers.slice(0, 1), to: at + 1 };
  const isType = item.senses.some(({ kind }) => kind === "type");
  const attributes = isType ? [] : item.senses.filter(({ kind }) => kind === "attribute");
  return attributes.length > 0 &&
    ["number", "date", "time", "amount", "value", "size", "level", "type", "kind"].includes(next) &&
    !phrases.has(next)
    ? { ...item, senses: attributes, to: item.to + 1 }
    : item;
}

/** "tracks released after 2010", "visits that took more than an hour": an unknown word between a noun and what binds a value to it. */
function isLinking(items: readonly Item[], at: number, texts: readonly string[]): boolean {
  const { from, to } = items[at]!;
  const [before, next] = [items[at - 1], items[at + 1]!];
  const isBound =
    next.from === (PARTICLES.has(texts[to] ?? "") ? to + 1 : to) &&
    ((next.kind === "mark" &&
      ["in", "compare", "after", "before", "since", "until", "between", "with"].includes(next.mark.kind)) ||
      next.kind === "days" ||
      next.kind === "weekdays");
  const start = isAuxiliary(texts[from - 1] ?? "") ? from - 1 : from;
  return (
    isBound &&
    (["that", "which", "who"].includes(texts[start - 1]!) ||
      (before?.to === start &&
        (before.kind === "name" || (before.kind === "mark" && before.mark.kind === "count" && next.kind === "mark"))))
  );
}

/** "which racks use the most power", "who played white": a word after what is asked for. */
function isAfterSubject(items: readonly Item[], at: number): boolean {
  const before = items[at - 1];
  const isPart = items[at - 2]?.kind === "mark" && (items[at - 2] as { mark: Mark }).mark.kind === "of";
  const asking = items[isPart ? at - 3 : at - 2];
  if (before === undefined || before.to !== items[at]!.from) return false;
  if (before.kind === "mark") return before.mark.kind === "wanted" && before.mark.dimension === "person";
  const isNoun =
    before.kind === "rest" ||
    (before.kind === "name" &&
      before.senses.some(
        ({ kind, strength }) => (kind === "type" && strength >= 0.7) || (kind === "attribute" && strength >= 0.9),
      ));
  return isNoun && asking?.kind === "mark" && ["which", "what", "count"].includes(asking.mark.kind);
}

/** "what can Ana eat": a word after a name that an auxiliary comes before. */
function isPredicate(before: Item | undefined, { from }: Item, texts: readonly string[]): boolean {
  if (before?.kind !== "name" || before.to !== from) return false;
  let start = before.from - 1;
  while (DETERMINERS.has(texts[start] ?? "")) start--;
  return VERBAL.has(texts[start] ?? "") || (FORMS_OF_HAVE.has(texts[start] ?? "") && isHappening(texts[from]!));
}
export const DETERMINERS: ReadonlySet<string> = new Set(
  "the a an my our your his her its their any this each every".split(" "),
);

/** Marks that a word of the data may be as well: then the data is meant. */
const STATES: ReadonlySet<string> = new Set([
  "open",
  "done",
  "free",
  "overdue",
  "crowded",
  "order",
  "first",
  "next",
  "last",
  "total",
]);

const INTERROGATIVE: ReadonlySet<string> = new Set("who what where when how that it there here".split(" "));

function itemAt(
  all: readonly Word[],
  texts: readonly string[],
  at: number,
  timed: ReadonlyMap<number, Item>,
  lexicon: Lexicon,
): Item | null {
  const word = all[at]!;
  const name = nameAt(all, at, lexicon);
  // "who's", "what's": no possessive.
  if (texts[at] === "'s" && INTERROGATIVE.has(texts[at - 1] ?? "")) return null;
  // "their own": no verb.
  if (texts[at] === "own" && DETERMINERS.has(texts[at - 1] ?? "")) return null;
  const marked = markAt(texts, at);
  const value = timed.get(at) ?? amountAt(texts, at);
  const vague = word.isQuoted ? undefined : VAGUE.get(word.text);
  const isWeak = name === null || (name.to === at + 1 && name.senses.every(({ strength }) => strength < 0.9));
  if (isWeak && vague !== undefined && marked === null)
    return { kind: "vague", dimension: vague, from: at, to: at + 1 };
  // "who owns it": the verb of a type of people names them.
  const isAgent = texts[at - 1] === "who" && name?.senses.some(({ kind }) => kind === "type") === true;
  if (isWeak && name !== null && marked === null && !word.isQuoted && !isAgent && isVerb(texts, at))
    // "could you work out": an order to the reader.
    return texts[at - 1] === "you" ? orderToReader(texts, at) : { ...name, isVerb: true };
  if (value !== null && value.to >= Math.max(name?.to ?? 0, marked?.to ?? 0)) {
    // "Monday" may be the name of a day, too.
    return value;
  }
  // "hours" of one text that has the word is a unit all the same.
  const isUnit = timeUnitOf(word.text) !== null && word.text.length > 2 && !word.isQuoted;
  const isOfText = name?.senses.every(({ kind, strength }) => kind === "value" && strength < PART) === true;
  if (name !== null && name.to > (marked?.to ?? 0) && !(isUnit && isOfText && name.to === at + 1)) return name;
  if (marked !== null) {
    const isState =
      STATES.has(marked.mark.kind) &&
      name !== null &&
      name.to === marked.to &&
      name.senses.some((sense) => sense.strength >= 0.9 && !isInflected(sense, word));
    return isState ? name : { kind: "mark", mark: marked.mark, from: at, to: marked.to };
  }
  if (word.isQuoted) return { kind: "rest", from: at, to: endOfQuote(all, at) };
  if (isUnit) return { kind: "unit", unit: word.text, from: at, to: at + 1 };
  // "we still use": the verb says a state, which no other word does.
  const isState =
    ["still", "already"].includes(texts[at - 1] ?? "") &&
    (isPronoun(texts[at - 2] ?? "") || isAuxiliary(texts[at - 2] ?? "")) &&
    !isAuxiliary(word.text);
  if (isState || isParticleOfState(texts, at)) return { kind: "rest", from: at, to: at + 1 };
  if (isFunctionWord(word.text) || isAuxiliary(word.text) || isPronoun(word.text)) return null;
  const measures = measuresNamed(lexicon.world, word.text);
  const isAct = isVerb(texts, at);
  if (isAct && texts[at - 1] === "you") return orderToReader(texts, at);
  if (measures.length === 0) return { kind: isAct ? "verb" : "rest", from: at, to: at + 1 };
  const senses = measures.map(({ type, attribute, strength }): Sense => {
    const owner = { type, attribute, strength: 0.85 * strength };
    const pair = yesNo(lexicon.world, type, attribute);
    return pair === null ? { kind: "attribute", ...owner } : { kind: "value", ...owner, is: [pair.yes] };
  });
  return { kind: "name", senses, isPlural: false, from: at, to: at + 1, ...(isAct && { isVerb: true as const }) };
}

/** A verb after "could you", with its particle. */
const orderToReader = (texts: readonly string[], at: number): Item => ({
  kind: "verb",
  from: at,
  to: PARTICLES.has(texts[at + 1] ?? "") ? at + 2 : at + 1,
});

/** True for a particle after an auxiliary or an empty verb, which says a state. */
function isParticleOfState(texts: readonly string[], at: number): boolean {
  if (!PARTICLES.has(texts[at]!)) return false;
  const before = isAdverb(texts[at - 1] ?? "") ? at - 2 : at - 1;
  return isAuxiliary(texts[before] ?? "") || PHRASAL.has(texts[before] ?? "");
}
/** Verbs that a particle gives a meaning, where they alone have none. */
const PHRASAL: ReadonlySet<string> = new Set("taken took put gone went come came given gave".split(" "));
export const PARTICLES: ReadonlySet<string> = new Set("up down out off".split(" "));

const endOfQuote = (all: readonly Word[], at: number): number => {
  let to = at;
  while (to < all.length && all[to]!.isQuoted) to++;
  return to;
};

/** Auxiliaries that only a verb follows, where no subject does. */
const VERBAL: ReadonlySet<string> = new Set([...FORMS_OF_DO, ...MODALS]);

const PERFECT: ReadonlySet<string> = new Set([...FORMS_OF_HAVE, ...FORMS_OF_BE]);

/** A word after a subject, or after an auxiliary whose subject comes before it: "do we visit", "am I having", "I can cook". */
function isVerb(texts: readonly string[], at: number): boolean {
  let before = at - 1;
  while (before > 0 && (isAdverb(texts[before]!) || texts[before] === "last")) before--;
  if (before < 0) return false;
  const last = texts[before]!;
  // After "I did" the verb is said.
  if (FORMS_OF_DO.has(last) && before === at - 1 && isPronoun(texts[before - 1] ?? "")) return false;
  // Perfect and continuous forms have a participle; "have" before anything else is the verb itself.
  if (PERFECT.has(last) && !isHappening(texts[at]!) && !texts[at]!.endsWith("ing")) return false;
  return (
    last === "to" ||
    isPronoun(last) ||
    VERBAL.has(last) ||
    (isAuxiliary(last) && before > 0 && isPronoun(texts[before - 1]!))
  );
}
