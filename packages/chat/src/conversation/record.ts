import type { NodeKey } from "@semantic-xpath/memory";
import { isObject } from "@semantic-xpath/values";
import type { ChatEvent, TurnState } from "../events.js";
import type { Reading } from "../translate/translation.js";

/** The place of a conversation: its task, and the branch of each task that is not on `main`. */
export interface Place {
  readonly task: string;
  readonly branches: readonly (readonly [task: string, branch: string])[];
}

/** The version that a question is about. A task that was deleted and made again has another time. */
export interface AskedAbout {
  readonly task: string;
  readonly branch: string;
  readonly version: number;
  readonly time: string;
}

/** The decision that a turn waits for. The choices are those of its last question. A yes counts for the shown state only: see `about`. */
export type Pending =
  /** The choice between readings. */
  | { readonly kind: "reading"; readonly readings: readonly Reading[] }
  /** Consent to an update that was shown on a version; `allow` with bounds on occurrences broken. */
  | {
      readonly kind: "update";
      readonly reading: Reading & { readonly kind: "update" };
      readonly about: AskedAbout;
      readonly allow: boolean;
    }
  /** The choice between target nodes: the update for each. */
  | {
      readonly kind: "target";
      readonly reading: Reading & { readonly kind: "update" };
      readonly updates: readonly string[];
    }
  /** Consent to an action on versions that would undo the work of others, or that the request does not clearly ask for. */
  | { readonly kind: "history"; readonly reading: Reading & { readonly kind: "history" }; readonly about: AskedAbout }
  /** Consent to a new task; `about` null for an empty one. */
  | {
      readonly kind: "create";
      readonly reading: Reading & { readonly kind: "create" };
      readonly about: AskedAbout | null;
    }
  /** A yes forgets facts. */
  | { readonly kind: "facts"; readonly reading: Reading & { readonly kind: "facts" } };

/** A turn as it is kept: plain JSON. */
export interface TurnRecord {
  readonly id: string;
  /** The turn before it; null: it is the first. */
  readonly parent: string | null;
  readonly request: string;
  /** By the clock of the conversation. */
  readonly at: string;
  readonly before: Place;
  /** The version that the task had. */
  readonly version: number;
  readonly after: Place;
  readonly events: readonly ChatEvent[];
  readonly state: TurnState;
  readonly pending: Pending | null;
  /** Found or changed nodes, for `that one`. */
  readonly found: { readonly task: string; readonly keys: readonly NodeKey[] } | null;
  /** The query or update of the request; null for neither. */
  readonly text: string | null;
  /** The versions that it made. */
  readonly wrote: readonly { readonly task: string; readonly version: number }[];
  /** Tokens of the model, in and out. */
  readonly spent: number;
}

/** A conversation as it is kept: plain JSON. A record gives the same conversation again. */
export interface ConversationRecord {
  readonly format: 1;
  readonly id: string;
  readonly created: string;
  readonly place: Place;
  /** The conversation, and the turn of it, that an earlier request was put otherwise in. */
  readonly from: { readonly conversation: string; readonly turn: string } | null;
  /** In the order in which they began. The last one is where the conversation is. */
  readonly turns: readonly TurnRecord[];
}

/** One step of a record, as it is kept: the last one of a turn holds. */
export type ConversationEntry =
  | ({ readonly kind: "conversation" } & Omit<ConversationRecord, "turns">)
  | { readonly kind: "turn"; readonly turn: TurnRecord };

/** The record of a conversation from its entries; null if the entry with its id is missing. */
export function recordOf(entries: readonly ConversationEntry[]): ConversationRecord | null {
  const turns = new Map<string, TurnRecord>();
  let about: Omit<ConversationRecord, "turns"> | null = null;
  for (const { kind, ...entry } of entries) {
    if (kind === "conversation") about ??= entry as Omit<ConversationRecord, "turns">;
    else if ("turn" in entry) turns.set(entry.turn.id, entry.turn);
  }
  return about === null ? null : { ...about, turns: [...turns.values()] };
}

/** The turns that led to one, the oldest first, itself included. */
export function turnsUpTo(turns: ReadonlyMap<string, TurnRecord>, last: string | null): readonly TurnRecord[] {
  const branch: TurnRecord[] = [];
  for (let at = last; at !== null; ) {
    const turn = turns.get(at);
    if (turn === undefined || branch.includes(turn)) break;
    branch.push(turn);
    at = turn.parent;
  }
  return branch.reverse();
}

/** The step that a text of JSON is; null for any other text. */
export function entryOf(json: string): ConversationEntry | null {
  try {
    const read: unknown = JSON.parse(json);
    return isObject(read) && "kind" in read ? (read as unknown as ConversationEntry) : null;
  } catch {
    return null;
  }
}
