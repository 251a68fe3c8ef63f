import { ENGLISH_CLOCK, ENGLISH_DAYS, ENGLISH_NUMBERS, stemWord } from "@semantic-xpath/english";
import { Tokens } from "@semantic-xpath/scorers";
import {
  COMMON_CURRENCIES,
  CURRENCY_SIGNS,
  type DayExpression,
  scanClockTimes,
  scanDays,
  scanNumber,
  scanOrdinal,
  timeUnitOf,
  unitOf,
} from "@semantic-xpath/values";
import {
  type Dimension,
  isAuxiliary,
  isFunctionWord,
  isHappening,
  isPronoun,
  type Mark,
  markAt,
  VAGUE,
} from "../lexicon/closed.js";
import { stemsIn, type Word, type Words } from "../words/words.js";
import { measuresNamed } from "./dimensions.js";
import {
  DOCUMENTED,
  type FoundValue,
  type Lexicon,
  MAX_NAME_WORDS,
  MAX_VALUE_WORDS,
  type Sense,
  SYNONYM,
  valuesHaving,
} from "./senses.js";

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
    if (item === null) at++;
    else {
      items.push(item);
      at = item.to;
    }
  }
  return items.map((item, at) => {
    const isWeak = item.kind === "name" && item.senses.every(({ strength }) => strength < 0.9);
    if (item.kind !== "rest" && !isWeak) return item;
    if (isPredicate(items[at - 1], item, texts)) return { ...item, kind: "verb" };
    return item.kind === "rest" && at < items.length - 1 && isAfterSubject(items, at)
      ? { ...item, kind: "verb" }
      : item;
  });
}

/** "phone number", "due date": the kind of value after the name of its attribute adds nothing. */
function withKind(item: NameItem, texts: readonly string[], { phrases }: Lexicon): NameItem {
  const next = texts[item.to] ?? "";
  const isAttribute = item.senses.every(({ kind }) => kind === "attribute");
  return isAttribute && ["number", "date", "time", "amount", "value"].includes(next) && !phrases.has(next)
    ? { ...item, to: item.to + 1 }
    : item;
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
  return VERBAL.has(texts[start] ?? "");
}
const DETERMINERS: ReadonlySet<string> = new Set("the a an my our your his her their each every".split(" "));

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
  const marked = markAt(texts, at);
  const value = timed.get(at) ?? amountAt(texts, at);
  const vague = word.isQuoted ? undefined : VAGUE.get(word.text);
  const isWeak = name === null || (name.to === at + 1 && name.senses.every(({ strength }) => strength < 0.9));
  if (isWeak && vague !== undefined && marked === null)
    return { kind: "vague", dimension: vague, from: at, to: at + 1 };
  // "who owns it": the verb of a type of people names them.
  const isAgent = texts[at - 1] === "who" && name?.senses.some(({ kind }) => kind === "type") === true;
  if (isWeak && name !== null && marked === null && !word.isQuoted && !isAgent && isVerb(texts, at))
    return name.kind === "name" ? { ...name, isVerb: true } : name;
  if (value !== null && value.to >= Math.max(name?.to ?? 0, marked?.to ?? 0)) {
    // "Monday" may be the name of a day, too.
    return value;
  }
  if (name !== null && name.to > (marked?.to ?? 0)) return name;
  if (marked !== null) {
    const isState =
      STATES.has(marked.mark.kind) &&
      name !== null &&
      name.to === marked.to &&
      name.senses.some((sense) => sense.strength >= 0.9 && !isInflected(sense, word));
    return isState ? name : { kind: "mark", mark: marked.mark, from: at, to: marked.to };
  }
  if (word.isQuoted) return { kind: "rest", from: at, to: endOfQuote(all, at) };
  if (timeUnitOf(word.text) !== null && word.text.length > 2)
    return { kind: "unit", unit: word.text, from: at, to: at + 1 };
  // "we still use": the verb says a state, which no other word does.
  const isState =
    ["still", "already"].includes(texts[at - 1] ?? "") &&
    (isPronoun(texts[at - 2] ?? "") || isAuxiliary(texts[at - 2] ?? "")) &&
    !isAuxiliary(word.text);
  if (isState) return { kind: "rest", from: at, to: at + 1 };
  if (isFunctionWord(word.text) || isAuxiliary(word.text) || isPronoun(word.text)) return null;
  if (isVerb(texts, at)) return { kind: "verb", from: at, to: at + 1 };
  const measures = measuresNamed(lexicon.world, word.text);
  if (measures.length === 0 || texts[at - 1] === "that") return { kind: "rest", from: at, to: at + 1 };
  const senses = measures.map(
    ({ type, attribute, strength }): Sense => ({ kind: "attribute", type, attribute, strength: 0.85 * strength }),
  );
  return { kind: "name", senses, isPlural: false, from: at, to: at + 1 };
}

