import type { Turn } from "../dialogue.js";
import type { Dropped, RelationDraft, SlotRef } from "../formation.js";
import type { Fact, Statement } from "./statement.js";

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
