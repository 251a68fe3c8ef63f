import { actsAt } from "@semantic-xpath/english";
import type { NodeId } from "@semantic-xpath/tree";
import { measuresOf } from "../ask/dimensions.js";
import { yesNo } from "../ask/senses.js";
import { isAuxiliary, isPronoun } from "../lexicon/closed.js";
import { stemsIn, wordsIn } from "../words/words.js";
import { type Draft, forTarget, setting, slotOf, together } from "./drafts.js";
import type { Phrases } from "./phrases.js";
import { attributeNamed, COSTS, fitting, pairAt, RELATIVE, SAYING } from "./setting.js";
import { sampleOf, valueFor } from "./values.js";

/** Words of the longest subject. */
const MAX_SUBJECT = 9;
/** Words that carry no value at the beginning of a clause, and at its end. */
const LEADING: ReadonlySet<string> = new Set(
  "it its the all both he she they and also now is are was were been has have".split(" "),
);
const CLOSING: ReadonlySet<string> = new Set("now already again it too".split(" "));
/** Verbs of being and becoming. */
const BECOMING: ReadonlySet<string> = new Set(
  "is are was were has have had goes went moves moved gets got becomes became".split(" "),
);
const TO: ReadonlySet<string> = new Set("to on at in by as for".split(" "));
/** Verbs of who has to do with a thing. */
const CARING: ReadonlySet<string> = new Set(
  "looks after takes over does do handles handle sees see runs run keeps keep".split(" "),
);

/** An attribute and its new value. */
type Pair = readonly [attribute: string, value: string];

/**
 * The changes that a statement makes of the nodes that its first clause names: each clause gives them a value of an attribute. None: some of its words give
 * nothing.
 */
export async function statedChanges(phrases: Phrases, from: number, to: number): Promise<readonly Draft[]> {
  const { texts } = phrases;
  const clauses = clausesOf(phrases, from, to);
  const [start, end] = clauses[0]!;
  for (let at = Math.min(end - 1, start + MAX_SUBJECT); at > start; at--) {
    if (texts.slice(start, at).some((text) => RELATIVE.has(text))) continue;
    if (!BECOMING.has(texts[at]!) && !Object.hasOwn(SAYING, texts[at]!)) continue;
    const [target] = await phrases.read(start, texts[at - 1] === "now" ? at - 1 : at);
    if (target === undefined) continue;
    const drafts = forTarget(target, (node) => {
      const pairs: Pair[] = [];
      for (const [first, last] of [[at, end] as const, ...clauses.slice(1)]) {
        const named = pairs.length === 0 ? target.attribute : null;
        const clausePairs =
          named === null
            ? (pairOf(phrases, node, first, last) ?? datedPairs(phrases, node, first, last))
            : givenTo(phrases, node, named, first + 1, last);
        if (clausePairs === null || losesDenial(texts.slice(first, last), clausePairs)) return null;
        pairs.push(...clausePairs);
      }
      if (new Set(pairs.map(([attribute]) => attribute)).size < pairs.length) return null;
      return together(
        pairs.map(([attribute, value]) =>
          setting(phrases, node, slotOf(phrases, node, attribute), value, COSTS.statement),
        ),
      );
    });
    if (drafts.length > 0) return drafts;
  }
  return [];
}

/** True if a clause denies something and none of its values does. */
function losesDenial(clause: readonly string[], pairs: readonly Pair[]): boolean {
  const words = clause.map((text) => text.replace("'", ""));
  // A denial counts at the end of a clause, too.
  const denials = words.filter((_, place) => actsAt(place, (at) => words[at] ?? (at === words.length ? "" : null)));
  const denies = ([, value]: Pair): boolean => {
    const text = value.toLowerCase();
    return /^(?:false|no|n)$/.test(text) || denials.some((denial) => text.split(" ").includes(denial));
  };
  return denials.length > 0 && !pairs.some(denies);
}

/** The value that words give an attribute of a node, by itself. */
function givenTo(phrases: Phrases, node: NodeId, attribute: string, from: number, to: number): readonly Pair[] | null {
  const end = to > from + 1 && CLOSING.has(phrases.texts[to - 1]!) ? to - 1 : to;
  const value = valueFor(phrases, slotOf(phrases, node, attribute), from, end, true);
  return value === null ? null : [[attribute, value]];
}

/** Clauses between commas, colons, dashes and "and". */
function clausesOf(
  { words: { all, request }, texts }: Phrases,
  from: number,
  to: number,
): (readonly [number, number])[] {
  const clauses: [number, number][] = [];
  let start = from;
  for (let at = from + 1; at <= to; at++) {
    const gap = at === to ? "," : request.slice(all[at - 1]!.span.end, all[at]!.span.start);
    if (!/[,:;]| [-–] /.test(gap) && texts[at] !== "and") continue;
    if (at > start) clauses.push([start, at]);
    start = texts[at] === "and" ? at + 1 : at;
  }
  return clauses;
}

