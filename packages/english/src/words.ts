import { stemmer } from "stemmer";
import { IRREGULAR_FORMS } from "./stems.js";

/** A word of a text: lower case with a straight apostrophe, and its place in UTF-16 units. */
export interface Word {
  readonly text: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{M}]+(?:['’.&-][\p{L}\p{M}\p{N}]+)*['’]?|[$€£¥]?\p{N}+(?:[.,:/-]\p{N}+)*(?:%|[\p{L}]+)?/gu;

/** The words and numbers of a text, in order. */
export const wordsIn = (text: string): readonly Word[] =>
  [...text.matchAll(WORD)].map(({ 0: raw, index }) => ({
    text: raw.toLowerCase().replaceAll("’", "'").replace(/'$/, ""),
    raw,
    start: index,
    end: index + raw.length,
  }));

const list = (words: string): readonly string[] => words.split(" ");

/** Function words of one piece: they mean nothing of what a text is about. */
const PLAIN_FUNCTION_WORDS = list(
  "a an the this that these those some any each every such no not nor i me my mine myself we us our ours ourselves you your yours " +
    "yourself he him his himself she her hers herself it its itself they them their theirs themselves who whom whose which what when " +
    "where why how and or but if then than so as because while although though whether of in on at by for from to into onto with " +
    "without within about between among through during before after above below over under up down out off near around along against " +
    "toward towards until since upon via per am is are was were be been being do does did doing done have has had having can could " +
    "may might must shall should will would ought there here also too very just only both either neither own same",
);

/** With their contractions. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...PLAIN_FUNCTION_WORDS,
  ...list(
    "till i'm i've i'd i'll we're we've we'd we'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd it'll they're " +
      "they've they'd they'll that's there's here's what's who's where's how's when's let's isn't aren't wasn't weren't don't doesn't " +
      "didn't haven't hasn't hadn't can't cannot couldn't won't wouldn't shouldn't mustn't ain't gonna wanna gotta",
  ),
]);

/** With words of quantity, and contractions as they are often written, or as they are parted. */
const STOP_WORDS: ReadonlySet<string> = new Set([
  ...PLAIN_FUNCTION_WORDS,
  ...list(
    "yourselves one ones someone something anyone anything everyone everything everybody everywhere anywhere somewhere anybody somebody " +
      "else across again once more most other few much many im ive youre youve theyre theyve thats whats lets wo dont doesnt didnt isnt " +
      "arent wasnt werent havent hasnt hadnt cant couldnt wont wouldnt shouldnt mustnt s t",
  ),
]);

/** Words that fill talk and mean nothing of a topic. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    "oh ah hey hi hello well yes yeah yep no nope ok okay sure right really actually basically honestly literally totally quite pretty " +
    "still now already yet ever never always again anymore these days currently nowadays lately recently finally maybe perhaps " +
    "probably definitely please thanks thank lol haha thing things stuff kind sort lot lots bit something anything everything nothing " +
    "someone anyone everyone one ones way got get gets getting go goes going went gone come came make makes made take takes took much " +
    "many more most less least even else like new old good great nice"
  ).split(" "),
);

export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);
/** Tests that a folded word is a function word, which carries no topic. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);
export const isFiller = (word: string): boolean => FILLERS.has(word);

/** Base forms beside those of `IRREGULAR_FORMS`, or in place of them, for words of talk. */
const BASE_FORMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(IRREGULAR_FORMS),
  ...Object.fromEntries(
    list(
      "left:leave leaves:leave read:read did:do done:do had:have has:have was:be were:be been:be hired:hire dr:doctor lives:live living:live " +
        "studies:study studied:study publication:publication publications:publication",
    ).map((pair) => pair.split(":") as [string, string]),
  ),
};

/**
 * The stem of a word in lower case: Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980), on the base form
 * of irregular words; without a possessive ending.
 */
export function stemWord(word: string): string {
  const bare = word.replace(/'s$|'$/, "");
  const base = Object.hasOwn(BASE_FORMS, bare) ? BASE_FORMS[bare]! : bare;
  return /^[a-z]{3,}$/.test(base) ? stemmer(base) : base;
}

/** The base form of a verb in lower case, by its ending; of an irregular verb by a list. */
export function lemmaOf(verb: string): string {
  const irregular = Object.hasOwn(BASE_FORMS, verb) ? BASE_FORMS[verb]! : null;
  if (irregular !== null) return irregular;
  if (/[^aeiou]ies$|[^aeiou]ied$/.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(?:ss|x|zz|ch|sh|o)es$/.test(verb)) return verb.slice(0, -2);
  if (/[^su]s$/.test(verb) && verb.length > 3) return verb.slice(0, -1);
  const root = /(?:ed|ing)$/.test(verb) ? verb.slice(0, verb.endsWith("ed") ? -2 : -3) : "";
  if (root.length < 2 || !/[aeiouy]/.test(root)) return verb;
  if (/([^aeioulsfz])\1$/.test(root)) return root.slice(0, -1);
  return /(?:[aeiou][vszcgu]|[^aeiou][aeiou][kpmr]|at|ir|ov|[^aeiou][aeiou]d|[^aeioul]l)$/.test(root)
    ? `${root}e`
    : root;
}

/** Stems of the words that a text is about, each once. */
export const contentStems = (text: string): readonly string[] => [
  ...new Set(
    wordsIn(text)
      .filter(({ text: word }) => !isFunctionWord(word) && !isFiller(word))
      .map(({ text: word }) => stemWord(word)),
  ),
];

/** A pattern of any of some words, in a group that captures nothing; longer words come first. */
export const anyOf = (words: Iterable<string>): string =>
  `(?:${[...words].sort((a, b) => b.length - a.length).join("|")})`;
