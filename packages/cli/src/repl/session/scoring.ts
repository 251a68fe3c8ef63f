import { openScoring, type Scoring } from "../../input/scorer.js";
import { errorsOf, type Session } from "./session.js";

/** The scorer of the session, opened when a query first needs it and kept: a model is loaded once. */
export function scoringOf(session: Session): Promise<Scoring> {
  const asked = session.settings.scorer;
  if (session.scoring === null || session.scoring.asked !== asked) {
    const opened = openScoring(
      { scorer: asked, cache: session.useCache, command: "repl" },
      session.io,
      errorsOf(session),
    );
    session.scoring = { asked, opened };
    // What could not be opened is tried again the next time.
    opened.catch(() => {
      if (session.scoring?.opened === opened) session.scoring = null;
    });
  }
  return session.scoring.opened;
}
