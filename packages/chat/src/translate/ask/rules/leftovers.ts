import type { Condition } from "../../intermediate.js";
import { GENERIC_NOUNS, isHappening, type Mark } from "../../lexicon/closed.js";
import { COSTS } from "../costs.js";
import type { Draft } from "../draft.js";
import { isPredicative } from "../heads.js";
import type { Item } from "../items.js";
import { PARTICLES } from "../items.js";
import { COPULAS } from "../namesAt.js";
import { AMOUNT_KINDS } from "../world.js";

export function vagueness(draft: Draft): void {
  for (const item of draft.items) {
    if (item.kind === "vague" && draft.isFree(item)) draft.cost += COSTS.vague;
    if (item.kind === "verb" && draft.isFree(item)) useVerb(draft, item);
    if (item.kind === "mark" && draft.isFree(item)) {
      if (
        (HARMLESS.has(item.mark.kind) && !isOfNothing(draft, item)) ||
        isPlace(draft, item) ||
        isKnownReference(draft, item) ||
        isStranded(draft, item) ||
        (item.mark.kind === "total" && ["count", "compute", "totals"].includes(draft.give.kind))
      )
        draft.use(item, "");
      else draft.cost += COSTS.lostMark;
    }
    if (item.kind === "unit" && draft.isFree(item))
      draft.cost += draft.give.kind === "count" ? COSTS.leftWord : COSTS.leftWord / 2;
    if (["number", "money", "duration", "time", "days", "weekdays"].includes(item.kind) && draft.isFree(item))
      draft.cost += COSTS.leftWord;
  }
}

/** An unknown verb costs more in a request with few conditions; after a copula it is one. A count is one where its nodes are named. */
function useVerb(draft: Draft, item: Item): void {
  draft.use(item, "");
  const { placed, order, picks, give, head } = draft;
  const before = draft.words.all[item.from - 1]?.text ?? "";
  const isProperty = give.kind === "values" && (before === "to" || COPULAS.has(before));
  const isComputed =
    give.kind !== "nodes" && give.kind !== "exists" && !isProperty && (head.item !== null || give.kind !== "count");
  const conditionCount = placed.length + picks.size + Number(order !== null) + Number(isComputed);
  if (isOfMeasure(draft, item)) {
    draft.cost += COSTS.verb;
    return;
  }
  // "who lives there": the verb chooses among people, and the nodes may be others.
  const isOfWho = give.kind === "nodes" && draft.isMark(draft.next(item, -1), "wanted");
  if (isOfWho) draft.cost += COSTS.inferredValue;
  draft.cost +=
    conditionCount === 0 || isMeasured(draft, item) ? COSTS.leftWord : COSTS.unknownVerb / (1 + conditionCount);
}

/** "that we rely on most": the verb is what the superlative measures. */
const isMeasured = (draft: Draft, item: Item): boolean => {
  const next = draft.next(item);
  const other = draft.isMark(next, "in") && next?.from === item.to ? draft.next(item, 2) : next;
  const before = other === undefined ? undefined : draft.next(other, -1);
  return (
    other?.kind === "mark" && other.mark.kind === "order" && other.mark.dimension === null && other.from === before?.to
  );
};

/** "that grow taller than a metre", "which stay below 40": a verb right before its comparison. */
const isOfMeasure = (draft: Draft, item: Item): boolean => {
  const next = draft.next(item);
  return next?.from === item.to && draft.isMark(next, "compare", "between", "order") && draft.used.has(next);
};

