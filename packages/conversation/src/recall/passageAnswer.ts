import {
  type AskedFor,
  contentStems,
  ENGLISH_DAYS,
  isFunctionWord,
  NUMBER_WORD,
  type RecallMode,
  type RecallQuestion,
  reportsSpeaker,
  stemWord,
  type Word,
  wordsIn,
} from "@semantic-xpath/english";
import { scanDays } from "@semantic-xpath/values";
import { KIN } from "../formations/rules/everyday.js";
import type { ConversationState } from "../lifecycle/conversationState.js";
import { isEnd } from "../lifecycle/settle.js";
import { type Fact, slug } from "../lifecycle/statement.js";
import type { Claims } from "./claims.js";
import type { Passage } from "./passages.js";
import type { PassageIndex } from "./recall.js";

/** A passage that answers a question. */
export interface Answering {
  readonly passage: Passage;
  /** Its facts, with what the memory made of them. */
  readonly facts: readonly Fact[];
  /** The fact that answers: of the best slot, else the one that shares most with the question; null: nothing was kept as a fact. */
  readonly fact: Fact | null;
  /** The share of the question's words that it has, or the score of its slot. */
  readonly share: number;
  /** About 0 to 1.3. */
  readonly score: number;
  /** It has a part of the kind that is asked for: a name, a place, a number. */
  readonly hasAsked: boolean;
  /** True if its words of the question are of another subject than the question. */
  readonly isOfOthers: boolean;
}

/** A passage answers from this share of the question's words on, and is certain to from that. */
const MIN_SHARE = 0.25;
export const CERTAIN_SHARE = 0.4;
/** The share of the best score from which a passage is about the same topic; and with a word of change, or where many are asked for. */
const NEAR = 0.65;
const NEAR_WITH_CHANGE = 0.4;
/** The worth of a part of the kind that is asked for. */
const OF_KIND = 0.15;
/** Passages that may answer where none is certain to, and their least score in a question without a person; the worth of the latest. */
const MAX_LIKELY = 3;
const MIN_LIKELY = 0.3;
const OF_LATEST = 0.3;
/** The loss of a passage about someone else than the question. */
const OF_OTHERS = 0.45;
/** Passages with a word, or a question before them that has it, that links an earlier passage with a later one. */
const MAX_LINKED = 3;

interface PassageQuery {
  readonly question: RecallQuestion;
  readonly subjects: readonly string[];
  /** Stems of the relations by which the question names people. */
  readonly relations: readonly string[];
  /** Ids of the participants who may answer; empty for all. */
  readonly speakers: readonly string[];
  readonly stems: readonly string[];
  readonly matches: ReadonlyMap<Passage, number>;
  readonly claims: readonly Claims[];
  /** Later passages are not yet known; null: all are. */
  readonly day: string | null;
}

const MODES_OF_MANY: ReadonlySet<RecallMode> = new Set<RecallMode>(["history", "count"]);

/** Passages that may answer one question. */
export class TopicPassages {
  /** The mode of the question; "now" where it asks for what held before something came up: then only the passages before that are known. */
  readonly mode: RecallMode;
  private readonly introduction: Passage | null;
  private readonly speakers: ReadonlySet<string>;
  private readonly stems: ReadonlySet<string>;
  private readonly shares: ReadonlyMap<Passage, number>;

  constructor(
    private readonly state: ConversationState,
    private readonly index: PassageIndex,
    private readonly query: PassageQuery,
  ) {
    this.speakers = new Set(query.speakers);
    this.stems = new Set(query.question.stems);
    const shares = new Map(query.matches);
    for (const { facts, score } of query.claims)
      for (const { statement, confirmedBy } of facts)
        for (const { draft } of [statement, ...confirmedBy]) {
          const passage = index.passage(draft.turn);
          if (passage !== undefined) shares.set(passage, Math.max(shares.get(passage) ?? 0, score));
        }
    this.shares = shares;
    this.introduction = query.question.mode === "before" ? this.introductionOf(query.question.before ?? "") : null;
    this.mode = this.introduction === null ? query.question.mode : "now";
  }

