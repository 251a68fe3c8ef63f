import {
  asks,
  isDenied,
  moodOf,
  reportsSpeaker,
  requestLength,
  type Sentence,
  sentencesIn,
  takesBack,
  tenseOf,
  wordsIn,
} from "@semantic-xpath/english";
import type { TextSpan, Turn } from "../../dialogue.js";
import type {
  Dropped,
  DropReason,
  FactDraft,
  FactKind,
  FactOperation,
  Formation,
  Formed,
  Known,
  RelationDraft,
} from "../../formation.js";
import { isAssistant } from "../../sessions.js";
import { type Clause, clausesIn, openerLength, toldPart } from "./clauses.js";
import { asCorrection, correctionIn, isAdmission } from "./correction.js";
import { hasChange, isCorrection, isEnding, isPastState, isStop } from "./cues.js";
import { adjunctLength, daysIn, isFuture, untilIn } from "./days.js";
import { beginsAsJoke, dialogueActOf, isOfSelf, meantAfterJoke, namesOwnerAmong } from "./dialogueAct.js";
import { type Candidate, draftOf, MENTION, speakerOf, worthOf } from "./draft.js";
import { actsOnSpeaker } from "./frame.js";
import type { Predicate } from "./predicate.js";
import { relationsIn } from "./relations.js";
import { MAX_ANSWER_WORDS, questionIn, shortAnswer } from "./shortAnswer.js";
import { filledSlot } from "./slotFilling.js";
import { SubjectSlots } from "./subjectSlots.js";
import { type Mentions, readSubject } from "./subjects.js";

const VERSION = 12;
/** Maximum facts of one turn; a second one needs enough content. */
const MAX_FACTS = 3;
/** A sentence of no slot is kept from this worth on. */
const MIN_WORTH = 1.5;

/**
 * Forms facts with rules of English, without a model. For each sentence of a turn:
 *
 * 1. its dialogue act (`dialogueAct`): questions, hypotheticals, jokes, hearsay and orders to the memory state nothing
 * 2. its clauses (`clauses`), with the subject of each (`subjects`) and its days by their tense (`days`)
 * 3. the slot, the relation of the subject that the clause speaks of ("dentist"), and its value ("Dr. Lee"), by `slotFilling`
 * 4. a correction of an earlier value (`correction`)
 *
 * An answer of a few words is read with its question (`shortAnswer`). A statement without a slot is kept as a sentence if it has enough content.
 */
export function rulesFormation({ isTold = false }: RulesOptions = {}): Formation {
  return {
    id: `rules ${VERSION}${isTold ? " told" : ""}`,
    batch: 40,
    isFree: true,
    facts: async (turns, known) => new Reading(turns, known, isTold).formed(),
  };
}

export interface RulesOptions {
  /**
   * The turns are addressed to the memory itself, not to another participant: statements about another participant are facts and not hearsay, and every
   * statement is kept, also one without names, numbers and days. Default false.
   */
  readonly isTold?: boolean;
}

/** A correction of what has no slot may replace it: a question decides. */
const UNFILLED: Predicate = { ...MENTION, mayReplace: true };
const LASTING = { kind: "state", when: null, until: null } as const;

/** A turn while it is read. */
interface TurnContext {
  readonly turn: Turn;
  readonly mentions: Mentions;
  readonly sentences: readonly Sentence[];
  readonly answer: FactDraft | null;
  readonly isCorrecting: boolean;
  readonly candidates: Candidate[];
  /** An earlier sentence of the turn is an order to the memory. Later sentences without a word of the first person are part of the order. */
  isOrdering: boolean;
}

/** The reading of one batch of turns. */
class Reading {
  private readonly facts: FactDraft[] = [];
  private readonly relations: RelationDraft[] = [];
  private readonly dropped: Dropped[] = [];
  private readonly mentions = new Map<string, Mentions>();
  private readonly slots: SubjectSlots;
  private readonly namesOwner: (text: string) => boolean;

  constructor(
    private readonly turns: readonly Turn[],
    private readonly known: Known,
    private readonly isTold: boolean,
  ) {
    this.slots = new SubjectSlots(known);
    this.namesOwner = isTold ? () => false : namesOwnerAmong(known.speakers);
  }

  formed(): Formed {
    for (const [i, turn] of this.turns.entries()) {
      if (!isAssistant(turn.speaker)) this.readTurn(turn, this.turns[i - 1] ?? null, this.turns[i - 2] ?? null);
    }
    return { facts: this.facts, relations: this.relations, dropped: this.dropped };
  }

