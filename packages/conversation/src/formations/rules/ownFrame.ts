import { hasChange } from "./cues.js";
import { type Argument, frameOf, hasDeterminer, isNamed, isOfSpeaker, nounsOf } from "./frame.js";
import { BASE, type Predicate } from "./predicate.js";
import { isTelling, valueAt } from "./values.js";

/** Verbs that name no relation of their own: their nouns do. */
const LIGHT: ReadonlySet<string> = new Set("be have get do go make take give put come keep".split(" "));
/** Verbs whose past begins a state that lasts. */
const BEGINNING: ReadonlySet<string> = new Set(
  "join start begin become move switch change transfer adopt choose swap hire promote".split(" "),
);

/**
 * Reads a clause about its speaker, or about a third person, whose relation no table names: the verb with the nouns beside it is the relation, and a
 * name or a thing is the value. The speaker may do it ("I grow leeks on my plot"), or it is done to them ("Edith drives me to work").
 */
export function ownFrame(given: string, owner: "speaker" | "third"): Predicate | null {
  const text = uncleft(given);
  const frame = frameOf(text);
  if (frame === null) return null;
  const args = frame.arguments;
  const isOwner = owner === "speaker" ? isOfSpeaker : isOfThird;
  if (!args.some(isOwner)) return null;
  const candidates = args.filter(
    (each) => !isOwner(each) && isTelling(each.text) && nounsOf(each).length > 0 && !/^[\p{L}-]+ing$/u.test(each.text),
  );
  const isPlaceAsked = args.some((each) => each.role === "object" && hasDeterminer(each)) && LOCATING.has(frame.verb);
  const fit = (each: Argument) => (isPlaceAsked && isPlaced(each) ? 1.8 : fitness(each, frame.verb));
  const [best] = candidates.toSorted((a, b) => fit(b) - fit(a));
  const changed = changedNoun(frame.verb, args, best);
  if (changed !== null && best !== undefined) {
    const value = valueAt(best.text, "text");
    if (value !== null)
      return { ...BASE, slot: { name: changed, type: "text", isSingle: true }, value, mayReplace: true };
  }
  const begins = frame.isPast && BEGINNING.has(frame.verb);
  const isEvent = frame.isPast && !hasChange(text) && !begins;
  const value = best === undefined ? null : valueAt(best.text, "text");
  const nouns = args.flatMap((each) =>
    each === best || (owner === "third" && each.role === "subject") ? [] : nounsOf(each),
  );
  const verb = [frame.verb, ...frame.particles].join(" ");
  const name = [
    ...new Set([
      ...((LIGHT.has(frame.verb) || begins) && nouns.length > 0
        ? []
        : [nouns.length > 0 ? verb : `${verb} ${relating(best?.preposition ?? "")}`.trim()]),
      ...nouns,
    ]),
  ].slice(0, MAX_NAME_WORDS);
  const isDirected = frame.particles.length > 0 || (best?.preposition ?? null) !== null;
  const isRelation = value !== null && (nouns.length > 0 || isDirected || !LIGHT.has(frame.verb));
  return {
    ...BASE,
    slot: isEvent || !isRelation ? null : { name: name.join(" "), type: "text", isSingle: false },
    value,
    isPositive: !frame.isDenied,
    mayReplace: hasChange(text) || begins,
    isEvent,
  };
}

const CLEFT = /^(.{2,50}?)\s+(?:is|are)\s+(?:now\s+)?(?:what|who|where)\s+(i|we)\s+([\p{L}']+)\b(.*)$/iu;

/** "The steps is what we walk after supper" as "we walk The steps after supper". */
const uncleft = (text: string): string => text.replace(CLEFT, "$2 $3 $1$4");

const isOfThird = ({ role, words }: Argument): boolean =>
  role === "subject" || words.some(({ text }) => /^(?:his|her|their|him|them)$/.test(text));

/** True for a clause in which another person acts on the speaker, or on a thing of the speaker. */
export const actsOnSpeaker = (text: string): boolean => {
  const args = frameOf(text)?.arguments ?? [];
  return (
    args.some((each) => each.role === "subject" && !isOfSpeaker(each)) &&
    args.some((each) => each.role !== "subject" && isOfSpeaker(each))
  );
};

/** Verbs that put something in the place of something else. */
const CHANGES: ReadonlySet<string> = new Set(
  "change switch trade swap replace upgrade move exchange transfer convert shift".split(" "),
);

/** The noun of the owner's thing that a verb of change names: "my tattoos" in "I switched to Mona for my tattoos". */
function changedNoun(verb: string, args: readonly Argument[], value: Argument | undefined): string | null {
  const replaced = args.find(
    ({ preposition, words: [first] }) => preposition === "to" && first !== undefined && CHANGES.has(first.text),
  );
  if (!CHANGES.has(verb) && replaced === undefined) return null;
  const possessed = replaced ?? args.find((each) => each !== value && each.role !== "subject" && isOfSpeaker(each));
  const nouns =
    possessed === undefined ? [] : nounsOf(possessed).filter((word) => !CHANGES.has(word) && word !== "old");
  return nouns.length === 0 ? null : nouns.join(" ");
}

/** The noun of which a clause says that it is another one now, without saying which: "I've changed dentist", "I have a new dentist". */
export function announcedNoun(text: string): string | null {
  const match =
    /\b(?:changed|switched|swapped|replaced)\s+(?:my\s+|our\s+)?([\p{L}-]+(?: [\p{L}-]+)?)$|\b(?:have|got|found|need(?:ed)?)\s+(?:a|an|another)\s+(?:new\s+)?([\p{L}-]+)$/iu.exec(
      text,
    );
  return match?.[1] ?? match?.[2] ?? null;
}

/** Prepositions of places are one in names: who first trains in a cellar may later train at a club. */
const relating = (preposition: string): string =>
  /^(?:at|inside|under|behind|near)$/.test(preposition) ? "in" : preposition;

const MAX_NAME_WORDS = 5;

/** Names before things, things that are acted on before places, and those before the one who acts. */
const fitness = (each: Argument, verb: string): number =>
  (isNamed(each) ? 3 : 0) +
  (each.role !== "subject" && hasDeterminer(each) ? 0.6 : 0) +
  (each.role === "object"
    ? LIGHT.has(verb)
      ? 1
      : 1.4
    : each.role === "preposition"
      ? (FETCHING.has(verb) && each.preposition === "from") || (BEGINNING.has(verb) && each.preposition === "to")
        ? 1.9
        : (BY_PREPOSITION[each.preposition!] ?? 0.7)
      : 0.3);

/** Verbs with an object and its place, "keep X in Y", and verbs with an object and its source, "buy X from Y". */
const LOCATING: ReadonlySet<string> = new Set("keep put store park hang leave hide".split(" "));
const FETCHING: ReadonlySet<string> = new Set("get buy fetch take order borrow rent come".split(" "));
const isPlaced = ({ preposition }: Argument): boolean =>
  preposition !== null && /^(?:in|at|on|under|behind|inside|near|by)$/.test(preposition);

const BY_PREPOSITION: Readonly<Record<string, number>> = { with: 0.9, by: 0.85, to: 0.6, on: 0.5, for: 0.4, as: 0.2 };