const endOfQuote = (all: readonly Word[], at: number): number => {
  let to = at;
  while (to < all.length && all[to]!.isQuoted) to++;
  return to;
};

/** Auxiliaries that only a verb follows, where no subject does. */
const VERBAL: ReadonlySet<string> = new Set("do does did can could will would should must may might".split(" "));

/** A word after a subject, or after an auxiliary whose subject comes before it: "do we visit", "am I having", "I can cook". */
function isVerb(texts: readonly string[], at: number): boolean {
  let before = at - 1;
  while (before > 0 && ADVERBS.has(texts[before]!)) before--;
  if (before < 0) return false;
  const last = texts[before]!;
  return (
    last === "to" ||
    isPronoun(last) ||
    VERBAL.has(last) ||
    (isAuxiliary(last) && before > 0 && isPronoun(texts[before - 1]!))
  );
}

const ADVERBS: ReadonlySet<string> = new Set("not also just still really ever already never always".split(" "));

/** The names that begin at a place: of the schema, and values of the data; the longest. */
function nameAt(all: readonly Word[], at: number, lexicon: Lexicon): NameItem | null {
  const phrase = phraseAt(all, at, lexicon);
  const values = valuesAt(all, at, lexicon);
  if (phrase === null && values === null) return null;
  const to = Math.max(phrase?.to ?? 0, values?.to ?? 0);
  const named = phrase?.to === to ? phrase.senses : [];
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
  return { kind: "name", senses: same.length > 0 ? same : senses, isPlural: isPlural(all[to - 1]!), from: at, to };
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
const isInflected = (sense: Sense, { text, stem }: Word): boolean => {
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

interface Named {
  readonly senses: readonly Sense[];
  readonly to: number;
}

function phraseAt(all: readonly Word[], at: number, { phrases }: Lexicon): Named | null {
  for (let to = Math.min(all.length, at + MAX_NAME_WORDS); to > at; to--) {
    const some = all.slice(at, to);
    if (some.some(({ isQuoted }) => isQuoted)) continue;
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
    if (!isOwnType && some.every(({ text }) => isFunctionWord(text))) continue;
    const senses =
      phrases.get(some.map(({ stem }) => stem).join(" ")) ?? (to === at + 2 ? joinedName(some, phrases) : undefined);
    if (senses === undefined) continue;
    // "the first day" of a sentence about something else is a place among days.
    const isDocumented = to - at > 1 && senses.every(({ strength }) => strength <= DOCUMENTED);
    if (isDocumented && some.some(({ stem }) => phrases.get(stem)?.some(({ strength }) => strength >= 0.95))) continue;
    return { senses, to };
  }
  return null;
}

/** Words before nouns: after these, a function word may be the name of an attribute. */
const DATING: ReadonlySet<string> = new Set("in before after since until".split(" "));
const BEFORE_NOUN: ReadonlySet<string> = new Set("by per each of 's which the its their".split(" "));

/** "part-time" where the data has parttime. */
const joinedName = (words: readonly Word[], phrases: Lexicon["phrases"]): readonly Sense[] | undefined =>
  words.every(({ text }) => text.length > 2)
    ? phrases.get(stemWord(words.map(({ text }) => text).join("")))
    : undefined;

function valuesAt(all: readonly Word[], at: number, lexicon: Lexicon): Named | null {
  const first = all[at]!;
  const isAlone =
    !first.isQuoted &&
    (isFunctionWord(first.text) ||
      isPronoun(first.text) ||
      isAuxiliary(first.text) ||
      markAt([first.text], 0) !== null);
  let best: Named | null = null;
  const stems: string[] = [];
  for (let to = at + 1; to <= Math.min(all.length, at + MAX_VALUE_WORDS); to++) {
    const word = all[to - 1]!;
    if (word.text === "'s" || word.text === "and" || word.text === "or") break;
    stems.push(...(HUMP.test(word.written) ? stemsIn(word.written) : [word.stem]));
    // A word of the name of the whole distinguishes nothing in it.
    const values = valuesHaving(lexicon, stems).filter(({ type, share }) => share >= 1 || !lexicon.world.isRoot(type));
    const isWeak = !word.isQuoted && isFunctionWord(word.text);
    if ((isWeak || isAlone) && to === at + 1 && endsClause(all, at)) {
      const exact = values.filter(({ share, isList }) => share >= 1 && !isList);
      if (exact.length > 0) best = { senses: sensesOf(exact, stems, [word]), to };
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
    const senses = sensesOf(contiguous.length > 0 ? contiguous : values, stems, all.slice(at, to));
    if (isAlone && senses.every(({ strength }) => strength < 1)) continue;
    best = { senses, to };
  }
  return best;
}

/** "which pumps are still out?": a word after a copula that ends its clause says a state. */
function endsClause(all: readonly Word[], at: number): boolean {
  let before = at - 1;
  while (before > 0 && ADVERBS.has(all[before]!.text)) before--;
  const [word, next] = [all[at]!, all[at + 1]];
  const isEnd = next === undefined || next.span.start > word.span.end + 1 || ["and", "or"].includes(next.text);
  return before >= 0 && isEnd && COPULAS.has(all[before]!.text);
}
/** Names such as `InProgress` are several words in the data. */
const HUMP = /\p{Ll}\p{Lu}/u;
const COPULAS: ReadonlySet<string> = new Set("am is are was were be been 's".split(" "));

const isRun = (own: readonly string[], stems: readonly string[]): boolean =>
  own.some((_, start) => stems.every((stem, i) => own[start + i] === stem));

/** Values of one attribute are one sense: the one that is said whole, the only one, or a text that all of them have in them. */
function sensesOf(found: readonly FoundValue[], stems: readonly string[], words: readonly Word[]): readonly Sense[] {
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
    const strength = (0.55 + 0.45 * Math.max(...group.map(({ share }) => share))) * (isKind ? 0.6 : 1);
    if (group.length === 1 && !isList) return [{ ...base, is: [group[0]!.text], strength }];
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

const DECADE = /^((?:1\d|20)\d)0s$/;

/** "1930s", "last ten days": the years of a decade, and the days from now on or until now. Of units that the data has for types, these are meant. */
function windowsIn(all: readonly Word[], { phrases }: Lexicon): readonly Extract<Item, { kind: "days" }>[] {
  const texts = all.map(({ text, isQuoted }) => (isQuoted ? "" : text));
  return texts.flatMap((text, from): readonly Extract<Item, { kind: "days" }>[] => {
    const decade = DECADE.exec(text)?.[1];
    const year = (digit: number): DayExpression => ({
      kind: "date",
      year: Number(`${decade}${digit}`),
      month: null,
      day: null,
    });
    if (decade !== undefined) return [{ kind: "days", expression: year(0), until: year(9), from, to: from + 1 }];
    const way = Object.hasOwn(ENGLISH_DAYS.which, text) ? ENGLISH_DAYS.which[text]! : 0;
    const number = way === 0 ? null : numberAt(texts, from + 1);
    const name = texts[number?.to ?? -1] ?? "";
    const unit = Object.hasOwn(ENGLISH_DAYS.units, name) ? ENGLISH_DAYS.units[name]! : null;
    const isType = phrases.get(stemWord(name))?.some(({ kind }) => kind === "type") === true;
    if (number === null || unit === null || isType || texts[number.to + 1] === "of") return [];
    const today: DayExpression = { kind: "offset", unit: "day", count: 0 };
    const end: DayExpression = { kind: "offset", unit, count: way * number.value };
    const [expression, until] = way < 0 ? [end, today] : [today, end];
    return [{ kind: "days", expression, until, from, to: number.to + 1 }];
  });
}

/** Days by the word that they begin with. */
function datesIn(all: readonly Word[], request: string, lexicon: Lexicon): ReadonlyMap<number, Item> {
  const dateItems = new Map<number, Item>();
  const { weekdays } = ENGLISH_DAYS;
  const placeOf = (offset: number, isEnd: boolean): number =>
    isEnd ? all.findLastIndex(({ span }) => span.start < offset) + 1 : all.findIndex(({ span }) => span.end > offset);
  for (const { start, end, expression } of scanDays(request, ENGLISH_DAYS)) {
    if (expression.kind === "length") continue;
    const [from, to] = [placeOf(start, false), placeOf(end, true)];
    if (from < 0 || to <= from || all[from]!.isQuoted) continue;
    const isBare = expression.kind === "weekday" && expression.which === null;
    dateItems.set(
      from,
      isBare
        ? { kind: "weekdays", days: [expression.weekday], isHabit: false, from, to }
        : { kind: "days", expression, from, to },
    );
  }
  for (const item of windowsIn(all, lexicon)) dateItems.set(item.from, item);
  joinRanges(all, dateItems);
  for (const [at, { text, isQuoted }] of all.entries()) {
    if (isQuoted || dateItems.has(at) || [...dateItems.values()].some(({ from, to }) => from <= at && at < to))
      continue;
    const day = Object.hasOwn(weekdays, text)
      ? weekdays[text]!
      : text.endsWith("s") && Object.hasOwn(weekdays, text.slice(0, -1)) && text.length > 5
        ? weekdays[text.slice(0, -1)]!
        : null;
    if (day !== null && text.length > 3)
      dateItems.set(at, { kind: "weekdays", days: [day], isHabit: true, from: at, to: at + 1 });
    else if (text === "weekend" || text === "weekends")
      dateItems.set(at, { kind: "weekdays", days: [6, 0], isHabit: true, from: at, to: at + 1 });
    else if (text === "weekday" || text === "weekdays")
      dateItems.set(at, { kind: "weekdays", days: [1, 2, 3, 4, 5], isHabit: true, from: at, to: at + 1 });
  }
  return dateItems;
}

/** "between 1 May and 10 June", "from May to July": two days or periods as one. */
function joinRanges(all: readonly Word[], items: Map<number, Item>): void {
  for (const [at, item] of [...items]) {
    const joint = all[item.to]?.text ?? "";
    const last = items.get(item.to + 1);
    const before = all[item.from - 1]?.text;
    const isRange = joint === "and" ? before === "between" : ["to", "until", "till", "through"].includes(joint);
    if (!isRange || item.kind !== "days" || last?.kind !== "days") continue;
    const from = before === "between" || before === "from" ? at - 1 : at;
    items.delete(at);
    items.delete(last.from);
    items.set(from, { ...item, until: last.until ?? last.expression, from, to: last.to });
  }
}

const PLAIN = /^\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,6})?$/;
const ORDINAL = /^(\d{1,6})(?:st|nd|rd|th)$/;
/** `40g`, `20min`, `2k`. */
const JOINED = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]{1,8})$/;

