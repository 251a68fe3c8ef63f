/** The closed class of English: function words, marks and adjectives of measure. A word is in one table only. */

import { AUXILIARIES, IRREGULAR_FORMS } from "@semantic-xpath/english";

/** The measure of a value, independent of the attribute's name. */
export type Dimension =
  | "money"
  | "duration"
  | "time"
  | "date"
  | "rating"
  | "urgency"
  | "weight"
  | "distance"
  | "length"
  | "age"
  | "size"
  | "count"
  | "person"
  | "place"
  | "manner"
  | "reason";

/** The effect of a word or phrase on the words around it. */
export type Mark =
  | { readonly kind: "compare"; readonly operator: Operator; readonly dimension: Dimension | null }
  /** After the number: "30 minutes or less". */
  | { readonly kind: "trailing"; readonly operator: Operator }
  | { readonly kind: "order"; readonly dimension: Dimension | null; readonly isDescending: boolean }
  /** An order by the number of parts: "the busiest day". */
  | { readonly kind: "crowded"; readonly isDescending: boolean }
  | { readonly kind: "wanted"; readonly dimension: Dimension }
  | { readonly kind: SimpleMark };

export type Operator = "<" | "<=" | ">" | ">=" | "=";

type SimpleMark =
  | "ahead"
  | "and"
  | "average"
  | "before"
  | "after"
  | "between"
  | "but"
  | "count"
  | "distinct"
  | "done"
  | "each"
  | "elapsed"
  | "exists"
  | "first"
  | "free"
  | "in"
  | "last"
  | "next"
  | "not"
  | "of"
  | "open"
  | "or"
  | "ordered"
  | "overdue"
  | "refers"
  | "relevant"
  | "since"
  | "table"
  | "total"
  | "until"
  | "what"
  | "which"
  | "with"
  | "without";

/** Adjectives of measure by dimension: those that mean much of it, and those that mean little. */
const MEASURES: readonly (readonly [Dimension, much: string, little: string])[] = [
  ["money", "expensive pricey costly dear valuable", "cheap affordable inexpensive"],
  ["duration", "long slow lengthy", "short quick fast brief"],
  ["time", "late", "early soon"],
  ["date", "new recent", "old"],
  ["rating", "good great popular", "bad poor"],
  ["urgency", "urgent important pressing critical severe", "unimportant trivial"],
  ["weight", "heavy", "light"],
  ["distance", "far", "near close"],
  ["length", "tall deep wide", "narrow shallow"],
  ["age", "elderly", "young"],
  ["size", "big large huge", "small tiny"],
  ["count", "many", "few"],
];

const IRREGULAR: Readonly<Record<string, readonly [comparative: string, superlative: string]>> = {
  good: ["better", "best"],
  bad: ["worse", "worst"],
  far: ["farther further", "farthest furthest"],
  // "more" and "most" are of any dimension.
  many: ["", ""],
  few: ["fewer", "fewest"],
};

/** "cheap": "cheaper" and "cheapest"; of long adjectives with "more" and "most". */
function degrees(adjective: string): readonly [readonly string[], readonly string[]] {
  const irregular = Object.hasOwn(IRREGULAR, adjective) ? IRREGULAR[adjective]! : null;
  if (irregular !== null) return [irregular[0].split(" "), irregular[1].split(" ")];
  const root = adjective.endsWith("y")
    ? `${adjective.slice(0, -1)}i`
    : adjective.endsWith("e")
      ? adjective.slice(0, -1)
      : /[^aeiou][aeiou][bdgmnpt]$/.test(adjective)
        ? `${adjective}${adjective.at(-1)}`
        : adjective;
  return [
    [`${root}er`, `more ${adjective}`],
    [`${root}est`, `most ${adjective}`, `most ${adjective}ly`],
  ];
}

const MARKS = new Map<string, Mark>();
const mark = (of: Mark, phrases: string): void => {
  for (const phrase of phrases.split("|")) MARKS.set(phrase, of);
};
const compare = (operator: Operator, phrases: string, dimension: Dimension | null = null): void =>
  mark({ kind: "compare", operator, dimension }, phrases);

/** Adjectives without a degree: they compare with something that is not said. */
export const VAGUE: ReadonlyMap<string, Dimension> = new Map(
  MEASURES.flatMap(([dimension, much, little]) =>
    `${much} ${little}`
      .split(" ")
      .flatMap((word) => (word === "many" || word === "few" ? [] : [[word, dimension] as const])),
  ),
);

