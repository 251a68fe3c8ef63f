import { stemmer } from "stemmer";

const STEMMABLE = /^[a-z]{3,}$/;
/**
 * The stem of a folded word: Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980), on the
 * base form of irregular and compared words, for words of three or more plain letters. Other words, numbers among them, are their own stems.
 *
 * @example stemOf("sessions") === stemOf("session")
 */
export function stemOf(word: string): string {
  const base = baseForm(word);
  return STEMMABLE.test(base) && mayHaveEnding(base) ? stemmer(base) : base;
}

/** By the last letter of all endings that the algorithm knows, the letters that are before it; null for any. */
const BEFORE_LAST: Readonly<Record<string, string | null>> = {
  ...{ s: null, e: null, y: null },
  ...{ c: "in", d: "e", g: "n", i: "cglt", l: "alu", m: "s", n: "o", r: "eo", t: "n", u: "o" },
};

/** Tests that a word may end in letters that the stemmer removes or changes: every second word of English does not. */
function mayHaveEnding(word: string): boolean {
  const before = BEFORE_LAST[word[word.length - 1]!];
  return before === null || before?.includes(word[word.length - 2]!) === true;
}

/**
 * English forms that no suffix rule reaches, a base form and then its others: strong verbs and old plurals. Forms that
 * are as often another word ("left", "rose", "ground", "bore") are left out.
 */
const FORMS =
  "analysis analyses; become became; begin began begun; bite bit bitten; blow blew blown; break broke broken; bring brought; " +
  "build built; burn burnt; bus buses busses; buy bought; catch caught; choose chose chosen; campus campuses; canvas canvases; " +
  "come came; crisis crises; criterion criteria; creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt; diagnosis " +
  "diagnoses; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find " +
  "found; flee fled; fly flew flown; focus focuses focusses; forbid forbade forbidden; forget forgot forgotten; forgive forgave " +
  "forgiven; freeze froze frozen; gas gases; get got gotten; give gave given; go went gone; grow grew grown; hang hung; hear " +
  "heard; hide hid hidden; hold held; keep kept; kneel knelt; know knew known; lead led; learn learnt; lend lent; lens lenses; " +
  "lose lost; make made; mean meant; meet met; pay paid; publish publication publications; quiz quizzes; ride rode ridden; ring " +
  "rang rung; run ran; say said; see saw seen; seek sought; sell sold; send sent; shake shook shaken; shoot shot; show shown; " +
  "sing sang sung; sink sank sunk; sit sat; sleep slept; sky skies; slide slid; speak spoke spoken; spend spent; stand stood; " +
  "steal stole stolen; stick stuck; strike struck; sweep swept; swear swore sworn; swim swam swum; swing swung; take took taken; " +
  "teach taught; tear tore torn; tell told; thesis theses; think thought; throw threw thrown; understand understood; wake woke " +
  "woken; wear wore worn; weep wept; virus viruses; win won; write wrote written; child children; foot feet; goose geese; half " +
  "halves; knife knives; leaf leaves; life lives; loaf loaves; man men; mouse mice; person people; shelf shelves; thief thieves; " +
  "tooth teeth; wife wives; wolf wolves; woman women";

export const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.split("; ").flatMap((entry) => {
    const [base, ...forms] = entry.split(" ");
    return forms.map((form): [string, string] => [form, base!]);
  }),
);

/** Adjectives that are often compared; of other words "er" makes who or what does it, or nothing ("flower", "corner"). */
const COMPARED = (
  "big bright broad busy calm cheap clean clear close cold cool dark deep dense dirty dry early easy fair fast fine fresh friendly " +
  "funny gentle great happy hard healthy heavy high hot kind large late lazy light little lively long loud low mild narrow neat new " +
  "nice noisy old pale plain poor pretty pure quick quiet rare rich rough sad safe sharp short simple slim slow small smart smooth " +
  "soft sour spicy steep strong sunny sweet tall tasty thick thin tidy tight tiny tough ugly warm weak wet wide wild wise young"
).split(" ");

/** A word as it stands before "er": "easi", "bigg", "nic". */
const beforeEr = (word: string): string =>
  /[ey]$/.test(word)
    ? word.slice(0, -1) + (word.endsWith("y") ? "i" : "")
    : word.replace(/^[^aeiou]*[aeiou][^aeiouwxy]$/, (all) => all + all.at(-1));

const COMPARISONS: ReadonlyMap<string, string> = new Map(
  COMPARED.flatMap((word) => ["er", "est"].map((ending): [string, string] => [beforeEr(word) + ending, word])),
);

/** The base form of an irregular one ("went": "go") or of a comparison ("quickest": "quick"); any other word as it is. */
const baseForm = (word: string): string => IRREGULAR_FORMS.get(word) ?? COMPARISONS.get(word) ?? word;
