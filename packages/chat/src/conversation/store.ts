import type { Diagnostic } from "@semantic-xpath/parser";
import type { ConversationEntry } from "./record.js";

/** A store of conversations. Calls are synchronous: an entry is durable once `append` returns, even after a crash. */
export interface ConversationStore {
  /** Ids, the conversation that was last written to first. */
  list(): readonly string[];
  /** The entries of a conversation, with problems for the damaged ones; null for an unknown id. */
  read(id: string): KeptConversation | null;
  /** Throws a `ChatError` (SXP5146) where it can't be written. */
  append(id: string, entry: ConversationEntry): void;
  remove(id: string): void;
  /** Another number after each `append`, by whichever process; 0 where there is none. */
  stamp(id: string): number;
}

export interface KeptConversation {
  readonly entries: readonly ConversationEntry[];
  readonly problems: readonly Diagnostic[];
}

/** Conversations that are gone with the process: for tests and browsers. */
export function memoryConversations(): ConversationStore {
  const linesById = new Map<string, string[]>();
  return {
    list: () => [...linesById.keys()].reverse(),
    read(id) {
      const lines = linesById.get(id);
      return lines === undefined ? null : { entries: lines.map((line) => JSON.parse(line)), problems: [] };
    },
    append(id, entry) {
      const lines = linesById.get(id) ?? [];
      linesById.delete(id);
      linesById.set(id, [...lines, JSON.stringify(entry)]);
    },
    remove: (id) => void linesById.delete(id),
    stamp: (id) => linesById.get(id)?.length ?? 0,
  };
}
