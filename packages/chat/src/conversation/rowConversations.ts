import type { Diagnostic } from "@semantic-xpath/parser";
import { chatError } from "./chatError.js";
import { type ConversationEntry, entryOf } from "./record.js";
import type { ConversationStore, KeptConversation } from "./store.js";

/** Texts of conversations in the order of writing. What is written may reach the place where it is kept later. */
export interface ConversationRows {
  /** The texts of each conversation, the one that was last written to at the end. */
  readonly conversations: ReadonlyMap<string, readonly string[]>;
  append(id: string, text: string): void;
  remove(id: string): void;
}

/** Conversations of a memory on a server, as they were when the rows were opened and as this process has changed them since. */
export const rowConversations = (rows: ConversationRows): ConversationStore => ({
  list: () => [...rows.conversations.keys()].reverse(),
  read(id) {
    const texts = rows.conversations.get(id);
    return texts === undefined ? null : readTexts(id, texts);
  },
  append: (id, entry) => rows.append(id, JSON.stringify(entry)),
  remove: (id) => rows.remove(id),
  stamp: (id) => rows.conversations.get(id)?.length ?? 0,
});

function readTexts(id: string, texts: readonly string[]): KeptConversation {
  const entries: ConversationEntry[] = [];
  const problems: Diagnostic[] = [];
  for (const [i, text] of texts.entries()) {
    const entry = entryOf(text);
    if (entry !== null) entries.push(entry);
    else {
      const place = `Step ${i + 1} of the conversation ${id}`;
      problems.push(chatError("SXP5145", { where: place, problem: "it is no step of a conversation" }).diagnostic);
    }
  }
  return { entries, problems };
}
