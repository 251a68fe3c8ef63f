import { inOrder, type Session, type SessionInput, type Turn, turnId } from "../dialogue.js";
import type { Dropped, Known, KnownSlot, RelationDraft, SlotRef, SubjectRef } from "../formation.js";
import { loneFact, settle } from "./settle.js";
import { compareStatements, type Fact, type Statement, slug, subjectId } from "./statement.js";

/** Turns that were formed together, with the answer of the formation. */
export interface Episode {
  readonly id: string;
  readonly session: string;
  /** In order. */
  readonly turns: readonly Turn[];
  readonly title: string;
  readonly summary: string;
  /** Digest of turns and formation. */
  readonly digest: string;
  readonly formation: string;
  readonly statements: readonly Statement[];
  readonly relations: readonly RelationDraft[];
  readonly dropped: readonly Dropped[];
  /** Why no facts could be formed; null: they were. */
  readonly failure: string | null;
}

/** A person's change of a fact; wins over the formation. */
export interface Correction {
  readonly id: string;
  /** Id of the fact, or for "merge" of the slot or the subject that is another name of `text`. */
  readonly fact: string;
  readonly action: "correct" | "forget" | "merge";
  /** The new value, or the id of the other slot or subject; empty for "forget". */
  readonly text: string;
  readonly time: string;
  readonly author: string;
}

/** A participant, or a person or thing in the conversation. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly of: string | null;
  readonly role: string | null;
  readonly aliases: readonly string[];
}

export interface Slot extends SlotRef {
  readonly id: string;
  readonly subject: string;
  readonly key: string;
  /** In order of the conversation. */
  readonly facts: readonly Fact[];
}

interface Settled {
  slot: SlotRef;
  readonly subject: string;
  readonly key: string;
  readonly statements: Statement[];
  facts: readonly Fact[] | null;
}

/** Changes since the last take: ids of facts, slots, subjects. */
export interface Touched {
  readonly facts: Set<string>;
  readonly slots: Set<string>;
  readonly subjects: Set<string>;
}

/**
 * All facts of a memory by their slots. Derived from the statements of its episodes alone: an episode may be added, formed again or taken away in any
 * order, and only the slots that it is about are settled again.
 */
export class ConversationState {
  readonly sessions = new Map<
    string,
    { date: string; zone: string | null; turns: readonly Turn[]; episodes: Episode[] }
  >();
  readonly turns = new Map<string, Turn>();
  /** Ids of sessions by their dates. */
  private readonly inOrder: string[] = [];
  private readonly episodes = new Map<string, Episode>();
  private readonly settled = new Map<string, Settled>();
  private readonly lone = new Map<string, Fact>();
  private readonly refs = new Map<string, { ref: SubjectRef; count: number }>();
  /** Persons by a role alone, or a name alone, with the statements that contain both. */
  private readonly named = new Map<string, Map<string, { ref: SubjectRef; statements: Set<string> }>>();
  private readonly slotsBySubject = new Map<string, Set<string>>();
  private readonly loneBySubject = new Map<string, Set<string>>();
  private readonly corrections = new Map<string, Correction>();
  private readonly corrected = new Map<string, Correction>();
  private readonly byUse = new Map<string, { readonly order: readonly string[]; readonly changed: Set<string> }>();
  private readonly merged = new Map<string, string>();
  /** Subjects that a person said are another one. */
  private readonly samePerson = new Map<string, string>();
  private readonly slotOfStatement = new Map<string, string>();
  readonly speakers = new Map<string, { name: string; count: number }>();
  touched: Touched = { facts: new Set(), slots: new Set(), subjects: new Set() };

  /** Adds the turns that are new; gives the session in order and if there were any. */
  addTurns(input: SessionInput): { readonly session: Session; readonly isChanged: boolean } {
    let record = this.sessions.get(input.id);
    if (record === undefined) {
      record = { date: input.date, zone: input.zone ?? null, turns: [], episodes: [] };
      this.sessions.set(input.id, record);
      this.inOrder.splice(this.placeOfSession(input.id), 0, input.id);
    }
    const { date } = record;
    const fresh: Turn[] = [];
    for (const { id: ref, speaker, text: written, time = date, place = null } of input.turns) {
      const text = written.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
      const id = turnId(input.id, ref);
      if (this.turns.has(id)) continue;
      const turn = { id, ref, session: input.id, speaker, text, time, place };
      this.turns.set(id, turn);
      const speakerEntry = this.speakers.get(slug(speaker));
      if (speakerEntry === undefined) this.speakers.set(slug(speaker), { name: speaker, count: 1 });
      else speakerEntry.count++;
      fresh.push(turn);
    }
    if (fresh.length > 0) record.turns = inOrder([...record.turns, ...fresh]);
    return { session: this.session(input.id)!, isChanged: fresh.length > 0 };
  }

