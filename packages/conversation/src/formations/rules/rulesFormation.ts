import {
  asks,
  contentStems,
  ENGLISH_DAYS,
  isDenied,
  moodOf,
  requestLength,
  sentencesIn,
  takesBack,
  tenseOf,
  wordsIn,
} from "@semantic-xpath/english";
import { type ResolvedDays, resolveDays, scanDays } from "@semantic-xpath/values";
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
  SlotRef,
  SubjectRef,
} from "../../formation.js";
import { subjectId } from "../../lifecycle/statement.js";
import { sameValue, valueKey } from "../../lifecycle/values.js";
import { isAssistant } from "../../sessions.js";
import { type Clause, clausesIn, openerLength, toldPart } from "./clauses.js";
import {
  change,
  copula,
  correction,
  everyday,
  hasChange,
  isCorrection,
  isEnding,
  isPastState,
  nameOf,
  type Predicate,
  possession,
  schedule,
  verbPhrase,
} from "./extract.js";
import { relationsIn } from "./relations.js";
import { type Mentions, readSubject } from "./subjects.js";

const VERSION = 1;
/** Facts of one turn: a second one only if it says much. */
const MAX_FACTS = 3;
/** Words of an answer that takes its meaning from the question before. */
const MAX_ANSWER_WORDS = 9;
/** Slots of a subject that are looked at for the value that a change or an end names. */
const MAX_KNOWN_SLOTS = 400;
/** A sentence of no slot is kept from this worth on. */
const MIN_WORTH = 1.5;

/**
 * Forms facts with rules of English, without a model: mood first, then clauses, subject, days by their tense, and slots by a predicate with its
 * argument. What fits no slot is kept as a sentence if it says enough.
 */
