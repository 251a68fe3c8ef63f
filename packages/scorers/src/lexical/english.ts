import { stemOf as englishStem, TIME_NAMES } from "@semantic-xpath/english";
import { koreanStem } from "./languages/korean.js";

export { isStopWord } from "@semantic-xpath/english";

const HANGUL = /^[\u1100-\u11ff]/;
const ARABIC_ARTICLE = /^(?:[\u0648\u0628\u0643\u0641]?\u0627\u0644|\u0644\u0644)(?=..)/u;

/** The stem of a word of an English text; of other scripts by rules that need no language: without Korean particles, without the Arabic article. */
export function stemOf(word: string): string {
  if (word.charCodeAt(0) < 128) return englishStem(word);
  return HANGUL.test(word) ? koreanStem(word.normalize("NFC")) : word.replace(ARABIC_ARTICLE, "");
}

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
