import { changeLines } from "../../render/answers/change.js";
import { whyNotLines } from "../../render/answers/whyNot.js";
import { nearestOf } from "../session/nearest.js";
import { nodeIn } from "../session/references.js";
import { searching } from "../session/searching.js";
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
      if (run.inspection.result.ids.length > 0) throw misuse(":whynot needs a node: :whynot PATH");
      return nearestOf(session, run, true);
    }
    const node = nodeIn(run, rest);
    const found = run.inspection.whyNot(node);
    if (found === null) {
      const { path } = run.inspection.tree.node(node);
      throw misuse(`${path} is in the result. Why? :why ${path}`);
    }
    say(session, whyNotLines(found, run.source, outputOf(session)).join("\n"));
    await suggest(session, run, node);
  },
});

/** The smallest change; it was run before it is told. */
async function suggest(session: Session, run: Run, node: number): Promise<void> {
  const { inspection } = run;
  const change = await searching(session, run, "the smallest change", (options) => inspection.change(node, options));
  if (change === null) return;
  session.suggested = { change, run };
  const screen = outputOf(session);
  say(session, changeLines("change", change, inspection.query, screen).join("\n"));
  note(session, screen.paint.dim("  :apply runs it"));
}
