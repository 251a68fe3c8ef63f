import { compile, type RunResult } from "@semantic-xpath/runtime";
import type { Scorer } from "@semantic-xpath/scorers";
import { nodePath } from "@semantic-xpath/tree";
import type { Answer, Item, Method, TreeSource } from "../method.js";
import { ownText } from "./nodes.js";

/** Entries of a result that are handed over at the most. */
const MAX_ITEMS = 1000;

/** What a query finds, as an answer. `most`: how many of the results are handed over. */
export function answerOf({ tree }: TreeSource, query: string, result: RunResult, most = result.ids.length): Answer {
  const seen = new Set<number>();
  const items: Item[] = [];
  for (const [i, node] of Array.from(result.ids.slice(0, Math.min(most, MAX_ITEMS))).entries()) {
    if (seen.has(node)) continue;
    seen.add(node);
    items.push({ sources: [nodePath(tree, node)], text: ownText(tree, node), weight: result.weights[i]! });
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
      return answerOf(source!, text!, await query!.run(source!.tree, { scorer, ...now, ...(signal && { signal }) }));
    },
  };
}
