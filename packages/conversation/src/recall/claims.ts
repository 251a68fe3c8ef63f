import { contentStems, type RecallQuestion, stemWord, wordsIn } from "@semantic-xpath/english";
import { relationsOf, stemOf } from "@semantic-xpath/scorers";
import { EVERYDAY } from "../formations/rules/everyday.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Slot } from "../lifecycle/records.js";
import type { Fact } from "../lifecycle/statement.js";
import type { Passage } from "./passages.js";
import type { PassageIndex } from "./recall.js";

/** The facts of one slot, and how well they answer a question. */
export interface Claims {
  readonly slot: Slot;
  /** In order of the conversation. */
  readonly facts: readonly Fact[];
  /** About 0 to 1.15. */
  readonly score: number;
}

/** A slot answers from this share of the question's words on. */
const MIN_SLOT_SCORE = 0.34;
/** Passages that share words with the question and are looked at, those that share the most first. */
const MAX_CANDIDATES = 400;
/** Slots of a subject that are looked at without a word of the question, those that were used last. */
const MAX_SLOTS = 100;
/** The weight of a word that only the question before a passage has: of an answer in a few words, and of a longer turn. */
const OF_QUESTION = 0.9;
const OF_LONG_ANSWER = 0.5;
/** In a wide search: the weights of a word that only one of the two turns before has, and of one about the same topic by the nearness of both (far topics: .35 gives .52 right, 1.5 .64); and the passages that may have it. */
const OF_TURN_BEFORE = 0.4;
const OF_TOPIC = 1.5;
const MAX_COMMON = 200;
/** The weight of a word of the same family, and of a synonym by its strength. */
const OF_FAMILY = 0.7;

/** Slots of some subjects that answer a question, the best first: those of facts in the passages, and the latest ones of the subjects. */
export function claimsFor(
  state: ConversationState,
  matches: ReadonlyMap<Passage, number>,
  weights: ReadonlyMap<string, number>,
  { subjects, question }: { readonly subjects: readonly string[]; readonly question: RecallQuestion },
): readonly Claims[] {
  const stems = [...weights.keys()];
  const allowed = subjects.length === 0 ? null : new Set(subjects);
  const slots = new Map<string, Slot>();
  for (const { statements } of matches.keys())
    for (const { id } of statements) {
      const fact = state.factOf(id);
      if (fact?.slot == null || slots.has(fact.slot) || allowed?.has(fact.subject) === false) continue;
      slots.set(fact.slot, state.slot(fact.slot)!);
    }
  for (const subject of allowed ?? state.speakers.keys())
    for (const { slot } of state.known().slotsOf(subject, MAX_SLOTS)) {
      const id = state.slotId(subject, slot.name);
      if (!slots.has(id)) slots.set(id, state.slot(id)!);
    }
  return [...slots.values()]
    .map((slot) => ({ slot, facts: slot.facts, score: slotScore(slot, stems, question, weights) }))
    .filter(({ score }) => score >= MIN_SLOT_SCORE)
    .sort((a, b) => b.score - a.score || b.facts.length - a.facts.length);
}

/**
 * Passages by the share of the question that they have, at most `MAX_CANDIDATES`. Only those that share a stem with it, or a word of the same meaning, are looked at.
 *
 * @param isWide passages with words about the same topics, and after those with the question's words, too
 */
export function matchesOf(
  index: PassageIndex,
  weights: ReadonlyMap<string, number>,
  isWide = false,
): ReadonlyMap<Passage, number> {
  const totalWeight = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const shares = new Map<Passage, number>();
  for (const [stem, weight] of weights) {
    const best = new Map<Passage, number>();
    const raise = (passage: Passage, part: number): void => {
      if (part > (best.get(passage) ?? 0)) best.set(passage, part);
    };
    for (const [other, strength] of relatedTo(index, stem, isWide)) {
      const having = index.withStem(other);
      for (const passage of having) {
        const { stems, isAnswer, following } = passage;
        const isOwn = stems.has(other);
        raise(passage, strength * (isOwn ? 1 : isAnswer ? OF_QUESTION : OF_LONG_ANSWER));
        if (isWide && isOwn && having.size <= MAX_COMMON)
          for (const later of following) raise(later, strength * OF_TURN_BEFORE);
      }
    }
    for (const [passage, strength] of best)
      shares.set(passage, (shares.get(passage) ?? 0) + (weight * strength) / totalWeight);
  }
  const entries = [...shares];
  if (entries.length <= MAX_CANDIDATES) return shares;
  return new Map(entries.sort((a, b) => b[1] - a[1]).slice(0, MAX_CANDIDATES));
}

/** The rarer a stem is in the memory, the more it weighs; one that is not there tells no passage from another, and weighs as the most frequent one. */
export function stemWeights(index: PassageIndex, stems: readonly string[]): ReadonlyMap<string, number> {
  const total = index.count() + 1;
  const counts = stems.map((stem) => index.withStem(stem).size);
  const weightOf = (count: number) => Math.log(1 + total / (1 + count));
  const common = Math.min(...counts.filter((count) => count > 0).map(weightOf));
  return new Map(
    stems.map((stem, i) => [
      stem,
      counts[i] === 0 && common < Number.POSITIVE_INFINITY ? common : weightOf(counts[i]!),
    ]),
  );
}

