import type { Comparison, ComparisonRow } from "@semantic-xpath/runtime";
import { compareRuns } from "@semantic-xpath/runtime";
import { sentence } from "../../render/answers/causes.js";
import { weightText } from "../../render/bar.js";
import { cut, cutStart, largest, pad, widthOf, wrap } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";
import { runIn } from "../session/references.js";
import { lastRun, misuse, note, outputOf, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

const PAGE = 30;

export const compare = replCommand({
  name: "compare",
  usage: "[A B]",
  group: "ask",
  summary: "what is different between two runs?",
  details:
    "A and B are numbers of runs; without them the last two. Nodes are matched by their paths; of those lost or new it says why.",
  examples: [
    {
      line: ":compare",
      says: "The last two.",
      after: ['//POI[node =~ "museum"]', '//POI[node =~ "museum"][@open_air = false]'],
    },
    { line: ":compare 1 3", says: "Two others.", after: ["//POI", "//Day", "//POI[2]"] },
  ],
  completes: {
    kind: "words",
    words: ({ runs }) => runs.map(({ number, asked }) => ({ word: String(number), says: asked })),
  },
  run: (session: Session, rest: string) => {
    const numbers = rest === "" ? [] : rest.split(/[\s,]+/);
    if (numbers.length === 1) numbers.push(String(lastRun(session).number));
    const [a, b] = numbers;
    if (session.runs.length < 2) throw misuse("There is nothing to compare: it takes two runs.");
    const before = a === undefined ? session.runs.at(-2)! : runIn(session, a);
    const after = b === undefined ? session.runs.at(-1)! : runIn(session, b);
    const screen = outputOf(session);
    const comparison = compareRuns(before.inspection, after.inspection);
    say(session, [heading(before.number, after.number, comparison, screen), ...rows(comparison, screen)].join("\n"));
    const left = comparison.rows.length - PAGE;
    if (left > 0) note(session, screen.paint.dim(`and ${left} more rows`));
  },
});

function heading(before: number, after: number, { sentences }: Comparison, { paint, glyphs, columns }: Screen): string {
  const title = paint.bold(`run ${before} ${glyphs.arrow} run ${after}`);
  return [title, ...sentences.flatMap((said) => wrap(sentence(said), columns))].join("\n");
}

function rows({ rows: all }: Comparison, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  const shown = all.slice(0, PAGE);
  const sides = shown.map(
    (row) => `${side(row.rankBefore, row.weightBefore)} ${glyphs.arrow} ${side(row.rankAfter, row.weightAfter)}`,
  );
  const width = largest(sides.map(widthOf));
  return shown.map((row, i) => {
    const room = Math.max(8, columns - width - 4);
    const path = cutStart(row.path, room, glyphs.ellipsis);
    const why = row.whyNot === null ? "" : cut(`  ${row.whyNot}`, room - widthOf(path), glyphs.ellipsis);
    return `${SIGNS[row.kind](paint)} ${pad(sides[i]!, width)}  ${paint.cyan(path)}${paint.dim(why)}`;
  });
}

const SIGNS: Readonly<Record<ComparisonRow["kind"], (paint: Screen["paint"]) => string>> = {
  kept: () => " ",
  moved: (paint) => paint.yellow("~"),
  added: (paint) => paint.green("+"),
  lost: (paint) => paint.red("-"),
};

const side = (rank: number | null, weight: number | null): string =>
  rank === null || weight === null ? "-".padStart(4).padEnd(11) : `${String(rank).padStart(4)} ${weightText(weight)}`;
