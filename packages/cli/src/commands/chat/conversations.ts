import { type ConversationStore, memoryConversations, rowConversations } from "@semantic-xpath/chat";
import { folderConversations } from "@semantic-xpath/chat/node";
import { messageOf } from "@semantic-xpath/inspect/numbers";
import { type Diagnostic, diagnose } from "@semantic-xpath/parser";
import { isPlace } from "@semantic-xpath/postgres";
import type { World } from "../../render/screen.js";
import { folderOf, placeName } from "../memory/open.js";

export interface KeptConversations {
  readonly store: ConversationStore;
  /** When what was appended is written; what is wrong if it is not. */
  settled(): Promise<Diagnostic | null>;
}

/** The conversations of a memory in a folder or on a server, as long as some work takes. `place`: null for conversations that end with the process. */
export async function withConversations<T>(
  place: string | null,
  io: World,
  work: (kept: KeptConversations) => Promise<T>,
): Promise<T> {
  if (place === null || !isPlace(place)) {
    const folder = place === null ? null : folderOf(place, io);
    const store = folder === null ? memoryConversations() : folderConversations(folder);
    return work({ store, settled: async () => null });
  }
  const { openConversations, placeOf } = await import("@semantic-xpath/postgres");
  const { url, store } = placeOf(place);
  const rows = await openConversations(url, { store });
  const settled = async (): Promise<Diagnostic | null> => {
    try {
      await rows.settled();
      return null;
    } catch (error) {
      const reason = messageOf(error);
      return diagnose("SXP5146", { start: 0, end: 0 }, { where: `The conversation in ${placeName(place)}`, reason });
    }
  };
  try {
    return await work({ store: rowConversations(rows), settled });
  } finally {
    await rows.close();
  }
}