  /** The passage in which the successor of what is asked for comes up: of those with most of its words the first. */
  private introductionOf(text: string): Passage | null {
    const sharing = [...this.sharing(contentStems(text))].filter(
      ([each]) => this.isKnown(each) && this.isOfAsked(each),
    );
    sharing.sort(([a, share], [b, other]) => other - share || comparePassages(a, b));
    return sharing[0]?.[0] ?? null;
  }

  /** The first passage about something that is named where the successor comes up: what the question asks for before it. Null if the question names no successor. */
  predecessor(): Answering | null {
    const { introduction } = this;
    if (introduction === null) return null;
    const firsts = [...new Set([...introduction.namedStems, ...introduction.questionStems])].flatMap((stem) => {
      const having = this.index.withStem(stem);
      if (this.stems.has(stem) || having.size > MAX_LINKED) return [];
      return [...having]
        .filter(({ namedStems }) => namedStems.has(stem))
        .sort(comparePassages)
        .slice(0, 1);
    });
    const last = firsts
      .filter((each) => this.isKnown(each) && this.isOfAsked(each))
      .sort(comparePassages)
      .at(-1);
    return last === undefined ? null : this.answering(last, CERTAIN_SHARE);
  }

  /**
   * Passages about the topic of the question, in order of the conversation: those that share most with it, or with whose facts the best slots are filled, and later ones
   * with a word of change that name something in one of these.
   */
  about(): readonly Answering[] {
    const sharing = [...this.shares].flatMap(([passage, share]): Answering[] => {
      const each =
        share < MIN_SHARE || !this.isKnown(passage) || !this.isOfAsked(passage) ? null : this.answering(passage, share);
      return each === null || each.isOfOthers ? [] : [each];
    });
    const best = Math.max(...sharing.map(({ score }) => score));
    const near = new Map<Passage, Answering>();
    const isMany = MODES_OF_MANY.has(this.mode);
    for (const each of sharing)
      if (each.score >= (isMany || each.passage.isMarked ? NEAR_WITH_CHANGE : NEAR) * best)
        near.set(each.passage, each);
    this.addLinked(near, best);
    this.correct(near);
    return [...near.values()].sort((a, b) => comparePassages(a.passage, b.passage));
  }

  /** Puts corrections in the place of the passages that they correct. */
  private correct(near: Map<Passage, Answering>): void {
    for (const { passage, share, score } of [...near.values()]) {
      const right = this.correctionOf(passage);
      if (right === null) continue;
      near.delete(passage);
      const answer = this.answering(right, score);
      if (answer !== null) near.set(right, { ...answer, share, score });
    }
  }

  /** The passage that corrects a given one; null for none. A correction without words of an earlier passage is about the last one of its speaker. */
  private correctionOf(passage: Passage): Passage | null {
    const isOfThis = (each: Passage) => {
      const wrong = this.wrongIn(each);
      return wrong === passage || (wrong === null && passage.following.includes(each));
    };
    const later = [...new Set([...passage.following, ...this.sharing(passage.stems, MAX_LINKED).keys()])].filter(
      (each) => each.isCorrecting && each.turn.speaker === passage.turn.speaker && this.isKnown(each) && isOfThis(each),
    );
    return later.sort(comparePassages).at(-1) ?? null;
  }

  /** The passage that a correction is about: the one of the same speaker that shares the rarest words with it. */
  private wrongIn(correction: Passage): Passage | null {
    const before = [...this.sharing(correction.stems, MAX_LINKED)].filter(
      ([each]) => each.turn.speaker === correction.turn.speaker && comparePassages(each, correction) < 0,
    );
    before.sort(([a, share], [b, other]) => share - other || comparePassages(a, b));
    return before.at(-1)?.[0] ?? null;
  }

  /** Passages with words that at most `most` passages have, by the rarity of these words. */
  private sharing(stems: Iterable<string>, most = Number.POSITIVE_INFINITY): ReadonlyMap<Passage, number> {
    const shares = new Map<Passage, number>();
    for (const stem of stems) {
      const having = this.index.withStem(stem);
      if (having.size > most) continue;
      for (const each of having) if (each.stems.has(stem)) shares.set(each, (shares.get(each) ?? 0) + 1 / having.size);
    }
    return shares;
  }

