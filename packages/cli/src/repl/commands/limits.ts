import { change, misuse, note } from "../session/session.js";
import { replCommand, words } from "./command.js";

export const limit = replCommand({
  name: "limit",
  usage: "[K|off]",
  group: "set",
  summary: "at most the first K results",
  details: "Holds for all queries from then on, and changes no weight. It is not the page: see :more.",
  examples: [
    { line: ":limit 5", says: "Five results at the most." },
    { line: ":limit off", says: "All of them." },
  ],
  completes: words(["5", ""], ["10", ""], ["off", "no limit"]),
  run: (session, rest) => {
    if (rest !== "") {
      const number = rest === "off" ? null : Number(rest);
      if (number !== null && !(Number.isSafeInteger(number) && number >= 0))
        throw misuse(`:limit is a whole number from 0 up, or off, not "${rest}".`);
      change(session, "limit", { limit: number });
    }
    note(session, `limit: ${session.settings.limit ?? "off"}`);
  },
});

export const minscore = replCommand({
  name: "minscore",
  usage: "[S|off]",
  group: "set",
  summary: "leave out results that weigh less than S",
  details: "S is from 0 to 1. Holds for all queries from then on, and changes no weight.",
  examples: [
    { line: ":minscore 0.3", says: "What weighs 0.3 or more." },
    { line: ":minscore off", says: "Everything above 0." },
  ],
  completes: words(["0.5", ""], ["off", "everything above 0"]),
  run: (session, rest) => {
    if (rest !== "") {
      const number = rest === "off" ? 0 : Number(rest);
      if (!(number >= 0 && number <= 1)) throw misuse(`:minscore is a number from 0 to 1, or off, not "${rest}".`);
      change(session, "minscore", { minScore: number });
    }
    const { minScore } = session.settings;
    note(session, `minscore: ${minScore === 0 ? "off" : minScore}`);
  },
});
