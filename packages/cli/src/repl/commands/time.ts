import { cut, wrap } from "../../render/columns.js";
import { table } from "../../render/table.js";
import { change, lastRun, misuse, note, outputOf, type Session, say } from "../session/session.js";
import { replCommand, words } from "./command.js";

export const time = replCommand({
  name: "time",
  usage: "[on|off]",
  group: "ask",
  summary: "where did the time of the last run go?",
  details:
    "Operators, the slowest first, each with its own milliseconds and what it asked the scorer. on and off say whether results show their time; in a " +
    "script they do not unless asked for.",
  examples: [
    { line: ":time", says: "The slowest operators.", after: ['//Day/POI[node =~ "park"]'] },
    { line: ":time off", says: "No more times." },
  ],
  completes: words(["on", "results show their time"], ["off", "they do not"]),
  run: (session: Session, rest: string) => {
    if (rest === "on" || rest === "off") {
      change(session, "time", { timed: rest === "on" });
      note(session, `times: ${rest}`);
      return;
    }
    if (rest !== "") throw misuse(`:time is on or off, or shows the last run, not "${rest}".`);
    const { trace, stats } = lastRun(session).inspection.result;
    const screen = outputOf(session);
    const inOperators = trace.operators.reduce((total, { selfMilliseconds }) => total + selfMilliseconds, 0);
    const rows = [...trace.operators]
      .sort((a, b) => b.selfMilliseconds - a.selfMilliseconds)
      .map(({ id, kind, text, selfMilliseconds, pairs, hits }) => [
        `#${id}`,
        cut(`${kind} ${text}`, Math.max(16, screen.columns - 40), screen.glyphs.ellipsis),
        selfMilliseconds.toFixed(2),
        String(pairs),
        String(hits),
      ]);
    say(session, table(["", "operator", "ms", "asked", "cached"], rows, screen, ["ms", "asked", "cached"]));
    const outside = Math.max(0, stats.milliseconds - inOperators);
    const whole = `${stats.milliseconds.toFixed(2)} ms in all, ${outside.toFixed(2)} of them outside of the operators (reading fields, ordering, the trace)`;
    say(session, wrap(whole, screen.columns).join("\n"));
  },
});
