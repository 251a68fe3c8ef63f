import { isDenied, isFunctionWord, NUMBER_WORD, stemWord, type Word, wordsIn } from "@semantic-xpath/english";
import type { FactOperation, SlotRef, SlotType } from "../../formation.js";
import { EVERYDAY, type EverydaySlot, STATES } from "./everyday.js";
import { isTelling, valueAt } from "./values.js";

/** The predicate of a clause: the part of a draft that does not depend on who speaks or when. */
export interface Predicate {
  readonly slot: SlotRef | null;
  readonly value: string | null;
  readonly operation: FactOperation;
  readonly replaced: string | null;
  readonly isPositive: boolean;
  readonly mayReplace: boolean;
  /** The verb states something that happened, not something that lasts. */
  readonly isEvent: boolean;
}

/** A word of change: what it stands beside may take the place of something earlier. */
const CHANGE =
  /\b(?:move(?= .{2,40} to\b)|now|these (?:days|mornings|evenings|nights|weeks|months)|the other one|the old one|nowadays|instead|new|switch(?:ed|ing)?|chang(?:ed|ing|e)|no longer|anymore|any more|currently|lately|moved|put off|postponed|delayed|rescheduled|brought forward|slipped|upgraded|replac(?:ed|ing|e)|taken over|took over|hired|swapped|traded|over to|from now on|as of|went from)\b/i;