  private readTurn(turn: Turn, before: Turn | null, earlier: Turn | null): void {
    const mentions = this.mentions.get(turn.speaker) ?? { person: null, isOfTurn: false };
    mentions.isOfTurn = false;
    this.mentions.set(turn.speaker, mentions);
    const sentences = sentencesIn(turn.text);
    this.relations.push(...relationsIn(turn, before?.speaker ?? this.otherThan(turn.speaker)));
    if (sentences.some(({ text }) => takesBack(text)) && !/\bnot (?:kidding|joking)\b/i.test(turn.text)) {
      this.readJoke(turn, sentences, mentions);
      return;
    }
    const prior = before === null || before.speaker === turn.speaker ? null : questionIn(before, earlier);
    const answer =
      prior === null ? null : shortAnswer(turn, before!, prior, { known: this.known, slots: this.slots, mentions });
    const context: TurnContext = {
      turn,
      mentions,
      sentences,
      answer,
      isCorrecting: sentences.some(({ text }) => isCorrection(text.replaceAll("’", "'"))),
      candidates: answer === null ? [] : [{ draft: answer, worth: 10 }],
      isOrdering: false,
    };
    for (const sentence of sentences) this.readSentence(sentence, context);
    const { candidates } = context;
    this.keep(candidates.sort((a, b) => b.worth - a.worth).slice(0, MAX_FACTS));
  }

  /** A turn that takes back a joke states what comes after it only. */
  private readJoke(turn: Turn, sentences: readonly Sentence[], mentions: Mentions): void {
    const remark = meantAfterJoke(turn.text);
    const jokeEnd = remark?.start ?? turn.text.length;
    const isMarkedBefore = beginsAsJoke(turn.text);
    for (const { start, end } of sentences)
      if (start < jokeEnd) this.drop(turn, { start, end: Math.min(end, jokeEnd) }, "joke");
    if (wordsIn(turn.text).length <= MAX_ANSWER_WORDS && !isMarkedBefore) this.takeBack(turn.speaker);
    const read = remark === null ? null : this.readClause(remark, turn, mentions);
    if (read !== null) this.keep([read]);
  }

  private readSentence({ start: from, text: whole }: Sentence, context: TurnContext): void {
    const { turn, mentions, candidates } = context;
    const isReported = reportsSpeaker(whole);
    const part = isReported ? { start: 0, end: whole.length } : toldPart(whole);
    const [start, end, text] = [from + part.start, from + part.end, whole.slice(part.start, part.end)];
    const act =
      dialogueActOf(text) ??
      (part.start > 0 && moodOf(whole) === "instruction" && requestLength(whole) === 0 ? "instruction" : null);
    const unstated =
      act ?? (context.isOrdering && !isOfSelf(text) ? "instruction" : this.namesOwner(text) ? "hearsay" : null);
    if (unstated !== null) {
      context.isOrdering ||= unstated === "instruction";
      this.drop(turn, { start, end }, unstated);
      return;
    }
    if (isCorrection(whole)) {
      const [correcting, span] = [whole.slice(0, part.end), { start: from, end }];
      const corrected =
        correctionIn(correcting, span, turn, this.correctable(turn, mentions)) ??
        (isAdmission(whole) ? draftOf(turn, span, speakerOf(turn), UNFILLED, LASTING) : null);
      if (corrected !== null) {
        candidates.push({ draft: corrected, worth: 9 });
        return;
      }
    }
    const skipped = requestLength(text);
    const apart = clausesIn(text.slice(skipped), start + skipped);
    const clauses = isReported ? withReporters(apart, turn.text) : apart;
    let bound: string | null = null;
    let isKept = false;
    for (const [i, clause] of clauses.entries()) {
      const last = clauses[i - 1];
      const isResult = last !== undefined && /\bso\b/i.test(turn.text.slice(last.end, clause.start));
      const read = this.readClause(clause, turn, mentions, isResult ? bound : null);
      bound = untilIn(clause.text, turn.time);
      if (read === null || (context.answer?.span.start === from && read.draft.slot === null)) continue;
      candidates.push(context.isCorrecting ? { ...read, draft: asCorrection(read.draft, turn, this.slots) } : read);
      isKept = true;
    }
    if (!isKept && context.answer === null) this.drop(turn, { start, end }, "no content");
  }

  private keep(chosen: readonly { readonly draft: FactDraft }[]): void {
    for (const { draft } of chosen.toSorted((a, b) => a.draft.span.start - b.draft.span.start)) {
      this.facts.push(draft);
      this.slots.add(draft);
    }
  }

  private drop(turn: Turn, span: TextSpan, reason: DropReason): void {
    this.dropped.push({ turn: turn.id, span, reason });
  }

  /** A joke that is taken back in the next turn takes the last facts of its speaker with it. */
  private takeBack(speaker: string): void {
    const last = this.facts.findLast(({ turn }) => this.turns.find(({ id }) => id === turn)?.speaker === speaker);
    if (last === undefined) return;
    const place = this.turns.findIndex(({ id }) => id === last.turn);
    const now = this.turns.findLastIndex((turn) => turn.speaker === speaker);
    if (now - place > 2) return;
    for (const fact of this.facts.filter(({ turn }) => turn === last.turn)) {
      this.facts.splice(this.facts.indexOf(fact), 1);
      this.dropped.push({ turn: fact.turn, span: fact.span, reason: "joke" });
      this.slots.remove(fact);
    }
  }

