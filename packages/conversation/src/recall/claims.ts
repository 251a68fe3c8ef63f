import { contentStems, type RecallQuestion, stemWord, wordsIn } from "@semantic-xpath/english";
import { relationsOf, stemOf } from "@semantic-xpath/scorers";
import { EVERYDAY } from "../formations/rules/everyday.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import type { Slot } from "../lifecycle/records.js";
import { type Fact, slug } from "../lifecycle/statement.js";
import { names } from "./named.js";
import type { FactIndex } from "./recall.js";

/** The facts of one slot, or one fact outside of slots, and how well they answer a question. */
export interface Claims {
  readonly slot: Slot | null;
  /** In order of the conversation. */
  readonly facts: readonly Fact[];
  /** About 0 to 1.15. */
  readonly score: number;
}

/** A slot answers from this share of the question's words on, a fact outside of slots from that. */
const MIN_SLOT_SCORE = 0.34;
const MIN_TOPIC_SCORE = 0.3;
/** A fact outside of slots is preferred to a slot from this distance on. */
const TOPIC_HANDICAP = 0.15;
/** Statements that share words with the question and are looked at, those that share the rarest first. */
const MAX_CANDIDATES = 400;

/**
 * Claims that answer a question, the best first. Only statements that share a stem with it, or a word of the same meaning, and slots with everyday
 * names that it asks for are looked at.
 *
 * @param stems of the words that the question is about, without names of subjects
 * @param subjects ids; empty: of everyone
 */
export function claimsFor(
  state: ConversationState,
  index: FactIndex,
  {
    stems,
    subjects,
    question,
  }: { readonly stems: readonly string[]; readonly subjects: readonly string[]; readonly question: RecallQuestion },
): readonly Claims[] {
  if (stems.length === 0) return [];
  const allowed = subjects.length === 0 ? null : new Set(subjects);
  const weights = stemWeights(index, stems);
  const slots = new Map<string, Slot>();
  const lone = new Map<Fact, number>();
  for (const [id, shared] of sharing(index, stems, weights)) {
    const fact = index.fact(id);
    if (fact === null || fact.status === "failed" || fact.status === "forgotten") continue;
    const isActing = allowed !== null && !allowed.has(fact.subject);
    if (isActing && !actsOn(fact, allowed)) continue;
    if (fact.slot === null) lone.set(fact, Math.max(shared - (isActing ? ACTING_HANDICAP : 0), lone.get(fact) ?? 0));
    else if (!slots.has(fact.slot)) slots.set(fact.slot, state.slot(fact.slot)!);
  }
  for (const name of everydayNames(stems)) {
    for (const subject of allowed ?? state.subjects().map(({ id }) => id)) {
      const slot = state.slot(`${subject}#${slug(name)}`);
      if (slot !== null) slots.set(slot.id, slot);
    }
  }
  const claims: Claims[] = [];
  if (question.before !== null) {
    for (const stem of contentStems(question.before)) {
      for (const id of index.withStem(stem)) {
        const fact = index.fact(id);
        if (fact?.slot == null || slots.has(fact.slot) || (allowed !== null && !allowed.has(fact.subject))) continue;
        if (names(question.before, fact.statement.draft.value))
          claims.push({ slot: state.slot(fact.slot)!, facts: state.slot(fact.slot)!.facts, score: MIN_SLOT_SCORE });
      }
    }
  }
  for (const slot of slots.values()) {
    const score = slotScore(slot, stems, question, weights);
    if (score >= MIN_SLOT_SCORE) claims.push({ slot, facts: slot.facts, score });
  }
  const word = WORD_ASKED[question.askedFor];
  for (const [fact, score] of lone)
    if (score >= MIN_TOPIC_SCORE) {
      const isAnswer =
        fact.statement.draft.context !== null && word !== undefined && asksWith(word, fact.statement.text);
      claims.push({ slot: null, facts: [fact], score: score + (isAnswer ? TOPIC_HANDICAP : -TOPIC_HANDICAP) });
    }
  if (claims.length === 0 && allowed !== null) claims.push(...claimsOfRelatives(state, index, stems, weights, allowed));
  if (claims.length === 0 && allowed !== null && question.askedFor === "person")
    claims.push(...claimsOfAnyone(state, index, stems, weights));
  if (claims.length === 0 && allowed !== null) claims.push(...claimsOfLittleKnown(state, subjects));
  return (claims.length > 0 ? claims : weakClaims(state, index, stems, allowed)).sort(
    (a, b) => b.score - a.score || b.facts.length - a.facts.length,
  );
}

/** The word of a question in the talk that asks for the same as the question to the memory. */
const WORD_ASKED: Readonly<Partial<Record<RecallQuestion["askedFor"], RegExp>>> = {
  person: /\bwho\b/i,
  place: /\bwhere\b/i,
  time: /\b(?:when|what time)\b/i,
  money: /\bhow much\b/i,
};

/** Tests that a text has a word and, after it, a question mark. */
function asksWith(word: RegExp, text: string): boolean {
  const start = text.search(word);
  return start >= 0 && text.includes("?", start);
}

/** Facts about people of whom no more is known, which a question about them is likely to be about. */
const MAX_LITTLE = 2;

function claimsOfLittleKnown(state: ConversationState, subjects: readonly string[]): Claims[] {
  return subjects.flatMap((id): Claims[] => {
    if (state.speakers.has(id)) return [];
    const facts = [...state.slotsOf(id).flatMap((slot) => slot.facts), ...state.loneFacts(id)].filter(
      ({ status, how }) => status !== "failed" && status !== "forgotten" && how === null,
    );
    return facts.length === 0 || facts.length > MAX_LITTLE
      ? []
      : facts.map((fact) => ({
          slot: fact.slot === null ? null : state.slot(fact.slot),
          facts: [fact],
          score: MIN_TOPIC_SCORE,
        }));
  });
}

