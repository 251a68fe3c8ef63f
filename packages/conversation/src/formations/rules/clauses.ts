import { type Word, wordsIn } from "@semantic-xpath/english";
import { frameOf } from "./frame.js";

/** A part of a sentence with one predicate; places are those of the turn. */
export interface Clause {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: readonly Word[];
}

const BREAK =
  /;\s+|,\s+so\s+(?!(?:far|much|many|long|that|be it|do|am|did|is)\b)|\s+[-–—]+\s+|,?\s+(?:(?<!\b(?:nothing|nobody|anything|none|all|everything)\s)but|because|although|though|whereas|while)\s+(?=\S+\s)|,?\s+(?=(?:if|unless)\s)|,?\s+(?:and|so|then|and then|and now|so now)\s+(?=(?:i|i'm|i've|i'll|we|we're|we've|he|he's|she|she's|they|they're|it|it's|my|our|his|her|their|the|now)\b)|,\s+/gi;

/** Adjuncts before a clause, which bound it in time or place without a verb. */
const ADJUNCT =
  /^\s*(?:(?:and|but|so|only|just|well|oh)\s+)*(?:until|till|til|for|from|since|in|on|at|by|through|after|before|during|as of|up to)\b[^,;]*(?:,\s*(?:until|till|from|since|for)\b[^,;]*)?$/i;

/** "the dog" of "the dog and I": words without a verb. */
const isSubjectAlone = (text: string): boolean => text.split(/\s+/).length <= 10 && frameOf(text) === null;

/** Two statements with a comma between them: "I went off it, oolong is what I drink". */
const isSpliced = (right: string): boolean =>
  !/^(?:and|or|but|so|not|it|that|this|they|who|which|that|where|when|as|if|in|because|though|since|until|till)\b/i.test(
    right,
  ) &&
  /^(?:[^\s,]+\s+){1,6}?(?:is|are|has|have)\s/i.test(right) &&
  !/^(?:\S+\s+){0,3}(?:that|which|who|where)\s/i.test(right);

/** The clauses of a sentence that begins at a place of the turn. */
export function clausesIn(sentence: string, offset: number): readonly Clause[] {
  const straight = sentence.replaceAll("’", "'");
  const clauses: Clause[] = [];
  let from = 0;
  const add = (to: number) => {
    const text = straight
      .slice(from, to)
      .trim()
      .replace(/[.!?…]+$/, "");
    const start = offset + from + (straight.slice(from, to).length - straight.slice(from, to).trimStart().length);
    if (text !== "") clauses.push({ text, start, end: start + text.length, words: wordsIn(text) });
  };
  for (const match of straight.matchAll(BREAK)) {
    if (
      /^,?\s+and\s+$/i.test(match[0]) &&
      /^i\b/i.test(straight.slice(match.index + match[0].length)) &&
      isSubjectAlone(straight.slice(from, match.index))
    )
      continue;
    const rest = straight.slice(match.index + match[0].length);
    if (
      match[0].trim() === "," &&
      !/^(?:i|i'm|i've|we|we're|he|he's|she|she's|my|our|if|unless)\b/i.test(rest) &&
      !isSpliced(rest)
    )
      continue;
    if (ADJUNCT.test(match[0].trim() === "," ? straight.slice(from, match.index) : rest.replace(/[.!?…]+$/, "")))
      continue;
    add(match.index);
    from = match.index + match[0].length;
  }
  add(straight.length);
  return clauses;
}

/** First-person words before the told part; and empty words after it. */
const TELLING =
  /^(?:(?:i|you)\s+(?:just\s+|also\s+)?(?:wanted|want|have|had|need|should|must|can|may|might as well|forgot|meant|ought|might|know|remember|won't believe|found out|realised|realized|noticed|discovered|learned|learnt)?\s*(?:to\s+)?(?:tell|say|mention|add|report|admit|confess|share|let you know|note|announce|believe it|know|remember)?(?:\s+you)?(?:\s+that\s+|\s*[,:]\s+)|[^,:.!?]{1,30}:\s+(?=\p{L}))/iu;
const ASIDE =
  /,?\s+(?:in case (?:i|you)\b.*|if you (?:wondered|wonder|were wondering|are wondering|must know|remember|recall|care|want to know|ask me|are curious|'re curious)\b.*|as you (?:know|may know|remember)|you know|by the way|btw|just so you know|as it happens|believe it or not|for what it's worth|i think|i guess you know|so to speak)[.!]*$/i;

/** A relation before its value: "My new phone: …", "I have a new favourite: …". */
const NAMING =
  /^(?:(?:well|so|oh|and|by the way)[,\s]+)?(?:(?:my|our)\s[^,:.!?]{2,30}|(?:i|we)(?:\s+have|'ve|\s+got)(?:\s+got)?\s+a\s+new\s[^,:.!?]{2,20}):\s/i;

/** A topic before what is told of it: "About the potatoes: …". */
const ABOUT = /^(?:about|as for|as to|regarding|concerning)\s[^,:.!?]{2,30}[,:]\s/i;

/** The told part of a sentence: without the words about telling before and after it. */
export function toldPart(text: string): { readonly start: number; readonly end: number } {
  const aside = ASIDE.exec(text.replaceAll("’", "'"));
  const end = aside === null || aside.index < 8 ? text.length : aside.index;
  let start = 0;
  if (ABOUT.test(text) || NAMING.test(text)) return { start, end };
  for (let i = 0; i < 3; i++) {
    const remainder = text.slice(start, end).replaceAll("’", "'");
    const telling = TELLING.exec(remainder)?.[0] ?? "";
    const length = openerLength(remainder) || (ADJUNCT.test(telling.replace(/[\s,:]+$/, "")) ? 0 : telling.length);
    if (length === 0 || remainder.length - length < 6) break;
    start += length;
  }
  return { start, end };
}

const OPENERS =
  /^(?:(?:oh|ah|hey|well|so|and|but|yes|yeah|yep|no(?!\s+\p{L})|nope|ok|okay|right|anyway|btw|fyi|by the way|also|plus|actually|honestly|basically|good news|bad news|big news|update|quick update|small update|news|fun fact|for the record|just so you know|you know that|you know|guess what|haha|lol|wow|sorry|wait|then|now|currently|lately|recently|finally|in fact|to be honest|turns out|speaking of which|as you know|as for me|me too|thanks|thank you|again|still|just|heads up|forgot to mention|did i mention|i should mention|i forgot to say|let me tell you|i think|i believe|i can tell you|remember that|remember|note that)(?:\s+(?=[a-z'])|\s*[,:!.–—-]\s*))+/iu;

/** The length of empty words before the subject. */
export const openerLength = (text: string): number => OPENERS.exec(text)?.[0].length ?? 0;
