import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../../packages/scorers/src/lexical/settings.js";
import { PRIOR_STATISTICS } from "../../../packages/scorers/src/lexical/statistics.js";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";

const page = readFileSync("docs/scoring-lexical.md", "utf8");
const rows = [...page.matchAll(/^\| (.+) \|$/gm)].map((row) => row[1]!.split(" | "));

test("the page has each constant with its default", () => {
  const { fields, attributes: _, language: __, ...numbers } = DEFAULT_SETTINGS;
  for (const [name, value] of Object.entries({ ...numbers, ...fields })) {
    expect(rows.find(([setting]) => setting === `\`${name}\``)?.[1], name).toBe(String(value));
  }
});

test("the worked example is what the scorer computes", () => {
  const text = /on the text\n\n```\n([^`]*)\n```/.exec(page)![1]!;
  const { score, sequence, terms } = lexicalScorer().explain(text, "art museum");
  for (const { term, weight, gain } of terms) {
    const idf = PRIOR_STATISTICS.idf(term, term).toFixed(4);
    expect(rows).toContainEqual([term, idf, weight.toFixed(4), "1.5", gain.toFixed(4)]);
  }
  const raw = terms.reduce((sum, term) => sum + term.weight * term.gain, sequence);
  expect(page).toContain(
    `= ${sequence.toFixed(4)}. raw = ${terms[0]!.gain.toFixed(4)} + ${sequence.toFixed(4)} = ${raw.toFixed(4)}`,
  );
  expect(page).toContain(`exp(1 − ${raw.toFixed(4)}) =\n${score.toFixed(4)}.`);
});