interface SlotStems {
  readonly names: readonly string[];
  readonly everyday: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
}

/** Stems of slots by their facts, which are another list after each change. */
const stemsOfSlots = new WeakMap<readonly Fact[], SlotStems>();

function slotStems({ name, facts }: Slot): SlotStems {
  const cached = stemsOfSlots.get(facts);
  if (cached !== undefined) return cached;
  const names = contentStems(name);
  const stems: SlotStems = {
    names,
    everyday: new Set(everydayStems(name, names)),
    values: new Set(facts.flatMap(({ statement }) => contentStems(statement.draft.value ?? ""))),
    texts: new Set(facts.flatMap(({ statement }) => contentStems(statement.text))),
  };
  stemsOfSlots.set(facts, stems);
  return stems;
}

/** Types of slots, and words in their names, that a question for a place, a time … wants. */
const TYPES_ASKED: Readonly<
  Partial<
    Record<RecallQuestion["askedFor"], { readonly types: readonly string[]; readonly words: ReadonlySet<string> }>
  >
> = {
  person: { types: ["person"], words: new Set() },
  place: { types: ["place"], words: stemsOf("place location venue address town city home site room") },
  time: { types: ["weekday", "time", "date"], words: stemsOf("day time date hour schedule deadline") },
  money: { types: ["money"], words: stemsOf("price cost fee rent salary pay wage amount budget") },
};

const TYPES_OF_ANY: ReadonlySet<string> = new Set(Object.values(TYPES_ASKED).flatMap(({ types }) => types));

function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map(stemWord));
}

function slotScore(
  slot: Slot,
  stems: readonly string[],
  { askedFor, mode, isPresent }: RecallQuestion,
  weights: ReadonlyMap<string, number>,
): number {
  const { names, everyday, values, texts } = slotStems(slot);
  let sum = 0;
  let totalWeight = 0;
  for (const stem of stems) {
    const weight = weights.get(stem)!;
    totalWeight += weight;
    sum +=
      weight *
      Math.max(
        nearness(stem, names),
        everyday.has(stem) ? 0.9 : 0,
        values.has(stem) ? (askedFor === "yes or no" ? 1.2 : 0.6) : 0,
        texts.has(stem) ? 0.6 : 0,
      );
  }
  const back = names.length === 0 ? 0 : names.filter((name) => nearness(name, stems) > 0.4).length / names.length;
  const expected = TYPES_ASKED[askedFor];
  const isTyped =
    expected !== undefined &&
    (expected.types.includes(slot.type) || wordsIn(slot.name).some(({ text }) => expected.words.has(stemWord(text))));
  const isMistyped = expected !== undefined && !isTyped && TYPES_OF_ANY.has(slot.type);
  const isOfEvents =
    mode === "now" &&
    isPresent &&
    askedFor !== "time" &&
    askedFor !== "number" &&
    slot.facts.every(({ statement }) => statement.draft.kind === "event");
  return (
    (sum / totalWeight) * 0.65 + back * 0.35 + (isTyped ? 0.15 : 0) - (isMistyped ? 0.1 : 0) - (isOfEvents ? 0.25 : 0)
  );
}

/** Everyday slots with the stems of the words in questions about each. */
const EVERYDAY_STEMS = EVERYDAY.map(({ name, words, verbs }) => ({
  name,
  stems: new Set([...words.map(stemWord), ...verbs.flatMap(contentStems)]),
}));

/** Stems of the words that ask for an everyday slot: the one of the same name, else the first that has all words of the name. */
function everydayStems(name: string, stems: readonly string[]): readonly string[] {
  const entry =
    EVERYDAY_STEMS.find((each) => each.name === name) ??
    (stems.length === 0 ? undefined : EVERYDAY_STEMS.find((each) => stems.every((stem) => each.stems.has(stem))));
  return entry === undefined ? [] : [...entry.stems];
}

/** Stems of words with which people prefer something. */
const LIKING: ReadonlySet<string> = new Set(
  "favorite favourite prefer like love best adore enjoy fond".split(" ").map(stemWord),
);

/** Nearness of a stem to the nearest of some others: 1 for an equal one. */
function nearness(stem: string, others: readonly string[]): number {
  if (others.includes(stem) || (LIKING.has(stem) && others.some((other) => LIKING.has(other)))) return 1;
  const relations = relationsOf(stemOf(stem));
  let best = 0;
  for (const other of others) {
    best = Math.max(best, (relations.get(stemOf(other))?.strength ?? 0) * 0.8);
    if (stem.length > 4 && other.length > 4 && (stem.startsWith(other) || other.startsWith(stem)))
      best = Math.max(best, 0.8);
  }
  return best;
}

/** A stem with those that may stand for it, by strength. */
function relatedTo(index: PassageIndex, stem: string, isWide: boolean): Map<string, number> {
  const related = new Map<string, number>();
  if (isWide)
    for (const [other, nearness] of index.near(stem))
      if (index.withStem(other).size <= MAX_COMMON) related.set(other, nearness * OF_TOPIC);
  related.set(stem, 1);
  for (const other of index.variants(stem)) related.set(other, OF_FAMILY);
  for (const [other, { strength }] of relationsOf(stemOf(stem)))
    related.set(other, Math.max(related.get(other) ?? 0, strength * OF_FAMILY));
  return related;
}