  private otherThan(speaker: string): string {
    return this.known.speakers.find((each) => each !== speaker) ?? "";
  }

  /** `bound`: the last day of what the clause follows from, "until Friday, so …". */
  private readClause(clause: Clause, turn: Turn, mentions: Mentions, bound: string | null = null): Candidate | null {
    const opened = clause.text.slice(openerLength(clause.text));
    const text = opened.slice(adjunctLength(opened));
    if (
      text.length < 3 ||
      /^(?:don't|do not|never|let's|let us)\b/i.test(text) ||
      asks(text) ||
      moodOf(text) === "hypothetical" ||
      moodOf(text) === "hearsay"
    )
      return null;
    const read = readSubject(text, turn.speaker, this.known, mentions);
    const isActing = read.ref.of !== null && read.ref.role === null && actsOnSpeaker(text);
    const subject = isActing ? { ref: speakerOf(turn), after: 0, outside: null, isExplicit: false } : read;
    if (subject.outside === "listener" || (subject.outside === "participant" && !this.isTold)) {
      this.drop(turn, clause, "hearsay");
      return null;
    }
    const predicateText = text.slice(subject.after).trim();
    const when = daysIn(clause.text, turn.time, tenseOf(clause.words));
    const isReport = reportsSpeaker(text);
    const predicate = isReport ? null : filledSlot(text, predicateText, subject, this.slots);
    const tense = tenseOf(clause.words);
    const isPlan = predicate?.operation === "set" && tense === "future" && isFuture(text);
    const until = untilIn(clause.text, turn.time) ?? bound;
    if (predicate !== null && predicate.slot !== null) {
      const kind: FactKind =
        until !== null && predicate.operation === "set"
          ? "temporary"
          : isPlan
            ? "plan"
            : predicate.isPositive
              ? "state"
              : "never";
      const operation: FactOperation =
        predicate.operation === "set" && isPastState(text) && !hasChange(text) ? "past" : predicate.operation;
      const draft = draftOf(turn, clause, subject.ref, { ...predicate, operation }, { kind, when, until });
      return { draft, worth: 5 + (hasChange(text) ? 1 : 0) };
    }
    const worth = worthOf(text, when !== null, subject.isExplicit || predicate !== null);
    if (worth < MIN_WORTH && !this.isTold) return null;
    const kind: FactKind =
      isStop(text) && subject.ref.of === null
        ? "never"
        : until !== null
          ? "temporary"
          : isFuture(text) && tense === "future"
            ? "plan"
            : when !== null || tense === "past"
              ? "event"
              : "state";
    const lone: Predicate = {
      ...MENTION,
      operation: isPastState(text) ? "past" : isStop(text) && subject.ref.of === null ? "end" : "mention",
      isPositive: !isDenied(clause.words) && !UNREAL.test(text) && !isStop(text),
      mayReplace: !isReport && (hasChange(text) || isEnding(text) || isCorrection(turn.text)),
    };
    return { draft: draftOf(turn, clause, subject.ref, lone, { kind, when, until }), worth };
  }

  private correctable(turn: Turn, { person }: Mentions) {
    const named = wordsIn(turn.text).flatMap(({ raw }) =>
      /^\p{Lu}/u.test(raw) ? (this.known.person(turn.speaker, raw.replace(/'s$/, "")) ?? []) : [],
    );
    const placeOf = (id: string) => this.turns.findIndex((each) => each.id === id);
    return {
      people: [speakerOf(turn), ...(person === null ? [] : [person]), ...named],
      slots: this.slots,
      isNear: (draft: FactDraft) => placeOf(turn.id) - placeOf(draft.turn) <= 4,
    };
  }
}

/** Clauses of which one that only names who says the next one is a part of that. */
function withReporters(clauses: readonly Clause[], turn: string): readonly Clause[] {
  const joined: Clause[] = [];
  for (const clause of clauses) {
    const last = joined.at(-1);
    const text = last === undefined ? "" : turn.slice(last.start, clause.end);
    if (last !== undefined && reportsSpeaker(text) && !reportsSpeaker(last.text))
      joined.splice(-1, 1, { text, start: last.start, end: clause.end, words: wordsIn(text) });
    else joined.push(clause);
  }
  return joined;
}

/** Markers of events that did not happen. */
const UNREAL =
  /\b(?:wanted to|meant to|supposed to|was going to|were going to|hoped to|planned to|almost|nearly|fell through|called off|didn't happen|never happened|had to cancel|missed)\b/i;
