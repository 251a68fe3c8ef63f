import { MONTHS, type ResolvedDays, resolveDays, scanDays, WEEKDAYS } from "@semantic-xpath/values";
import { ENGLISH_DAYS } from "./days.js";
import { tenseOf } from "./mood.js";
import { isFiller, isFunctionWord, stemWord, wordsIn } from "./words.js";

/** The time that a question about a memory is about. */
export type RecallMode = "now" | "as of" | "before" | "history" | "count" | "when" | "on day" | "still" | "planned";

/** The answer that a question asks for. */
export type AskedFor = "person" | "place" | "time" | "number" | "money" | "yes or no" | "any";

/** A question about what is remembered, by its words alone. */
export interface RecallQuestion {
  readonly mode: RecallMode;
  readonly askedFor: AskedFor;
  /** Stems of the words that it is about, each once; names of participants are among them. */
  readonly stems: readonly string[];
  /** Words with a capital letter, in order: names of people and values. */
  readonly names: readonly string[];
  /** The question is about what holds or happens, by its verb: "does", "is", and not "did", "was", "has been". */
  readonly isPresent: boolean;
  /** It asks for what happened once, "What did Ana buy?", at no named time. */
  readonly isPastEvent: boolean;
  /** The question is about the person who asks. */
  readonly isOwn: boolean;
  /** Its subject is "we". */
  readonly isOfGroup: boolean;
  /** The name in the place of the subject, "Where does Ana live?", or of the owner of it, "Who is Ana's dentist?"; null for none. */
  readonly about: string | null;
  /** "Ana's brother": the word after a possessive, in lower case, by the owner ("" for "my"). */
  readonly owned: readonly { readonly owner: string; readonly word: string }[];
  readonly days: ResolvedDays | null;
  /** The words after "before", where they name no day. */
  readonly before: string | null;
}

const HISTORY =
  /\b(?:which|what)\s+(?:(?!does|did|do\b)\p{L}+\s+){0,2}(?!does)\p{L}{2,}s\s+(?:has|have)\b|\bthrough (?:which|what)\b|\b(?:history|over time|over the (?:years|months)|so far|all (?:the|of the|of)|every \w+ that|each of|list (?:all|every|the)|through(?:out)? (?:the )?(?:whole |entire )?(?:time|years?|story)|how (?:has|have|did|was|were) .{1,80}\bchang(?:ed?|ing)\b|in order|(?:from )?first to last|one after (?:the )?(?:other|another)|different|changed? over|has .{1,40} been (?:over|so far|through)|have .{1,40} been|chronolog|timeline|in turn|sequence)/iu;
