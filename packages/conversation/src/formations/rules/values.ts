import { ENGLISH_DAYS, NUMBER_WORD, WEEKDAY } from "@semantic-xpath/english";
import { scanDays } from "@semantic-xpath/values";
import type { SlotType } from "../../formation.js";
import { JUDGEMENTS } from "./everyday.js";

/** Ends of a value: words that begin another part. */
const ENDS =
  /\s*(?:[,;:!?(]|(?<!\b(?:mr|mrs|ms|dr|st|prof))\.(?:\s|$)|\s(?:with (?:his|her|their) (?:family|own)|because|since|so|but|and (?:i|we|it|he|she|they|my)|which|who|that|after|before|when|while|until|till|as of|starting|instead|rather|anymore|any more|any longer|these days|nowadays|at the moment|right now|for now|now|currently|lately|recently|already|though|too|as well|again|this time|every|twice|once|thanks to|if|even|with my|with our|for the next|for the time being|temporarily|not)\b)/i;

const TYPES: Partial<Record<SlotType, RegExp>> = {
  weekday: new RegExp(`\\b(${WEEKDAY}s?(?:(?:,| and| or| &|, and) ${WEEKDAY}s?)*)\\b`, "i"),
  time: /\b(\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)|\d{1,2}:\d{2}|noon|midnight|(?:half past|quarter past|quarter to)\s+\w+|\d{1,2}(?=\s*(?:o'clock|$|in the)))/i,
  number: new RegExp(
    `\\b(\\d[\\d.,]*(?:\\s?(?:kg|kilos?|pounds?|lbs?|cm|m|feet|years?))?|(?!zero)${NUMBER_WORD})\\b`,
    "i",
  ),
};

/** The value at the beginning of a text; null if there is none of the type. */
export function valueAt(text: string, type: SlotType): string | null {
  const typed = TYPES[type];
  if (typed !== undefined) return typed.exec(text)?.[1] ?? null;
  const head = text.replace(
    /^\s*(?:(?:nothing but|now|currently|still|actually|just|probably|really|called|named|officially|finally|back|to be)\s+)+/i,
    "",
  );
  const end = ENDS.exec(head)?.index ?? head.length;
  const value = withoutDays(head.slice(0, end))
    .trim()
    .replace(/[\s,]+$/, "")
    .replace(/\s+(?:in|on|at|by|since|from|for|around|about|to|of|the|and|with)$/i, "");
  if (value === "" || value.split(/\s+/).length > MAX_VALUE_WORDS) return shortened(value);
  return value;
}

const MAX_VALUE_WORDS = 8;

/** A long value is its first names, or nothing. */
function shortened(value: string): string | null {
  const names =
    /^(?:(?:the|a|an|in|at)\s+)?(?:\p{Lu}[\p{L}'’&.-]*(?:\s+(?:of|de|la|the|and|&)\s+(?=\p{Lu})|\s+(?=\p{Lu})|))+/u.exec(
      value,
    );
  return names === null || names[0].trim() === "" ? null : names[0].trim();
}

/** A text up to the first expression for days that ends it. */
function withoutDays(text: string): string {
  const last = scanDays(text, ENGLISH_DAYS).at(-1);
  if (last === undefined || last.start === 0 || last.expression.kind === "weekday") return text;
  const after = text.slice(last.end).trim();
  return after === ""
    ? text.slice(0, last.start).replace(/\s+(?:in|on|at|by|since|from|for|during|until|till|back)?\s*(?:the\s+)?$/i, "")
    : text;
}

const POINTING: ReadonlySet<string> = new Set(
  "this that it these those i me you he she they we us them him her one".split(" "),
);

/** True for a distinctive value; false for a judgement. */
export function isTelling(value: string): boolean {
  const words = value
    .toLowerCase()
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter((word) => word !== "");
  const [first] = words;
  if (
    first === undefined ||
    /^(?:this|that|these|those|any)$/.test(first) ||
    (words.length === 1 && POINTING.has(first))
  )
    return false;
  const isNamed = /\p{Lu}|\d/u.test(value.replace(/^I\b/, ""));
  if (isNamed) return true;
  const telling = words.filter((word) => !JUDGEMENTS.has(word));
  return telling.length > 0 && (!JUDGEMENTS.has(first) || ["a", "an", "my", "the", "one"].includes(first));
}
