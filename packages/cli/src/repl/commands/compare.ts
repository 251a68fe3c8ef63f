import { compareRuns } from "@semantic-xpath/inspect";
import { comparisonSaid, comparisonTable } from "../../render/comparison.js";
import { runIn } from "../session/references.js";
import { lastRun, misuse, outputOf, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

const PAGE = 30;

export const compare = replCommand({
  name: "compare",
  usage: "[A B]",
  group: "ask",
  summary: "what is different between two runs?",
  details:
    "A and B are numbers of runs; without them the last two. In other data a node is found by its identity, such as an id or a name, else " +
    "by what it says, else by where it stands. Of nodes that are lost or new it says why.",
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
    const title = screen.paint.bold(`run ${before.number} ${screen.glyphs.arrow} run ${after.number}`);
    const lines = [title, ...comparisonSaid(comparison, screen), ...comparisonTable(comparison, screen, PAGE)];
    say(session, lines.join("\n"));
  },
});
