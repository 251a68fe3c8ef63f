import { doubtLines } from "../../render/answers/doubts.js";
import { resultLines, runLine } from "../render/results.js";
import { nearestOf } from "./nearest.js";
import { errorsOf, note, outputOf, type Run, type Session, say } from "./session.js";

/** Results on one page, where somebody reads them. */
export const PAGE = 20;

/** A run: its figures, its results with their numbers, and what may be wrong with it in words. */
export async function showRun(session: Session, run: Run): Promise<void> {
  const screen = outputOf(session);
  const { result } = run.inspection;
  say(session, runLine(run, session.settings.timed, screen));
  session.shown = 0;
  showPage(session, run);
  note(
    session,
    doubtLines(run.inspection, { nearest: null, told: run.told }, run.source, errorsOf(session)).join("\n"),
  );
  if (result.ids.length === 0) await nearestOf(session, run);
}

/** The next results of a run; in a script all of them. */
export function showPage(session: Session, run: Run): void {
  const { matches } = run.inspection.result;
  const from = session.shown;
  const to = session.isInteractive ? Math.min(matches.length, from + PAGE) : matches.length;
  const screen = outputOf(session);
  say(session, resultLines(matches, from, to, screen).join("\n"));
  session.shown = to;
  const left = matches.length - to;
  if (left > 0)
    note(
      session,
      screen.paint.dim(`${screen.glyphs.ellipsis} ${left} more. :more shows the next ${Math.min(PAGE, left)}`),
    );
}
