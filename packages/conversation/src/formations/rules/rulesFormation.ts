import {
  asks,
  contentStems,
  isDenied,
  moodOf,
  requestLength,
  type Sentence,
  sentencesIn,
  takesBack,
  tenseOf,
  wordsIn,
} from "@semantic-xpath/english";
import type { Turn } from "../../dialogue.js";
import type {
  Days,
  Dropped,
  DropReason,
  FactDraft,
  FactKind,
  FactOperation,
  Formation,
  Formed,
  Known,
  KnownSlot,
  RelationDraft,
  SubjectRef,
} from "../../formation.js";
import { sameValue, valueKey } from "../../lifecycle/values.js";
import { isAssistant } from "../../sessions.js";
import { answered } from "./answered.js";
import { type Clause, clausesIn, openerLength, toldPart } from "./clauses.js";
import { adjunctLength, daysIn, isFuture, untilIn } from "./days.js";
import {
  BASE,
  change,
  copula,
  correction,
  everyday,
  hasChange,
  isAdmission,
  isCorrection,
  isEnding,
  isNobody,
  isPastState,
  isStop,
  type Predicate,
  possession,
  statedFrom,
} from "./extract.js";
import { frameOf, isNamed, isOfSpeaker } from "./frame.js";
import { actsOnSpeaker, announcedNoun, ownFrame } from "./ownFrame.js";
import { FAVORITE, preferred } from "./preferred.js";
import { relationsIn } from "./relations.js";
import { overlaps, SubjectSlots } from "./subjectSlots.js";
import { type Mentions, readSubject } from "./subjects.js";

const VERSION = 5;
/** Maximum facts of one turn; a second one needs enough content. */
const MAX_FACTS = 3;
/** Words of an answer that takes its meaning from the question before. */
const MAX_ANSWER_WORDS = 9;
/** Longest text of an end and what comes after it, in UTF-16 units. */
const MAX_JOINED_LENGTH = 200;
/** A sentence of no slot is kept from this worth on. */
const MIN_WORTH = 1.5;

