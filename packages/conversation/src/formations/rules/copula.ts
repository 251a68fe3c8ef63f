import { isDenied, wordsIn } from "@semantic-xpath/english";
import { BASE, isName, nameOf, type Predicate, slotOf } from "./predicate.js";
import { isTelling, valueAt } from "./values.js";

const COPULA =
  "(?:is|are|was|were|'s|will be|(?:has|have|had) to be|must be|got|gets|became|becomes|turned|went|remains|stays|is called|is named)";
const CHANGES_TO =
  "(?:is now|are now|was changed to|changed to|has changed to|got changed to|moved to|got moved to|was moved to|has moved to|is moving to|is being moved to|shifted to|got shifted to|switched to|has switched to|went up to|went down to|dropped to|is up to|is down to|increased to|rose to|grew to|turned into|became)";
const NOUN = "(?:[\\p{L}\\p{N}][\\p{L}\\p{N}'&-]*)";
const POSSESSED = new RegExp(
  `^(?:(my|our|his|her|their|the|your)\\s+)?(${NOUN}(?:\\s+${NOUN}){0,4}?)\\s*(?:\\s${CHANGES_TO}|\\s${COPULA}|'s)\\s+(.+)$`,
  "iu",
);

/** "frames come from Lisbet's workshop": a possessive after a preposition, not a copula. */
const GENITIVE = /'s\s+$/;
const SAYS_WHENCE = /\s(?:from|to|with|by|at|for|on|of)\s/i;

/** "The podcast that I listen to is V": the relation of what the speaker does with it. */
const RELATIVE =
  /^the\s+((?:\p{L}[\p{L}-]*\s){1,2}?)(?:(?:that|which)\s)?(?:i|we)(?:'m|'re|'ve)?\s(?:(?!is\b|are\b)[\p{L}']+\s){1,4}?(?=(?:is|are)\s)/iu;

/** "My dentist is Dr. Lee", "the password is now X", "practice is on Thursdays". */
export function copula(given: string): Predicate | null {
  const text = given.replace(RELATIVE, "my $1 ");
  if (/^one of\b/i.test(text)) return null;
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
  if (weekday !== null) return { ...BASE, slot: slotOf(`${nameOf(name!)} day`, "weekday"), value: weekday };
  const time = /^(?:now\s+|at\s+|still\s+|usually\s+)*(?:at\s+)?(?=\d{1,2}(?::\d\d|\s*[ap]\.?m)|noon|midnight)/i.test(
    rest!,
  )
    ? valueAt(rest!, "time")
    : null;
  if (time !== null) return { ...BASE, slot: slotOf(`${nameOf(name!)} time`, "time"), value: time };
  const value = valueAt(rest!, "text");
  if (value === null || !isTelling(value) || isVerbal(value)) return null;
  const isOwn = determiner !== "" && !/^(?:the|your)$/i.test(determiner);
  if (!isOwn && !isChange && !/\p{Lu}|\d/u.test(value)) return null;
  if (/\b(?:was|were)\s+$/i.test(whole.slice(0, whole.length - rest!.length)) && !isChange)
    return { ...BASE, slot: slotOf(nameOf(name!)), value, operation: "past" };
  return { ...BASE, slot: slotOf(nameOf(name!)), value, isPositive: !isDenied(wordsIn(rest!.slice(0, 12))) };
}

/** "going great", "getting better": a predicate, no value. */
const isVerbal = (value: string): boolean =>
  /^(?:\w+ing|been|being|to|not|no)\b/i.test(value) && !/^\p{Lu}/u.test(value);
