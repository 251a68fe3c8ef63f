import { compile } from "@semantic-xpath/runtime";
import { intervalOf } from "./bootstrap.mjs";

export const MEASURES = ["hit1", "recall5", "recall10", "mrr", "ndcg10"];

/** Asks every question with a query, and gives each measure with its interval for all questions, halves and categories. */
export async function measure(conversations, { text, finds }, scorer, samples) {
  const { query, diagnostics } = compile(`declare query ask($q as string) := ${text};`);
  if (query === undefined) throw new Error(`${text}: ${JSON.stringify(diagnostics)}`);
  const rows = [];
  const started = performance.now();
  for (const { tree, questions, half } of conversations) {
    for (const { question, category, gold } of questions) {
      const { matches } = await query.run(tree, { scorer, params: { q: question }, limit: 50 });
      const wanted = finds === "Turn" ? gold : new Set(Array.from(gold, (node) => tree.parent[node]));
      rows.push({
        half,
        category,
        ...measuresOf(
          matches.map(({ id }) => id),
          wanted,
        ),
      });
    }
  }
  const milliseconds = Math.round(performance.now() - started);
  const groups = { all: rows, tuning: rows.filter(({ half }) => half === "tuning") };
  groups["held out"] = rows.filter(({ half }) => half === "held out");
  for (let category = 1; category <= 5; category++) {
    groups[`category ${category}`] = rows.filter((row) => row.category === category);
  }
  const summary = Object.entries(groups).map(([name, of]) => [name, summaryOf(of, samples)]);
  return { groups: Object.fromEntries(summary), milliseconds };
}

function summaryOf(rows, samples) {
  const measures = MEASURES.map((name) => [
    name,
    intervalOf(
      rows.map((row) => row[name]),
      samples,
    ),
  ]);
  return { questions: rows.length, ...Object.fromEntries(measures) };
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