  session(id: string): Session | null {
    const record = this.sessions.get(id);
    return record === undefined ? null : { id, date: record.date, zone: record.zone, turns: record.turns };
  }

  /** Sessions in order of their dates. */
  orderedSessions(): readonly Session[] {
    return this.inOrder.map((id) => this.session(id)!);
  }

  /** The first session after another one that is as asked for; null for none. */
  sessionAfter(id: string, isFit: (id: string) => boolean): string | null {
    for (let at = this.placeOfSession(id) + 1; at < this.inOrder.length; at++)
      if (isFit(this.inOrder[at]!)) return this.inOrder[at]!;
    return null;
  }

  /** The place of a session in order, or the one that it will have. */
  private placeOfSession(id: string): number {
    const keyOf = (each: string) => [this.sessions.get(each)!.date, each];
    const key = keyOf(id);
    let [low, high] = [0, this.inOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(keyOf(this.inOrder[middle]!), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Puts the episodes of a session in the place of those that it had. */
  setEpisodes(session: string, episodes: readonly Episode[]): void {
    const record = this.sessions.get(session)!;
    const keptIds = new Set(episodes);
    for (const episode of record.episodes)
      if (!keptIds.has(episode)) for (const each of episode.statements) this.take(each);
    const before = new Set(record.episodes);
    record.episodes = [...episodes];
    for (const episode of episodes) {
      for (const turn of episode.turns) this.episodes.set(turn.id, episode);
      if (!before.has(episode)) for (const each of episode.statements) this.put(each);
    }
  }

  episodeOf(turn: Turn): Episode | undefined {
    return this.episodes.get(turn.id);
  }

  addCorrection(correction: Correction): void {
    const { id, fact, action, text } = correction;
    if (this.corrections.has(id)) return;
    this.corrections.set(id, correction);
    if (action === "merge") {
      if (fact.includes("#")) this.mergeSlots(fact, text);
      else this.mergeSubjects(fact, text);
      return;
    }
    const statement = this.statement(fact);
    if (statement !== null) this.take(statement);
    this.corrected.set(fact, correction);
    if (statement !== null) this.put(statement);
  }

  allCorrections(): readonly Correction[] {
    return [...this.corrections.values()];
  }

  /** The correction that a person made of a fact. */
  correctionOf(fact: string): Correction | null {
    return this.corrected.get(fact) ?? null;
  }

  subjects(): readonly Subject[] {
    const ids = new Set([...this.slotsBySubject.keys(), ...this.loneBySubject.keys()]);
    return [...ids].sort().map((id) => this.subject(id));
  }

  subject(id: string): Subject {
    const speaker = this.speakers.get(id);
    if (speaker !== undefined) return { id, name: speaker.name, of: null, role: null, aliases: [] };
    const ref = this.refs.get(id)?.ref ?? { name: id, of: null, role: null };
    const merged = [...this.samePerson].flatMap(([from, to]) => (to === id ? this.namesOf(from) : []));
    const aliases = [...(ref.of !== null && ref.role !== null && ref.name !== null ? [ref.role] : []), ...merged];
    return { id, name: ref.name ?? ref.role ?? id, of: ref.of === null ? null : slug(ref.of), role: ref.role, aliases };
  }

  private namesOf(id: string): readonly string[] {
    const { name, role } = this.refs.get(id)?.ref ?? { name: id.split("/").at(-1)!, role: null };
    return [name, role].filter((each) => each !== null);
  }

  /** Ids of subjects with a name. */
  subjectsNamed(name: string): readonly string[] {
    const wantedSlug = slug(name);
    const ids = new Set([...this.slotsBySubject.keys(), ...this.loneBySubject.keys()]);
    const merged = new Set([...this.samePerson.values()]);
    const isNamed = (id: string): boolean => {
      const { name, aliases } = this.subject(id);
      return slug(name) === wantedSlug || (merged.has(id) && aliases.some((each) => slug(each) === wantedSlug));
    };
    return [...ids].filter(isNamed).sort();
  }

  hasSubject(id: string): boolean {
    return this.slotsBySubject.has(id) || this.loneBySubject.has(id);
  }

  slotsOf(subject: string): readonly Slot[] {
    return [...(this.slotsBySubject.get(subject) ?? [])].sort().map((id) => this.slot(id)!);
  }

  slot(id: string): Slot | null {
    const settled = this.settled.get(id);
    if (settled === undefined) return null;
    const { slot, subject, key } = settled;
    return { ...slot, id, subject, key, facts: this.factsOf(id, settled) };
  }

  /** Facts of a subject that fit no slot. */
  loneFacts(subject: string): readonly Fact[] {
    return [...(this.loneBySubject.get(subject) ?? [])].map((id) => this.lone.get(id)!);
  }

  fact(id: string): Fact | null {
    const lone = this.lone.get(id);
    if (lone !== undefined) return lone;
    const slot = this.slotOfStatement.get(id);
    const facts = slot === undefined ? [] : this.factsOf(slot, this.settled.get(slot)!);
    return facts.find(({ statement }) => statement.id === id) ?? null;
  }

  /** The fact that a statement is, or that it confirms. */
  factOf(statement: string): Fact | null {
    const slot = this.slotOfStatement.get(statement);
    if (slot === undefined) return this.lone.get(statement) ?? null;
    const isSame = ({ id }: Statement) => id === statement;
    return (
      this.factsOf(slot, this.settled.get(slot)!).find(
        (fact) => isSame(fact.statement) || fact.confirmedBy.some(isSame),
      ) ?? null
    );
  }

  *facts(): Generator<Fact> {
    for (const [id, settled] of this.settled) yield* this.factsOf(id, settled);
    yield* this.lone.values();
  }

  statement(id: string): Statement | null {
    const lone = this.lone.get(id);
    if (lone !== undefined) return lone.statement;
    const slot = this.slotOfStatement.get(id);
    return slot === undefined ? null : (this.settled.get(slot)!.statements.find((each) => each.id === id) ?? null);
  }

  /** Takes note of what changed; the next call tells what changed since. */
  takeTouched(): Touched {
    const { touched } = this;
    this.touched = { facts: new Set(), slots: new Set(), subjects: new Set() };
    return touched;
  }

  /** The memory as a formation sees it. */
  known(): Known {
    const subjects = () => this.subjects().map(({ id, name, aliases }) => ({ id, names: [name, ...aliases] }));
    return {
      speakers: [...this.speakers.values()].map(({ name }) => name),
      get subjects() {
        return subjects();
      },
      slotsOf: (subject, limit) => this.knownSlots(slug(subject), limit),
      person: (of, nameOrRole) => this.person(of, nameOrRole),
    };
  }

  private knownSlots(subject: string, limit: number): readonly KnownSlot[] {
    const ids = this.slotsByUse(subject);
    return ids
      .slice(Math.max(0, ids.length - limit))
      .reverse()
      .map((id) => {
        const { name, type, isSingle, facts } = this.slot(id)!;
        const values = facts.flatMap(({ status, statement: { draft } }) =>
          status === "current" && draft.value !== null ? [draft.value] : [],
        );
        return { subject, slot: { name, type, isSingle }, values };
      });
  }

  /** The slots of a subject, those that were used last at the end. Only those that changed since the last call are put in their place. */
  private slotsByUse(subject: string): readonly string[] {
    const ids = this.slotsBySubject.get(subject) ?? NO_IDS;
    const last = (id: string): Statement => this.factsOf(id, this.settled.get(id)!).at(-1)!.statement;
    const compare = (a: string, b: string): number => compareStatements(last(a), last(b)) || (a < b ? 1 : -1);
    const entry = this.byUse.get(subject);
    if (entry === undefined) {
      const order = [...ids].sort(compare);
      this.byUse.set(subject, { order, changed: new Set() });
      return order;
    }
    if (entry.changed.size === 0) return entry.order;
    const order = entry.order.filter((id) => !entry.changed.has(id));
    for (const id of entry.changed) {
      if (!ids.has(id)) continue;
      let [low, high] = [0, order.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (compare(order[middle]!, id) < 0) low = middle + 1;
        else high = middle;
      }
      order.splice(low, 0, id);
    }
    this.byUse.set(subject, { order, changed: new Set() });
    return order;
  }

  private person(of: string, nameOrRole: string): SubjectRef | null {
    const id = `${slug(of)}/${slug(nameOrRole)}`;
    const persons = this.named.get(id);
    if (persons?.size === 1) return [...persons.values()][0]!.ref;
    return this.refs.get(id)?.ref ?? null;
  }

  private put(given: Statement): void {
    const statement = this.withCorrection(given);
    const { draft } = statement;
    this.learn(draft.subject, given.id);
    const subject = this.canonical(draft.subject);
    this.touched.facts.add(statement.id);
    if (draft.slot === null || statement.problem !== null) {
      this.lone.set(given.id, this.markForgotten(loneFact(statement, subject)));
      added(this.loneBySubject, subject, given.id, () => this.touched.subjects.add(subject));
      return;
    }
    const id = this.slotId(subject, draft.slot.name);
    let settled = this.settled.get(id);
    if (settled === undefined) {
      const key = id.slice(subject.length + 1);
      settled = { slot: draft.slot, subject, key, statements: [], facts: null };
      this.settled.set(id, settled);
      added(this.slotsBySubject, subject, id, () => this.touched.subjects.add(subject));
    }
    const { statements } = settled;
    let at = statements.length;
    while (at > 0 && compareStatements(statements[at - 1]!, statement) > 0) at--;
    statements.splice(at, 0, statement);
    settled.slot = statements[0]!.draft.slot!;
    settled.facts = null;
    this.slotOfStatement.set(given.id, id);
    this.byUse.get(subject)?.changed.add(id);
    this.touched.slots.add(id);
  }

  private take({ id }: Statement): void {
    this.touched.facts.add(id);
    const lone = this.lone.get(id);
    if (lone !== undefined) {
      this.lone.delete(id);
      this.removed(this.loneBySubject, lone.subject, id);
      this.unlearn(lone.statement.draft.subject, id);
      return;
    }
    const slot = this.slotOfStatement.get(id);
    if (slot === undefined) return;
    const settled = this.settled.get(slot)!;
    const at = settled.statements.findIndex((each) => each.id === id);
    const [statement] = settled.statements.splice(at, 1);
    settled.facts = null;
    this.slotOfStatement.delete(id);
    this.byUse.get(settled.subject)?.changed.add(slot);
    this.touched.slots.add(slot);
    this.unlearn(statement!.draft.subject, id);
    if (settled.statements.length === 0) {
      this.settled.delete(slot);
      this.removed(this.slotsBySubject, settled.subject, slot);
    } else settled.slot = settled.statements[0]!.draft.slot!;
  }

  private factsOf(id: string, settled: Settled): readonly Fact[] {
    if (settled.facts === null) {
      const { subject } = settled;
      const standing = settled.statements.filter(({ id: each }) => this.corrected.get(each)?.action !== "forget");
      const forgotten = settled.statements.filter(({ id: each }) => this.corrected.get(each)?.action === "forget");
      settled.facts = [
        ...settle(standing, { subject, slot: id, isSingle: settled.statements.some(isSingleState) }),
        ...forgotten.map((each) => ({ ...loneFact(each, subject), slot: id, status: "forgotten" as const })),
      ].sort((a, b) => compareStatements(a.statement, b.statement));
    }
    return settled.facts;
  }

  private markForgotten(fact: Fact): Fact {
    return this.corrected.get(fact.statement.id)?.action === "forget" ? { ...fact, status: "forgotten" } : fact;
  }

  private withCorrection(statement: Statement): Statement {
    const correction = this.corrected.get(statement.id);
    if (correction?.action !== "correct") return statement;
    const { draft } = statement;
    return {
      ...statement,
      text: correction.text,
      draft: { ...draft, value: correction.text, paraphrase: correction.text },
    };
  }

  /** The slot of a subject by the words of its name, after merges. */
  slotId(subject: string, name: string): string {
    const id = `${subject}#${slug(name)}`;
    return this.merged.get(id) ?? id;
  }

  /** The slot or the subject of which an id is another name; null for none. */
  mergedInto(id: string): string | null {
    return this.merged.get(id) ?? this.samePerson.get(id) ?? null;
  }

  private mergeSlots(from: string, to: string): void {
    const target = this.merged.get(to) ?? to;
    if (from === target) return;
    const statements = this.settled.get(from)?.statements ?? [];
    this.moved(statements, () => {
      this.merged.set(from, target);
      for (const [key, value] of this.merged) if (value === from) this.merged.set(key, target);
    });
  }

  private mergeSubjects(from: string, to: string): void {
    const target = this.samePerson.get(to) ?? to;
    if (from === target) return;
    const slots = [...(this.slotsBySubject.get(from) ?? [])];
    const statements = slots.flatMap((slot) => this.settled.get(slot)!.statements);
    this.moved([...statements, ...this.loneFacts(from).map(({ statement }) => statement)], () => {
      this.samePerson.set(from, target);
      for (const [key, value] of this.samePerson) if (value === from) this.samePerson.set(key, target);
    });
  }

  /** Takes statements out, and puts them where they belong after a change. */
  private moved(statements: readonly Statement[], change: () => void): void {
    const moving = [...statements];
    for (const each of moving) this.take(each);
    change();
    for (const each of moving) this.put(each);
  }

  /** The id of a subject, after merges: a role or a name alone is the only person that has it. */
  canonical(ref: SubjectRef): string {
    const id = subjectId(ref);
    const isPart = ref.of !== null && (ref.name === null || ref.role === null);
    const persons = isPart ? this.named.get(id) : undefined;
    const person = persons?.size === 1 ? [...persons.keys()][0]! : id;
    return this.samePerson.get(person) ?? person;
  }

  private learn(ref: SubjectRef, statement: string): void {
    const id = subjectId(ref);
    const refEntry = this.refs.get(id);
    if (refEntry === undefined) this.refs.set(id, { ref, count: 1 });
    else refEntry.count++;
    for (const part of partsOf(ref)) {
      const before = this.canonical(part);
      const key = subjectId(part);
      const persons = this.named.get(key) ?? new Map<string, { ref: SubjectRef; statements: Set<string> }>();
      this.named.set(key, persons);
      const person = persons.get(id) ?? { ref, statements: new Set<string>() };
      persons.set(id, person);
      person.statements.add(statement);
      this.rehome(part, before);
    }
  }

  private unlearn(ref: SubjectRef, statement: string): void {
    const id = subjectId(ref);
    const refEntry = this.refs.get(id);
    if (refEntry !== undefined && --refEntry.count === 0) this.refs.delete(id);
    for (const part of partsOf(ref)) {
      const before = this.canonical(part);
      const persons = this.named.get(subjectId(part));
      const person = persons?.get(id);
      person?.statements.delete(statement);
      if (person?.statements.size === 0) persons!.delete(id);
      this.rehome(part, before);
    }
  }

  /** Statements about a role or a name alone move to the person of whom both were learned, or back. */
  private rehome(part: SubjectRef, before: string): void {
    const id = subjectId(part);
    if (this.canonical(part) === before) return;
    const isPart = ({ draft: { subject } }: Statement) => subjectId(subject) === id;
    const moving = [...(this.slotsBySubject.get(before) ?? [])]
      .flatMap((slot) => this.settled.get(slot)!.statements.filter(isPart))
      .concat(this.loneFacts(before).flatMap(({ statement }) => (isPart(statement) ? [statement] : [])));
    for (const each of moving) this.take(each);
    for (const each of moving) this.put(each);
  }

  private removed(index: Map<string, Set<string>>, subject: string, id: string): void {
    const ids = index.get(subject)!;
    ids.delete(id);
    this.touched.subjects.add(subject);
    if (ids.size === 0) index.delete(subject);
  }
}

/** The role alone and the name alone of a person that has both. */
const partsOf = (ref: SubjectRef): readonly SubjectRef[] =>
  ref.name === null || ref.role === null || ref.of === null
    ? []
    : [
        { ...ref, name: null },
        { ...ref, role: null },
      ];

const NO_IDS: ReadonlySet<string> = new Set();

const isSingleState = ({ draft: { slot, kind } }: Statement): boolean => kind === "state" && slot!.isSingle;

function added(index: Map<string, Set<string>>, key: string, id: string, onFirst: () => void): void {
  const ids = index.get(key);
  if (ids !== undefined) ids.add(id);
  else index.set(key, new Set([id]));
  onFirst();
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
  return 0;
}

/** The order of a statement in the conversation. */
export const orderOf = (session: Session, turn: number, draft: number): Statement["order"] => [
  session.date,
  session.id,
  turn,
  draft,
];
