// @module-tag slow
import { readFileSync } from "node:fs";
import {
  type CaseResult,
  CHARACTERS_PER_TOKEN,
  goldQueryMethod,
  groupText,
  inContextMethod,
  type Method,
  type MethodSummary,
  openSuite,
  recordedMethod,
  runSuite,
  summarise,
  type WriterRecording,
} from "@semantic-xpath/eval";
import { nodeHost } from "@semantic-xpath/eval/node";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { expect, it } from "vitest";

const file = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const PAGE = readFileSync(file("docs/explanation/measured.md"), "utf8");

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

const MODEL = "a large language model that writes the query, blind";
const DOMAINS = ["itinerary", "todo", "mealplan"] as const;

it("docs/explanation/measured.md has the figures of a run", async () => {
  const { suite } = await openSuite(file("examples/eval/examples.json").pathname, nodeHost());
  const recordings = DOMAINS.map(
    (domain) => JSON.parse(readFileSync(file(`examples/eval/${domain}.answers.json`), "utf8")) as WriterRecording,
  );
  const recording = { ...recordings[0]!, answers: recordings.flatMap(({ answers }) => answers) };
  const scorer = lexicalScorer();
  const methods = [
    goldQueryMethod(scorer, "gold"),
    recordedMethod(recording, scorer, "model"),
    inContextMethod(CHARACTERS_PER_TOKEN, "in context"),
  ] as readonly Method[];
  const run = await runSuite(suite!, { methods });
  const cells = (keep: (result: CaseResult) => boolean, name: string, cell: (of: MethodSummary) => string) =>
    [...DOMAINS, null].map((domain) => {
      const results = run.results.filter((result) => keep(result) && (domain === null || result.domain === domain));
      return cell(summarise({ ...run, results }).methods.find((method) => method.name === name)!);
    });
  const pass = ({ metrics }: MethodSummary) => groupText(metrics.pass!, "pass");
  for (const [table, isTurn] of [
    ["pass", false],
    ["turns", true],
  ] as const) {
    const keep = ({ kind }: CaseResult) => (kind === "conversation") === isTurn;
    expect(row(table, "gold query")).toEqual(cells(keep, "gold", pass));
    expect(row(table, MODEL)).toEqual(cells(keep, "model", pass));
  }
  const tokens = ({ metrics }: MethodSummary) =>
    Math.round(metrics.tokens!.mean).toLocaleString("en").replaceAll(",", " ");
  expect(row("cost", "handed over by the gold query")).toEqual(cells(() => true, "gold", tokens));
  expect(row("cost", "in context")).toEqual(cells(() => true, "in context", tokens));
  const together = [false, true].flatMap((isTurn) =>
    [pass, tokens].map((cell) => cells(({ kind }) => (kind === "conversation") === isTurn, "gold", cell).at(-1)!),
  );
  expect(row("paper", "gold query")).toEqual(together);
});
