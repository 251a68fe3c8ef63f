import { TIME_NAMES } from "@semantic-xpath/english";
import { stemmer } from "stemmer";
import { koreanStem } from "./languages/korean.js";

const STEMMABLE = /^[a-z]{3,}$/;
/** Porter takes "ing" from "conferencing" without giving the "e" back that makes "conference" stem further. */
const LOST_E = /[ae]nc$/;

/**
 * The stem of a folded word: Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980), on the
 * base form of irregular words, for words of three or more plain letters. Other words, numbers among them, are their own stems.
 *
 * @example stemOf("conferences") === stemOf("conferencing")
 */
export function stemOf(word: string): string {
  const base = baseForm(word);
  if (!STEMMABLE.test(base)) return ofOtherScript(base);
  if (!mayHaveEnding(base)) return base;
  const stem = stemmer(base);
  for (const [other, beginnings] of APART.get(stem) ?? [])
    if (beginnings.some((one) => base.startsWith(one))) return other;
  return LOST_E.test(stem) ? stemmer(`${stem}e`) : stem;
}

/**
 * Words that share a stem with words of another meaning: "organic" and "organ", "business" and "busy". Each line is a stem, followed by
 * the beginnings of the words with another meaning. Their new stem is the first beginning with a sign that never follows two letters in a word.
 */
const SAME_STEM = `
anim animat
apart apartment
author authorit
busi business
commun communit
convers conversion
custom customer
depart department
doctor doctora
edit edition
emerg emergenc
experi experiment
gener general
gener generous
hospit hospitalit
import importan
intern internal
intern internation
memori memorial
new news
organ organic
organ organiz
past paste
physic physician
polit polite
posit positiv
present presentation
relat relativ
sever several
univers universit
vari various
`;

const APART: ReadonlyMap<string, readonly (readonly [string, readonly string[]])[]> = apart();

function apart() {
  const all = new Map<string, [string, string[]][]>();
  for (const line of SAME_STEM.trim().split("\n")) {
    const [stem, ...beginnings] = line.split(" ");
    all.set(stem!, [
      ...(all.get(stem!) ?? []),
      [`${beginnings[0]!.slice(0, 2)}=${beginnings[0]!.slice(2)}`, beginnings],
    ]);
  }
  return all;
}

/** By the last letter of all endings that the algorithm or `LOST_E` knows, the letters that are before it; null for any. */
const BEFORE_LAST: Readonly<Record<string, string | null>> = {
  ...{ s: null, e: null, y: null },
  ...{ c: "in", d: "e", g: "n", i: "cglt", l: "alu", m: "s", n: "o", r: "eo", t: "n", u: "o" },
};

/** Tests that a word may end in letters that the stemmer removes or changes: every second word of English does not. */
function mayHaveEnding(word: string): boolean {
  const before = BEFORE_LAST[word[word.length - 1]!];
  return before === null || before?.includes(word[word.length - 2]!) === true;
}

const HANGUL = /^[\u1100-\u11ff]/;
const ARABIC_ARTICLE = /^(?:[\u0648\u0628\u0643\u0641]?\u0627\u0644|\u0644\u0644)(?=..)/u;

/** Words of other scripts in an English text, by a rule that needs no language: without Korean particles, without the Arabic article. */
function ofOtherScript(word: string): string {
  return HANGUL.test(word) ? koreanStem(word.normalize("NFC")) : word.replace(ARABIC_ARTICLE, "");
}

/** English function words: articles, pronouns, prepositions, conjunctions, auxiliaries, question words, contractions. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those some any each every such no nor not " +
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers " +
    "herself it its itself they them their theirs themselves one ones someone something anyone anything everyone everything everybody everywhere anywhere somewhere anybody somebody " +
    "and or but if then else than so as because while although though whether " +
    "of in on at by for from to into onto with without within about between among through during before after above " +
    "below over under up down out off near around across along against toward towards until since upon via per " +
    "am is are was were be been being do does did doing done have has had having can could may might must shall should " +
    "will would ought " +
    "what which who whom whose when where why how there here also too very just only both either neither again once " +
    "more most other own same few much many " +
    "im ive youre youve theyre theyve thats whats lets wo " +
    "dont doesnt didnt isnt arent wasnt werent havent hasnt hadnt cant couldnt wont wouldnt shouldnt mustnt " +
    "s t"
  ).split(" "),
);

/** Tests that a folded word is a function word, which carries no topic. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** Words for a time without a date: a text with one of them answers "when". */
const TIMES: ReadonlySet<string> = new Set([
  ...(
    "yesterday today tonight tomorrow last next ago week weeks weekend weekends month months year years day days morning evening " +
    "afternoon night recently since few couple soon earlier now"
  ).split(" "),
  ...TIME_NAMES,
]);
const [FIRST_YEAR, YEARS] = [1900, 200];
const ASKED = /\?\s*$|^\s*(?:what|which|who|whom|whose|when|where|why|how)\b(?=.*\s\S)/i;
const WANTS_TIME =
  /^\s*(?:since )?when\b(?=.*\s\S)|\b(?:what|which) (?:date|day|month|year|time|week|season)\b|^\s*how (?:long|often)\b/i;

/** Tests that a condition is a question: it ends in a question mark or begins with a question word. */
export const isAsked = (condition: string): boolean => ASKED.test(condition);

/** Tests that a question is about a time: "when did …", "which year …", "how long …". */
export const wantsTime = (condition: string): boolean => WANTS_TIME.test(condition);

/** All words that answer "when". */
export const TIME_WORDS: readonly string[] = [
  ...TIMES,
  ...Array.from({ length: YEARS }, (_, year) => String(FIRST_YEAR + year)),
];

/**
 * English forms that no suffix rule reaches, each line a base form and then its others: strong verbs and old plurals. Forms that
 * are as often another word ("left", "rose", "ground", "bore") are left out.
 */
const FORMS = `
analysis analyses
become became
begin began begun
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
burn burnt
bus buses busses
buy bought
catch caught
choose chose chosen
campus campuses
canvas canvases
come came
crisis crises
criterion criteria
creep crept
deal dealt
dig dug
draw drew drawn
dream dreamt
diagnosis diagnoses
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
focus focuses focusses
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
gas gases
get got gotten
give gave given
go went gone
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lead led
learn learnt
lend lent
lens lenses
lose lost
make made
mean meant
meet met
pay paid
publish publication publications
quiz quizzes
ride rode ridden
ring rang rung
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shoot shot
show shown
sing sang sung
sink sank sunk
sit sat
sleep slept
sky skies
slide slid
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
strike struck
sweep swept
swear swore sworn
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
thesis theses
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
weep wept
virus viruses
win won
write wrote written
child children
foot feet
goose geese
half halves
knife knives
leaf leaves
life lives
loaf loaves
man men
mouse mice
person people
shelf shelves
thief thieves
tooth teeth
wife wives
wolf wolves
woman women
`;

const BASES: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split("\n")
    .flatMap((line) => {
      const [base, ...forms] = line.split(" ");
      return forms.map((form): [string, string] => [form, base!]);
    }),
);

/** The base form of an irregular one ("went": "go"); any other word as it is. */
export const baseForm = (word: string): string => BASES.get(word) ?? word;
