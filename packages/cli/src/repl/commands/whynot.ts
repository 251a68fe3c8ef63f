import { weightText } from "../../render/bar.js";
import { wrap } from "../../render/columns.js";
import { algebraLines } from "../render/algebra.js";
import { sentence } from "../render/causes.js";
import { excerpt } from "../render/excerpt.js";
import { abortable } from "../session/abortable.js";
import { reporting } from "../session/execute.js";
import { nearestOf } from "../session/nearest.js";
import { nodeIn } from "../session/references.js";
import { lastRun, misuse, note, outputOf, type Run, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

export const whynot = replCommand({
  name: "whynot",
  usage: "[PATH]",
  group: "ask",
  summary: "why is this node not in the result, and what would let it in?",
  details:
    "Names the first operator that excluded the node, with its numbers, and the smallest change of the query that admits it. The change has been " +
    "tried; :apply runs it. Without PATH, for a result without matches: the nearest query that finds something.",
  examples: [
    {
      line: ":whynot /Itinerary/Day[3]",
      says: "Why not the third day?",
      after: ['//Day[avg(/POI[node =~ "conference"]) >= 0.5]'],
    },
    { line: ":whynot", says: "Nothing was found: what would be?", after: ["//Day[9]"] },
  ],
  completes: { kind: "node" },
  run: async (session: Session, rest: string) => {
    const run = lastRun(session);
    if (rest === "") {
      if (run.inspection.result.matches.length > 0) throw misuse(":whynot needs a node: :whynot PATH");
      return nearestOf(session, run, true);
    }
    const node = nodeIn(run, rest);
    const found = run.inspection.whyNot(node);
    const { path } = run.inspection.tree.node(node);
    if (found === null) throw misuse(`${path} is in the result. Why? :why ${path}`);
    const screen = outputOf(session);
    const { ranked, algebra } = found;
    say(
      session,
      [
        `${screen.paint.cyan(path)}  ${screen.paint.dim(found.reason)}`,
        ...wrap(sentence(found.message), screen.columns),
        ...(found.via === path ? [] : [screen.paint.dim(`it would have come through ${found.via}`)]),
        ...excerpt(run.inspection.query.plan.text, found.span, screen),
        ...(algebra === null ? [] : algebraLines(algebra, 0, screen)),
        ...(ranked === null || ranked.lastKept === null
          ? []
          : [
              `It is ${ranked.rank} of ${ranked.count} with ${weightText(ranked.weight)}; the last one kept is ${ranked.lastKept.path} with ${weightText(ranked.lastKept.weight)}.`,
            ]),
      ].join("\n"),
    );
    await suggest(session, run, node);
  },
});

/** The smallest change; it was run before it is told. */
async function suggest(session: Session, run: Run, node: number): Promise<void> {
  const change = await reporting(session, run.source, () => abortable(session, run.inspection.change(node)));
  const { paint, columns } = outputOf(session);
  if (change === null) return;
  session.suggested = { change, run };
  const results = `${change.count} ${change.count === 1 ? "result" : "results"}`;
  const said = wrap(`${change.message} (${results} then)`, columns - 8);
  say(session, said.map((line, i) => (i === 0 ? `${paint.green("change:")} ${line}` : `        ${line}`)).join("\n"));
  note(session, paint.dim("  :apply runs it"));
}