/** The number that begins at a place. */
export function numberAt(
  texts: readonly string[],
  at: number,
): { readonly value: number; readonly isOrdinal: boolean; readonly to: number } | null {
  const text = texts[at] ?? "";
  if (PLAIN.test(text)) return { value: Number(text.replaceAll(",", "")), isOrdinal: false, to: at + 1 };
  const ordinal = ORDINAL.exec(text);
  if (ordinal !== null) return { value: Number(ordinal[1]), isOrdinal: true, to: at + 1 };
  const wordAt = (place: number): string => texts[place] ?? "";
  const named = text === "first" ? null : scanOrdinal(wordAt, at, ENGLISH_NUMBERS);
  const scanned = named ?? scanNumber(wordAt, at, ENGLISH_NUMBERS);
  return scanned === null ? null : { value: scanned.value, isOrdinal: named !== null, to: scanned.end };
}

const PARTS_OF_DAY: Readonly<Record<string, readonly [number, number]>> = {
  morning: [0, 720],
  mornings: [0, 720],
  afternoon: [720, 1080],
  afternoons: [720, 1080],
  evening: [1080, 1439],
  evenings: [1080, 1439],
};
/** The currency of a sign, a code or a name; null for a plain dollar, undefined for any other word. */
function currencyNamed(text: string): string | null | undefined {
  const name = text.length > 3 ? text.replace(/s$/, "") : text;
  if (Object.hasOwn(CURRENCY_SIGNS, name)) return CURRENCY_SIGNS[name] === "$" ? null : CURRENCY_SIGNS[name];
  const code = text.toUpperCase();
  return COMMON_CURRENCIES.includes(code) ? code : undefined;
}