/** Values that a clause gives to attributes of a node; null if some of its words have no part in that. */
function pairOf(phrases: Phrases, node: NodeId, from: number, to: number): readonly Pair[] | null {
  const type = phrases.typeOf(node);
  const { texts } = phrases;
  const { world } = phrases.lexicon;
  let [start, end] = [from, to];
  while (start < end - 1 && LEADING.has(texts[start]!)) start++;
  while (end > start + 1 && CLOSING.has(texts[end - 1]!)) end--;
  const saying = Object.hasOwn(SAYING, texts[start]!) ? SAYING[texts[start]!]! : null;
  const measure = saying === null ? undefined : measuresOf(world, saying).find((each) => each.type === type);
  const measured =
    measure === undefined ? null : valueFor(phrases, slotOf(phrases, node, measure.attribute), start + 1, end, false);
  if (measured !== null) return [[measure!.attribute, measured]];
  const pair = pairAt(phrases, type, saying === null ? start : start + 1, end) ?? pairAt(phrases, type, start, end);
  if (pair !== null) return isKnownText(phrases, type, pair) ? [[pair.attribute, pair.value]] : null;
  const flag = flagOf(phrases, type, start, end);
  if (flag !== null) return [flag];
  for (let at = start; at < end - 1; at++) {
    const [subject, verb] = [attributeNamed(phrases, type, start, at), texts[at]!];
    if (!BECOMING.has(verb) || (at > start && subject === null)) continue;
    const first = TO.has(texts[at + 1]!) && at + 2 < end ? at + 2 : at + 1;
    const value = subject === null ? null : valueFor(phrases, slotOf(phrases, node, subject), first, end, true);
    if (value !== null) return [[subject!, value]];
    const [only, second] = subject === null ? fitting(phrases, type, first, end) : [];
    if (only !== undefined && second === undefined) return [[only.attribute, only.value]];
  }
  return agentOf(phrases, type, start, end);
}

/** "the form has been signed": the name of a flag around a copula. */
function flagOf({ words: { all }, lexicon: { world } }: Phrases, type: string, from: number, to: number): Pair | null {
  const content = all.slice(from, to).filter(({ text }) => text === "not" || !(isAuxiliary(text) || text === "the"));
  const key = (stems: readonly string[]): string => stems.toSorted().join(" ");
  const stems = key(content.map(({ stem }) => stem));
  const attribute = world.attributes(type).find((name) => key(stemsIn(name)) === stems);
  if (attribute === undefined) return null;
  const yes = world.kind(type, attribute) === "boolean" ? "true" : yesNo(world, type, attribute)?.yes;
  return yes === undefined ? null : [attribute, yes];
}

/** True for a value of the data, or a name in capitals or quotation marks: free text may be anything. */
function isKnownText(
  phrases: Phrases,
  type: string,
  { attribute, value, from }: { readonly attribute: string; readonly value: string; readonly from: number },
): boolean {
  const { world } = phrases.lexicon;
  if (world.kind(type, attribute) !== "string") return true;
  return world.values(type, attribute).includes(value) || /^["“]|^\p{Lu}/u.test(phrases.words.all[from]!.written);
}

/** "Ann looks after it", "Ann takes over as keeper": a name with what the person does with the thing. */
function agentOf(phrases: Phrases, type: string, from: number, to: number): readonly Pair[] | null {
  const { texts } = phrases;
  for (let at = from + 1; at < to; at++) {
    const [only, second] = fitting(phrases, type, from, at);
    if (only === undefined || second !== undefined) continue;
    let end = to;
    const as = texts.indexOf("as", at);
    if (as > 0 && as < to && attributeNamed(phrases, type, as + 1, to) === only.attribute) end = as;
    const names = wordsIn(only.attribute);
    const isOfDeed = (text: string): boolean =>
      isAuxiliary(text) ||
      isPronoun(text) ||
      CARING.has(text) ||
      names.some((name) => name.length > 3 && name.slice(0, -1) === text.slice(0, name.length - 1));
    const isSaid = texts.slice(at, end).some((text) => !isAuxiliary(text) && !isPronoun(text)) || end === as;
    if (isSaid && texts.slice(at, end).every(isOfDeed)) return [[only.attribute, only.value]];
  }
  return null;
}

/** "was sold today": a state, and the day of the only date that a node has none of. */
function datedPairs(phrases: Phrases, node: NodeId, from: number, to: number): readonly Pair[] | null {
  const { world } = phrases.lexicon;
  const type = phrases.typeOf(node);
  const open = world
    .attributes(type)
    .filter((name) => world.kind(type, name) === "date" && slotOf(phrases, node, name).now === null);
  const [attribute, other] = open;
  if (attribute === undefined || other !== undefined) return null;
  for (let at = to - 1; at > from; at--) {
    const day = valueFor(phrases, { type, attribute, now: sampleOf(phrases, { type, attribute }) }, at, to, false);
    const state = day === null ? null : pairOf(phrases, node, from, at);
    if (state !== null) return [...state, [attribute, day!]];
  }
  return null;
}
