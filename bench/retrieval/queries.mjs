import { existsSync } from "node:fs";
import { compile } from "@semantic-xpath/runtime";
import { meanOf } from "./bootstrap.mjs";
import { readConversations } from "./collections/locomo.mjs";

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

function measuresOf(ranked, gold) {
  const among = (most) => ranked.slice(0, most).filter((id) => gold.has(id)).length;
  const first = ranked.findIndex((id) => gold.has(id));
  let gain = 0;
  ranked.slice(0, 10).forEach((id, rank) => {
    if (gold.has(id)) gain += 1 / Math.log2(rank + 2);
  });
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, gold.size); rank++) ideal += 1 / Math.log2(rank + 2);
  return {
    hit1: among(1),
    recall5: among(5) / gold.size,
    recall10: among(10) / gold.size,
    mrr: first < 0 ? 0 : 1 / (first + 1),
    ndcg10: gain / ideal,
  };
}