/** A number, a part of the day or an amount that begins at a place. */
function amountAt(texts: readonly string[], at: number): Item | null {
  const text = texts[at]!;
  if (text === "") return null;
  const part = Object.hasOwn(PARTS_OF_DAY, text) ? PARTS_OF_DAY[text]! : null;
  if (part !== null) return { kind: "time", first: part[0], last: part[1], from: at, to: at + 1 };
  const sign = currencyNamed(text);
  const signed = sign === undefined ? null : numberAt(texts, at + 1);
  if (signed !== null) return { kind: "money", value: signed.value, currency: sign!, from: at, to: signed.to };
  if (text === "half" && ["an", "a"].includes(texts[at + 1] ?? "") && texts[at + 2] === "hour")
    return { kind: "duration", minutes: 30, from: at, to: at + 3 };
  if (
    (text === "a" || text === "an") &&
    timeUnitOf(texts[at + 1] ?? "")?.of === "ms" &&
    (texts[at + 1] ?? "").length > 3
  )
    return { kind: "duration", minutes: timeUnitOf(texts[at + 1]!)!.size / 60_000, from: at, to: at + 2 };
  const joined = JOINED.exec(text);
  if (joined !== null && !ORDINAL.test(text)) return withUnit(Number(joined[1]), joined[2]!, at, at + 1);
  const number = numberAt(texts, at);
  if (number === null) return null;
  // "which one": no number.
  const after = texts[at + 1];
  if (
    text === "one" &&
    (after === undefined || isFunctionWord(after) || isAuxiliary(after) || markAt([after], 0) !== null)
  )
    return null;
  const { value, isOrdinal, to } = number;
  if (isOrdinal) return { kind: "number", value, isOrdinal, unit: null, from: at, to };
  const next = texts[to] ?? "";
  const currency = currencyNamed(next);
  if (currency !== undefined) return { kind: "money", value, currency, from: at, to: to + 1 };
  const measured =
    next.length > 1 || ["h", "g", "l", "m", "%"].includes(next) ? withUnit(value, next, at, to + 1) : null;
  return measured ?? { kind: "number", value, isOrdinal, unit: null, from: at, to };
}

