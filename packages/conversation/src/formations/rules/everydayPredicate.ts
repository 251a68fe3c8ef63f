import { isDenied, stemWord, type Word, wordsIn } from "@semantic-xpath/english";
import { isNobody } from "./cues.js";
import { EVERYDAY, type EverydaySlot, STATES } from "./everyday.js";
import { BASE, type Predicate, slotOf } from "./predicate.js";
import { isTelling, valueAt } from "./values.js";

const BE: ReadonlySet<string> = new Set("am is are was were be been being".split(" "));

const ENTRIES = EVERYDAY.flatMap((entry) =>
  entry.verbs.map((verb) => ({ entry, stems: verb.split(" ").map(stemVerb) })),
).sort((a, b) => b.stems.length - a.stems.length);

function stemVerb(word: string): string {
  return BE.has(word) ? "be" : stemWord(word);
}

/** Words before the verb; those of one or two letters are what a contraction leaves after its pronoun. */
const SKIPPED =
  /^(?:really|still|now|also|just|currently|actually|finally|officially|recently|always|already|usually|mostly|only|both|all|have|has|had|ve|been|be|am|is|are|m|s|re|to|will|ll|going|gonna|would|so|even|both|not|never|don't|doesn't|didn't|no|longer|used|started|began|decided|planning|plan|got|get|did|do)$/;

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
    return { ...BASE, slot: slotOf(STATES[state]!, "text"), value: state, isPositive: !isDenied(words) };
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
      slot: slotOf(entry.name, entry.type, entry.isSingle),
      value: null,
      operation: "end",
      isPositive: false,
    };
  if (entry.type === "person" && !/\p{Lu}/u.test(value)) return null;
  if ((entry.name === "home" || entry.name === "employer") && !/\p{Lu}|\b(?:a|an|the|my)\b/u.test(value)) return null;
  if (entry.name === "home" && /\bthe (?:moment|past|present|next|future)\b/i.test(value)) return null;
  const slotRef = slotOf(entry.name, entry.type, entry.isSingle);
  return { ...BASE, slot: slotRef, value, isPositive: !isDenied(words.filter(({ end }) => end <= after)) };
}

/** Amounts, and endings of names of medicines; "on leave" has neither. */
const MEDICINE = /\d|\bmg\b|(?:in|ol|ine|ide|one|am|il|ate|um)$/i;