/** Claims about people near to the subjects: what a child or a dog has is asked of its family. */
function claimsOfRelatives(
  state: ConversationState,
  index: FactIndex,
  stems: readonly string[],
  weights: ReadonlyMap<string, number>,
  allowed: ReadonlySet<string>,
): Claims[] {
  return sharing(index, stems, weights).flatMap(([id, score]): Claims[] => {
    const fact = index.fact(id);
    if (fact?.slot == null || score < MIN_SHARE_OF_ANYONE || !allowed.has(fact.subject.split("/")[0]!)) return [];
    const slot = state.slot(fact.slot)!;
    return [{ slot, facts: slot.facts, score: score - TOPIC_HANDICAP }];
  });
}

/** The least share of "who …?" that a fact about anyone has to have. */
const MIN_SHARE_OF_ANYONE = 0.6;

/** Claims for "who mended Ann's bike?": the one who is asked for is the subject. */
function claimsOfAnyone(
  state: ConversationState,
  index: FactIndex,
  stems: readonly string[],
  weights: ReadonlyMap<string, number>,
): Claims[] {
  return sharing(index, stems, weights).flatMap(([id, score]): Claims[] => {
    const fact = index.fact(id);
    if (fact === null || fact.status === "failed" || fact.status === "forgotten" || score < MIN_SHARE_OF_ANYONE)
      return [];
    const slot = fact.slot === null ? null : state.slot(fact.slot);
    return [{ slot, facts: slot?.facts ?? [fact], score: score - TOPIC_HANDICAP }];
  });
}

/**
 * The least share of a question that a fact has to have by words about the same topics alone. Shares of questions on far
 * topics that are right and have nothing wrong: .56 at .05, .62 at .03, .63 at .01 with more that is wrong.
 */
const MIN_WEAK_SCORE = 0.03;

/** Claims for a question that shares no word with any: those whose words are about the same topics as its words. */
function weakClaims(
  state: ConversationState,
  index: FactIndex,
  stems: readonly string[],
  allowed: ReadonlySet<string> | null,
): Claims[] {
  const claims: Claims[] = [];
  for (const [id, score] of sharing(index, stems, stemWeights(index, stems), (stem) => index.near(stem))) {
    const fact = index.fact(id);
    if (fact === null || fact.status === "failed" || fact.status === "forgotten" || score < MIN_WEAK_SCORE) continue;
    if (allowed !== null && !allowed.has(fact.subject)) continue;
    if (fact.statement.draft.kind === "event" || claims.some(({ slot }) => slot !== null && slot.id === fact.slot))
      continue;
    const slot = fact.slot === null ? null : state.slot(fact.slot);
    claims.push({ slot, facts: slot?.facts ?? [fact], score });
  }
  return claims;
}

/** Strength from which a related word is one of the same meaning. */
const SAME_MEANING = 0.5;

/** Facts of relatives that act on a subject, "my nephew feeds the hens for me", weigh this less. */
const ACTING_HANDICAP = 0.1;
const ON_SPEAKER = /.{4}\b(?:me|us|my|our|mine)\b/i;
const actsOn = ({ subject, statement, slot }: Fact, allowed: ReadonlySet<string>): boolean =>
  slot === null && allowed.has(subject.split("/")[0]!) && ON_SPEAKER.test(statement.text);

/** Statements by the share of the question that they have, at most `MAX_CANDIDATES`. */
function sharing(
  index: FactIndex,
  stems: readonly string[],
  weights: ReadonlyMap<string, number>,
  related: (stem: string) => ReadonlyMap<string, number> = (stem) => relatedTo(index, stem),
): readonly (readonly [statement: string, share: number])[] {
  const totalWeight = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const scores = new Map<string, number>();
  for (const stem of stems) {
    const best = new Map<string, number>();
    for (const [other, strength] of related(stem))
      for (const id of index.withStem(other)) best.set(id, Math.max(best.get(id) ?? 0, strength));
    for (const [id, strength] of best)
      scores.set(id, (scores.get(id) ?? 0) + (weights.get(stem)! * strength) / totalWeight);
  }
  const entries = [...scores];
  if (entries.length <= MAX_CANDIDATES) return entries.sort((a, b) => b[1] - a[1]);
  const last = Float64Array.from(scores.values()).sort()[entries.length - MAX_CANDIDATES]!;
  return entries
    .filter(([, score]) => score >= last)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_CANDIDATES);
}

/** The rarer a stem is in the memory, the more it weighs; one that is not there tells no fact from another, and weighs as the most frequent one. */
function stemWeights(index: FactIndex, stems: readonly string[]): ReadonlyMap<string, number> {
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

const everydayNames = (stems: readonly string[]): readonly string[] =>
  EVERYDAY_STEMS.flatMap((entry) => (stems.some((stem) => entry.stems.has(stem)) ? [entry.name] : []));

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
function relatedTo(index: FactIndex, stem: string): Map<string, number> {
  const related = new Map([[stem, 1]]);
  for (const other of index.variants(stem)) related.set(other, 0.8);
  for (const [other, { strength }] of relationsOf(stemOf(stem)))
    if (strength >= SAME_MEANING && !related.has(other)) related.set(other, strength * 0.7);
  return related;
}