/** A number with a unit; null for any other word. */
function withUnit(value: number, unit: string, from: number, to: number): Item | null {
  if (unit === "k") return { kind: "number", value: value * 1000, isOrdinal: false, unit: null, from, to };
  const time = unit === "m" ? null : timeUnitOf(unit);
  if (time !== null)
    return time.of === "ms" ? { kind: "duration", minutes: (value * time.size) / 60_000, from, to } : null;
  if (unitOf(unit) === null) return null;
  return { kind: "number", value, isOrdinal: false, unit, from, to };
}

/** Words before a clock time: "day 6 in the afternoon" has none. */
const BEFORE_TIME: ReadonlySet<string> = new Set(
  "before after at by from until till since to about around and".split(" "),
);

/** Times of the day by the word that they begin with: "between 2 and 4 pm", "from 10 am to noon", "2-4pm", "9:30", "quarter past nine". */
function timesIn(all: readonly Word[], request: string): ReadonlyMap<number, Item> {
  const items = new Map<number, Item>();
  const offset = all[0]?.span.start ?? 0;
  const places = new Map(all.map(({ span }, at) => [span.start - offset, at]));
  const tokens = new Tokens(request.slice(offset, all.at(-1)?.span.end ?? 0));
  for (let at = 0; at < tokens.length; at++) {
    const from = places.get(tokens.start(at));
    if (from === undefined || all[from]!.isQuoted) continue;
    const isRange = tokens.is(at, "between", "from");
    const time = scanClockTimes(tokens, isRange ? at + 1 : at, ENGLISH_CLOCK);
    // "Extend it by 30 minutes to 2 pm"
    if (time === null || time.isByMinutes || (isRange && time.last === null)) continue;
    if (time.isByPart && !isRange && !BEFORE_TIME.has(all[from - 1]?.text ?? "")) continue;
    const end = offset + tokens.end(time.end - 1);
    let to = from + 1;
    while (to < all.length && all[to]!.span.start < end) to++;
    items.set(from, { kind: "time", first: time.first, last: time.last, from, to });
  }
  return items;
}

/** Minutes from midnight in the notation of a query: 14:30. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
