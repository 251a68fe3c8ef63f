import type { Recall } from "@semantic-xpath/conversation";
import type { Span } from "@semantic-xpath/parser";

/** The intent of a request. */
export type Intent = "ask" | "edit" | "create" | "history" | "talk";

/** One way to read a request, as text of the language or as something done to the memory. */
export type Reading = QueryReading | UpdateReading | CreateReading | HistoryReading | FactsReading | TalkReading;

interface ReadingBase {
  /** The confidence of the reading, in [0, 1]; readings of one request add up to at most 1. */
  readonly confidence: number;
  /** A summary in plain words: `the stops of day 7 that are in the open air`. */
  readonly said: string;
  /** Stretches of the request with their meanings, in the order of the request; uncovered words were not used. */
  readonly parts: readonly ReadPart[];
}

/** A cost of a reading: the confidence is the exponential of the negated sum of all costs. */
export interface Reason {
  readonly of: ReasonOf;
  readonly cost: number;
}

/** Rules of the reader, in their order, and what running a query shows. */
export const REASONS = [
  "head",
  "negations",
  "titles",
  "tables",
  "totals",
  "comparisons",
  "orders",
  "days",
  "times",
  "places",
  "states",
  "asked",
  "names",
  "vagueness",
  "leftovers",
  "whole",
  "warning",
  "empty",
  "silent",
] as const;
export type ReasonOf = (typeof REASONS)[number];

/** A span of the request (UTF-16 units) and what it became: `day 7` → `Day[7]`. */
export interface ReadPart {
  readonly span: Span;
  readonly meaning: string;
}

export interface QueryReading extends ReadingBase {
  readonly kind: "query";
  /** Compiles without errors against the schema. On history it is a query on the store (`/Memory/Task/…`) and `isHistory`. */
  readonly query: string;
  readonly isHistory: boolean;
  /** Asked of an earlier version of the task: its number, or counted from the newest below 0. Absent: of the newest. */
  readonly version?: number;
  /** Why it may not be what is wanted, as one sentence, where that is not only that something else may be meant. */
  readonly doubt?: string;
  /** The costs that make it less sure; absent: the reading is not of the reader. */
  readonly reasons?: readonly Reason[];
  /** In a memory of conversations: the answer from its facts, which the query finds, with why each is there and what was hidden. */
  readonly recalled?: Recall;
}

export interface UpdateReading extends ReadingBase {
  readonly kind: "update";
  /** Compiles without errors as an update. */
  readonly update: string;
  /** Deletes or replaces something: never applied without a person's yes. */
  readonly isDestructive: boolean;
}

/** A new task. */
export interface CreateReading extends ReadingBase {
  readonly kind: "create";
  readonly name: string;
  readonly title: string;
  /** The first content: the current state of another task (its name), or empty. */
  readonly from: string | null;
  /** The requested content in the person's words, for a model to write; null if none was given. */
  readonly wish: string | null;
}

/** Something done with versions and tasks. `version` is a number, a branch, or -1, -2 …; `task` null: the current one. */
export interface HistoryReading extends ReadingBase {
  readonly kind: "history";
  readonly action:
    | { readonly do: "show"; readonly task: string | null; readonly version: string | number }
    | {
        readonly do: "diff";
        readonly task: string | null;
        readonly from: string | number;
        readonly to: string | number;
      }
    | { readonly do: "log"; readonly task: string | null }
    | { readonly do: "tasks" }
    /** The task's content is again what it was in that version: a new version. */
    | { readonly do: "restore"; readonly task: string | null; readonly version: string | number }
    /** Takes back the changes of that version. */
    | { readonly do: "revert"; readonly task: string | null; readonly version: string | number }
    | { readonly do: "switch"; readonly task: string };
}

/** Something that a memory of conversations is to keep or to forget. */
export interface FactsReading extends ReadingBase {
  readonly kind: "facts";
  readonly action: /** A statement as a turn of the speaker. */
    | { readonly do: "remember"; readonly speaker: string; readonly text: string }
    /** Facts by their ids, with their texts. */
    | { readonly do: "forget"; readonly facts: readonly { readonly fact: string; readonly text: string }[] };
}

export interface TalkReading extends ReadingBase {
  readonly kind: "talk";
}

/** Up to three readings, the surest first, and whether the first is clear enough to go on with. */
export interface Translation {
  readonly request: string;
  readonly readings: readonly Reading[];
  readonly isClear: boolean;
  /** The question for an unclear request, in one sentence. Each reading is a choice. */
  readonly question: string | null;
  /** Stretches of the request that carry meaning and that the first reading does not use. */
  readonly unread: readonly Span[];
}