export function rulesFormation({ isTold = false }: RulesOptions = {}): Formation {
  return {
    id: `rules ${VERSION}${isTold ? " told" : ""}`,
    batch: 40,
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
  /** Drafts by the id of their subject, to find what a change is about before it is settled. */
  private readonly recent = new Map<string, FactDraft[]>();

  constructor(
    private readonly turns: readonly Turn[],
    private readonly known: Known,
    private readonly isTold: boolean,
  ) {}

  formed(): Formed {
    for (const [i, turn] of this.turns.entries()) {
      if (!isAssistant(turn.speaker)) this.readTurn(turn, this.turns[i - 1] ?? null);
    }
    return { facts: this.facts, relations: this.relations, dropped: this.dropped };
  }

  private readTurn(turn: Turn, before: Turn | null): void {
    const mentions = this.mentions.get(turn.speaker) ?? { person: null };
    this.mentions.set(turn.speaker, mentions);
    const sentences = sentencesIn(turn.text);
    this.relations.push(...relationsIn(turn, before?.speaker ?? this.otherThan(turn.speaker)));
    if (sentences.some(({ text }) => takesBack(text)) && !/\bnot (?:kidding|joking)\b/i.test(turn.text)) {
      for (const { start, end } of sentences) this.drop(turn, { start, end }, "joke");
      if (wordsIn(turn.text).length <= MAX_ANSWER_WORDS) this.takeBack(turn.speaker);
      return;
    }
    const isCorrecting = sentences.some(({ text }) => isCorrection(text.replaceAll("’", "'")));
    const candidates: { draft: FactDraft; worth: number }[] = [];
    const answer = before === null || before.speaker === turn.speaker ? null : this.shortAnswer(turn, before, mentions);
    if (answer !== null) candidates.push({ draft: answer, worth: 10 });
    for (const { start: from, text: whole } of sentences) {
      const told = toldPart(whole);
      const [start, end, text] = [from + told.start, from + told.end, whole.slice(told.start, told.end)];
      const mood =
        this.moodIn(text, turn) ??
        (told.start > 0 && moodOf(whole) === "instruction" && requestLength(whole) === 0 ? "instruction" : null);
      if (mood !== null) {
        this.drop(turn, { start, end }, mood);
        continue;
      }
      const skipped = requestLength(text);
      const clauses = clausesIn(text.slice(skipped), start + skipped);
      const found = isCorrection(text) ? this.correctionIn(text, { start, end }, turn, mentions) : null;
      if (found !== null) {
        candidates.push({ draft: found, worth: 9 });
        continue;
      }
      let isKept = false;
      for (const clause of clauses) {
        const read = this.readClause(clause, turn, mentions);
        if (read === null) continue;
        candidates.push(isCorrecting ? { ...read, draft: this.asCorrection(read.draft, turn) } : read);
        isKept = true;
      }
      if (!isKept && answer === null) this.drop(turn, { start, end }, "no content");
    }
    const chosen = candidates.sort((a, b) => b.worth - a.worth).slice(0, MAX_FACTS);
    for (const { draft } of chosen.sort((a, b) => a.draft.span.start - b.draft.span.start)) {
      this.facts.push(draft);
      const id = subjectId(draft.subject);
      this.recent.set(id, [...(this.recent.get(id) ?? []), draft]);
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
      const recent = this.recent.get(subjectId(fact.subject));
      recent?.splice(recent.indexOf(fact), 1);
    }
  }

  private otherThan(speaker: string): string {
    return this.known.speakers.find((each) => each !== speaker) ?? "";
  }

  private readClause(clause: Clause, turn: Turn, mentions: Mentions): { draft: FactDraft; worth: number } | null {
    const opened = clause.text.slice(openerLength(clause.text));
    const text = opened.slice(adjunctLength(opened));
    if (text.length < 3 || asks(text) || moodOf(text) === "hypothetical" || moodOf(text) === "hearsay") return null;
    const subject = readSubject(text, turn.speaker, this.known, mentions);
    if (subject.outside === "listener" || (subject.outside === "participant" && !this.isTold)) {
      this.drop(turn, clause, "hearsay");
      return null;
    }
    const rest = text.slice(subject.after).trim();
    const when = daysIn(clause.text, turn.time, tenseOf(clause.words));
    const predicate = this.predicateOf(text, rest, subject.ref, subject.isExplicit);
    const tense = tenseOf(clause.words);
    const isPlan = predicate?.operation === "set" && tense === "future" && isFuture(text);
    const until = untilIn(clause.text, turn.time);
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
      until !== null
        ? "temporary"
        : isFuture(text) && tense === "future"
          ? "plan"
          : when !== null || predicate?.isEvent || tense === "past"
            ? "event"
            : "state";
    const lone: Predicate = {
      slot: null,
      value: null,
      operation: isPastState(text) ? "past" : "mention",
      replaced: null,
      isPositive: !isDenied(clause.words) && !UNREAL.test(text),
      mayReplace: hasChange(text) || isEnding(text),
      isEvent: false,
    };
    return { draft: draftOf(turn, clause, subject.ref, lone, { kind, when, until }), worth };
  }

  /** The predicate by the first rule that reads it. */
  private predicateOf(text: string, rest: string, subject: SubjectRef, isExplicit: boolean): Predicate | null {
    const changed = change(text);
    if (changed !== null) {
      const slot = this.slotFor(subject, changed.name, changed.old);
      const isNoun =
        changed.old !== null &&
        /^\p{Ll}+(?: \p{Ll}+)?$/u.test(changed.old) &&
        new RegExp(`\\b(?:my|our) (?:old )?${changed.old}\\b`, "i").test(text);
      const name = changed.name ?? (isNoun ? nameOf(changed.old!) : null);
      if (slot !== null || name !== null)
        return {
          slot: slot ?? { name: name!, type: "text", isSingle: true },
          value: changed.value,
          operation: "set",
          replaced: changed.old,
          isPositive: true,
          mayReplace: false,
          isEvent: false,
        };
    }
    if (isEnding(text)) {
      const ended = this.endOf(text, subject);
      if (ended !== null) return ended;
    }
    const read =
      schedule(isExplicit ? rest : text, isExplicit) ??
      copula(text) ??
      (isExplicit ? (everyday(rest) ?? possession(rest)) : null);
    if (read !== null) return this.inKnownSlot(read, subject, text);
    return isExplicit ? this.inFrame(verbPhrase(rest), subject) : null;
  }

  /** A verb with its object, in the slot of the same verb and context; a word of change beside it only may replace. */
  private inFrame(read: Predicate | null, subject: SubjectRef): Predicate | null {
    if (read?.slot == null) return read;
    const slot = this.slots(subject).find((each) => sameName(each.slot.name, read.slot!.name))?.slot ?? read.slot;
    return { ...read, slot };
  }

  /** A slot that the subject has by nearly the same name takes the value; a word of change beside a topic alone is only a hint. */
  private inKnownSlot(read: Predicate, subject: SubjectRef, text: string): Predicate {
    if (read.slot === null) return read;
    const slot = this.slots(subject).find((each) => sameName(each.slot.name, read.slot!.name))?.slot ?? read.slot;
    const isEnded = isEnding(text) && read.isPositive && /\b(?:no longer|any ?more|any longer)\b/i.test(text);
    return { ...read, slot, ...(isEnded && { operation: "end" as const }) };
  }

  /** The end of a value or a slot that a clause names: only what is there can end. */
  private endOf(text: string, subject: SubjectRef): Predicate | null {
    const stems = new Set(contentStems(text));
    const folded = ` ${valueKey(text)} `;
    const end = (slot: SlotRef, value: string | null): Predicate => ({
      slot,
      value,
      operation: "end",
      replaced: null,
      isPositive: false,
      mayReplace: false,
      isEvent: false,
    });
    const slots = this.slots(subject).filter(({ values }) => values.length > 0);
    for (const { slot, values } of slots) {
      const value = values.find(
        (each) =>
          valueKey(each).length > 2 &&
          folded.includes(` ${valueKey(each)} `) &&
          (slot.isSingle || /\p{Lu}|\d/u.test(each)),
      );
      if (value !== undefined) return end(slot, value);
    }
    for (const { slot, values } of slots) {
      const names = contentStems(slot.name);
      if (slot.isSingle && names.length > 0 && names.every((stem) => stems.has(stem)))
        return end(slot, values.length === 1 ? values[0]! : null);
    }
    return null;
  }

  private correctionIn(
    text: string,
    span: { readonly start: number; readonly end: number },
    turn: Turn,
    mentions: Mentions,
  ): FactDraft | null {
    const { value, wrong } = correction(text);
    const self: SubjectRef = { name: turn.speaker, of: null, role: null };
    const people = [self, ...(mentions.person === null ? [] : [mentions.person])];
    const stems = new Set(contentStems(text));
    for (const subject of people) {
      const slots = this.slots(subject);
      const named =
        slots.find(({ values }) => values.some((each) => wrong !== null && overlaps(each, wrong))) ??
        slots.find(
          ({ slot }) => contentStems(slot.name).length > 0 && contentStems(slot.name).every((stem) => stems.has(stem)),
        );
      const last = this.recent.get(subjectId(subject))?.at(-1);
      const slot = named?.slot ?? (value !== null && last?.slot && this.isNear(last, turn) ? last.slot : null);
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
    if (draft.slot === null || !draft.slot.isSingle || draft.operation !== "set") return draft;
    const { name } = draft.slot;
    const values = this.slots(draft.subject).find(({ slot }) => slot.name === name)?.values ?? [];
    const folded = ` ${valueKey(turn.text)} `;
    const wrong = values.find((each) => !sameValue(each, draft.value) && folded.includes(` ${valueKey(each)} `));
    return { ...draft, operation: "retract", replaced: wrong ?? null };
  }

  private isNear(draft: FactDraft, turn: Turn): boolean {
    const [from, to] = [draft.turn, turn.id].map((id) => this.turns.findIndex((each) => each.id === id));
    return to! - from! <= 4;
  }

  /** A short answer read as the statement that the question asks for: "Where do you live?" "Porto." is "I live in Porto". */
  private shortAnswer(turn: Turn, before: Turn, mentions: Mentions): FactDraft | null {
    const question = sentencesIn(before.text).at(-1)?.text ?? "";
    const [first] = sentencesIn(turn.text);
    if (!asks(question) || first === undefined || wordsIn(first.text).length > MAX_ANSWER_WORDS) return null;
    if (
      /^(?:i|my|we|our|i'm|i've|it's my)\b/i.test(first.text) ||
      asks(first.text) ||
      moodOf(first.text) === "joke" ||
      moodOf(first.text) === "hypothetical"
    )
      return null;
    const stated = answered(question, first.text.replace(/[.!]+$/, ""));
    if (stated === null) return null;
    const [clause] = clausesIn(stated, 0);
    if (clause === undefined) return null;
    const text = clause.text;
    const subject = readSubject(text, turn.speaker, this.known, mentions);
    if (subject.outside !== null) return null;
    const rest = text.slice(subject.after).trim();
    const predicate = this.predicateOf(text, rest, subject.ref, subject.isExplicit);
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
    return { ...draft, context: before.id, paraphrase: `${question} ${first.text}` };
  }

  /** The slot of a subject by its name, or by the value that it has. */
  private slotFor(subject: SubjectRef, name: string | null, value: string | null): SlotRef | null {
    const slots = this.slots(subject);
    const byName =
      name === null
        ? undefined
        : slots.find(({ slot }) => sameName(slot.name, name) || slot.name.startsWith(`${name} `));
    const byValue =
      value === null ? undefined : slots.find(({ values }) => values.some((each) => overlaps(each, value)));
    return (byName ?? byValue)?.slot ?? null;
  }

  /** Slots of a subject with current values: of the memory, and of this batch. */
  private slots(subject: SubjectRef): readonly KnownSlot[] {
    const id = subjectId(subject);
    const slots = new Map<string, { subject: string; slot: SlotRef; values: string[] }>();
    for (const draft of this.recent.get(id) ?? []) {
      if (draft.slot === null) continue;
      const key = draft.slot.name;
      const known = slots.get(key) ?? { subject: id, slot: draft.slot, values: [] };
      if (draft.operation === "end") known.values = [];
      else if (draft.value !== null)
        known.values = draft.slot.isSingle ? [draft.value] : [...known.values, draft.value];
      slots.delete(key);
      slots.set(key, known);
    }
    const recent = [...slots.values()].reverse();
    return [...recent, ...this.known.slotsOf(id, MAX_KNOWN_SLOTS).filter(({ slot }) => !slots.has(slot.name))];
  }
}

/** What was meant to happen and did not. */
const UNREAL =
  /\b(?:wanted to|meant to|supposed to|was going to|were going to|hoped to|planned to|almost|nearly|fell through|called off|didn't happen|never happened|had to cancel|missed)\b/i;

const everydayStates = (text: string): boolean => copula(text) !== null || /^(?:i|we)\b/i.test(text);

/** True if one value names the other: all words of the shorter one are in the longer one. */
function overlaps(a: string, b: string): boolean {
  if (sameValue(a, b)) return true;
  const [short, long] = [contentStems(a), contentStems(b)].sort((x, y) => x.length - y.length);
  return short!.length > 0 && short!.every((stem) => long!.includes(stem));
}

/** Names of slots that differ in endings and function words only. */
function sameName(a: string, b: string): boolean {
  const [left, right] = [contentStems(a), contentStems(b)];
  return a === b || (left.length > 0 && left.length === right.length && left.every((stem) => right.includes(stem)));
}

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
    slot,
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

const FUTURE =
  /\b(?:will|i'll|we'll|he'll|she'll|they'll|gonna|going to|plan(?:s|ning)? (?:to|on)|hoping to|hope to|intend to|scheduled|booked|about to|set to|moving to|flying|leaving|starting|next (?:week|month|year|weekend|spring|summer|fall|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|tomorrow|upcoming|in (?:a|one|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?))\b/i;
const isFuture = (text: string): boolean => FUTURE.test(text);

/** The days of a clause; null for none, or where its only expression says until when something holds. */
function daysIn(text: string, time: string, tense: "past" | "future" | null): Days | null {
  for (const { start, expression } of scanDays(text, ENGLISH_DAYS)) {
    if (expression.kind === "length" || UNTIL.test(text.slice(0, start))) continue;
    const days: ResolvedDays | null = resolveDays(expression, time, tense);
    if (days !== null) return { first: days.first, last: days.last };
  }
  return null;
}

/** The length of days, or of a time, that stand before the subject: "Until 5 May my desk is …". */
function adjunctLength(text: string): number {
  const [first] = scanDays(text, ENGLISH_DAYS);
  const words =
    first !== undefined &&
    first.start <= 12 &&
    /^(?:(?:only|just|from|since|until|till|up to|on|in|as of|for|by|back|starting|during)\s+)*(?:the\s+)?$/i.test(
      text.slice(0, first.start),
    )
      ? first.end
      : 0;
  const after = /^\s*(?:on(?:ward|wards)?\s*)?[,:]?\s+/.exec(text.slice(words))?.[0].length ?? 0;
  if (words > 0) return words + after;
  return (
    /^(?:in truth|in fact|these days|nowadays|at the moment|right now|as of now|for now|at present|most (?:days|mornings|evenings)|in the (?:morning|evening|afternoon)s?|on weekends)\s*,?\s+/i.exec(
      text,
    )?.[0].length ?? 0
  );
}

const UNTIL = /\b(?:until|till|til|through|thru|up to)\s+(?:the\s+)?$/i;

/** The last day of a state that a clause bounds: "until Friday", "for two weeks" of a state that is temporary. */
function untilIn(text: string, time: string): string | null {
  for (const { start, expression } of scanDays(text, ENGLISH_DAYS)) {
    const before = text.slice(0, start);
    const isBounded =
      UNTIL.test(before) ||
      (expression.kind === "length" &&
        /\b(?:for now|staying|stay|filling in|covering|house-?sitting|crashing|borrowing|using|renting|subletting|temporar|just|only|am|is|are|i'm|we're|working|living|on)\b/i.test(
          text,
        ) &&
        !/\b(?:have|has|had|been|was|were|'ve|since|worked|lived)\b/i.test(text));
    const isThis =
      expression.kind === "period" && expression.which === 0 && /\b(?:just|only|temporar\w+|for)\s+$/i.test(before);
    if (!isBounded && !isThis) continue;
    const days = resolveDays(expression, time, "future");
    if (days !== null) return days.last;
  }
  return null;
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

/** The statement that an answer makes of a question; null if the question asks for no statement about the one who answers. */
function answered(question: string, answer: string): string | null {
  const asked = question.replaceAll("’", "'").replace(/\?+$/, "").trim();
  const bare = answer
    .replace(
      /^(?:it's|it is|that's|that would be|that'd be|a|an|the|at|in|on|with|by|to|just|probably|oh|well|um|hmm|still|now|yes|yeah|yep|no|nope|nah|not anymore|currently)[,:]?\s+/gi,
      "",
    )
    .trim();
  const yes = /^(?:yes|yeah|yep|sure|absolutely|of course|i do|definitely|i am|correct|right)\b/i.test(answer);
  const no = /^(?:no|nope|nah|not|never|i don't|i'm not)\b/i.test(answer);
  const possessive =
    /\b(?:what|who|which|where|how much|when)(?:'s| is| was| are|'re)\s+(?:your|the)\s+(.+?)(?:\s+(?:now|these days|called|again|like|then|at the moment|currently))*$/i.exec(
      asked,
    );
  if (possessive !== null && bare !== "") return `my ${nameOf(possessive[1]!)} is ${bare}`;
  const trait = /^(?:what|which)\s+(\p{L}+)\s+(?:is|are|was)\s+your\s+(.+?)(?:\s+(?:now|again))?$/iu.exec(asked);
  if (trait !== null && bare !== "") return `my ${nameOf(trait[2]!)} ${trait[1]!.toLowerCase()} is ${bare}`;
  const verb =
    /\b(?:what|where|who|which|how)\b(.*?)\b(?:do|are|did|have|will|would)\s+you\s+(.+?)(?:\s+(?:now|these days|currently|again|at the moment|nowadays|with|for|then))*$/i.exec(
      asked,
    );
  if (verb !== null && bare !== "" && !yes && !no) {
    const isPlace = /\bwhere\b/i.test(asked);
    const noun = verb[1]!.trim();
    if (noun !== "" && /\b(?:what|which)\b/i.test(asked) && !/kind|sort|type/i.test(noun))
      return `my ${nameOf(noun)} is ${bare}`;
    const preposition =
      /\b(?:in|at|on|for|to|with)\s/i.exec(answer)?.[0]?.trim() ??
      (isPlace ? (/work|train|study|bank/i.test(verb[2]!) ? "at" : "in") : "");
    return `I ${verb[2]} ${preposition} ${bare}`.replace(/\s+/g, " ");
  }
  const polar = /\b(?:do|are|did|have|were)\s+you\s+(?:still\s+|ever\s+)?(.+)$/i.exec(asked);
  if (polar !== null && (yes || no)) {
    const rest = answer.replace(/^(?:yes|yeah|yep|sure|no|nope|nah)[,.!]?\s*/i, "");
    if (no && bare !== "" && bare !== answer && rest !== "" && !/^(?:i|not)\b/i.test(rest))
      return `I ${polar[1]!.replace(/\b(in|at|for|with)\s+.*$/i, `$1 ${rest}`)}`;
    return no ? `I don't ${polar[1]} anymore` : `I ${polar[1]}`;
  }
  const have = /^(?:any|got any|have any)\s+(.+)$/i.exec(asked);
  return have !== null && bare !== "" && !no ? `my ${nameOf(have[1]!)} is ${bare}` : null;
}
