const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words that a question is put with, which its answer seldom repeats: "what kind of", "which things", "is called". */
const FRAME = words(
  "kind kinds type types sort sorts name names called mention mentioned describe describes according say says said tell " +
    "told thing things way ways did does specific particular conversation discuss discussed current currently",
);
/** Words for a time that is not a date: when a text says one, it says when. */
const TIMES = words(
  "yesterday today tonight tomorrow last next ago week weeks weekend weekends month months year years day days morning " +
    "evening afternoon night recently monday tuesday wednesday thursday friday saturday sunday january february march april " +
    "may june july august september october november december summer winter spring fall autumn since few couple soon " +
    "earlier now",
);
const YEAR = /^(?:19|20)\d\d$/;
const ASKED = /\?\s*$|^\s*(?:what|which|who|whom|whose|when|where|why|how)\b(?=.*\s\S)/i;
const WANTS_TIME =
  /^\s*(?:since )?when\b(?=.*\s\S)|\b(?:what|which) (?:date|day|month|year|time|week|season)\b|^\s*how (?:long|often)\b/i;

/** Whether a condition is a question: it ends in a question mark or begins with a question word. */
export const isAsked = (condition: string): boolean => ASKED.test(condition);

/** Whether it asks for a time: "when did …", "which year …", "how long …". */
export const wantsTime = (condition: string): boolean => WANTS_TIME.test(condition);

/** Whether a folded word belongs to the way a question is put. */
export const isFrameWord = (word: string): boolean => FRAME.has(word);

/** Whether a folded word says when. */
export const isTimeWord = (word: string): boolean => TIMES.has(word) || YEAR.test(word);
