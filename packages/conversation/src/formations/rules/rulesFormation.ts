import {
  asks,
  isDenied,
  moodOf,
  requestLength,
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
import { asCorrection, correctionIn, statedFrom } from "./correction.js";
import { hasChange, isCorrection, isEnding, isPastState, isStop } from "./cues.js";
import { adjunctLength, daysIn, isFuture, untilIn } from "./days.js";
import { deniedTopic, dialogueActOf, meantAfterJoke } from "./dialogueAct.js";
import { type Candidate, draftOf, MENTION, speakerOf, worthOf } from "./draft.js";
import { actsOnSpeaker } from "./ownFrame.js";
import type { Predicate } from "./predicate.js";
import { preferred } from "./preferred.js";
import { relationsIn } from "./relations.js";
import { isPointing, MAX_ANSWER_WORDS, questionIn, shortAnswer } from "./shortAnswer.js";
import { filledSlot } from "./slotFilling.js";
import { SubjectSlots } from "./subjectSlots.js";
import { type Mentions, readSubject } from "./subjects.js";
import { joinEnded, linkAnnounced, MAX_JOINED_LENGTH } from "./supersession.js";

const VERSION = 5;
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
 * 4. a correction of an earlier value (`correction`), or an end with the value after it (`supersession`)
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

/** The reading of one batch of turns. */
class Reading {
  private readonly facts: FactDraft[] = [];
  private readonly relations: RelationDraft[] = [];
  private readonly dropped: Dropped[] = [];
  private readonly mentions = new Map<string, Mentions>();
  private readonly slots: SubjectSlots;

  constructor(
    private readonly turns: readonly Turn[],
    private readonly known: Known,
    private readonly isTold: boolean,
  ) {
    this.slots = new SubjectSlots(known);
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
      const remark = meantAfterJoke(turn.text);
      for (const { start, end } of sentences)
        if (start < (remark?.start ?? turn.text.length))
          this.drop(turn, { start, end: Math.min(end, remark?.start ?? end) }, "joke");
      if (wordsIn(turn.text).length <= MAX_ANSWER_WORDS) this.takeBack(turn.speaker);
      const read = remark === null ? null : this.readClause(remark, turn, mentions);
      if (read !== null) this.keep([read]);
      return;
    }
    const isCorrecting = sentences.some(({ text }) => isCorrection(text.replaceAll("’", "'")));
    const candidates: Candidate[] = [];
    // After the end of something, which begins here, what a turn goes on to say may take its place.
    let ended = -1;
    const question = before === null || before.speaker === turn.speaker ? null : questionIn(before, earlier);
    const answer =
      question === null
        ? null
        : shortAnswer(turn, before!, question, { known: this.known, slots: this.slots, mentions });
    if (answer !== null) candidates.push({ draft: answer, worth: 10 });
    for (const { start: from, text: whole } of sentences) {
      const statement = toldPart(whole);
      const [start, end, text] = [
        from + statement.start,
        from + statement.end,
        whole.slice(statement.start, statement.end),
      ];
      const mood =
        dialogueActOf(text) ??
        (statement.start > 0 && moodOf(whole) === "instruction" && requestLength(whole) === 0 ? "instruction" : null);
      if (mood !== null) {
        const denied = mood === "question" ? deniedTopic(turn, sentences, { start, end, text }) : null;
        if (denied === null) this.drop(turn, { start, end }, mood);
        else candidates.push({ draft: denied, worth: 6 });
        continue;
      }
      const skipped = requestLength(text);
      const clauses = clausesIn(text.slice(skipped), start + skipped);
      const sentence = { start: from, end };
      const correcting = whole.slice(0, statement.end);
      const restated = isCorrection(whole)
        ? (this.restated(correcting, sentence, turn, mentions) ??
          correctionIn(correcting, sentence, turn, this.correctable(turn, mentions)))
        : null;
      if (restated !== null) {
        candidates.push({ draft: restated, worth: 9 });
        continue;
      }
      let isKept = false;
      let bound: string | null = null;
      for (const [i, clause] of clauses.entries()) {
        const last = clauses[i - 1];
        const isResult = last !== undefined && /\bso\b/i.test(turn.text.slice(last.end, clause.start));
        const read = this.readClause(clause, turn, mentions, isResult ? bound : null);
        bound = untilIn(clause.text, turn.time);
        if (read !== null && ended >= 0 && read.draft.slot?.isSingle === false && read.draft.kind === "state") {
          const { span } = read.draft;
          const isNear = span.end - ended <= MAX_JOINED_LENGTH;
          read.draft = { ...read.draft, mayReplace: true, span: isNear ? { ...span, start: ended } : span };
        }
        if (ended < 0 && isEnding(clause.text)) ended = clause.start;
        if (read === null || (answer?.span.start === from && read.draft.slot === null)) continue;
        if (question !== null && read.draft.slot === null && isPointing(clause.text))
          read.draft = {
            ...read.draft,
            context: before!.id,
            paraphrase: `${question} ${turn.text.slice(read.draft.span.start, read.draft.span.end)}`,
          };
        candidates.push(isCorrecting ? { ...read, draft: asCorrection(read.draft, turn, this.slots) } : read);
        isKept = true;
      }
      if (!isKept && answer === null) this.drop(turn, { start, end }, "no content");
    }
    linkAnnounced(turn, candidates, this.slots);
    joinEnded(turn, candidates);
    this.keep(candidates.sort((a, b) => b.worth - a.worth).slice(0, MAX_FACTS));
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
    const isActing =
      read.ref.of !== null && read.ref.role === null && (actsOnSpeaker(text) || preferred(text) !== null);
    const subject = isActing ? { ref: speakerOf(turn), after: 0, outside: null, isExplicit: false } : read;
    if (subject.outside === "listener" || (subject.outside === "participant" && !this.isTold)) {
      this.drop(turn, clause, "hearsay");
      return null;
    }
    const predicateText = text.slice(subject.after).trim();
    const when = daysIn(clause.text, turn.time, tenseOf(clause.words));
    const predicate = filledSlot(text, predicateText, subject, this.slots);
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
            : when !== null || predicate?.isEvent || tense === "past"
              ? "event"
              : "state";
    const lone: Predicate = {
      ...MENTION,
      operation: isPastState(text) ? "past" : isStop(text) && subject.ref.of === null ? "end" : "mention",
      isPositive: !isDenied(clause.words) && !UNREAL.test(text) && !isStop(text),
      mayReplace: hasChange(text) || isEnding(text) || isCorrection(turn.text),
    };
    return { draft: draftOf(turn, clause, subject.ref, lone, { kind, when, until }), worth };
  }

  /** A correction that states what is right with a verb of its own: "I mixed things up when I spoke of baritone: I sing bass in the choir." */
  private restated(text: string, span: TextSpan, turn: Turn, mentions: Mentions): FactDraft | null {
    const from = statedFrom(text);
    const [clause] = from === 0 ? [] : clausesIn(text.slice(from), span.start + from);
    const read = clause === undefined ? null : this.readClause(clause, turn, mentions);
    const corrected = read === null || read.draft.slot === null ? null : asCorrection(read.draft, turn, this.slots);
    return corrected?.operation === "retract" ? { ...corrected, span } : null;
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

/** Markers of events that did not happen. */
const UNREAL =
  /\b(?:wanted to|meant to|supposed to|was going to|were going to|hoped to|planned to|almost|nearly|fell through|called off|didn't happen|never happened|had to cancel|missed)\b/i;