  /** Adds later passages with a word of change that name something in one of some passages, or in one that was added. */
  private addLinked(near: Map<Passage, Answering>, score: number): void {
    const isMany = MODES_OF_MANY.has(this.mode);
    const answered = new Set(this.query.claims.map(({ slot }) => slot.id));
    const given = new Set(near.keys());
    const open = [...near.values()];
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      const { passage, facts } = each;
      const values = facts.flatMap(({ slot, statement: { draft } }) =>
        slot !== null && answered.has(slot) ? contentStems(draft.value ?? "") : [],
      );
      for (const stem of values.length > 0 ? values : given.has(passage) ? passage.stems : passage.namedStems) {
        const linked = this.index.withStem(stem);
        if (this.stems.has(stem) || linked.size > MAX_LINKED) continue;
        for (const later of linked) {
          if (!later.namedStems.has(stem)) continue;
          if (near.has(later) || !(later.isMarked || isMany) || comparePassages(later, passage) <= 0) continue;
          if (!this.isKnown(later) || !this.isOfAsked(later)) continue;
          const next = this.answering(later, score);
          if (next === null || next.isOfOthers) continue;
          near.set(later, next);
          open.push(next);
        }
      }
    }
  }

  /**
   * Passages that may answer where none of the chosen is certain to, the best first: by what they share with the question, and the part that is asked for; of what
   * holds, also by how late they are. None is before the last one chosen, which may replace it, or
   * before what a later turn with a word of change says of the best one.
   */
  likely(chosen: readonly Answering[], matches: () => ReadonlyMap<Passage, number>): readonly Answering[] {
    const { mode } = this;
    const { isPresent } = this.query.question;
    if (MODES_OF_MANY.has(mode) || mode === "before" || chosen.some(({ share }) => share >= CERTAIN_SHARE)) return [];
    const isNow =
      mode === "now" || mode === "as of" || mode === "still" || mode === "planned" || (mode === "when" && isPresent);
    const earlier = this.withRelations(matches()).filter(
      ([passage]) => this.isKnown(passage) && this.isOfAsked(passage),
    );
    earlier.sort(([a], [b]) => comparePassages(a, b));
    let likely = earlier
      .flatMap(([passage, share], i): Answering[] => {
        const each = this.answering(passage, share);
        if (each === null || each.isOfOthers || !each.hasAsked || each.fact?.how === "retracted") return [];
        if (mode !== "when" && each.facts.some((fact) => isOver(fact, this.query.day ?? this.index.latest())))
          return [];
        return [{ ...each, score: each.score + (isNow ? (OF_LATEST * i) / earlier.length : 0) }];
      })
      .filter(({ score }) => this.speakers.size > 0 || score >= MIN_LIKELY)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_LIKELY);
    const byPassage = new Map(likely.map((each) => [each.passage, each]));
    this.correct(byPassage);
    likely = [...byPassage.values()].sort((a, b) => b.score - a.score);
    const [first] = likely;
    if (isNow && chosen.length === 0 && first !== undefined) {
      const linked = new Map([[first.passage, first]]);
      this.addLinked(linked, first.score);
      const last = [...linked.values()].sort((a, b) => comparePassages(a.passage, b.passage)).at(-1)!;
      likely = [last, ...likely.filter(({ passage }) => passage !== last.passage)];
    }
    const from = chosen.at(-1) ?? (isNow ? likely[0] : undefined);
    return likely.filter(
      ({ passage }) =>
        !chosen.some((each) => each.passage === passage) &&
        (from === undefined || comparePassages(passage, from.passage) >= 0),
    );
  }

  /** Passages and their shares. A passage that only names the relation of the asked person to the speaker has a share of 0. */
  private withRelations(matches: ReadonlyMap<Passage, number>): [passage: Passage, share: number][] {
    const shares = new Map(matches);
    for (const stem of this.query.relations)
      for (const passage of this.index.withStem(stem)) if (!shares.has(passage)) shares.set(passage, 0);
    return [...shares];
  }

  private isKnown(passage: Passage): boolean {
    if (this.introduction != null && comparePassages(passage, this.introduction) >= 0) return false;
    const { day, question } = this.query;
    return (
      (day === null || passage.turn.time.slice(0, 10) <= day) &&
      (question.mode !== "as of" || sinceOf(passage) <= question.days!.last)
    );
  }

  /**
   * True for a turn with facts about an asked subject. If participants are asked about, also for their other turns; if the question names a person by a
   * relation, for the turns of the participant that name this relation.
   */
  private isOfAsked({ turn, statements, stems }: Passage): boolean {
    const { subjects, relations } = this.query;
    const isOfSpeaker = this.speakers.size === 0 || this.speakers.has(slug(turn.speaker));
    return (
      (isOfSpeaker && (relations.length === 0 || relations.some((stem) => stems.has(stem)))) ||
      statements.some(({ id }) => subjects.includes(this.state.factOf(id)?.subject ?? ""))
    );
  }

  private answering(passage: Passage, share: number): Answering | null {
    const { question, subjects, claims, stems } = this.query;
    const facts = passage.statements.flatMap(({ id }) => this.state.factOf(id) ?? []);
    if (facts.some(({ status }) => status === "forgotten")) return null;
    const hasAsked = hasKind(passage, facts, question, this.stems);
    const isOfAnother =
      subjects.length > 0 &&
      facts.length > 0 &&
      !facts.some(({ subject }) => subjects.includes(subject)) &&
      !ON_SPEAKER.test(passage.text);
    const kind = question.askedFor === "any" || question.askedFor === "yes or no" ? 0 : hasAsked ? OF_KIND : -OF_KIND;
    const fact = answeringFact(facts, claims, stems);
    const isOfOthers = subjects.length > 0 && this.isSharedOfOthers(passage, facts);
    return {
      passage,
      facts,
      fact,
      hasAsked,
      isOfOthers,
      share: this.shares.get(passage) ?? 0,
      score: share + kind - (isOfAnother ? OF_OTHERS : 0),
    };
  }

  /** True if the slots of other people have all words of the question that a passage has, and say nothing of the speaker. */
  private isSharedOfOthers({ text }: Passage, facts: readonly Fact[]): boolean {
    const { subjects, stems } = this.query;
    const questionStems = new Set(stems);
    const sharing = facts.filter(({ statement }) =>
      contentStems(statement.text).some((stem) => questionStems.has(stem)),
    );
    const isOfAnother = ({ subject, slot, statement }: Fact): boolean => {
      const { of } = this.state.subject(subject);
      return slot !== null && of !== null && !subjects.includes(subject) && !ON_SPEAKER.test(statement.text);
    };
    if (sharing.length === 0 || !sharing.every(isOfAnother)) return false;
    const shared = new Set(sharing.flatMap(({ statement }) => contentStems(statement.text)));
    return contentStems(text).every((stem) => !questionStems.has(stem) || shared.has(stem));
  }
}

