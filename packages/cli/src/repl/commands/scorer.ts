import { wrap } from "../../render/columns.js";
import { scoringOf } from "../session/scoring.js";
import { change, errorsOf, note, type Session } from "../session/session.js";
import { replCommand } from "./command.js";

export const scorer = replCommand({
  name: "scorer",
  usage: "[NAME]",
  group: "set",
  summary: "say who scores relevance, or choose somebody else",
  details:
    "NAME is what sxp run --scorer takes: a name of sxp.config.json, lexical, embedding:MODEL, recorded:FILE and so on. It is opened at once, so " +
    "that a mistake shows here. Then :compare says what the change did.",
  examples: [
    { line: ":scorer", says: "Who scores?" },
    { line: ":scorer lexical", says: "Words, without a model." },
  ],
  completes: { kind: "scorer" },
  run: async (session: Session, rest: string) => {
    if (rest !== "") {
      const before = session.settings;
      session.settings = { ...before, scorer: rest };
      try {
        await scoringOf(session);
      } catch (error) {
        session.settings = before;
        throw error;
      }
      session.settings = before;
      change(session, "scorer", { scorer: rest });
    }
    const { name, scorer: opened } = await scoringOf(session);
    const id = opened.id === name ? "" : ` (${opened.id})`;
    const about = `scorer: ${name}${id}${opened.cost === "expensive" ? ", expensive: scores are kept" : ""}`;
    note(session, wrap(about, errorsOf(session).columns).join("\n"));
  },
});
