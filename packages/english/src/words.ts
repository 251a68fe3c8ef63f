import { stemmer } from "stemmer";

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

/** Function words: they mean nothing of what a text is about. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those some any every each such no not nor i me my mine myself we us our ours ourselves you your yours " +
    "yourself he him his himself she her hers herself it its itself they them their theirs themselves who whom whose which what when " +
    "where why how and or but if then than so as because while although though whether of in on at by for from to into onto with " +
    "without within about between among through during before after above below over under up down out off near around along against " +
    "toward towards until till since upon via per am is are was were be been being do does did doing done have has had having can " +
    "could may might must shall should will would ought there here also too very just only both either neither own same i'm i've i'd " +
    "i'll we're we've we'd we'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd it'll they're they've they'd " +
    "they'll that's there's here's what's who's where's how's when's let's isn't aren't wasn't weren't don't doesn't didn't haven't " +
    "hasn't hadn't can't cannot couldn't won't wouldn't shouldn't mustn't ain't gonna wanna gotta"
  ).split(" "),
);

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
export const isFiller = (word: string): boolean => FILLERS.has(word);

/** Past forms of frequent verbs by their base, and nouns that no stemmer joins with theirs. */
const IRREGULAR: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "bought:buy sold:sell went:go gone:go drove:drive driven:drive rode:ride ridden:ride wrote:write written:write taught:teach " +
    "thought:think caught:catch brought:bring fought:fight sought:seek kept:keep slept:sleep left:leave met:meet read:read led:lead " +
    "fed:feed spent:spend lent:lend sent:send built:build lost:lose won:win ran:run swam:swim sang:sing sung:sing began:begin " +
    "begun:begin drank:drink drunk:drink ate:eat eaten:eat gave:give given:give took:take taken:take chose:choose chosen:choose " +
    "spoke:speak spoken:speak broke:break broken:break wore:wear worn:wear grew:grow grown:grow knew:know known:know flew:fly " +
    "flown:fly threw:throw drew:draw drawn:draw saw:see seen:see said:say told:tell found:find heard:hear held:hold paid:pay " +
    "sat:sit stood:stand got:get made:make did:do done:do had:have has:have was:be were:be been:be became:become came:come " +
    "hired:hire fell:fall felt:feel dealt:deal meant:mean hung:hang stuck:stick woke:wake woken:wake dr:doctor children:child people:person " +
    "men:man women:woman feet:foot teeth:tooth lives:live living:live studies:study studied:study"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/**
 * The stem of a word in lower case: Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980), on the base form
 * of irregular words; without a possessive ending.
 */
export function stemWord(word: string): string {
  const bare = word.replace(/'s$|'$/, "");
  const base = Object.hasOwn(IRREGULAR, bare) ? IRREGULAR[bare]! : bare;
  return /^[a-z]{3,}$/.test(base) ? stemmer(base) : base;
}

/** The base form of a verb in lower case, by its ending; of an irregular verb by a list. */
export function lemmaOf(verb: string): string {
  const irregular = Object.hasOwn(IRREGULAR, verb) ? IRREGULAR[verb]! : null;
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