function answeringFact(facts: readonly Fact[], claims: readonly Claims[], stems: readonly string[]): Fact | null {
  const ofSlots = claims.flatMap(({ slot }) => facts.filter((fact) => fact.slot === slot.id));
  // A turn may state the end of one thing and what holds after it.
  const slotted = [...ofSlots.filter((fact) => !isEnd(fact.statement.draft) && fact.how === null), ...ofSlots];
  const shared = ({ statement }: Fact): number =>
    contentStems(statement.text).filter((stem) => stems.includes(stem)).length;
  const best = slotted[0] ?? facts.toSorted((a, b) => shared(b) - shared(a))[0] ?? null;
  return best === null || slotted.length > 0 || shared(best) > 0 ? best : null;
}

const ON_SPEAKER = /.{4}\b(?:me|us|mine|i|we)\b/i;

/** The passages of a topic that the mode of a question asks for. */
export function inMode(
  about: readonly Answering[],
  { mode, before, days, isPastEvent }: RecallQuestion,
  day: string,
): readonly Answering[] {
  const unretracted = about.filter(({ fact }) => fact?.how !== "retracted");
  const firsthand = unretracted.filter(({ fact }) => fact === null || !reportsSpeaker(fact.statement.text));
  const statements = firsthand.length > 0 ? firsthand : unretracted;
  const stated = OF_PRESENT.has(mode) ? statements.filter((each) => !isReplaced(each, statements)) : statements;
  const typed = stated.filter(({ hasAsked }) => hasAsked);
  const all = typed.length > 0 ? typed : stated;
  switch (mode) {
    case "history":
      return all.slice(-MAX_HISTORY);
    case "before": {
      const stems = before === null ? [] : contentStems(before);
      const lasting = all.filter(({ fact }) => !isTemporary(fact));
      const named = lasting.findIndex(({ passage }) => stems.some((stem) => passage.stems.has(stem)));
      const anchor = named < 0 ? lasting.length - 1 : named;
      return lasting.slice(Math.max(0, anchor - 1), Math.max(1, anchor));
    }
    case "as of":
      return all.filter((each) => sinceOf(each.passage) <= days!.last && isLasting(each)).slice(-1);
    default: {
      const open = all.filter(({ fact }) => !isOver(fact, day));
      const passing = mode === "when" ? [] : open.filter(({ fact }) => isPassing(fact, day));
      const lasting = mode === "when" || mode === "planned" ? open : open.filter(isLasting);
      const chosen = passing.length > 0 ? passing : lasting.length > 0 ? lasting : open;
      return (isPastEvent ? chosen.toSorted((a, b) => a.score - b.score) : chosen).slice(-1);
    }
  }
}

