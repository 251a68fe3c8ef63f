import { anyOf, ENGLISH_DAYS, NUMBER_WORD, TIME_NAMES } from "@semantic-xpath/english";
import { type ResolvedDays, resolveDays, scanDays } from "@semantic-xpath/values";
import type { Days } from "../../formation.js";

const FUTURE = new RegExp(
  "\\b(?:will|i'll|we'll|he'll|she'll|they'll|gonna|going to|plan(?:s|ning)? (?:to|on)|hoping to|hope to|intend to|scheduled|booked|about to|" +
    `set to|moving to|flying|leaving|starting|next (?:week|month|year|weekend|${anyOf(TIME_NAMES)})|tomorrow|upcoming|` +
    `in (?:a|${NUMBER_WORD}|\\d+) (?:days?|weeks?|months?|years?))\\b`,
  "i",
);
export const isFuture = (text: string): boolean => FUTURE.test(text);

/** The days of a clause; null for none, or where its only expression says until when, or in the present since when, something holds. */
export function daysIn(text: string, time: string, tense: "past" | "future" | null): Days | null {
  for (const { start, expression } of scanDays(text, ENGLISH_DAYS)) {
    const before = text.slice(0, start);
    if (expression.kind === "length" || UNTIL.test(before) || (tense === null && SINCE.test(before))) continue;
    const days: ResolvedDays | null = resolveDays(expression, time, MOVED_TO.test(before) ? "future" : tense);
    if (days !== null) return { first: days.first, last: days.last };
  }
  return null;
}

/** The length of days and times that stand before the subject: "For now, until 5 May my desk is …". */
export function adjunctLength(text: string): number {
  let length = 0;
  for (let next = oneAdjunct(text); next > 0; next = oneAdjunct(text.slice(length))) length += next;
  return length;
}

const BEFORE_DAYS =
  /^(?:(?:only|just|from|since|until|till|up to|on|in|as of|for|by|back|starting|during|through)\s+)*(?:the\s+)?$/i;
const AFTER_DAYS = /^\s*(?:on(?:ward|wards)?\s*)?[,:]?\s+/;
const ADVERBIAL =
  /^(?:in truth|in fact|these days|nowadays|at the moment|right now|as of now|for now|for the time being|at present|most (?:days|mornings|evenings)|in the (?:morning|evening|afternoon)s?|on weekends)\s*,?\s+/i;

function oneAdjunct(text: string): number {
  const [first] = scanDays(text, ENGLISH_DAYS);
  const hasDays = first !== undefined && first.start <= 12 && BEFORE_DAYS.test(text.slice(0, first.start));
  if (!hasDays) return ADVERBIAL.exec(text)?.[0].length ?? 0;
  return first.end + (AFTER_DAYS.exec(text.slice(first.end))?.[0].length ?? 0);
}

/** "from now on we meet …": the beginning of a state, no day of an event. */
const SINCE = /\b(?:from|as of|since)\s+$/i;
const UNTIL =
  /\b(?:until|till|til|through|thru|up to|up until|up to and including|no longer than|not beyond|ending(?: on)?|ends?(?: on)?|lasts? to)\s+(?:the\s+)?$/i;
/** "moved to", "put off to": the days after it are yet to come. */
const MOVED_TO = /\b(?:mov|push|put|postpon|delay|shift|chang|reschedul|brought|bring)\w*\b.*\bto\s+(?:the\s+)?$/i;

/** The last day of a state that a clause bounds: "until Friday", "for two weeks" of a state that is temporary. */
export function untilIn(text: string, time: string): string | null {
  for (const { start, expression } of scanDays(text, ENGLISH_DAYS)) {
    const before = text.slice(0, start);
    const isBounded =
      UNTIL.test(before) ||
      (expression.kind === "length" &&
        (/\bfor\s+(?:the\s+(?:next\s+)?|another\s+|only\s+|just\s+)?$/i.test(before) ||
          /^for\b/i.test(text.slice(start))) &&
        !/\b(?:have|has|had|been|was|were|'ve|since|every|each|always|usually)\b|\b\p{L}+ed\b/iu.test(text));
    const isThis =
      expression.kind === "period" && expression.which === 0 && /\b(?:just|only|temporar\w+|for)\s+$/i.test(before);
    if (!isBounded && !isThis) continue;
    const days = resolveDays(expression, time, "future");
    if (days !== null) return days.last;
  }
  return null;
}
