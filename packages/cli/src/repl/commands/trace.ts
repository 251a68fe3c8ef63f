import type { TraceDrop, TraceOperator } from "@semantic-xpath/runtime";
import { algebraLines } from "../../render/answers/algebra.js";
import { count, cut, cutStart } from "../../render/columns.js";
import { placeLines } from "../../render/empty.js";
import type { Screen } from "../../render/screen.js";
import { lastRun, misuse, outputOf, type Run, type Session, say } from "../session/session.js";
import { replCommand } from "./command.js";

const MOST_DROPS = 3;
const MOST_OF_ONE = 20;

export const trace = replCommand({
  name: "trace",
  usage: "[#OPERATOR]",
  group: "ask",
  summary: "what the last run did, operator by operator",
  details:
    "How many nodes went in and came out, and the first that fell out, each with its reason. With the number of an operator (see :plan): all about it, " +
    "with its scores. :export json FILE writes the whole trace.",
  examples: [
    { line: ":trace", says: "All operators.", after: ['//Day/POI[node =~ "park" >= 0.5]'] },
    { line: ":trace #3", says: "One of them, with its scores.", after: ['//Day/POI[node =~ "park" >= 0.5]'] },
  ],
  completes: {
    kind: "words",
    words: ({ runs }) =>
      (runs.at(-1)?.inspection.result.trace.operators ?? []).map(({ id, kind, text }) => ({
        word: `#${id}`,
        says: `${kind} ${text}`,
      })),
  },
  run: (session: Session, rest: string) => {
    const run = lastRun(session);
    const { operators, cut: atEnd } = run.inspection.result.trace;
    const screen = outputOf(session);
    if (rest !== "") {
      const found = operators.find(({ id }) => `#${id}` === rest || String(id) === rest);
      if (found === undefined) throw misuse(`There is no operator "${rest}". :trace lists them.`);
      say(session, operatorInFull(found, run, screen).join("\n"));
      return;
    }
    for (const operator of operators) {
      say(session, headingOf(operator, screen));
      say(session, dropLines(operator.dropped, MOST_DROPS, screen).join("\n"));
    }
    if (atEnd.length > 0) {
      say(session, screen.paint.bold(`cut at the end: ${count(atEnd.length, "node")}`));
      say(session, dropLines(atEnd, MOST_DROPS, screen).join("\n"));
    }
  },
});

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
    const shown = cutStart(path, Math.max(16, Math.floor(columns / 2)), glyphs.ellipsis);
    return cut(`     - ${shown}: ${detail}`, columns, glyphs.ellipsis);
  });
  const left = drops.length - lines.length;
  return left <= 0 ? lines : [...lines, paint.dim(`     and ${left} more fell out`)];
}

function operatorInFull(operator: TraceOperator, { source }: Run, screen: Screen): string[] {
  const { paint, glyphs, columns } = screen;
  const scores = operator.scores
    .slice(0, MOST_OF_ONE)
    .flatMap(({ path, algebra }) => [
      paint.cyan(cutStart(path, columns, glyphs.ellipsis)),
      ...algebraLines(algebra, 1, screen),
    ]);
  const left = operator.scores.length - MOST_OF_ONE;
  return [
    headingOf(operator, screen),
    ...placeLines(source, operator.span, screen),
    ...dropLines(operator.dropped, MOST_OF_ONE, screen),
    ...scores,
    ...(left > 0 ? [paint.dim(`and ${left} more scores`)] : []),
  ];
}
