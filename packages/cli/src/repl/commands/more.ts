import { lastRun, note, type Session } from "../session/session.js";
import { showPage } from "../session/showRun.js";
import { NOTHING, replCommand } from "./command.js";

export const more = replCommand({
  name: "more",
  usage: "",
  group: "ask",
  summary: "the next results of the last run",
  details: "Twenty at a time. In a script all are printed at once.",
  examples: [{ line: ":more", says: "What else was found?", after: ["//POI"] }],
  completes: NOTHING,
  run: (session: Session) => {
    const run = lastRun(session);
    if (session.shown >= run.inspection.result.ids.length) note(session, "That was all.");
    else showPage(session, run);
  },
});
