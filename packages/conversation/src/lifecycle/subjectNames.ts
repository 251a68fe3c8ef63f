import type { SubjectRef } from "../formation.js";
import { slug, subjectId } from "./statement.js";

/** A name or a role alone that means another person than before. */
export interface Renamed {
  readonly part: SubjectRef;
  /** The id of the person whom it meant before. */
  readonly before: string;
}

/**
 * The people of a memory by their names and roles: "Ana's brother" and "Ana's Tom" are one person if statements call only one "Ana's brother Tom",
 * or after a merge.
 */
export class SubjectNames {
  private readonly refs = new Map<string, { ref: SubjectRef; count: number }>();
  /** Persons by a role alone, or a name alone, with the statements that contain both. */
  private readonly named = new Map<string, Map<string, { ref: SubjectRef; statements: Set<string> }>>();
  /** Subjects that are merged into another one. */
  private readonly samePerson = new Map<string, string>();

  /** The name and the role of a subject, as a statement has them. */
  refOf(id: string): SubjectRef | null {
    return this.refs.get(id)?.ref ?? null;
  }

  /** The person whom a participant named so or by that role. */
  person(of: string, nameOrRole: string): SubjectRef | null {
    const id = `${slug(of)}/${slug(nameOrRole)}`;
    const persons = this.named.get(id);
    return persons?.size === 1 ? [...persons.values()][0]!.ref : this.refOf(id);
  }

  /** The id of a subject, after merges: a role or a name alone is the only person that has it. */
  canonical(ref: SubjectRef): string {
    const id = subjectId(ref);
    const isPart = ref.of !== null && (ref.name === null || ref.role === null);
    const persons = isPart ? this.named.get(id) : undefined;
    const person = persons?.size === 1 ? [...persons.keys()][0]! : id;
    return this.samePerson.get(person) ?? person;
  }

  mergedInto(id: string): string | null {
    return this.samePerson.get(id) ?? null;
  }

  /** Ids that were merged into a subject. */
  mergedFrom(id: string): readonly string[] {
    return [...this.samePerson].flatMap(([from, to]) => (to === id ? [from] : []));
  }

  merge(from: string, target: string): void {
    this.samePerson.set(from, target);
    for (const [key, value] of this.samePerson) if (value === from) this.samePerson.set(key, target);
  }

  /** Learns the names of a subject from a statement. */
  learn(ref: SubjectRef, statement: string): readonly Renamed[] {
    const id = subjectId(ref);
    const refEntry = this.refs.get(id);
    if (refEntry === undefined) this.refs.set(id, { ref, count: 1 });
    else refEntry.count++;
    return this.renamed(ref, (key) => {
      const persons = this.named.get(key) ?? new Map<string, { ref: SubjectRef; statements: Set<string> }>();
      this.named.set(key, persons);
      const person = persons.get(id) ?? { ref, statements: new Set<string>() };
      persons.set(id, person);
      person.statements.add(statement);
    });
  }

  /** Forgets what a statement said of the names of a subject. */
  unlearn(ref: SubjectRef, statement: string): readonly Renamed[] {
    const id = subjectId(ref);
    const refEntry = this.refs.get(id);
    if (refEntry !== undefined && --refEntry.count === 0) this.refs.delete(id);
    return this.renamed(ref, (key) => {
      const persons = this.named.get(key);
      const person = persons?.get(id);
      person?.statements.delete(statement);
      if (person?.statements.size === 0) persons!.delete(id);
    });
  }

  private renamed(ref: SubjectRef, change: (key: string) => void): readonly Renamed[] {
    return partsOf(ref).flatMap((part) => {
      const before = this.canonical(part);
      change(subjectId(part));
      return this.canonical(part) === before ? [] : [{ part, before }];
    });
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
