import { planTable } from "@semantic-xpath/planner";
import { type TraceDrop, type TraceOperator, treeStatistics } from "@semantic-xpath/runtime";
import { actualsOf } from "../../commands/explain/explain.js";
import { algebraLines } from "../../render/answers.js";
import { count, cut, cutStart, table as tableText, wrap } from "../../render/columns.js";
import { placeLines } from "../../render/diagnostics.js";
import { planText } from "../../render/plan.js";
import { queryText } from "../../render/results.js";
import type { Screen } from "../../render/screen.js";
import { runIn } from "../session/definitions.js";
import { prepare } from "../session/execute.js";
import { change, lastRun, misuse, type Run, say } from "../session/session.js";
import { type ReplCommand, runWords, wordsOf } from "./command.js";

export const plans: readonly ReplCommand[] = [
  {
    name: "explain",
    usage: "[QUERY]",
    summary: "the plan of a query, with counts of the data; nothing runs",
    details:
      "The operators in the order in which they run, with bounds on rows and on pairs that the scorer is asked for. Without QUERY: of the last one.",
    examples: [
      ["What would it do?", ':explain //Day[2]/POI[node =~ "park"]'],
      ["What did the last query mean to do?", "//POI", ":explain"],
    ],
    takes: "query",
    run: async (session, rest) => {
      const query = rest === "" ? lastRun(session).query : (await prepare(session, rest)).query;
      const { data } = session.settings;
      const statistics = data === null ? undefined : treeStatistics(data.tree);
      const { screen } = session;
      say(session, `${screen.paint.bold(queryText(query))}\n${planText(planTable(query.plan, statistics), screen)}`);
    },
  },
  {
    name: "plan",
    usage: "[RUN]",
    summary: "the plan of the last run with what each operator did",
    details:
      "Rows in and out, pairs asked of the scorer and found in its cache, milliseconds. The numbers in front are those of :trace and :break.",
    examples: [["Where did the nodes go?", '//Day/POI[node =~ "park"]', ":plan"]],
    words: runWords,
    run: (session, rest) => {
      const { query, result, tree } = runIn(session, rest).inspection;
      const table = planTable(query.plan, treeStatistics(tree), actualsOf(result.trace));
      // A script prints the same each time.
      const headings = table.headings.filter((name) => session.settings.timed || name !== "ms");
      say(session, planText({ ...table, headings }, session.screen));
    },
  },
  {
    name: "trace",
    usage: "[#OPERATOR]",
    summary: "what the last run did, operator by operator",
    details:
      "How many nodes went in and came out, and the first that were dropped, each with its reason. With the number of an operator (see :plan): all about it, " +
      "with its scores. :export json FILE writes the whole trace.",
    examples: [
      ["All operators.", '//Day/POI[node =~ "park" >= 0.5]', ":trace"],
      ["One of them, with its scores.", '//Day/POI[node =~ "park" >= 0.5]', ":trace #3"],
    ],
    words: ({ runs }) =>
      (runs.at(-1)?.inspection.result.trace.operators ?? []).map(({ id, kind, text }) => ({
        word: `#${id}`,
        says: `${kind} ${text}`,
      })),
    run: (session, rest) => {
      const run = lastRun(session);
      const { operators, cut: atEnd } = run.inspection.result.trace;
      const { screen } = session;
      if (rest !== "") {
        const chosen = operators.find(({ id }) => `#${id}` === rest || String(id) === rest);
        if (chosen === undefined) throw misuse(`There is no operator "${rest}". :trace lists them.`);
        return say(session, operatorInFull(chosen, run, screen));
      }
      for (const operator of operators) {
        say(session, [headingOf(operator, screen), ...dropLines(operator.dropped, MAX_DROPS, screen)]);
      }
      if (atEnd.length > 0) {
        const title = screen.paint.bold(`cut at the end: ${count(atEnd.length, "node")}`);
        say(session, [title, ...dropLines(atEnd, MAX_DROPS, screen)]);
      }
    },
  },
  {
    name: "time",
    usage: "[on|off]",
    summary: "where did the time of the last run go?",
    details:
      "Operators, the slowest first, each with its own milliseconds and what it asked the scorer. on and off say whether results show their time; in a " +
      "script they do not unless asked for.",
    examples: [
      ["The slowest operators.", '//Day/POI[node =~ "park"]', ":time"],
      ["No more times.", ":time off"],
    ],
    words: wordsOf({ on: "results show their time", off: "they do not" }),
    run: (session, rest) => {
      if (rest === "on" || rest === "off") return change(session, "time", { timed: rest === "on" }, `times: ${rest}`);
      if (rest !== "") throw misuse(`:time is on or off, or shows the last run, not "${rest}".`);
      const { trace, stats } = lastRun(session).inspection.result;
      const { screen } = session;
      const inOperators = trace.operators.reduce((total, { selfMilliseconds }) => total + selfMilliseconds, 0);
      const rows = trace.operators
        .toSorted((a, b) => b.selfMilliseconds - a.selfMilliseconds)
        .map(({ id, kind, text, selfMilliseconds, pairs, hits }) => [
          `#${id}`,
          cut(`${kind} ${text}`, Math.max(16, screen.columns - 40), screen.glyphs.ellipsis),
          selfMilliseconds.toFixed(2),
          String(pairs),
          String(hits),
        ]);
      say(session, tableText(["", "operator", "ms", "asked", "cached"], rows, screen, ["ms", "asked", "cached"]));
      const outside = Math.max(0, stats.milliseconds - inOperators);
      const summary = `${stats.milliseconds.toFixed(2)} ms in all, ${outside.toFixed(2)} of them outside of the operators (reading fields, ordering, the trace)`;
      say(session, wrap(summary, screen.columns));
    },
  },
];