/** The first day of what a passage states. */
const sinceOf = ({ turn, statements }: Passage): string =>
  [turn.time.slice(0, 10), ...statements.flatMap(({ draft }) => draft.when?.first ?? [])].sort()[0]!;

/** Modes of questions about the present state. */
const OF_PRESENT: ReadonlySet<RecallMode> = new Set<RecallMode>(["now", "still", "planned"]);

/** True if the fact of a passage is closed by one of another passage. */
const isReplaced = ({ passage, fact }: Answering, among: readonly Answering[]): boolean =>
  fact !== null &&
  (fact.how === "superseded" || fact.how === "ended") &&
  among.some(
    (each) => each.passage !== passage && each.facts.some(({ statement }) => statement.id === fact.supersededBy),
  );

/** Passages that are handed over for a history. */
const MAX_HISTORY = 6;

const isLasting = ({ fact }: Answering): boolean =>
  fact === null || (fact.statement.draft.kind !== "plan" && fact.statement.draft.operation !== "past");
const isTemporary = (fact: Fact | null): fact is Fact => fact?.statement.draft.kind === "temporary";
const isOver = (fact: Fact | null, day: string): boolean =>
  isTemporary(fact) && fact.validTo !== null && fact.validTo <= day;
const isPassing = (fact: Fact | null, day: string): boolean =>
  isTemporary(fact) && fact.validFrom.slice(0, 10) <= day && fact.validTo !== null && fact.validTo > day;

function comparePassages({ order: a }: Passage, { order: b }: Passage): number {
  for (let i = 0; i < a.length; i++) if (a[i]! !== b[i]!) return a[i]! < b[i]! ? -1 : 1;
  return 0;
}

const PLACED = /\b(?:in|at|on|to|from|behind|under|near|by|into|with)\s/i;
const NUMBERED = new RegExp(`\\d|\\b(?:${NUMBER_WORD}|noon|midnight|once|twice|no)\\b`, "i");
/** True for a passage with a part of the kind that a question asks for. */
function hasKind(
  { text, turn }: Passage,
  facts: readonly Fact[],
  { askedFor }: { readonly askedFor: AskedFor },
  stems: ReadonlySet<string>,
): boolean {
  const isOther = ({ raw, text: word, start }: Word): boolean =>
    /^\p{Lu}\p{Ll}/u.test(raw) &&
    !stems.has(stemWord(word)) &&
    slug(turn.speaker) !== slug(word) &&
    (/[^.!?\s]\s*$/.test(text.slice(0, start)) || !isFunctionWord(word));
  switch (askedFor) {
    case "person":
      return wordsIn(text).some((word) => KIN.has(word.text) || isOther(word));
    case "place":
      return PLACED.test(text) || wordsIn(text).some(isOther);
    case "time":
      return (
        facts.some(({ statement }) => statement.draft.when !== null) ||
        scanDays(text, ENGLISH_DAYS).length > 0 ||
        NUMBERED.test(text)
      );
    case "number":
      return NUMBERED.test(text);
    case "money":
      return /\d/.test(text);
    default:
      return true;
  }
}
