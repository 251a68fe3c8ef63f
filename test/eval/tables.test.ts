// @module-tag slow
import { readFileSync } from "node:fs";
import {
  CHARACTERS_PER_TOKEN,
  type Estimate,
  goldQueryMethod,
  inContextMethod,
  type Method,
  openSuite,
  recordedMethod,
  runSuite,
  summarise,
} from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { describe, expect, it } from "vitest";

const file = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const PAGE = readFileSync(file("docs/evaluation.md"), "utf8");

/** Cells of a row of a table of the page: of "gold query" those of the three domains. */
function row(table: string, name: string): readonly string[] {
  const text = PAGE.slice(PAGE.indexOf(`<!-- table: ${table} -->`));
  const line = text
    .slice(0, text.indexOf("<!-- end -->"))
    .split("\n")
    .find((each) => each.startsWith(`| ${name} |`));
  return line!
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());
}

const three = (value: number): string => value.toFixed(3).replace(/^0(?=\.)/, "");
const shown = ({ mean, interval, n }: Estimate): string =>
  `${three(mean)} [${interval!.map(three).join(", ")}], n ${n}`;
const MODEL = "a large language model that writes the query, blind";

describe("docs/evaluation.md says what a run says", () => {
  it.each(["itinerary", "todo", "mealplan"].map((domain, place) => ({ domain, place })))(
    "of $domain",
    async ({ domain, place }) => {
      const { suite } = await openSuite(file(`examples/eval/${domain}.json`).pathname, nodeHost());
      const recording = JSON.parse(readFileSync(file(`examples/eval/${domain}.answers.json`), "utf8"));
      const scorer = lexicalScorer();
      const methods = [
        goldQueryMethod(scorer, "gold"),
        recordedMethod(recording, scorer, "model"),
        inContextMethod(CHARACTERS_PER_TOKEN, "in context"),
      ] as readonly Method[];
      const run = await runSuite(suite!, { methods });
      const of = (isTurn: boolean) =>
        summarise({ ...run, results: run.results.filter(({ kind }) => (kind === "conversation") === isTurn) }).methods;
      for (const [table, isTurn] of [
        ["pass", false],
        ["turns", true],
      ] as const) {
        const [gold, model] = of(isTurn);
        expect(row(table, "gold query")[place]).toBe(shown(gold!.metrics.pass!));
        expect(row(table, MODEL)[place]).toBe(shown(model!.metrics.pass!));
      }
      const all = summarise(run).methods;
      const tokens = (value: number) => Math.round(value).toLocaleString("en").replaceAll(",", " ");
      expect(row("cost", "handed over by the gold query")[place]).toBe(tokens(all[0]!.metrics.tokens!.mean));
      expect(row("cost", "in context")[place]).toBe(tokens(all[2]!.metrics.tokens!.mean));
    },
  );
});
