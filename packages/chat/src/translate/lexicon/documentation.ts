import { stemWord as stemOf } from "@semantic-xpath/english";
import { isFunctionWord } from "../ask/closed.js";
import { wordsIn } from "../words/words.js";

/** Words after which a sentence about a thing says more about it, and no longer what it is. */
const TURNS = new Set("of on in at with that which who for from to by into when where whose as how what on".split(" "));
/** Nouns so wide that they say nothing of what a thing is. */
const WIDE = new Set("one whole all thing things part kind name number whether list content".split(" "));

/**
 * The phrases that a sentence names a thing by: the nouns before the first turn, and those of a list after a colon.
 *
 * @example headsOf("A point of interest: a sight, an event or a journey.") // point of interest, sight, event, journey
 */
export function headsOf(documentation: string): string[] {
  if (/^(?:whether|\d)/i.test(documentation)) return [];
  const sentence = documentation.split(/[.;]/, 1)[0]!;
  const [first, list] = sentence.split(":", 2);
  const heads = [phraseBefore(first!), ...(list ?? "").split(/,|\bor\b|\band\b/).map(phraseBefore)];
  const whole = wordsIn(first!).filter((word) => !["a", "an", "the"].includes(word) && !WIDE.has(word));
  if (whole.length > 1 && whole.length <= 3 && !isFunctionWord(whole[0]!)) heads.push(whole.join(" "));
  return [...new Set(heads)].filter((head) => head !== "" && !WIDE.has(head));
}

function phraseBefore(text: string): string {
  const kept: string[] = [];
  for (const word of wordsIn(text)) {
    if (TURNS.has(word) || (isFunctionWord(word) && kept.length > 0)) break;
    if (!isFunctionWord(word) && word !== "one") kept.push(word);
  }
  return kept.length <= 2 ? kept.join(" ") : "";
}

/** The words of a sentence that say something, as stems. */
export const contentStems = (documentation: string): string[] =>
  wordsIn(documentation)
    .filter((word) => !isFunctionWord(word) && !WIDE.has(word))
    .map(stemOf);
