import type { Method } from "../format/method.js";
import type { Tokenizer } from "../measure/tokenizer.js";
import { type Entries, entriesOf } from "./nodes.js";

/** Everything is handed over. The answer of a model from it is not measured here: it has no verdict, and no missing node. */
export function inContextMethod(
  tokenizer: Tokenizer,
  name = "in context",
): Method<{ readonly tokens: number; readonly entries: Entries }> {
  return {
    id: `in context@1 ${tokenizer.id}`,
    name,
    async build(source) {
      const entries = entriesOf(source, false);
      return { entries, tokens: entries.handedTexts.reduce((sum, text) => sum + tokenizer.count(text), 0) };
    },
    ask: async ({ tokens, entries }) => ({ items: [], everything: { tokens, entries: entries.nodes.length } }),
  };
}
