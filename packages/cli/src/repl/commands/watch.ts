import { change, misuse, note, type Session, say } from "../session/session.js";
import { evaluate } from "../session/stepping.js";
import { replCommand } from "./command.js";

export const watch = replCommand({
  name: "watch",
  usage: "[EXPRESSION|off [N]]",
  group: "debug",
  summary: "evaluate an expression at every stop while stepping",
  details:
    "A path from the present nodes on, or an expression of a bracket for each of them. Without EXPRESSION: what is watched.",
  examples: [
    { line: ":watch /POI", says: "How many stops do the days at hand have?" },
    { line: ':watch @city = "Ottawa"', says: "Which of the nodes are in Ottawa?" },
    { line: ":watch off 1", says: "No longer.", after: [":watch /POI"] },
  ],
  completes: { kind: "watch" },
  run: async (session: Session, rest: string) => {
    const { watches } = session.settings;
    if (rest === "") {
      if (watches.length === 0) note(session, "Nothing is watched. Begin: :watch /POI");
      for (const [i, text] of watches.entries()) say(session, `watch ${i + 1}: ${text}`);
      return;
    }
    const [, number] = /^off(?:\s+(\d+))?$/.exec(rest) ?? [];
    if (/^off(?:\s+\d+)?$/.test(rest)) {
      if (number !== undefined && watches[Number(number) - 1] === undefined)
        throw misuse(`There is no watch ${number}.`);
      change(session, "watch", { watches: number === undefined ? [] : watches.toSpliced(Number(number) - 1, 1) });
      note(session, number === undefined ? "nothing is watched" : `removed watch ${number}`);
      return;
    }
    if (session.stepping !== null) await evaluate(session, rest);
    change(session, "watch", { watches: [...watches, rest] });
    note(
      session,
      `watch ${watches.length + 1}: ${rest}${session.stepping === null ? ", shown at every stop of :step" : ""}`,
    );
  },
});