/**
 * Forms facts with rules of English, without a model: mood first, then clauses, subject, days by their tense, and slots by a predicate with its
 * argument. A statement without a slot is kept as a sentence if it has enough content.
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
    const candidates: { draft: FactDraft; worth: number }[] = [];
    // After the end of something, which begins here, what a turn goes on to say may take its place.
    let ended = -1;
    const question = before === null || before.speaker === turn.speaker ? null : questionIn(before, earlier);
    const answer = question === null ? null : this.shortAnswer(turn, before!, question, mentions);
    if (answer !== null) candidates.push({ draft: answer, worth: 10 });
    for (const { start: from, text: whole } of sentences) {
      const statement = toldPart(whole);
      const [start, end, text] = [
        from + statement.start,
        from + statement.end,
        whole.slice(statement.start, statement.end),
      ];
      const mood =
        this.moodIn(text, turn) ??
        (statement.start > 0 && moodOf(whole) === "instruction" && requestLength(whole) === 0 ? "instruction" : null);
      if (mood !== null) {
        const denied = mood === "question" ? this.deniedTopic(turn, sentences, { start, end, text }) : null;
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
          this.correctionIn(correcting, sentence, turn, mentions))
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
        candidates.push(isCorrecting ? { ...read, draft: this.asCorrection(read.draft, turn) } : read);
        isKept = true;
      }
      if (!isKept && answer === null) this.drop(turn, { start, end }, "no content");
    }
    this.linkAnnounced(turn, candidates);
    this.joinEnded(turn, candidates);
    this.keep(candidates.sort((a, b) => b.worth - a.worth).slice(0, MAX_FACTS));
  }

  /**
   * Links an announcement with the value after it: after the end of a value, or "I've changed dentist", a clause without a slot may have the next
   * value.
   */
  private linkAnnounced(turn: Turn, candidates: { draft: FactDraft; worth: number }[]): void {
    const self: SubjectRef = { name: turn.speaker, of: null, role: null };
    for (const [i, { draft }] of candidates.entries()) {
      const next = candidates[i + 1];
      if (next === undefined || next.draft.kind === "never") continue;
      if (next.draft.slot !== null && (next.draft.slot.isSingle || !next.draft.mayReplace)) continue;
      const isEnd = draft.operation === "end" && draft.slot?.isSingle === true;
      const announced = isEnd ? null : announcedNoun(turn.text.slice(draft.span.start, draft.span.end));
      const slot = isEnd ? draft.slot : announced === null ? null : this.slots.slotFor(self, announced, null);
      if (slot?.isSingle !== true) continue;
      const old = this.slots.slots(self).find((each) => each.slot.name === slot.name)?.values ?? [];
      const value = next.draft.value ?? newNameIn(turn.text.slice(next.draft.span.start, next.draft.span.end), old);
      if (value === null) continue;
      next.draft = { ...next.draft, subject: self, slot, value, operation: "set", kind: "state", mayReplace: true };
      if (!isEnd) candidates.splice(i, 1);
      return;
    }
  }

  /** Joins an end with the clauses without a slot after it: "They went bust. I buy it in bags now." */
  private joinEnded(turn: Turn, candidates: { draft: FactDraft; worth: number }[]): void {
    const self: SubjectRef = { name: turn.speaker, of: null, role: null };
    for (const candidate of candidates) {
      const { span, slot } = candidate.draft;
      if (slot !== null || !isEnding(turn.text.slice(span.start, span.end))) continue;
      const laterStatements = sentencesIn(turn.text).filter(
        ({ end, text }) => end > span.end && moodOf(text) === "statement",
      );
      const last = laterStatements.at(-1);
      const next = candidates.find(({ draft }) => draft.slot !== null && draft.span.start > span.start);
      const end = Math.min(last?.end ?? span.end, next?.draft.span.start ?? turn.text.length);
      if (end <= span.end + 3 || end - span.start > MAX_JOINED_LENGTH) continue;
      for (const other of [...candidates])
        if (other !== candidate && other.draft.span.start > span.start && other.draft.span.start < end)
          candidates.splice(candidates.indexOf(other), 1);
      candidate.draft = {
        ...candidate.draft,
        span: { start: span.start, end },
        subject: candidate.draft.subject.role === null ? self : candidate.draft.subject,
        isPositive: true,
        kind: candidate.draft.kind === "never" ? "state" : candidate.draft.kind,
        operation: "mention",
        mayReplace: true,
      };
      return;
    }
  }

  /** "A scooter? That has never happened.": what a speaker names and denies. */
  private deniedTopic(turn: Turn, sentences: readonly Sentence[], { start, end, text }: Sentence): FactDraft | null {
    const next = sentences.find((each) => each.start >= end);
    if (next === undefined || frameOf(text.replace(/\?+$/, "")) !== null || !DENYING.test(next.text)) return null;
    return draftOf(
      turn,
      { start, end: next.end },
      { name: turn.speaker, of: null, role: null },
      { ...BASE, slot: null, value: null, operation: "mention", isPositive: false },
      { kind: "never", when: null, until: null },
    );
  }

  private keep(chosen: readonly { readonly draft: FactDraft }[]): void {
    for (const { draft } of chosen.toSorted((a, b) => a.draft.span.start - b.draft.span.start)) {
      this.facts.push(draft);
      this.slots.add(draft);
    }
  }

  /** The reason to drop a sentence; null for a statement. */
  private moodIn(text: string, turn: Turn): DropReason | null {
    const mood = moodOf(text);
    if (mood === "statement") return null;
    if (mood === "hypothetical" && clausesIn(text, 0).length > 1 && !/^if\b/i.test(text)) {
      // A clause of its own may state something beside the one that does not.
      const stated = clausesIn(text, 0).some(
        (clause) => moodOf(clause.text) === "statement" && everydayStates(clause.text),
      );
      if (stated && !/\bif\b/i.test(text)) return null;
    }
    return mood === "courtesy" && contentStems(turn.text).length > 8 ? "courtesy" : mood;
  }

  private drop(turn: Turn, span: { readonly start: number; readonly end: number }, reason: DropReason): void {
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
  private readClause(
    clause: Clause,
    turn: Turn,
    mentions: Mentions,
    bound: string | null = null,
  ): { draft: FactDraft; worth: number } | null {
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
    const self: SubjectRef = { name: turn.speaker, of: null, role: null };
    const isActing =
      read.ref.of !== null && read.ref.role === null && (actsOnSpeaker(text) || preferred(text) !== null);
    const subject = isActing ? { ref: self, after: 0, outside: null, isExplicit: false } : read;
    if (subject.outside === "listener" || (subject.outside === "participant" && !this.isTold)) {
      this.drop(turn, clause, "hearsay");
      return null;
    }
    const predicateText = text.slice(subject.after).trim();
    const when = daysIn(clause.text, turn.time, tenseOf(clause.words));
    const predicate = this.predicateOf(text, predicateText, subject.ref, subject.isExplicit);
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
      slot: null,
      value: null,
      operation: isPastState(text) ? "past" : isStop(text) && subject.ref.of === null ? "end" : "mention",
      replaced: null,
      isPositive: !isDenied(clause.words) && !UNREAL.test(text) && !isStop(text),
      mayReplace: hasChange(text) || isEnding(text) || isCorrection(turn.text),
      isEvent: false,
    };
    return { draft: draftOf(turn, clause, subject.ref, lone, { kind, when, until }), worth };
  }

  /** The predicate by the first rule that reads it. */
  private predicateOf(text: string, rest: string, subject: SubjectRef, isExplicit: boolean): Predicate | null {
    const frame = isExplicit || subject.of === null ? ownFrame(text, subject.of === null ? "speaker" : "third") : null;
    if (frame?.slot?.isSingle === true) {
      const slot = this.slots.slotFor(subject, frame.slot.name, frame.slot.name);
      return slot === null ? frame : { ...frame, slot, mayReplace: false };
    }
    const liked = preferred(text);
    if (liked !== null) return this.liked(liked, subject);
    const changed = change(text);
    const changedSlot = changed === null ? null : this.slots.slotFor(subject, null, changed.old);
    if (changed !== null && changedSlot !== null)
      return { ...BASE, slot: changedSlot, value: changed.value, replaced: changed.old };
    if (isEnding(text)) {
      const ended = this.slots.endOf(text, subject);
      if (ended !== null) return ended;
    }
    const read =
      (/^(?:his|her|their)\b/i.test(text) && subject.of === null ? null : copula(statedOf(text, rest, subject))) ??
      (isExplicit ? (everyday(rest) ?? possession(rest)) : null);
    if (read !== null) return this.inKnownSlot(read, subject, text);
    return this.inFrame(frame, subject);
  }

  /** A favourite in the slot of its kind; without a kind, in the only such slot. */
  private liked(read: Predicate, subject: SubjectRef): Predicate {
    if (read.slot!.name !== FAVORITE) return this.inKnownSlot(read, subject, "");
    const kinds = this.slots.slots(subject).filter(({ slot }) => slot.name.startsWith(`${FAVORITE} `));
    return kinds.length === 1 && read.mayReplace
      ? { ...read, slot: kinds[0]!.slot, mayReplace: false }
      : { ...read, slot: { ...read.slot!, isSingle: false } };
  }

  /** A verb with its object, in the slot of the same verb and context; a word of change beside it only may replace. */
  private inFrame(read: Predicate | null, subject: SubjectRef): Predicate | null {
    if (read?.slot == null) return read;
    const same = this.slots.slotNamed(subject, read.slot.name);
    return { ...read, slot: same?.isSingle === true ? null : (same ?? read.slot) };
  }

  /** A slot that the subject has by nearly the same name takes the value; a word of change beside a topic alone is only a hint. */
  private inKnownSlot(read: Predicate, subject: SubjectRef, text: string): Predicate {
    if (read.slot === null) return read;
    const slot = this.slots.slotNamed(subject, read.slot.name) ?? read.slot;
    if (isNobody(read.value)) return { ...read, slot, value: null, operation: "end", isPositive: false };
    const isEnded = isEnding(text) && read.isPositive && /\b(?:no longer|any ?more|any longer)\b/i.test(text);
    return { ...read, slot, ...(isEnded && { operation: "end" as const }) };
  }

  /** A correction that states what is right with a verb of its own: "I mixed things up when I spoke of baritone: I sing bass in the choir." */
  private restated(
    text: string,
    span: { readonly start: number; readonly end: number },
    turn: Turn,
    mentions: Mentions,
  ): FactDraft | null {
    const from = statedFrom(text);
    const [clause] = from === 0 ? [] : clausesIn(text.slice(from), span.start + from);
    const read = clause === undefined ? null : this.readClause(clause, turn, mentions);
    const corrected = read === null || read.draft.slot === null ? null : this.asCorrection(read.draft, turn);
    return corrected?.operation === "retract" ? { ...corrected, span } : null;
  }

  private correctionIn(
    text: string,
    span: { readonly start: number; readonly end: number },
    turn: Turn,
    mentions: Mentions,
  ): FactDraft | null {
    const { value, wrong } = correction(text);
    const self: SubjectRef = { name: turn.speaker, of: null, role: null };
    const people = [
      self,
      ...(mentions.person === null ? [] : [mentions.person]),
      ...wordsIn(turn.text).flatMap(({ raw }) =>
        /^\p{Lu}/u.test(raw) ? (this.known.person(turn.speaker, raw.replace(/'s$/, "")) ?? []) : [],
      ),
    ];
    const stems = new Set(contentStems(turn.text));
    const corrects = new Set(contentStems(value ?? ""));
    for (const subject of people) {
      const slots = this.slots.slots(subject);
      const shared = ({ slot, values }: KnownSlot): number => {
        const names = contentStems(slot.name).filter((stem) => stems.has(stem)).length;
        const isWrong = values.some((each) => wrong !== null && overlaps(each, wrong));
        if (isWrong) return names + 3;
        if (!isAdmission(turn.text)) return 0;
        const named = values.flatMap(contentStems).filter((stem) => stems.has(stem) && !corrects.has(stem)).length;
        return slot.isSingle ? names : Math.min(named, 1);
      };
      const named = slots
        .filter((each) => shared(each) > 0 && each.values.some((old) => !sameValue(old, value)))
        .toSorted((a, b) => shared(b) - shared(a))[0];
      const last = this.slots.last(subject);
      const slot =
        named?.slot ?? (value !== null && last?.slot?.isSingle && this.isNear(last, turn) ? last.slot : null);
      if (slot === null) continue;
      const old = named?.values.find((each) => wrong !== null && overlaps(each, wrong)) ?? wrong;
      const right = value ?? copula(text)?.value ?? null;
      if (right === null) continue;
      return draftOf(
        turn,
        span,
        subject,
        {
          slot,
          value: right,
          operation: "retract",
          replaced: old,
          isPositive: true,
          mayReplace: false,
          isEvent: false,
        },
        { kind: "state", when: null, until: null },
      );
    }
    return null;
  }

  /** A statement in a turn that corrects: its value holds in the place of one that the turn names, or of the current one. */
  private asCorrection(draft: FactDraft, turn: Turn): FactDraft {
    if (draft.slot === null || draft.operation !== "set") return draft;
    const { name } = draft.slot;
    const folded = ` ${valueKey(turn.text)} `;
    const isWrong = (value: string) => !sameValue(value, draft.value) && folded.includes(` ${valueKey(value)} `);
    const slots = this.slots.slots(draft.subject);
    const corrected =
      slots.find(({ slot, values }) => slot.name === name && values.some(isWrong)) ??
      slots.find(({ slot, values }) =>
        values.some(
          (value) => isWrong(value) && valueKey(value).length > 2 && (slot.isSingle || /\p{Lu}|\d/u.test(value)),
        ),
      );
    const wrong = corrected?.values.find(isWrong);
    if (wrong === undefined && !draft.slot.isSingle) return draft;
    return { ...draft, slot: corrected?.slot ?? draft.slot, operation: "retract", replaced: wrong ?? null };
  }

  private isNear(draft: FactDraft, turn: Turn): boolean {
    const [from, to] = [draft.turn, turn.id].map((id) => this.turns.findIndex((each) => each.id === id));
    return to! - from! <= 4;
  }

  /** A short answer read as the statement that the question asks for: "Where do you live?" "Porto." is "I live in Porto". */
  private shortAnswer(turn: Turn, before: Turn, asked: string, mentions: Mentions): FactDraft | null {
    const question = sentencesIn(asked).at(-1)!.text;
    const [first] = sentencesIn(turn.text);
    if (first === undefined || wordsIn(first.text).length > MAX_ANSWER_WORDS) return null;
    if (
      (/^(?:i|my|we|our|i'm|i've|it's my)\b/i.test(first.text) && !ELIDED.test(first.text)) ||
      asks(first.text) ||
      moodOf(first.text) === "joke" ||
      moodOf(first.text) === "hypothetical"
    )
      return null;
    const stated = ELIDED.test(first.text) ? null : answered(question, first.text.replace(/[.!]+$/, ""));
    const [clause] = stated === null ? [] : clausesIn(stated, 0);
    if (clause === undefined && !isAnswerAlone(first.text) && !ELIDED.test(first.text)) return null;
    const text = clause?.text ?? "";
    const subject = readSubject(text, turn.speaker, this.known, mentions);
    if (subject.outside !== null) return null;
    const predicateText = text.slice(subject.after).trim();
    const predicate = text === "" ? null : this.predicateOf(text, predicateText, subject.ref, subject.isExplicit);
    const when = daysIn(`${first.text}`, turn.time, tenseOf(wordsIn(question)));
    const isPlan = tenseOf(wordsIn(question)) === "future";
    const lone: Predicate = {
      slot: null,
      value: null,
      operation: "mention",
      replaced: null,
      isPositive: !/^no\b/i.test(first.text),
      mayReplace: false,
      isEvent: false,
    };
    const draft = draftOf(
      turn,
      { start: first.start, end: first.end },
      subject.ref,
      predicate?.slot != null ? predicate : lone,
      {
        kind: isPlan
          ? "plan"
          : predicate?.slot != null
            ? predicate.isPositive
              ? "state"
              : "never"
            : when !== null
              ? "event"
              : "state",
        when,
        until: null,
      },
    );
    return { ...draft, context: before.id, paraphrase: `${asked} ${first.text}` };
  }
}

/** A clause about a person as one about what is theirs: "my sister's dentist is Lee" is "my dentist is Lee". */
const statedOf = (text: string, rest: string, { of }: SubjectRef): string =>
  of === null || /^(?:his|her|their)\b/i.test(text) ? text : rest.startsWith("'s ") ? `my ${rest.slice(3)}` : "";

/** The question that a turn ends with; what it asks about, "Who did it?", is in the turn before. */
function questionIn(before: Turn, earlier: Turn | null): string | null {
  const question = sentencesIn(before.text).at(-1)?.text ?? "";
  if (!asks(question)) return null;
  const topic =
    isPointing(question) && earlier !== null
      ? sentencesIn(earlier.text).findLast(({ text }) => contentStems(text).length > 1)
      : undefined;
  return topic === undefined ? question : `${topic.text} ${question}`;
}

/** A verb that leaves the rest to the question: "my mother does". */
const ELIDED = /\s(?:do|does|did|has|am|is|will)[.!]*$/i;
/** True for words that mean something said before them: "they put it off". */
const isPointing = (text: string): boolean =>
  /\b(?:it|it's|that|that's|they|them|he|she|him)\b/i.test(text) || ELIDED.test(text);

/** The first phrase with a name that a clause has, other than the old values. */
function newNameIn(text: string, old: readonly string[]): string | null {
  const named = (frameOf(text)?.arguments ?? []).find(
    (each) => isNamed(each) && !isOfSpeaker(each) && !old.some((value) => overlaps(value, each.text)),
  );
  return named?.text ?? null;
}

/** Words that deny what was named before them. */
const DENYING =
  /^(?:never|not (?:me|ever|once|a chance|in my life)|no,? (?:never|not)|(?:that|it|this)(?:'s| is| has| was)? (?:never|not)\b)/i;

/** The statement after a joke was taken back: "… Just kidding, I work at the bakery." */
function meantAfterJoke(text: string): Clause | null {
  const match =
    /\b(?:kidding|joking|jk|teasing)\b[,.:!;\s–—-]*(?:(?:but|no|actually|really|seriously|in truth)\b[,:\s]*)*(.{8,})$/i.exec(
      text,
    );
  if (match === null || takesBack(match[1]!) || moodOf(match[1]!) !== "statement") return null;
  return clausesIn(match[1]!, text.length - match[1]!.length)[0] ?? null;
}

/** True for words that answer a question about the one who answers without a verb of their own: a name, a place, a thing. */
const isAnswerAlone = (answer: string): boolean =>
  moodOf(answer) === "statement" && contentStems(answer).length > 0 && frameOf(answer) === null;

/** Markers of events that did not happen. */
const UNREAL =
  /\b(?:wanted to|meant to|supposed to|was going to|were going to|hoped to|planned to|almost|nearly|fell through|called off|didn't happen|never happened|had to cancel|missed)\b/i;

const everydayStates = (text: string): boolean => copula(text) !== null || /^(?:i|we)\b/i.test(text);

function draftOf(
  turn: Turn,
  { start, end }: { readonly start: number; readonly end: number },
  subject: SubjectRef,
  { slot, value, operation, replaced, isPositive, mayReplace }: Predicate,
  { kind, when, until }: { readonly kind: FactKind; readonly when: Days | null; readonly until: string | null },
): FactDraft {
  return {
    turn: turn.id,
    span: { start, end: Math.min(end, turn.text.length) },
    context: null,
    paraphrase: null,
    subject,
    slot: slot === null ? null : { ...slot, name: slot.name.replace(/\bfavourite\b/, "favorite") },
    value,
    isPositive,
    kind,
    operation,
    when,
    until,
    replaced,
    mayReplace,
    confidence: slot === null ? 0.5 : 0.8,
  };
}

/** The worth of a sentence without a slot: names, numbers, days, change and content. */
function worthOf(text: string, hasDays: boolean, isPersonal: boolean): number {
  const content = contentStems(text).length;
  const names = [...text.matchAll(/(?<=\s)\p{Lu}[\p{L}-]+/gu)].filter(([word]) => word !== "I").length;
  const numbers = /\d/.test(text) ? 1 : 0;
  return (
    (hasDays ? 1.5 : 0) +
    Math.min(names, 2) * 0.8 +
    numbers +
    (hasChange(text) ? 0.7 : 0) +
    (isPersonal ? 0.8 : 0) +
    Math.min(content, 6) * 0.25
  );
}