for (const [dimension, much, little] of MEASURES) {
  for (const [words, isMuch] of [
    [much, true],
    [little, false],
  ] as const) {
    for (const adjective of words.split(" ")) {
      const [comparatives, superlatives] = degrees(adjective);
      for (const word of comparatives.filter((each) => each !== "")) {
        compare(isMuch ? ">" : "<", word.startsWith("more") ? `${word} than` : `${word} than|${word}`, dimension);
        compare(isMuch ? "<=" : ">=", `no ${word} than|not ${word} than`, dimension);
      }
      for (const word of superlatives) if (word !== "") mark({ kind: "order", dimension, isDescending: isMuch }, word);
      mark({ kind: "order", dimension, isDescending: !isMuch }, `least ${adjective}`);
      compare(isMuch ? "<" : ">", `less ${adjective} than`, dimension);
    }
  }
}
compare("<", "less than|fewer than|below|under|lower than|smaller than");
compare("<=", "at most|up to|no more than|not more than|not after|maximum of|a maximum of|not over|max|within");
compare(">", "more than|over|above|greater than|higher than|exceeding|exceeds|exceed|upwards of");
compare(">=", "at least|no less than|not less than|not before|minimum of|a minimum of|min");
compare("=", "exactly|equal to|precisely");
mark(
  { kind: "trailing", operator: ">=" },
  "or more|or longer|or higher|or above|or over|or better|or later|and up|and above|or older|plus",
);
mark(
  { kind: "trailing", operator: "<=" },
  "or less|or fewer|or shorter|or cheaper|or lower|or under|or below|or earlier|or younger",
);
mark(
  { kind: "order", dimension: null, isDescending: true },
  "most|most often|most frequently|highest|greatest|maximum|top",
);
mark({ kind: "order", dimension: null, isDescending: false }, "least|least often|lowest|minimum");
mark({ kind: "crowded", isDescending: true }, "busiest|fullest|most packed|packed|most full|most crowded");
mark({ kind: "relevant" }, "most relevant|most related");
mark({ kind: "crowded", isDescending: false }, "emptiest|least busy|quietest|least packed");
mark({ kind: "wanted", dimension: "money" }, "how much|how much money|how expensive|what price");
mark({ kind: "wanted", dimension: "duration" }, "how long|how much time");
mark({ kind: "wanted", dimension: "time" }, "when|what time|at what time|which time");
mark({ kind: "wanted", dimension: "date" }, "what date|which date|on what date|on which date");
mark({ kind: "wanted", dimension: "person" }, "who|whom|whose");
mark({ kind: "wanted", dimension: "place" }, "where");
mark({ kind: "wanted", dimension: "manner" }, "how");
mark({ kind: "wanted", dimension: "reason" }, "why");
mark({ kind: "wanted", dimension: "rating" }, "how good|how well");
mark({ kind: "wanted", dimension: "age" }, "how old");
mark({ kind: "wanted", dimension: "distance" }, "how far");
mark({ kind: "wanted", dimension: "size" }, "how big|how large");
mark({ kind: "wanted", dimension: "weight" }, "how heavy");

/** The marks that are a word or phrase each, between bars. */
const SIMPLE: Readonly<Record<SimpleMark, string>> = {
  after: "after|following|right after|directly after|straight after",
  ahead: "still to come|yet to come|to come|still ahead|coming up next",
  and: "and|as well as|&|but",
  average: "average|mean|on average",
  before: "before|right before|directly before|just before|prior to|ahead of",
  between: "between",
  but: "take out the ones|take out those|leave out|leaving out|ignore|ignoring|not counting|except|except for|excluding|other than|but not|apart from|aside from|and not|leaving out|everything but|anything but|all but|rather than",
  count: "how many|head count|headcount|#|number of|the number of|count|count of|count the|how often|how many times",
  distinct: "different|distinct|unique",
  done: "done|finished|finish|completed|complete|closed|resolved",
  elapsed: "so far|up to now|until now|to date",
  each: "each|per|every single|for each|of each|for every|of every|on each|on every|in each|in every|by each",
  exists:
    "is there|are there|is there any|are there any|is any|are any|do we have any|do i have any|does any|is anything|does anything|is anyone|does anyone|is there anything|did any|was there|were there",
  first: "first",
  free: "free|for free|free of charge|costs nothing|cost nothing|at no cost|no cost",
  in: "i mean|as yet|at the moment|for now|for the moment|all told|all of it|all of them|at all|in|on|at|for|during|from|inside|belonging to|about|within the|to|by|under the|via|across|among|throughout",
  last: "last|final",
  next: "next|upcoming|coming up",
  not: "not|never|no|no longer|neither|nor|non|none|not any|nothing|nobody",
  of: "of|'s",
  open: "still here|still with us|open|unfinished|incomplete|pending|outstanding|unresolved|undone|remaining|left|left over|left to do|still to do|still have to do|still need to do|to be done|active|not done|not finished|not completed",
  or: "or|either",
  ordered:
    "sorted by|ordered by|sort by|order by|sort them by|order them by|in order of|in the order of|arranged by|ranked by|by order of|starting with|beginning with|sort|rank|arrange",
  overdue:
    "past its date|past their date|past the date|late with|running late|not on time|overdue|past due|behind schedule|past their deadline|past the deadline|past its deadline",
  relevant: "most relevant",
  refers: "it|them|him|her|his|those|these|that one|this one|the same|its|their|they|ones|one of them",
  since: "since|from",
  table: "table of|table with|tables of|a table of|a table with|as a table|in a table|in tabular form",
  total:
    "total|in total|altogether|together|add up|tot up|sum up|sum|sum of|the sum of|combined|overall|in all|the total|come to|add up to",
  until: "until|till|by the|no later than|up until|through",
  what: "what|everything|anything|something|all that|what all|what else|whatever",
  which: "which|what kind of|which kind of|what kinds of|what type of|what sort of|whichever",
  with: "with|having|has|have|that have|containing|contains|contain|including|includes|include|had|that has|involving",
  without:
    "without|without any|without a|lacking|that lack|lack|lacks|missing|have no|has no|with no|free of|have not|has not",
};
for (const [kind, phrases] of Object.entries(SIMPLE) as [SimpleMark, string][])
  for (const phrase of phrases.split("|")) if (!MARKS.has(phrase)) MARKS.set(phrase, { kind });

