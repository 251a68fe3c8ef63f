import { momentOf } from "../clock/clock.js";
import { WEEKDAYS } from "../edits/dated.js";
import { typesCalled } from "../edits/finder.js";
import { type Known, stemsOf, typeOf } from "../edits/known.js";
import { numberOf, ordinalOf } from "../edits/numbers.js";
import { patternOf, waysOf } from "../edits/pattern.js";
import { lowerOf, type Phrase, phraseOf, textOf, withoutArticle } from "../edits/phrase.js";
import { bareRequest } from "../edits/request.js";

const PATTERNS = [
  "what|how about for|on|in|at|with|of? <other>",
  "the? same|same_thing|same_question|same_again|ditto but|again|thing? for|on|in|at|with <other>",
  "do the same|same_thing for|on|in|at|with|to <other>",
  "for|on|in|at|with|of <other>",
  "<other>",
].map(patternOf);

/** More of a conversation is not looked at. */
const MOST_TURNS = 6;
const MOST_WORDS = 6;

/**
 * `and for Grete?`, `what about day 4?`, `which ones cost something?`: the last request with these words in place of those of their kind. Null: it
 * stands alone, or nothing in the last request is of their kind.
 */
export function followUp(known: Known, phrase: Phrase): string | null {
  const before = lastWhole(known, 0);
  if (before === null) return null;
  return ones(phrase, before) ?? replaced(known, phrase, before);
}

/** The newest request as it stands alone: what follows up another one is put into that. */
function lastWhole(known: Known, turn: number): string | null {
  const request = known.about.context?.requests[turn]?.request;
  if (request === undefined || turn >= MOST_TURNS) return null;
  const phrase = bareRequest(phraseOf(request));
  if (phrase.length > MOST_WORDS) return request;
  const before = lastWhole(known, turn + 1);
  return (before === null ? null : (ones(phrase, before) ?? replaced(known, phrase, before))) ?? request;
}

function replaced(known: Known, phrase: Phrase, before: string): string | null {
  if (phrase.length > MOST_WORDS) return null;
  for (const [i, pattern] of PATTERNS.entries())
    for (const way of waysOf(pattern, phrase)) {
      const other = way.get("other")!;
      const text = put(known, other, before, i < PATTERNS.length - 1);
      if (text !== null) return text;
    }
  return null;
}

/** The words in place of those of the same kind. */
function put(known: Known, other: Phrase, before: string, isLoose: boolean): string | null {
  const kind = kindOf(known, other);
  if (kind === null) return null;
  const words = phraseOf(before);
  for (let length = 3; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const here = words.slice(at, at + length);
      if (!isSame(kind, kindOf(known, here)) || lowerOf(withoutArticle(here)) === lowerOf(withoutArticle(other)))
        continue;
      if (!isLoose && kind.of === "type") continue;
      return `${before.slice(0, here[0]!.start)}${textOf(other)}${before.slice(here.at(-1)!.end)}`;
    }
  return null;
}

/** What kind of thing words name: a place among nodes of a type, a day, a value of some attributes, or a type. */
type Kind =
  | { readonly of: "place"; readonly types: ReadonlySet<string> }
  | { readonly of: "day" }
  | { readonly of: "value"; readonly attributes: ReadonlySet<string> }
  | { readonly of: "type" };

function kindOf(known: Known, given: Phrase): Kind | null {
  const phrase = withoutArticle(given);
  const [first, second] = phrase;
  if (first === undefined) return null;
  if (phrase.length === 2) {
    const types = typesCalled(known, first.lower);
    if (types.size > 0 && (numberOf(second!.lower) ?? ordinalOf(second!.lower)) !== null) return { of: "place", types };
    const others = typesCalled(known, second!.lower);
    if (others.size > 0 && ordinalOf(first.lower) !== null) return { of: "place", types: others };
  }
  if (phrase.length === 1 && typesCalled(known, first.lower).size > 0) return { of: "type" };
  const attributes = attributesWith(known, phrase);
  if (attributes.size > 0) return { of: "value", attributes };
  if (phrase.length === 1 && WEEKDAYS.includes(first.lower)) return { of: "day" };
  return momentOf(textOf(phrase), known.about.now)?.date == null ? null : { of: "day" };
}

function isSame(one: Kind, other: Kind | null): boolean {
  if (other === null) return false;
  const isDay = (kind: Kind): boolean =>
    kind.of === "day" || (kind.of === "place" && [...kind.types].some((type) => stemsOf(type).includes("day")));
  if (one.of === "value" && other.of === "value") return [...one.attributes].some((each) => other.attributes.has(each));
  if (one.of === "place" && other.of === "place") return [...one.types].some((type) => other.types.has(type));
  return (one.of === "type" && other.of === "type") || (isDay(one) && isDay(other));
}

/** The attributes, each with its type, of which words are the whole of a value. */
function attributesWith(known: Known, phrase: Phrase): ReadonlySet<string> {
  const stems = stemsOf(textOf(phrase));
  const found = new Set<string>();
  if (stems.length === 0) return found;
  const wanted = stems.join(" ");
  const nodes = new Set([...known.words.labels(stems[0]!), ...known.words.facets(stems[0]!)]);
  let looked = 0;
  for (const node of nodes) {
    if (++looked > 500) break;
    for (const [name, value] of Object.entries(known.tree.node(node).attributes))
      if (value.length <= 60 && stemsOf(value).join(" ") === wanted) found.add(`${typeOf(known, node)} ${name}`);
  }
  return found;
}

const VERBS: ReadonlySet<string> = new Set(
  "is are was were have has had do does did can could will would should must cost costs take takes need needs".split(
    " ",
  ),
);

/** `which ones cost something?` after `which parks are free?`: which parks. */
function ones(phrase: Phrase, before: string): string | null {
  const at = phrase.findIndex(({ lower, isQuoted }) => ["ones", "one"].includes(lower) && !isQuoted);
  if (at !== 1 || phrase[at]!.lower !== "ones" || !["which", "what"].includes(phrase[0]!.lower)) return null;
  const words = bareRequest(phraseOf(before));
  const verb = words.findIndex(({ lower }, i) => i > 1 && VERBS.has(lower));
  if (!["which", "what"].includes(words[0]?.lower ?? "") || verb < 2) return null;
  return `${textOf(words.slice(0, verb))} ${textOf(phrase.slice(2))}`;
}
