import type { TextSpan, Turn } from "./dialogue.js";

/** Kinds of facts: `state` holds until it ends, `event` happened on its days, `plan` may happen, `never` denies, `temporary` ends on a day. */
export type FactKind = "state" | "event" | "plan" | "never" | "temporary";

/**
 * The effect of a fact on the slot: `set` states a value, `end` ends one, `retract` corrects one that never held, `past` states one that
 * has ended already, and `mention` leaves the slot alone.
 */
export type FactOperation = "set" | "end" | "retract" | "past" | "mention";

export const FACT_KINDS: readonly FactKind[] = ["state", "event", "plan", "never", "temporary"];
export const FACT_OPERATIONS: readonly FactOperation[] = ["set", "end", "retract", "past", "mention"];

/** The person or thing that a fact is about. */
export interface SubjectRef {
  /** A name; null for a person who was named by the role only. */
  readonly name: string | null;
  /** The participant whose brother, manager … it is; null for a participant. */
  readonly of: string | null;
  /** "brother", "manager": the relation to `of`. */
  readonly role: string | null;
}

/** Types of values: decide what can be a value, and how values are compared. */
export type SlotType =
  | "text"
  | "person"
  | "place"
  | "thing"
  | "number"
  | "money"
  | "date"
  | "time"
  | "weekday"
  | "flag";

/** The relation that a fact states, named in the words that people ask with: "home town", "dentist", "salary". */
export interface SlotRef {
  readonly name: string;
  readonly type: SlotType;
  /** True if a new value takes the place of the old one; false if values stand beside each other. */
  readonly isSingle: boolean;
}

/** Days from the first to the last, both included, in ISO 8601. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** One fact as a formation states it, before it is checked. */
export interface FactDraft {
  /** The id of the turn that states it. */
  readonly turn: string;
  /** The part of the turn that states it. */
  readonly span: TextSpan;
  /** The turn with the question that it answers; null for none. */
  readonly context: string | null;
  /** A sentence in other words than the source; null if the span is the text. */
  readonly paraphrase: string | null;
  readonly subject: SubjectRef;
  /** Null for a fact that fits no slot: it is found by its text. */
  readonly slot: SlotRef | null;
  readonly value: string | null;
  /** False for denials: "I don't smoke". */
  readonly isPositive: boolean;
  readonly kind: FactKind;
  readonly operation: FactOperation;
  /** The days of an event or a plan, or since when a state holds; null if unsaid. */
  readonly when: Days | null;
  /** The last day on which a temporary fact holds; null for none. */
  readonly until: string | null;
  /** The value that it ends, corrects or takes the place of, where the source names one. */
  readonly replaced: string | null;
  /** Likely, but not certain, to take the place of an earlier value of its slot or topic. */
  readonly mayReplace: boolean;
  /** In (0, 1]. */
  readonly confidence: number;
}

/** A social act between speakers: "praises", "thanks", "encourages" (the second voice). */
export interface RelationDraft {
  readonly turn: string;
  readonly act: string;
  readonly toward: string;
  readonly text: string;
}

/** Reasons for which a sentence was not kept. */
export type DropReason =
  | "question"
  | "hypothetical"
  | "joke"
  | "hearsay"
  | "instruction"
  | "courtesy"
  | "no content"
  | "limit";

/** A sentence that was read and not kept, with its reason. */
export interface Dropped {
  readonly turn: string;
  readonly span: TextSpan;
  readonly reason: DropReason;
}

/** All that a formation states about a batch of turns. */
export interface Formed {
  readonly facts: readonly FactDraft[];
  readonly relations: readonly RelationDraft[];
  readonly dropped: readonly Dropped[];
}

/** A slot of the memory with its current values. */
export interface KnownSlot {
  readonly subject: string;
  readonly slot: SlotRef;
  readonly values: readonly string[];
}

/** The memory as a formation sees it before it reads turns. */
export interface Known {
  readonly speakers: readonly string[];
  /** Ids of subjects with the names that they have. */
  readonly subjects: readonly { readonly id: string; readonly names: readonly string[] }[];
  /** Slots of a subject, those that were used last first. */
  slotsOf(subject: string, limit: number): readonly KnownSlot[];
  /** The person whom a participant named so or by that role. */
  person(of: string, nameOrRole: string): SubjectRef | null;
}

/** The relation of a new fact to one that is there. */
export type Replacement = "same" | "supersedes" | "ends" | "retracts" | "mayReplace" | "none";

export interface FormationOptions {
  readonly signal?: AbortSignal;
}

/**
 * Forms memory from turns. All answers are checked before they are stored, so an implementation may be wrong but not harmful.
 * Implementations keep no state: the same turns with the same `known` give the same answer, but for a language model's own chance.
 */
export interface Formation {
  /** Name, version, model and digest of the prompt: part of the key of every episode. */
  readonly id: string;
  /** Most turns of an episode, and of one call of `facts`. */
  readonly batch: number;
  /** One call of `facts` takes turns of several sessions. Default false: of one episode. */
  readonly isAcrossSessions?: boolean;
  /** It calls no model: what a kill loses is formed again at no cost, so several sessions are written at once. Default false. */
  readonly isFree?: boolean;
  /** The places in the turns of a session before which an episode begins; 0 is implied. Default: every `batch` turns. */
  boundaries?(turns: readonly Turn[], options?: FormationOptions): Promise<readonly number[]>;
  /** A title and a summary of an episode. Default: its first words. */
  episode?(
    turns: readonly Turn[],
    options?: FormationOptions,
  ): Promise<{ readonly title: string; readonly summary: string }>;
  /** Foretells an episode from its title and what is known; `facts` gets the answer to find what is new (xMemory). */
  predict?(title: string, known: Known, options?: FormationOptions): Promise<string>;
  /** Facts of an episode, both voices in one call. */
  facts(
    turns: readonly Turn[],
    known: Known,
    options?: FormationOptions & { readonly predicted?: string },
  ): Promise<Formed>;
  /** Decides between a new fact and earlier ones of its slot. Default: the operation of the draft. */
  replaces?(draft: FactDraft, candidates: readonly string[], options?: FormationOptions): Promise<Replacement>;
  /** A sentence that sums up facts of one theme. */
  theme?(facts: readonly string[], options?: FormationOptions): Promise<string>;
  /** A summary of a window of entries with related earlier ones. */
  consolidation?(window: readonly string[], seeds: readonly string[], options?: FormationOptions): Promise<string>;
}
