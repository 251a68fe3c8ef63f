import type { Session } from "../dialogue.js";
import type { Known, KnownSlot, SlotRef, SubjectRef } from "../formation.js";
import type { Correction, Episode, Slot, Subject } from "./records.js";
import { Sessions } from "./sessions.js";
import { loneFact, settle } from "./settle.js";
import { SlotOrder } from "./slotOrder.js";
import { compareStatements, type Fact, type Statement, slug, subjectId } from "./statement.js";
import { type Renamed, SubjectNames } from "./subjectNames.js";

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
export class ConversationState extends Sessions {
  private readonly settled = new Map<string, Settled>();
  private readonly lone = new Map<string, Fact>();
  private readonly slotsBySubject = new Map<string, Set<string>>();
  private readonly loneBySubject = new Map<string, Set<string>>();
  private readonly corrections = new Map<string, Correction>();
  private readonly corrected = new Map<string, Correction>();
  private readonly names = new SubjectNames();
  private readonly slotOrders = new Map<string, SlotOrder>();
  private readonly merged = new Map<string, string>();
  private readonly slotOfStatement = new Map<string, string>();
  touched: Touched = { facts: new Set(), slots: new Set(), subjects: new Set() };

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
    const ref = this.names.refOf(id) ?? { name: id, of: null, role: null };
    const merged = this.names.mergedFrom(id).flatMap((from) => this.namesOf(from));
    const aliases = [...(ref.of !== null && ref.role !== null && ref.name !== null ? [ref.role] : []), ...merged];
    return { id, name: ref.name ?? ref.role ?? id, of: ref.of === null ? null : slug(ref.of), role: ref.role, aliases };
  }

  private namesOf(id: string): readonly string[] {
    const { name, role } = this.names.refOf(id) ?? { name: id.split("/").at(-1)!, role: null };
    return [name, role].filter((each) => each !== null);
  }

  /** Ids of subjects with a name. */
  subjectsNamed(name: string): readonly string[] {
    const wantedSlug = slug(name);
    const ids = new Set([...this.slotsBySubject.keys(), ...this.loneBySubject.keys()]);
    const isNamed = (id: string): boolean => {
      const { name, aliases } = this.subject(id);
      return (
        slug(name) === wantedSlug ||
        (this.names.mergedFrom(id).length > 0 && aliases.some((each) => slug(each) === wantedSlug))
      );
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
      person: (of, nameOrRole) => this.names.person(of, nameOrRole),
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

  /** The slots of a subject, those that were used last at the end. */
  private slotsByUse(subject: string): readonly string[] {
    let order = this.slotOrders.get(subject);
    if (order === undefined) {
      order = new SlotOrder();
      this.slotOrders.set(subject, order);
    }
    return order.of(
      this.slotsBySubject.get(subject) ?? NO_IDS,
      (id) => this.factsOf(id, this.settled.get(id)!).at(-1)!.statement,
    );
  }

  private put(given: Statement): void {
    const statement = this.withCorrection(given);
    const { draft } = statement;
    this.rehome(this.names.learn(draft.subject, given.id));
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
    this.slotOrders.get(subject)?.change(id);
    this.touched.slots.add(id);
  }

  private take({ id }: Statement): void {
    this.touched.facts.add(id);
    const lone = this.lone.get(id);
    if (lone !== undefined) {
      this.lone.delete(id);
      this.removed(this.loneBySubject, lone.subject, id);
      this.rehome(this.names.unlearn(lone.statement.draft.subject, id));
      return;
    }
    const slot = this.slotOfStatement.get(id);
    if (slot === undefined) return;
    const settled = this.settled.get(slot)!;
    const at = settled.statements.findIndex((each) => each.id === id);
    const [statement] = settled.statements.splice(at, 1);
    settled.facts = null;
    this.slotOfStatement.delete(id);
    this.slotOrders.get(settled.subject)?.change(slot);
    this.touched.slots.add(slot);
    this.rehome(this.names.unlearn(statement!.draft.subject, id));
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
    return this.merged.get(id) ?? this.names.mergedInto(id);
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
    const target = this.names.mergedInto(to) ?? to;
    if (from === target) return;
    const slots = [...(this.slotsBySubject.get(from) ?? [])];
    const statements = slots.flatMap((slot) => this.settled.get(slot)!.statements);
    this.moved([...statements, ...this.loneFacts(from).map(({ statement }) => statement)], () =>
      this.names.merge(from, target),
    );
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
    return this.names.canonical(ref);
  }

  /** Statements about a role or a name alone move to the person of whom both were learned, or back. */
  private rehome(renamed: readonly Renamed[]): void {
    for (const { part, before } of renamed) {
      const id = subjectId(part);
      const isPart = ({ draft: { subject } }: Statement) => subjectId(subject) === id;
      const moving = [...(this.slotsBySubject.get(before) ?? [])]
        .flatMap((slot) => this.settled.get(slot)!.statements.filter(isPart))
        .concat(this.loneFacts(before).flatMap(({ statement }) => (isPart(statement) ? [statement] : [])));
      for (const each of moving) this.take(each);
      for (const each of moving) this.put(each);
    }
  }

  private removed(index: Map<string, Set<string>>, subject: string, id: string): void {
    const ids = index.get(subject)!;
    ids.delete(id);
    this.touched.subjects.add(subject);
    if (ids.size === 0) index.delete(subject);
  }
}

const NO_IDS: ReadonlySet<string> = new Set();

const isSingleState = ({ draft: { slot, kind } }: Statement): boolean => kind === "state" && slot!.isSingle;

function added(index: Map<string, Set<string>>, key: string, id: string, onFirst: () => void): void {
  const ids = index.get(key);
  if (ids !== undefined) ids.add(id);
  else index.set(key, new Set([id]));
  onFirst();
}

/** The order of a statement in the conversation. */
export const orderOf = (session: Session, turn: number, draft: number): Statement["order"] => [
  session.date,
  session.id,
  turn,
  draft,
];
