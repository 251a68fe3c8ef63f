import { explainText } from "@semantic-xpath/planner";
import { treeStatistics } from "@semantic-xpath/runtime";
import { actualsOf } from "../../commands/explain.js";
import { queryText } from "../../render/headline.js";
import { planText } from "../../render/plan.js";
import { prepare } from "../session/execute.js";
import { runIn } from "../session/references.js";
import { lastRun, outputOf, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

export const explain = replCommand({
  name: "explain",
  usage: "[QUERY]",
  group: "ask",
  summary: "the plan of a query, with counts of the data; nothing runs",
  details:
    "The operators in the order in which they run, with bounds on rows and on pairs that the scorer is asked for. Without QUERY: of the last one.",
  examples: [
    { line: ':explain //Day[2]/POI[node =~ "park"]', says: "What would it do?" },
    { line: ":explain", says: "What did the last query mean to do?", after: ["//POI"] },
  ],
  completes: { kind: "query" },
  run: async (session: Session, rest: string) => {
    const query = rest === "" ? lastRun(session).inspection.query : (await prepare(session, rest)).query;
    const { data } = session.settings;
    const statistics = data === null ? undefined : treeStatistics(data.tree);
    const screen = outputOf(session);
    say(session, `${screen.paint.bold(queryText(query))}\n${planText(explainText(query.plan, statistics), screen)}`);
  },
});

export const plan = replCommand({
  name: "plan",
  usage: "[RUN]",
  group: "ask",
  summary: "the plan of the last run with what each operator did",
  details:
    "Rows in and out, pairs asked of the scorer and found in its cache, milliseconds. The numbers in front are those of :trace and :break.",
  examples: [{ line: ":plan", says: "Where did the nodes go?", after: ['//Day/POI[node =~ "park"]'] }],
  completes: {
    kind: "words",
    words: ({ runs }) => runs.map(({ number, asked }) => ({ word: String(number), says: asked })),
  },
  run: (session: Session, rest: string) => {
    const { query, result, tree } = runIn(session, rest).inspection;
    const screen = outputOf(session);
    const text = explainText(query.plan, treeStatistics(tree), actualsOf(result.trace));
    say(session, planText(session.settings.timed ? text : withoutTimes(text), screen));
  },
});

/** The table without its last column, milliseconds: a script prints the same each time. */
function withoutTimes(text: string): string {
  const lines = text.split("\n");
  const at = (lines[0] ?? "").lastIndexOf("ms");
  const end = lines.indexOf("");
  return lines.map((line, i) => (i < end ? line.slice(0, at).trimEnd() : line)).join("\n");
}