/** Questions in the perfect, which ask for everything up to now: "Where has Ana lived?". */
const PERFECT =
  /^\s*(?:(?:with|at|in|from|for|through|to|by) )?(?:who|whom|what|which|where)\b(?:(?!\b(?:do|does|did|has|have)\b).)*\b(?:has|have)\s+(?!got\b|to\b|a\b|an\b|the\b)(?:(?!got\b)[\p{L}'-]+\s+){0,4}?(?!need|speed)\p{L}*(?:ed|en|un|ad|ook|ought|aught|old|ept|eft|ost|one|ung|ade|un)\b/iu;
const COUNT = /\b(?:how many|count (?:how|the|all)|how often|number of|count of|how frequently)\b/i;
/** A number that a statement gives, "How many dogs does he have?", and not a count of events. */
const STATED_NUMBER =
  /\bhow many (?!times\b)(?:(?!(?:do|does|did|is|are|was|were|has|have|had)\b)[\p{L}'-]+ ){1,4}(?:do|does|is|are|was|were)\b(?!.*\p{L}{2}(?:ed|en)\b)/iu;
const WHEN =
  /^\s*(?:when|(?:on|by|since|until) (?:what|which) (?:day|date)|(?:what|which) (?:day|date)\b.{0,12}\b(?:did|was|is|will|does)|since when|what(?:'s| is| was) the date)\b/i;
const STILL = /\b(?:still|anymore|any more|any longer|no longer)\b/i;
const BEFORE = /\bbefore\s+(.+?)[?.!]*$|\b(?:prior to|preceding|ahead of)\s+(.+?)[?.!]*$/i;
/** "Before the bakery, where did she work?" */
const LEADING_BEFORE = /^\s*(?:before|prior to|preceding)\s+(.+?),\s+(?=(?:what|who|where|which|how|did|was|had)\b)/i;
const EARLIER =
  /\b(?:previously|formerly|earlier|the (?:previous|last) one|used to|former|previous|originally|at first|beforehand|before (?:that|this|it|then)|before)\b/i;
const PLANNED = /\b(?:plan(?:s|ning|ned)?|going to|will|next|upcoming|intend|scheduled|supposed to)\b/i;
const WHAT_DID =
  /\bwhat(?:'s)?\s+(?:did|do|does|has|was|were|is|happened|went|all|else|exactly)\b|\b(?:anything|something)\b/i;
const ON_DAY = /\b(?:do|did|doing|happen(?:ed)?|up to|went on|going on|take place)\b/i;

/** Whom a question is not about: "…, not her brother?" */
const EXCLUDED = /,\s+not\s+[^,?]+(?=\?|$)/i;

/** Longest part of a question that is read, in UTF-16 units. */
export const MAX_QUESTION_LENGTH = 500;

/** Reads a question about a memory: its first `MAX_QUESTION_LENGTH` units. The day is that on which it is asked, in ISO 8601; without one, relative days are not read. */
export function readRecallQuestion(question: string, day: string | null): RecallQuestion {
  const text = question.slice(0, MAX_QUESTION_LENGTH).replaceAll("’", "'").replace(EXCLUDED, "");
  const words = wordsIn(text);
  const tense = tenseOf(words) ?? (/\bdid|was|were\b/i.test(text) ? "past" : null);
  const items = day === null ? [] : scanDays(text, ENGLISH_DAYS);
  const [item] = items.filter(
    ({ expression }) =>
      expression.kind !== "length" &&
      !(expression.kind === "weekday" && expression.which === null && !/\bon\b/i.test(text)),
  );
  const days = item === undefined ? null : resolveDays(item.expression, day!, tense ?? "past");
  const isPlanned = PLANNED.test(words.map(({ raw }) => (raw === "Will" ? "" : raw)).join(" "));
  const isPresent = !/\b(?:did|was|were|has|have|had|used)\b/i.test(text);
  const beforeMatch = LEADING_BEFORE.exec(text) ?? (isPresent ? null : BEFORE.exec(text));
  const beforeText = beforeMatch === null ? null : (beforeMatch[1] ?? beforeMatch[2] ?? null);
  const beforeStart = beforeText === null ? -1 : text.indexOf(beforeText, beforeMatch!.index);
  const isInBefore = (start: number) =>
    beforeText !== null && start >= beforeStart && start < beforeStart + beforeText.length;
  const isBeforeDay = item !== undefined && isInBefore(item.start);
  const before =
    beforeText === null || isBeforeDay || /^(?:that|this|it|then)$/i.test(beforeText)
      ? null
      : beforeText.replace(/^(?:the|a|an|she|he|they|it|switching to|moving to|changing to)\s+/i, "");
  const isTaken = (start: number) => item !== undefined && start >= item.start && start < item.end;
  const kept = words.filter(({ start }) => !isTaken(start) && !(before !== null && isInBefore(start)));
  const stems = [
    ...new Set(
      kept
        .filter(({ text: word }) => !isFunctionWord(word) && !isFiller(word) && !ASKING.has(word))
        .map(({ text: word }) => stemWord(word)),
    ),
  ];
  const nameStems = new Set(words.filter(({ raw }) => /^\p{Lu}/u.test(raw)).map(({ text: word }) => stemWord(word)));
  const topics = stems.filter((stem) => !nameStems.has(stem));
  const mode: RecallMode =
    COUNT.test(text) && !STATED_NUMBER.test(text)
      ? "count"
      : WHEN.test(text)
        ? "when"
        : beforeText !== null && !isBeforeDay
          ? "before"
          : HISTORY.test(text) || PERFECT.test(text)
            ? "history"
            : STILL.test(text) && item === undefined
              ? "still"
              : days !== null
                ? topics.length === 0 || (ON_DAY.test(text) && WHAT_DID.test(text) && topics.length <= 1)
                  ? "on day"
                  : "as of"
                : EARLIER.test(text)
                  ? "before"
                  : isPlanned
                    ? "planned"
                    : "now";
  return {
    mode,
    askedFor: askedFor(text),
    stems,
    names: words.flatMap(({ raw, start }) =>
      /^\p{Lu}/u.test(raw) && start > 0 && raw !== "I" ? [raw.replace(/['’]s?$/, "")] : [],
    ),
    isPresent,
    isPastEvent: mode === "now" && /\bdid\b/i.test(text),
    isOwn: OWN.test(text.replace(TELL_ME, "")),
    isOfGroup: /\b(?:we|us|our|ours|we're|we've)\b/i.test(text),
    about: aboutIn(text),
    owned: [...text.matchAll(/(\p{Lu}[\p{L}-]*)'s?\s+([\p{L}-]+)|\bmy\s+([\p{L}-]+)/gu)].map(
      ([, owner = "", word, own]) => ({ owner, word: (word ?? own ?? "").toLowerCase() }),
    ),
    days,
    before,
  };
}

const NAME = String.raw`(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?((?!(?:${[...WEEKDAYS, ...MONTHS, ..."what who where when how why which that there here it".split(" ")].map((word) => word[0]!.toUpperCase() + word.slice(1)).join("|")})\b)\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*)`;
const OWN = /\b(?:i|my|me|mine|i'm|i've|we|our)\b/i;
/** Requests and questions for advice, whose subject is not the asker. */
const TELL_ME =
  /\b(?:tell|show|give|remind|let) (?:me|us)\b|\b(?:can|could|may|might|must|shall|should|will|would) (?:i|we)\b|\bdo (?:i|we) know\b/gi;
const AUXILIARY =
  "\\b(?:[Dd]o|[Dd]oes|[Dd]id|[Hh]as|[Hh]ave|[Hh]ad|[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould|[Ii]s|[Aa]re|[Aa]m|[Ww]as|[Ww]ere) ";
const SUBJECT = `${AUXILIARY}${NAME}(?!['’]\\p{L}|\\p{L})`;
/** A name after the auxiliary of a question, or before a possessive. */
const ABOUT_NAMED = new RegExp(`${SUBJECT}|(?<!\\p{L})${NAME}['’]s `, "u");

function aboutIn(text: string): string | null {
  const [, subject, owner] = ABOUT_NAMED.exec(text) ?? [];
  return subject ?? owner ?? null;
}

const ASKING: ReadonlySet<string> = new Set(
  "tell me know list show name time times often many times date day history current currently previous previously former originally over far now happen happened occasion occasions prior preceding present moment remember mention mentioned told say said talk spend spent busy count life use uses".split(
    " ",
  ),
);

const ASKS_AMOUNT = /\b(?:how much|what(?:'s)?)\b/i;
const PRICED =
  /\b(?:how much .*\b(?:is|was|spends?)|costs?|prices?|fees?|rates?|charge[ds]?|rent|salary|wages?|pay|pays|paid|earns?)\b/i;
const ASKS_TIME =
  /^\s*(?:(?:from|since|by|until) )?when\b|\bwhat time\b|\b(?:which|what) (?:days?|dates?|weekdays?|mornings?|afternoons?|evenings?|nights?|months?|years?)\b/i;

function askedFor(text: string): AskedFor {
  if (/(?:^|,)\s*who\b|\bwhose\b|\bwhom\b/i.test(text)) return "person";
  if (/^\s*where\b|\b(?:which|what) (?:city|town|country|place)\b/i.test(text)) return "place";
  if (ASKS_AMOUNT.test(text) && PRICED.test(text)) return "money";
  if (ASKS_TIME.test(text)) return "time";
  if (/\bhow (?:many|much|old|long|tall|often)\b/i.test(text)) return "number";
  return /^\s*(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)\b/i.test(text) ? "yes or no" : "any";
}