const END =
  /\b(?:no longer|no more|nowhere|(?:for|with|to|by|from|at) (?:nobody|no one)|without (?:a|an|any)|(?:rip|tear|tore|throw|threw|took|ripp)(?:ed)? .{2,25} out|anymore|any more|any longer|quit|quitting|stopp?(?:ed|ing)?|gave up|given up|giving up|giving away|gave away|sold|cancell?ed|dropped|dropping|got rid of|gotten rid of|broke up with|split up with|ended|left|lost(?! in)|closed|returned|gave back|done with|finished with|(?:has|have|had|got|been|is|are) (?:just |now )?shut|forget (?:the|my|about)|(?:gave|handed|passed) (?:my|our|the) .{2,40} to|(?:is|are|has|have|had|\p{L}'s) (?:finished|over|gone|history)|stepped down|(?:walked|moved|dried|burned|burnt|ran|worn|wore) out|(?:went|gone) (?:bust|bankrupt)|broke down|blew down|flooded|(?:was|been|got|is) stolen|locked|expired|run off|passed away|retired|resigned|died|let go of|let go|ditched|called off|unsubscribed|shut down)\b/iu;
const CORRECTION =
  /\b(?:correct myself|was wrong|were wrong|is wrong|take (?:it|that) back|never was|in truth|i meant|i mean(?:t)? to say|i misspoke|misspoke|correction|scratch (?:that|what)|what i said about|got (?:that|it) wrong|i was wrong|actually .{1,40}, not|my mistake|my bad|i mixed up|mixed (?:\w+) up|i (?:said|told you|called|wrote|put) .{1,50}(?:,|;) .{0,30}(?:\bbut\b|\b(?:is|are|was|were)\b|'s\b)|earlier i (?:said|told|called)|(?:it was|that was|was just) a slip|(?:had|got) (?:it|that|them|this) (?:all |completely )?wrong|not (?!just|only|sure|in|as|for|at|on|to).{1,40}, (?:it's|but|it is)|actually,? (?:it's|it is|it was|that's|not)|should have said|let me correct|to correct|typo|i told you wrong|misremember(?:ed)?|muddled|mistaken|nonsense|rubbish|never mind what|(?:ignore|forget|scratch|strike) (?:what|the (?:bit|part|thing)) |wasn't .{1,30}, it was|isn't (?!just|only).{1,30}, it's|(?:isn't|wasn't|not), it(?:'s| is| was))\b/i;
const PAST =
  /\b(?:used to|back when|when i was|growing up|as a (?:kid|child|teenager|student)|in (?:college|high school|school|my (?:twenties|thirties|youth))|years ago|formerly|previously|at one point|once upon)\b/i;

export const isCorrection = (text: string): boolean => CORRECTION.test(text);
export const isEnding = (text: string): boolean => END.test(text);
const STOP =
  /\b(?:no more|done with|finished with|nowhere|(?:for|with|to|by|from|at) (?:nobody|no one)|quit|quitting|stopp?ed|stopping|gave up|given up|giving up|no longer|any ?more|any longer|got rid of|gotten rid of|unsubscribed)\b/i;
/** The words that a stop is about: a few after it, or what is denied before "anymore". */
export function stopIn(text: string): string | null {
  const match = STOP.exec(text);
  if (match === null) return null;
  const isAfter = /more|longer/i.test(match[0]);
  return isAfter
    ? text
    : text
        .slice(match.index + match[0].length)
        .trim()
        .split(/\s+/)
        .slice(0, 4)
        .join(" ");
}
export const isStop = (text: string): boolean => STOP.test(text);
export const hasChange = (text: string): boolean => CHANGE.test(text);
export const isPastState = (text: string): boolean => PAST.test(text);

export const BASE: Omit<Predicate, "slot" | "value"> = {
  operation: "set",
  replaced: null,
  isPositive: true,
  mayReplace: false,
  isEvent: false,
};

const slot = (name: string, type: SlotType = "text", isSingle = true): SlotRef => ({ name, type, isSingle });

const COPULA =
  "(?:is|are|was|were|'s|will be|(?:has|have|had) to be|must be|got|gets|became|becomes|turned|went|remains|stays|is called|is named)";
const CHANGES_TO =
  "(?:is now|are now|was changed to|changed to|has changed to|got changed to|moved to|got moved to|was moved to|has moved to|is moving to|is being moved to|shifted to|got shifted to|switched to|has switched to|went up to|went down to|dropped to|is up to|is down to|increased to|rose to|grew to|turned into|became)";
const NOUN = "(?:[\\p{L}\\p{N}][\\p{L}\\p{N}'&-]*)";
const POSSESSED = new RegExp(
  `^(?:(my|our|his|her|their|the|your)\\s+)?(${NOUN}(?:\\s+${NOUN}){0,4}?)\\s*(?:\\s${CHANGES_TO}|\\s${COPULA}|'s)\\s+(.+)$`,
  "iu",
);
const BACKWARDS = new RegExp(
  `^(.{2,60}?)\\s+(?:is|are|was|became)\\s+(?:(?:still|now)\\s+)?(?:my|our|his|her|their)\\s+((?:${NOUN}\\s?){1,4})$`,
  "iu",
);
const NAMED = /^(.+?)(?:'s)? names?$/i;

/** "frames come from Lisbet's workshop": a possessive after a preposition, not a copula. */
const GENITIVE = /'s\s+$/;
const SAYS_WHENCE = /\s(?:from|to|with|by|at|for|on|of)\s/i;

/** "My new phone: a Fairphone". */
const BY_COLON = /^((?:my|our)\s+[^,:.!?]{2,30}):\s+/i;

/** "The podcast that I listen to is V": the relation of what the speaker does with it. */
const RELATIVE =
  /^the\s+((?:\p{L}[\p{L}-]*\s){1,2}?)(?:(?:that|which)\s)?(?:i|we)(?:'m|'re|'ve)?\s(?:(?!is\b|are\b)[\p{L}']+\s){1,4}?(?=(?:is|are)\s)/iu;

/** "My dentist is Dr. Lee", "the password is now X", "practice is on Thursdays". */
export function copula(given: string): Predicate | null {
  const text = given.replace(BY_COLON, "$1 is ").replace(RELATIVE, "my $1 ");
  if (/^one of\b/i.test(text)) return null;
  const backwards = BACKWARDS.exec(text);
  if (
    backwards !== null &&
    !/^(?:i|you|he|she|they|we|it|this|that|who|what|there)$/i.test(backwards[1]!) &&
    isTelling(backwards[1]!) &&
    isName(backwards[2]!)
  )
    return { ...BASE, slot: slot(nameOf(backwards[2]!)), value: backwards[1]!.trim(), mayReplace: false };
  const match = POSSESSED.exec(text);
  if (match === null) return null;
  const [whole, determiner = "", name, rest] = match;
  if (
    !isName(name!) ||
    (GENITIVE.test(whole.slice(0, whole.length - rest!.length)) && SAYS_WHENCE.test(name!)) ||
    /^(?:i|you|he|she|it|we|they|that|this|there|who|what|here|everything|one|someone|everyone|life|things)$/i.test(
      name!,
    )
  )
    return null;
  const isChange = new RegExp(CHANGES_TO, "i").test(whole.slice(0, whole.length - rest!.length));
  const weekday =
    /^(?:now\s+|on\s+|every\s+|still\s+|usually\s+|always\s+)*(?=(?:mon|tues|wednes|thurs|fri|satur|sun)day)/i.test(
      rest!,
    )
      ? valueAt(rest!, "weekday")
      : null;
  if (weekday !== null) return { ...BASE, slot: slot(`${nameOf(name!)} day`, "weekday"), value: weekday };
  const time = /^(?:now\s+|at\s+|still\s+|usually\s+)*(?:at\s+)?(?=\d{1,2}(?::\d\d|\s*[ap]\.?m)|noon|midnight)/i.test(
    rest!,
  )
    ? valueAt(rest!, "time")
    : null;
  if (time !== null) return { ...BASE, slot: slot(`${nameOf(name!)} time`, "time"), value: time };
  const value = valueAt(rest!, "text");
  if (value === null || !isTelling(value) || isVerbal(value)) return null;
  const isOwn = determiner !== "" && !/^(?:the|your)$/i.test(determiner);
  if (!isOwn && !isChange && !/\p{Lu}|\d/u.test(value)) return null;
  if (/\b(?:was|were)\s+$/i.test(whole.slice(0, whole.length - rest!.length)) && !isChange)
    return { ...BASE, slot: slot(nameOf(name!)), value, operation: "past" };
  return { ...BASE, slot: slot(nameOf(name!)), value, isPositive: !isDenied(wordsIn(rest!.slice(0, 12))) };
}

/** "going great", "getting better": a predicate, no value. */
const isVerbal = (value: string): boolean =>
  /^(?:\w+ing|been|being|to|not|no)\b/i.test(value) && !/^\p{Lu}/u.test(value);

/** True for words that can name a slot: nouns as far as closed classes tell. */
function isName(name: string): boolean {
  const words = wordsIn(name);
  const content = words.filter(({ text }) => !isFunctionWord(text));
  return (
    content.length > 0 &&
    words.length <= 5 &&
    !words.some(({ text }) =>
      /^(?:i|you|we|they|he|she|it|and|or|that|who|which|if|when|is|are|was|were|i'm|not|can|do)$/.test(text),
    )
  );
}

/** The name of a slot: without adjectives of time and without "name". */
export function nameOf(name: string): string {
  const trimmed = name
    .trim()
    .replace(/^(?:(?:new|current|old|latest|usual|regular|own|the|a|an|my|our)\s+)+/i, "")
    .trim();
  return (NAMED.exec(trimmed)?.[1] ?? trimmed).toLowerCase() || name.toLowerCase();
}

const BE: ReadonlySet<string> = new Set([
  "am",
  "is",
  "are",
  "was",
  "were",
  "be",
  "been",
  "being",
  "i'm",
  "'m",
  "'s",
  "he's",
  "she's",
  "we're",
  "they're",
]);

const ENTRIES = EVERYDAY.flatMap((entry) =>
  entry.verbs.map((verb) => ({ entry, stems: verb.split(" ").map(stemVerb) })),
).sort((a, b) => b.stems.length - a.stems.length);

function stemVerb(word: string): string {
  return BE.has(word) ? "be" : stemWord(word);
}

const SKIPPED =
  /^(?:really|still|now|also|just|currently|actually|finally|officially|recently|always|already|usually|mostly|only|both|all|have|has|had|'ve|been|be|am|is|are|'m|to|will|'ll|going|gonna|would|so|even|both|not|never|don't|doesn't|didn't|no|longer|used|started|began|decided|planning|plan|got|get|did|do)$/;

/** The everyday slot whose verb stands in the words, with the place after it. Only adverbs and auxiliaries come before the verb. */
function everydayVerb(words: readonly Word[]): { readonly entry: EverydaySlot; readonly after: number } | null {
  for (let from = 0; from < Math.min(words.length, 7); from++) {
    for (const { entry, stems } of ENTRIES) {
      const isHere = stems.every((stem, i) => {
        const word = words[from + i]?.text ?? "";
        return stemVerb(word) === stem;
      });
      if (isHere) return { entry, after: words[from + stems.length - 1]!.end };
    }
    if (!SKIPPED.test(words[from]!.text)) return null;
  }
  return null;
}

/** The slot of a predicate that the everyday table names; `text` begins after the subject. */
export function everyday(text: string): Predicate | null {
  const words = wordsIn(text);
  const state = Object.keys(STATES).find((each) =>
    new RegExp(
      `^(?:(?:am|is|are|'m|'s|be|been|become|became|went|going|gone|now|still|officially|just|a|an|not|got|getting|fully|strictly)\\s+)*${each}\\b`,
      "i",
    ).test(text),
  );
  if (state !== undefined && words.length <= 8 && new RegExp(`^.{0,25}\\b${state}\\b`, "i").test(text))
    return { ...BASE, slot: slot(STATES[state]!, "text"), value: state, isPositive: !isDenied(words) };
  const verb = everydayVerb(words);
  if (verb === null) return null;
  const { entry, after } = verb;
  const remainder = text.slice(after);
  if (entry.name === "language" && !/^\s*(?:\p{Lu}|how)/u.test(remainder)) return null;
  if (entry.name === "age" && !/^\s*\d{1,3}\b/.test(remainder)) return null;
  const value = valueAt(remainder, entry.type);
  if (entry.name === "medication" && /\bon$/.test(text.slice(0, after)) && !MEDICINE.test(value ?? "")) return null;
  const isOfNobody = value !== null && isNobody(value);
  if (value === null || (!isTelling(value) && !isOfNobody)) return null;
  if (isOfNobody)
    return {
      ...BASE,
      slot: slot(entry.name, entry.type, entry.isSingle),
      value: null,
      operation: "end",
      isPositive: false,
    };
  if (entry.type === "person" && !/\p{Lu}/u.test(value)) return null;
  if ((entry.name === "home" || entry.name === "employer") && !/\p{Lu}|\b(?:a|an|the|my)\b/u.test(value)) return null;
  if (entry.name === "home" && /\bthe (?:moment|past|present|next|future)\b/i.test(value)) return null;
  const slotRef = slot(entry.name, entry.type, entry.isSingle);
  return { ...BASE, slot: slotRef, value, isPositive: !isDenied(words.filter(({ end }) => end <= after)) };
}

export const isNobody = (value: string | null): boolean =>
  /^(?:nobody|no one|nothing|nowhere|none|none of them)\b(?! but\b)/i.test(value ?? "");

/** Amounts, and endings of names of medicines; "on leave" has neither. */
const MEDICINE = /\d|\bmg\b|(?:in|ol|ine|ide|one|am|il|ate|um)$/i;

const ARTICLE = "(?:(?:my|our|his|her|their|the|a|an|that|this)\\s+)?";

/** "switched from A to B", "replaced the A with a B": the old value and the new one. */
export function change(text: string): { readonly old: string; readonly value: string } | null {
  for (const pattern of CHANGES) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const value = valueAt(groups.value!, "text");
    if (value !== null && isTelling(value)) return { old: stripped(groups.old!), value };
  }
  return null;
}

const CHANGES: readonly RegExp[] = [
  /\b(?:switch(?:ed|ing)?|chang(?:ed|ing|e)|went|mov(?:ed|ing|e)|transferr?(?:ed|ing)?|upgrad(?:ed|ing|e)|convert(?:ed|ing))\s+from\s+(?<old>.{1,40}?)\s+to\s+(?<value>.+)$/i,
  new RegExp(
    `\\b(?:replac(?:ed|ing)|swapp?(?:ed|ing)|trad(?:ed|ing)(?: in)?|exchang(?:ed|ing)|ditch(?:ed|ing)|dropp?(?:ed|ing)|left|leaving|quit|sold|gave up|giving up)\\s+${ARTICLE}(?<old>.{2,40}?)\\s+(?:with|by|for|in favou?r of)\\s+(?<value>.+)$`,
    "i",
  ),
  /^(?<value>.*?)\b(?:instead of|rather than)\s+(?<old>.{2,40})$/i,
];

const stripped = (text: string): string =>
  text.replace(/^(?:my|our|his|her|their|the|a|an|old|being an?)\s+/gi, "").trim();

/** "I said that A was B, but it is C", "I told you B; A is in fact C". */
const SAID =
  /\b(?:said|told you|called (?:it|him|her|them)|wrote|put)\b\s+(?:that\s+)?(.{2,60}?)(?:,|;|\s[-–—])\s*(?:(?:but|and|well)\s+)?(.+)$/i;
/** "I had it wrong: C", "it was a slip, I meant C", "I misspoke about A: it's C". */
const ADMITTED =
  /^.*?\b(?:wrong|slip|mistake|mixed (?:\w+ )?up|misspoke|confused|muddled|mistaken|nonsense|rubbish)\b[^:,;.]*[:,;.]?\s*/i;
const STATED =
  /^(?:.{0,40}?(?:\b(?:is|are|was|were|meant|mean)\b|(?:\b\w+'(?:s|re)\b))\s+)?(?:(?:actually|really|in fact|rather|in truth|now)\s+)*(.+)$/i;

/** The value that the words after an admission of an error state. */
function admitted(text: string): string | null {
  const remainder = text.replace(ADMITTED, "");
  const value = valueAt(STATED.exec(remainder)?.[1] ?? "", "text");
  return value !== null && isTelling(value) ? value : null;
}

const CORRECTIONS: readonly RegExp[] = [
  /\b(?:correct myself|was wrong|were wrong|is wrong|take (?:it|that) back|never was|in truth|i meant|i mean(?:t)? to say|correction:?|should have said|it's actually|it is actually|(?:isn't|wasn't|not), it(?:'s| is| was)|actually,? (?:it's|it is|it was|that's)|it was actually|it's really)\s+(.+?)(?:,?\s+not\s+(.+))?$/i,
  /\b(?:it's|it is|it was|is|was|that's)\s+(?:actually\s+)?([^,]+?),?\s+(?:and\s+)?not\s+(.+)$/i,
];

/** True for a text with words of an error: "I was wrong". "X, not Y" alone has none. */
export const isAdmission = (text: string): boolean =>
  SAID.test(text) || ADMITTED.test(text) || /\b(?:correct(?:ion| myself)|misspoke|i meant)\b/i.test(text);

/** The place in a correction from which it states what is right; 0 if that is not told apart. */
export function statedFrom(text: string): number {
  const report = SAID.exec(text);
  if (report !== null) return report.index + report[0].length - report[2]!.length;
  return ADMITTED.exec(text)?.[0].length ?? 0;
}

/** The right value of a correction, and the wrong one if it is named. */
export function correction(text: string): { readonly value: string | null; readonly wrong: string | null } {
  const report = SAID.exec(text);
  if (report !== null) {
    const value = admitted(report[2]!);
    if (value !== null) return { value, wrong: stripped(STATED.exec(report[1]!)?.[1] ?? report[1]!) };
  }
  for (const pattern of CORRECTIONS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [, value, wrong] = match;
    const cut = valueAt(value ?? "", "text");
    if (cut !== null)
      return { value: cut, wrong: wrong === undefined ? null : stripped(valueAt(wrong, "text") ?? wrong) };
  }
  return { value: ADMITTED.test(text) ? admitted(text) : null, wrong: null };
}

const AS_MY =
  /^(?:(?:have|has|had|'ve|never|now|still|not|don't|also)\s+)*(?:\p{L}+\s+)(.{2,40}?)\s+as\s+(?:my|our|his|her|their)\s+(.{2,30})$/iu;
const NEW_ONE =
  /^(?:(?:'ve|have|has|got|just)\s+)*(?:have|has|got|bought|adopted|found|hired|chose|picked)\s+(?:a|an)\s+(?:new\s+)?((?:\p{L}[\p{L}-]*\s?){1,3}?),\s+((?:a|an|the|\p{Lu}).+)$/u;
const OWNS = new RegExp(
  "^(?:(?:also|now|still|just|recently|finally|have|has|'ve)\\s+)*(?:have|has|had|own|owns|got|adopted|bought|keep|keeps|rescued|raise|'ve got)" +
    `\\s+(?:a|an|${NUMBER_WORD}|\\d+|my|some)\\s+((?:\\p{L}[\\p{L}-]*\\s?){1,3}?)\\s*(?:,)?\\s*(?:called|named|whose name is)\\s+(.+)$`,
  "iu",
);

/** "I have a dog named Rex": the slot is the noun, the value the name. */
export function possession(text: string): Predicate | null {
  const role = AS_MY.exec(text) ?? null;
  if (role !== null && isName(role[2]!)) {
    const value = valueAt(role[1]!, "text");
    if (value !== null && isTelling(value))
      return { ...BASE, slot: slot(nameOf(role[2]!)), value, isPositive: !isDenied(wordsIn(text)) };
  }
  const fresh = NEW_ONE.exec(text);
  if (fresh !== null && isName(fresh[1]!))
    return { ...BASE, slot: slot(nameOf(fresh[1]!)), value: fresh[2]!.replace(/[.!]+$/, "") };
  const owns = OWNS.exec(text);
  if (owns !== null) {
    const value = valueAt(owns[2]!, "text");
    if (value !== null && isName(owns[1]!)) return { ...BASE, slot: slot(nameOf(owns[1]!), "text", false), value };
  }
  return null;
}