const MAX_DROPS = 3;
const MAX_OF_ONE = 20;

function headingOf(
  { id, kind, text, rowsIn, rowsOut, pairs, hits }: TraceOperator,
  { paint, glyphs, columns }: Screen,
): string {
  const flow = `${rowsIn} ${glyphs.arrow} ${rowsOut}`;
  const scored = pairs + hits === 0 ? "" : `, ${count(pairs, "pair")} scored`;
  const room = Math.max(12, columns - `#${id} ${kind}  ${flow}${scored}`.length - 2);
  return `${paint.dim(`#${id}`)} ${paint.cyan(kind)} ${cut(text, room, glyphs.ellipsis)}  ${paint.dim(`${flow}${scored}`)}`;
}

function dropLines(drops: readonly TraceDrop[], most: number, { paint, glyphs, columns }: Screen): string[] {
  const lines = drops.slice(0, most).map(({ path, detail }) => {
    const shortPath = cutStart(path, Math.max(16, Math.floor(columns / 2)), glyphs.ellipsis);
    return cut(`     - ${shortPath}: ${detail}`, columns, glyphs.ellipsis);
  });
  const hidden = drops.length - lines.length;
  return hidden <= 0 ? lines : [...lines, paint.dim(`     and ${hidden} more were dropped`)];
}

function operatorInFull(operator: TraceOperator, { source }: Run, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  const scores = operator.scores
    .slice(0, MAX_OF_ONE)
    .flatMap(({ path, algebra }) => [
      paint.cyan(cutStart(path, columns, glyphs.ellipsis)),
      ...algebraLines(algebra, 1, screen),
    ]);
  const hidden = operator.scores.length - MAX_OF_ONE;
  return [
    headingOf(operator, screen),
    ...placeLines(source, operator.span, screen),
    ...dropLines(operator.dropped, MAX_OF_ONE, screen),
    ...scores,
    ...(hidden > 0 ? [paint.dim(`and ${hidden} more scores`)] : []),
  ];
}