const LONGEST_MARK = 4;

/** The longest mark that begins at a place of some words in lower case, and the place after it. */
export function markAt(texts: readonly string[], at: number): { readonly mark: Mark; readonly to: number } | null {
  for (let to = Math.min(texts.length, at + LONGEST_MARK); to > at; to--) {
    const matched = MARKS.get(texts.slice(at, to).join(" "));
    if (matched !== undefined) return { mark: matched, to };
  }
  return null;
}

/** True for a word of a mark, alone or of several: "more" of "more than". */
export const isInMark = (word: string): boolean => MARK_WORDS.has(word);
const MARK_WORDS: ReadonlySet<string> = new Set([...MARKS.keys()].flatMap((phrase) => phrase.split(" ")));

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words without a meaning in the data: articles, pronouns, auxiliaries, prepositions that are no marks, and the usual words of requests. */
const FUNCTION_WORDS = set(
  "a an the this that same some any every all such so as than then there here also too very just only both i me my mine we us our ours you your yours he " +
    "him his himself she her hers itself am is are was were be been being do does did doing could would should shall will may might must ought can " +
    "into onto up down out off because while although though if whether re ll ve s d t please thanks thank kindly hi hello hey ok okay well " +
    "actually really now currently right still yet already ever else again like let lets gonna wanna gotta got get gets getting go goes going " +
    "show list find tell display see look looking search fetch want wants need know name print lemme kinda sort kind stuff thing things item items " +
    "entry entries one someone somebody anyone anybody everyone everybody much around exist exists happen happens happening " +
    "use using make makes made give gave given put say says mention mentions mentioned called named available listed details info information overview whole entire possible ask " +
    "help needs needed fully completely entirely quickly maybe perhaps guess think sure plan planned scheduled come comes coming take takes taking took taken",
);

/** True for words that mean nothing of the data. */
export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);

/** Values of flags. */
export const YES_WORDS = set("true yes on");
export const NO_WORDS = set("false no off");

const PRONOUNS = set("i we you he she they it who");
const SHORTENED = set("'ll ll 've ve 'm m 're re 'd d not");

/** Adverbs between a subject or an auxiliary and its verb. */
export const isAdverb = (word: string): boolean => ADVERBS.has(word);
const ADVERBS = set("not also just still really ever already never always");

/** Subjects of verbs. */
export const isPronoun = (word: string): boolean => PRONOUNS.has(word);
export const isAuxiliary = (word: string): boolean => AUXILIARIES.has(word) || SHORTENED.has(word);

/** Nouns that mean a record of any type. */
export const GENERIC_NOUNS = set(
  "record row entry item thing node element object line one ones plan list schedule menu calendar collection data file overview table",
);

/** Words of a state in which something is over, and of one in which it has not begun. */
export const DONE_WORDS = set(
  "done complete completed finished closed resolved delivered sent redeemed collected settled cancelled canceled archived shipped merged dropped paid returned fixed sold wontfix rejected declined invalid duplicate abandoned obsolete expired",
);

/** Words by which nodes are told to be people. */
export const PERSON_WORDS = set(
  "who person people owner author assignee traveller traveler speaker reader member user client customer name by borrower lender artist director writer payer driver",
);

/** All words of the closed class that are single words. */
export const knownWords = (): Iterable<string> =>
  [...FUNCTION_WORDS, ...VAGUE.keys(), ...[...MARKS.keys()].filter((phrase) => !phrase.includes(" "))].filter((word) =>
    /^[a-z]{4,}$/.test(word),
  );

/** True for a word as participles are: opened, written, sown, sold. */
export const isHappening = (text: string): boolean =>
  /(?:ed|en|wn)$/.test(text) || (/[dt]$/.test(text) && IRREGULAR_FORMS.has(text));
