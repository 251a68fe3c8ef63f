import { MEASURES } from "./measure.mjs";

const TITLES = { hit1: "Hit@1", recall5: "R@5", recall10: "R@10", mrr: "MRR", ndcg10: "nDCG@10" };

/** Figures of others on the same data, as published. Their selections of questions differ in detail. */
const PUBLISHED = {
  Session: [
    ["BM25", "Hit@1 .640, R@5 .833"],
    ["e5-large, best turn", "Hit@1 .664, R@5 .863"],
    ["BM25 fused with e5-large", "Hit@1 .752, R@5 .894"],
  ],
  Turn: [
    ["BM25", "nDCG@10 .391, R@10 .532"],
    ["MiniLM", "nDCG@10 about .29"],
    ["text-embedding-3-small", "nDCG@10 .514, R@10 .694"],
  ],
};

const short = (value) => value.toFixed(3).replace(/^0/, "");

/** Tables for people: by what is found, all questions; then halves and categories of the first scorer. */
export function printReport(records) {
  for (const finds of ["Turn", "Session"]) {
    const of = records.filter((record) => record.finds === finds);
    console.log(`\n${finds}s, all questions (${of[0].groups.all.questions}), mean and 95 % interval`);
    table(
      of.map(({ scorer, query, groups }) => [scorer, query, ...MEASURES.map((name) => interval(groups.all[name]))]),
      ["scorer", "query", ...MEASURES.map((name) => TITLES[name])],
    );
    console.log("published:");
    for (const [name, figures] of PUBLISHED[finds]) console.log(`  ${name}: ${figures}`);
    console.log("\nby half (tuning: conversations 0, 2, 4, 6, 8; held out: the others, reported only)");
    const main = of.filter(({ query }) => query === of[0].query);
    table(
      main.map(({ scorer, groups }) => [
        scorer,
        ...["tuning", "held out"].flatMap((half) => MEASURES.map((name) => short(groups[half][name].mean))),
      ]),
      [
        "scorer",
        ...MEASURES.map((name) => `tuning ${TITLES[name]}`),
        ...MEASURES.map((name) => `held out ${TITLES[name]}`),
      ],
    );
    console.log(`\n${of[0].scorer}, ${of[0].query}, by category`);
    const { groups } = of[0];
    table(
      Object.keys(groups).map((name) => [
        name,
        String(groups[name].questions),
        ...MEASURES.map((measure) => interval(groups[name][measure])),
      ]),
      ["group", "questions", ...MEASURES.map((name) => TITLES[name])],
    );
  }
}

const interval = ({ mean, low, high }) => `${short(mean)} [${short(low)} ${short(high)}]`;

function table(rows, titles) {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  for (const row of [titles, ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
  }
}