/** Words that occur in texts only go into `=~`; words absent even from those cost most. */
export function leftovers(draft: Draft): string | null {
  const unused = draft.items.filter(
    (item) => draft.isFree(item) && (item.kind === "rest" || item.kind === "name" || item.kind === "vague"),
  );
  const generic = unused.filter(
    (item) => GENERIC_NOUNS.has(draft.textOf(item).replace(/s$/, "")) || isPeople(draft, item),
  );
  for (const item of generic) draft.use(item, "");
  // "no owner given": that there is none says it.
  for (const item of unused) if (isOfNone(draft, item)) draft.use(item, "");
  const verbs = unused.filter((item) => draft.isFree(item) && item.kind === "name" && item.isVerb);
  for (const item of verbs) useVerb(draft, item);
  const specific = unused.filter((item) => draft.isFree(item) && !generic.includes(item) && !verbs.includes(item));
  if (specific.length === 0) return null;
  const isOwned = (item: Item): boolean => draft.words.all[item.from - 1]?.text === "'s";
  const inTexts = specific.filter(
    (item) => item.kind !== "vague" && !isOwned(item) && !isOfAmount(draft, item) && isInTexts(draft, item),
  );
  for (const item of specific) {
    if (inTexts.includes(item) || item.kind === "vague") continue;
    // A noun that nothing knows, beside what is known of it: "museum visits".
    const isNoun =
      item.kind === "rest" &&
      draft.head.item === null &&
      draft.placed.length > 0 &&
      draft.isMark(draft.next(item, -1), "which", "what", "count", "order", "exists") === false &&
      draft.next(item, -1)?.kind === "name" &&
      draft.next(item, -1)?.to === item.from;
    draft.cost +=
      isNounOfHead(draft, item) || isNounOfValue(draft, item)
        ? COSTS.nounOfHead
        : isNoun || isOfAmount(draft, item)
          ? COSTS.unknownNoun
          : COSTS.leftWord;
  }
  if (inTexts.length === 0 || draft.types.length === 0) return null;
  const isNegated = inTexts.some((item) => draft.negated.has(item));
  for (const item of inTexts) draft.heeded.add(item);
  const text = inTexts
    .map((item) =>
      draft.words.all
        .slice(item.from, item.to)
        .map(({ written }) => written)
        .join(" "),
    )
    .join(" ");
  const condition: Condition = { kind: "graded", target: "node", text };
  draft.placed.push({ type: draft.types[0]!, condition, isNegated });
  if (isNegated) draft.cost += COSTS.negatedWords;
  for (const item of inTexts) draft.use(item, `=~ ${text}`);
  // A number of nodes is exact, and which of them fit is not.
  if (draft.placed.length === 1 && (draft.give.kind === "count" || draft.give.kind === "compute"))
    draft.cost += COSTS.graded;
  // Particles and predicates are seldom topics of texts.
  const { all } = draft.words;
  const isSaid = (item: Item): boolean =>
    PARTICLES.has(all[item.from]!.text) ||
    (isPredicative(all, item.from) && !draft.isMark(draft.next(item, -1), "with"));
  if (inTexts.some(isSaid)) draft.cost += COSTS.wantedNodes;
  draft.cost += COSTS.graded + COSTS.gradedWord * inTexts.length;
  return text;
}

/** True for an unknown noun right before the name of an amount that is used. */
const isOfAmount = (draft: Draft, item: Item): boolean => {
  const next = draft.next(item);
  return (
    item.kind === "rest" &&
    next?.kind === "name" &&
    next.from === item.to &&
    draft.used.has(next) &&
    next.senses.some(
      (sense) => sense.kind === "attribute" && AMOUNT_KINDS.includes(draft.world.kind(sense.type, sense.attribute)),
    )
  );
};

function isOfNone(draft: Draft, item: Item): boolean {
  const before = draft.next(item, -1);
  return (
    item.kind === "rest" &&
    before?.to === item.from &&
    draft.heeded.has(before) &&
    isHappening(draft.textOf(item)) &&
    draft.placed.some(({ condition, isNegated }) => isNegated && condition.kind === "present")
  );
}

