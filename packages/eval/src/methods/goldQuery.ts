import { compile, type RunResult } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import { nodePath } from "@semantic-xpath/tree";
import type { Answer, Item, Method, TreeSource } from "../format/method.js";
import { resultValue } from "../format/resultValue.js";
import { ownText } from "./nodes.js";

/** Maximum number of entries of a result that are handed over. */
const MAX_ITEMS = 1000;

/** Result of a query as an answer. `most`: the number of results that are handed over. */
export function answerOf(query: string, result: RunResult, most = result.ids.length): Answer {
  const seenIds = new Set<number>();
  const items: Item[] = [];
  // With a schema the tree of a match has folded fields: its nodes have other numbers, and the same paths.
  for (const { tree, id, weight } of result.matches.slice(0, Math.min(most, MAX_ITEMS))) {
    if (seenIds.has(id)) continue;
    seenIds.add(id);
    items.push({ sources: [nodePath(tree, id)], text: ownText(tree, id), weight });
  }
  const { scorerCalls, scorerPairs } = result.stats;
  const value = resultValue(result, Math.min(most, MAX_ITEMS));
  return {
    items,
    query,
    ...(value !== undefined && { value }),
    usage: { scorerCalls, scorerPairs },
  };
}

/** Runs the suite's query for a case: the quality of the language with well-written queries. */
export function goldQueryMethod(scorer: Scorer, name = "gold query"): Method<TreeSource | null> {
  return {
    id: `gold query@1 ${scorer.id}`,
    name,
    readsGold: true,
    cannot: (source, { query }) => {
      if (source.kind === "dialogue") return "a dialogue has no queries";
      return query === null ? "the case has no query" : null;
    },
    build: async (source) => (source.kind === "tree" ? source : null),
    async ask(source, { query: text }, { signal }) {
      const { query } = compile(text!, { schema: source!.schema });
      return answerOf(text!, await query!.run(source!.tree, { scorer, now: source!.now, ...(signal && { signal }) }));
    },
  };
}
