import type { RequestReader } from "@semantic-xpath/chat";
import type { Reading, Translation } from "@semantic-xpath/chat/translate";

const query = (text: string): Reading => ({
  kind: "query",
  query: text,
  isHistory: false,
  confidence: 1,
  said: text,
  parts: [],
});

/** Requests that this reader knows. `?` before one: it is not clear. */
const KNOWN: Readonly<Record<string, Reading>> = {
  "what is on day 1?": query("/Plan/Day[1]/POI"),
  "what is on day 2?": query("/Plan/Day[2]/POI"),
  "delete the zoo": {
    kind: "update",
    update: 'delete node //POI[@name = "Zoo"]',
    isDestructive: true,
    confidence: 1,
    said: "delete the zoo",
    parts: [],
  },
};

/** Reads a few requests, always the same way: what a studio does with a reading is tested here, and reading elsewhere. */
export const reader: RequestReader = {
  by: "translator",
  async read(request): Promise<Translation> {
    const reading = KNOWN[request];
    if (reading === undefined)
      return { request, readings: [], isClear: false, question: "What do you mean?", unread: [] };
    return { request, readings: [reading], isClear: true, question: null, unread: [] };
  },
};
