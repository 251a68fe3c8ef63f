import { weightText } from "../../render/bar.js";
import { cut, wrap } from "../../render/columns.js";
import { factorLines } from "../render/algebra.js";
import { sentence } from "../render/causes.js";
import { nodeIn } from "../session/references.js";
import { lastRun, misuse, outputOf, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

const MOST_COSTS = 3;
/** What is lost below this does not show in four places. */
const LEAST_COST = 0.00005;

export const why = replCommand({
  name: "why",
  usage: "[N|PATH]",
  group: "ask",
  summary: "why is this node in the result, with this weight?",
  details:
    "N is the number of a result of the last run; without one, the first. What it shows: in words, then every score that made the weight with its " +
    "operands, and what cost it most.",
  examples: [
    { line: ":why 3", says: "The third result.", after: ['//POI[node =~ "museum"]'] },
    { line: ":why /Itinerary/Day[3]", says: "A node by its path.", after: ['//Day[avg(/POI[node =~ "museum"])]'] },
  ],
  completes: { kind: "node" },
  run: (session: Session, rest: string) => {
    const run = lastRun(session);
    const node = nodeIn(run, rest === "" ? "1" : rest);
    const found = run.inspection.why(node);
    const screen = outputOf(session);
    const { paint, columns, glyphs } = screen;
    if (found === null) {
      const { path } = run.inspection.tree.node(node);
      throw misuse(`${path} is not in the result. Why not? :whynot ${path}`);
    }
    const { path, rank, count, weight, factors, costs, sentences } = found;
    const losses = costs.filter(({ lost }) => lost >= LEAST_COST).slice(0, MOST_COSTS);
    say(
      session,
      [
        `${paint.bold(weightText(weight))}  ${paint.cyan(path)}  ${paint.dim(`${rank} of ${count}`)}`,
        ...sentences.flatMap((said) => wrap(sentence(said), columns)),
        ...(factors.length === 0 ? [] : ["", ...factorLines(factors, screen)]),
        ...(losses.length < 2 ? [] : ["", paint.dim("what it lost most by")]),
        ...(losses.length < 2 ? [] : losses).map(({ lost, text, score, path: of }) =>
          cut(
            `  -${weightText(lost)}  ${text} scored ${weightText(score)}${of === path ? "" : ` on ${of}`}`,
            columns,
            glyphs.ellipsis,
          ),
        ),
      ].join("\n"),
    );
  },
});
