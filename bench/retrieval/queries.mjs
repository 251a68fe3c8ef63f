import { existsSync } from "node:fs";
import { ndcgOf, recallOf, reciprocalRankOf } from "@semantic-xpath/eval";
import { compile } from "@semantic-xpath/runtime";
import { readConversations } from "./collections/locomo.mjs";
import { goldOf, meanOf } from "./compare.mjs";

/** What is asked of LoCoMo, with `$q` for the question: how much a better query adds to the same scorer. */
const QUERIES = [
  { finds: "Turn", text: "//Turn[node =~ $q]" },
  { finds: "Turn", text: "//Session[node =~ $q]/Turn[node =~ $q]" },
  { finds: "Turn", text: "//Session[avg(/Turn[node =~ $q][1:3])]/Turn[node =~ $q]" },
  { finds: "Turn", text: "//Session[avg(max(/Turn[node =~ $q]), node =~ $q)]/Turn[node =~ $q]" },
  { finds: "Session", text: "//Session[max(/Turn[node =~ $q])]" },
  { finds: "Session", text: "//Session[node =~ $q]" },
  { finds: "Session", text: "//Session[avg(max(/Turn[node =~ $q]), node =~ $q)]" },
];

/** Of each query the mean Hit@1, R@5, R@10, MRR and nDCG@10; nothing where the data is absent. */
export async function measureQueries({ data, work, scorer }) {
  if (!existsSync(data)) return [];
  const conversations = readConversations(data, { work });
  const records = [];
  for (const { finds, text } of QUERIES) {
    console.error(text);
    const { query, diagnostics } = compile(`declare query ask($q as string) := ${text};`);
    if (query === undefined) throw new Error(`${text}: ${JSON.stringify(diagnostics)}`);
    const rows = [];
    for (const { tree, questions } of conversations) {
      for (const { question, gold } of questions) {
        const { matches } = await query.run(tree, { scorer, params: { q: question }, limit: 50 });
        const wanted = finds === "Turn" ? gold : new Set(Array.from(gold, (node) => tree.parent[node]));
        rows.push(
          measuresOf(
            matches.map(({ id }) => id),
            wanted,
          ),
        );
      }
    }
    const means = Object.keys(rows[0]).map((name) => [name, meanOf(rows.map((row) => row[name]))]);
    records.push({ finds, text, ...Object.fromEntries(means) });
  }
  return records;
}

function measuresOf(ids, right) {
  const [ranking, gold] = [ids.map((id) => [String(id)]), goldOf(right)];
  return {
    hit1: Number(reciprocalRankOf(ranking, gold) === 1),
    recall5: recallOf(ranking.slice(0, 5), gold),
    recall10: recallOf(ranking.slice(0, 10), gold),
    mrr: reciprocalRankOf(ranking, gold),
    ndcg10: ndcgOf(ranking, gold, 10),
  };
}
