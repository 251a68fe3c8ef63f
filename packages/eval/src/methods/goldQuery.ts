import { compile, type RunResult } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import { nodePath } from "@semantic-xpath/tree";
import type { Answer, Item, Method, TreeSource } from "../method.js";
import { ownText } from "./nodes.js";

/** Entries of a result that are handed over at the most. */
const MAX_ITEMS = 1000;

/** What a query finds, as an answer. `most`: how many of the results are handed over. */
export function answerOf(query: string, result: RunResult, most = result.ids.length): Answer {
  const seen = new Set<number>();
  const items: Item[] = [];
  // Of a query with a schema the tree of a match is one with folded fields: its nodes have other numbers, and the same paths.
  for (const { tree, id, weight } of result.matches.slice(0, Math.min(most, MAX_ITEMS))) {
    if (seen.has(id)) continue;
    seen.add(id);
    items.push({ sources: [nodePath(tree, id)], text: ownText(tree, id), weight });
  }
  const { scorerCalls, scorerPairs } = result.stats;
  return {
    items,
    query,
    ...(result.value !== undefined && { value: result.value }),
    usage: { scorerCalls, scorerPairs },
  };
}

/** Runs the query that the suite has for a case: what the language can do where somebody writes it well. */
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
      const now = source!.now === null ? {} : { now: source!.now };
      return answerOf(text!, await query!.run(source!.tree, { scorer, ...now, ...(signal && { signal }) }));
    },
  };
}
