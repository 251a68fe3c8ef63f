import {
  AUXILIARIES,
  ENGLISH_DAYS,
  FORMS_OF_BE,
  FORMS_OF_DO,
  FORMS_OF_HAVE,
  isDenial,
  isFunctionWord,
  lemmaOf,
  tenseOf,
  type Word,
  wordsIn,
} from "@semantic-xpath/english";
import { scanDays } from "@semantic-xpath/values";
import { JUDGEMENTS } from "./everyday.js";

/** A noun phrase of a clause with its part in it. */
export interface Argument {
  readonly role: "subject" | "object" | "preposition";
  readonly preposition: string | null;
  readonly text: string;
  readonly words: readonly Word[];
}

/** A clause as verb and arguments; what speakers do to themselves and what is done to them have the same form. */
export interface Frame {
  /** Base form of the verb. */
  readonly verb: string;
  /** Adverbs that belong to the verb: "take over". */
  readonly particles: readonly string[];
  readonly arguments: readonly Argument[];
  readonly isDenied: boolean;
  readonly isPast: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const HELPERS = new Set([
  ...AUXILIARIES,
  ...words(
    "going gonna got get gets to used need needs want wants wanted started began decided trying plan planning 'm 've 'll 's 're",
  ),
]);
/** Auxiliaries that are verbs of their own where nothing follows them that could be one. */
const COPULAS = new Set([...FORMS_OF_BE, "'m", "'s", "'re"]);
const HAVE = new Set([...FORMS_OF_HAVE, ...FORMS_OF_DO, "got", "get", "gets"]);
const ADVERBS = words(
  "really still now also just currently actually finally officially recently always already usually mostly only both never not even so often sometimes probably no longer then ever all soon almost quite",
);
const PARTICLES = words("up off out over back down away around through along");
const PREPOSITIONS = words(
  "in at on for with to from into onto of by about through under over along near as after before during between against without like than per via around toward towards inside outside behind among across",
);
const DETERMINERS = words(
  "the a an my our his her their your its this that these those some any every each no another",
);
const PRONOUNS = words("i me we us you he him she her they them it myself mine ours");
const SPEAKER = words("i me my we us our mine ours myself i'm i've i'll i'd we're we've we'll we'd");
const STOPS = words(
  "since because so but while when if until till although though instead anymore rather too now today these lately currently nowadays again who which that where whenever as",
);

const DEGREES = words("more best most better less least");
const PRESENT = words("am is are 'm 's 're");
const NOBODY = words("nobody none nothing");
const DISTRIBUTIVES = words("every each these most");
const SUBJECTS = words("i we he she they it you");

/** Words of a phrase before the subject: "in the evening", "every morning". */
function adjunctEnd(all: readonly Word[]): number {
  const [first] = all;
  if (first === undefined || !(PREPOSITIONS.has(first.text) || DISTRIBUTIVES.has(first.text))) return 0;
  for (let i = 2; i < Math.min(all.length - 1, MAX_SUBJECT_WORDS); i++) {
    const { text } = all[i]!;
    if (SUBJECTS.has(text) || isContracted(all[i]!))
      return i - (all[i - 1]!.text === "and" ? subjectLength(all, i) : 0);
    if (DETERMINERS.has(text) && !PREPOSITIONS.has(all[i - 1]!.text)) return i;
  }
  return 0;
}

/** Words of a subject that "and I" ends. */
const subjectLength = (all: readonly Word[], end: number): number =>
  DETERMINERS.has(all[end - 3]?.text ?? "") ? 3 : 2;

/** The frame of a clause; null for a clause without a verb that is told from its nouns by form alone. */
export function frameOf(text: string): Frame | null {
  const everyWord = wordsIn(text);
  const lead = adjunctEnd(everyWord);
  const all = everyWord.slice(lead);
  const verb = verbPlace(all);
  if (verb === null) return null;
  const { at, subjectEnd } = verb;
  const before = all.slice(subjectEnd, at);
  const args: Argument[] = [];
  const subject = all.slice(0, subjectEnd);
  const isNobody = subject.length > 0 && NOBODY.has(subject[0]!.text);
  if (subject.length > 0 && !isNobody) args.push(argumentOf(text, subject, "subject", null));
  if (
    lead > 1 &&
    PREPOSITIONS.has(everyWord[0]!.text) &&
    !isTime(text.slice(everyWord[1]!.start, everyWord[lead - 1]!.end))
  )
    args.push(argumentOf(text, everyWord.slice(1, lead), "preposition", everyWord[0]!.text));
  const particles: string[] = [];
  let next = at + 1;
  while (next < all.length && PARTICLES.has(all[next]!.text) && all[next + 1] !== undefined)
    particles.push(all[next++]!.text);
  args.push(...complements(text, all, next));
  return {
    verb: COPULAS.has(bare(all[at]!.text)) ? "be" : lemmaOf(all[at]!.text),
    particles,
    arguments: args,
    isDenied: isNobody || before.filter(isDenial).length % 2 === 1,
    isPast:
      !before.some(({ text: word }) => PRESENT.has(bare(word))) && tenseOf(all.slice(subjectEnd, at + 1)) === "past",
  };
}

const bare = (word: string): string =>
  /'(?:m|s|re|ve|ll|d)$/.exec(word) === null ? word : word.slice(word.indexOf("'"));
const isContracted = (word: Word): boolean => /^(?:i|we|he|she|they|it|you)'/.test(word.text);

/** The place of the main verb, and of the first word after the subject. */
function verbPlace(all: readonly Word[]): { readonly at: number; readonly subjectEnd: number } | null {
  const first = all[0];
  if (first === undefined) return null;
  const isPronoun = PRONOUNS.has(first.text) || isContracted(first);
  const join = all.findIndex(({ text }, i) => i > 0 && i < 6 && text === "i" && all[i - 1]!.text === "and");
  let subjectEnd = isPronoun ? 1 : join > 0 ? join + 1 : 0;
  let at = subjectEnd;
  if (subjectEnd === 0) {
    at = all.findIndex((_word, i) => i > 0 && i < MAX_SUBJECT_WORDS && isVerb(all, i));
    if (at < 0) return null;
    subjectEnd = at;
  }
  let main = -1;
  for (; at < all.length; at++) {
    const word = all[at]!;
    if (HELPERS.has(word.text) || ADVERBS.has(word.text) || isDenial(word)) {
      if (COPULAS.has(word.text) || HAVE.has(word.text)) main = at;
      continue;
    }
    if (isPlainVerb(all, at, main)) main = at;
    break;
  }
  if (main < 0 && isContracted(first)) main = 0;
  return main < 0 ? null : { at: main, subjectEnd };
}

const MAX_SUBJECT_WORDS = 8;
/** Verbs that are adjectives or prepositions elsewhere. */
const VERBS_TOO = words("like back");

/** After auxiliaries: a word that no determiner, preposition or name is. After "be" only a participle. */
function isPlainVerb(all: readonly Word[], at: number, main: number): boolean {
  const { text, raw } = all[at]!;
  if (/\d/.test(text) || /^\p{Lu}/u.test(raw) || isFunctionWord(text)) return false;
  if (main < 0) return !JUDGEMENTS.has(text) || VERBS_TOO.has(text);
  const { text: auxiliary } = all[main]!;
  if (COPULAS.has(auxiliary)) return /(?:ing|ed)$/.test(text) && !JUDGEMENTS.has(text);
  return /^(?:have|has|had|got)$/.test(auxiliary) && !text.endsWith("s") && lemmaOf(text) !== text;
}

/** A word after a noun phrase that is a verb by its ending and by what follows it. */
function isVerb(all: readonly Word[], at: number): boolean {
  const { text, raw } = all[at]!;
  if (HELPERS.has(text) && text !== "to") return true;
  if (/^\p{Lu}|\d/u.test(raw) || isFunctionWord(text) || DETERMINERS.has(all[at - 1]!.text)) return false;
  if (!/(?:s|ed)$/.test(text) && lemmaOf(text) === text && !isBaseAfterPlural(all, at)) return false;
  const next = all[at + 1];
  return (
    next === undefined ||
    DETERMINERS.has(next.text) ||
    PRONOUNS.has(next.text) ||
    PREPOSITIONS.has(next.text) ||
    PARTICLES.has(next.text) ||
    ADVERBS.has(next.text) ||
    /^\p{Lu}|\d/u.test(next.raw)
  );
}

/** "my Saturdays belong to": a base form after a plural. */
const isBaseAfterPlural = (all: readonly Word[], at: number): boolean => {
  const next = all[at + 1];
  return /[^s]s$/.test(all[at - 1]!.text) && next !== undefined && PREPOSITIONS.has(next.text);
};

/** Objects and prepositional phrases after a verb. "of" stays with the noun before it. */
function complements(text: string, all: readonly Word[], from: number): Argument[] {
  const args: Argument[] = [];
  let preposition: string | null = null;
  let phrase: Word[] = [];
  const end = () => {
    if (phrase.length > 0)
      args.push(argumentOf(text, phrase, preposition === null ? "object" : "preposition", preposition));
    phrase = [];
  };
  for (let i = from; i < all.length; i++) {
    const word = all[i]!;
    const gap = i === 0 ? "" : text.slice(all[i - 1]!.end, word.start);
    const isMore = word.text === "any" && /^(?:more|longer)$/.test(all[i + 1]?.text ?? "");
    const isStop = isMore || (STOPS.has(word.text) && !(word.text === "as" && DETERMINERS.has(all[i + 1]?.text ?? "")));
    if (isStop || (/[,;:(]/.test(gap) && i > from)) break;
    if (word.text === "of" && phrase.length > 0) {
      phrase.push(word);
      continue;
    }
    if (PREPOSITIONS.has(word.text)) {
      end();
      preposition = word.text;
      continue;
    }
    if (DEGREES.has(word.text) || ((ADVERBS.has(word.text) || isDenial(word)) && phrase.length === 0)) {
      if (DEGREES.has(word.text)) end();
      continue;
    }
    if (phrase.length > 0 && PRONOUNS.has(phrase[0]!.text) && phrase[0]!.text !== "her") end();
    if (
      phrase.length > 0 &&
      !PRONOUNS.has(phrase[0]!.text) &&
      (SUBJECTS.has(word.text) || /^(?:my|our)$/.test(word.text))
    )
      break;
    phrase.push(word);
  }
  end();
  return args.filter(({ text: each }) => !isTime(each));
}

function isTime(text: string): boolean {
  const [first] = scanDays(text.replace(/s$/, ""), ENGLISH_DAYS);
  return (
    first !== undefined && text.slice(0, first.start).trim().length <= 4 && text.slice(first.end).trim().length <= 1
  );
}

function argumentOf(
  text: string,
  phrase: readonly Word[],
  role: Argument["role"],
  preposition: string | null,
): Argument {
  return { role, preposition, text: text.slice(phrase[0]!.start, phrase.at(-1)!.end), words: phrase };
}

/** True for a phrase that names the speaker or a thing of the speaker. */
const isOfSpeaker = ({ words: phrase }: Argument): boolean => phrase.some(({ text }) => SPEAKER.has(text));

/** True for a clause in which another person acts on the speaker, or on a thing of the speaker. */
export const actsOnSpeaker = (text: string): boolean => {
  const args = frameOf(text)?.arguments ?? [];
  return (
    args.some((each) => each.role === "subject" && !isOfSpeaker(each)) &&
    args.some((each) => each.role !== "subject" && isOfSpeaker(each))
  );
};