/** "what gear is on HM-1", "the dearest lots": an unknown noun for things that nothing else names, where it begins what is asked for. */
function isNounOfHead(draft: Draft, item: Item): boolean {
  const { head, placed, order, give, words } = draft;
  const isSaidOf = placed.some(({ type }) => draft.types.includes(type)) || order !== null;
  if (item.kind !== "rest" || head.item !== null || head.attribute !== null) return false;
  if (!["nodes", "count"].includes(give.kind)) return false;
  const [before, after] = [draft.next(item, -1), draft.next(item)];
  if (after?.kind === "name" && after.from === item.to) return false;
  const isAdjacent = before?.to === item.from;
  if (isAdjacent && draft.isMark(before, "which", "what", "count") && placed.length > 0) return true;
  const isPlural = /[^s]s$/.test(words.all[item.to - 1]!.text);
  const isFirst = draft.items.slice(0, draft.at(item)).every(({ kind }) => kind === "number" || kind === "verb");
  return isSaidOf && isPlural && (isFirst || (isAdjacent && draft.isMark(before, "order") && order !== null));
}

/** "the mean price of a ticket": an unknown noun for the things whose value is asked for. */
function isNounOfValue(draft: Draft, item: Item): boolean {
  const { give, head } = draft;
  const before = draft.next(item, -1);
  if (item.kind !== "rest" || head.item !== null || !draft.isMark(before, "of")) return false;
  const value = draft.next(item, -2);
  return (
    (give.kind === "compute" || give.kind === "totals") &&
    value !== undefined &&
    draft.used.has(value) &&
    !(draft.next(item)?.kind === "name" && draft.next(item)?.from === item.to)
  );
}

/** "how many people were hurt": those that nodes or numbers of people are. */
const isPeople = (draft: Draft, item: Item): boolean =>
  item.kind === "rest" &&
  ["people", "person"].includes(draft.textOf(item)) &&
  (draft.placed.length > 0 || draft.order !== null || draft.give.kind !== "nodes");

function isInTexts(draft: Draft, item: Item): boolean {
  const { words } = draft.lexicon;
  return draft.words.all.slice(item.from, item.to).every(({ stem }) => words.knows(stem));
}

/** Marks whose loss changes nothing. */
const HARMLESS: ReadonlySet<Mark["kind"]> = new Set(["and", "in", "of", "what", "which", "with", "exists"]);

/** True for "by" before words that are in no item: the key is lost. */
const isOfNothing = (draft: Draft, item: Item): boolean =>
  draft.textOf(item) === "by" && (draft.next(item)?.from ?? Number.POSITIVE_INFINITY) > item.to + 1;

/** "under Home": a preposition of place, where no amount comes after it. */
const isPlace = (draft: Draft, item: Item): boolean =>
  ["under", "within", "over", "through"].includes(draft.textOf(item)) && draft.next(item)?.kind === "name";

/** "which cats do we look after?", "songs by the Hollows": a preposition at the end that is not an adverb of time, and "by the" without a day after it. */
const isStranded = (draft: Draft, item: Item): boolean =>
  draft.isMark(item, "after", "before") &&
  (draft.textOf(item) === "by the"
    ? draft.next(item)?.kind === "name"
    : ["after", "by"].includes(draft.textOf(item)) &&
      draft.next(item) === undefined &&
      draft.at(item) > 0 &&
      item.to === draft.words.all.length);

/** "nuts in them", "what has Ana got on her desk": a word for what was found before, for the noun of the same request or for what it names. */
const isKnownReference = (draft: Draft, item: Item): boolean => {
  if (!draft.isMark(item, "refers")) return false;
  const isSaid = draft.placed.length > 0 || draft.order !== null;
  return (
    draft.antecedent !== null ||
    (draft.head.item !== null && (isSaid || draft.give.kind !== "nodes")) ||
    ((POSSESSIVES.has(draft.textOf(item)) || draft.isMark(draft.next(item, -1), "with", "in")) && isSaid) ||
    (draft.textOf(item) === "ones" && (isSaid || draft.negated.size > 0))
  );
};
const POSSESSIVES: ReadonlySet<string> = new Set("her his its their".split(" "));
