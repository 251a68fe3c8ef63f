import { wrap } from "../../render/columns.js";
import { emptyText } from "../../render/empty.js";
import type { Screen } from "../../render/screen.js";
import { causeLines } from "../render/causes.js";
import { excerpt } from "../render/excerpt.js";
import { resultLines, runLine } from "../render/results.js";
import { nearestOf } from "./nearest.js";
import { errorsOf, note, outputOf, type Run, type Session, say } from "./session.js";

/** Results on one page, where somebody reads them. */
export const PAGE = 20;
/** Causes that are told with a result; `:causes` has all. */
const MOST_CAUSES = 2;

/** A run: its figures, its results with their numbers, and what may be wrong with it in words. */
export async function showRun(session: Session, run: Run): Promise<void> {
  const screen = outputOf(session);
  const { result } = run.inspection;
  say(session, runLine(run, session.settings.timed, screen));
  session.shown = 0;
  showPage(session, run);
  note(session, doubts(run, errorsOf(session)));
  if (result.matches.length === 0) await nearestOf(session, run);
}

/** What may be wrong: the most telling causes, for no result with the place; where no cause is known, where nothing was left. */
function doubts({ inspection, source }: Run, screen: Screen): string {
  const { empty } = inspection.result.stats;
  const [first, ...others] = inspection.causes().slice(0, MOST_CAUSES);
  if (first === undefined) {
    if (empty === null) return "";
    return emptyText(source, { ...empty, message: wrap(empty.message, screen.columns).join("\n") }, screen);
  }
  const place = empty === null ? [] : excerpt(inspection.query.plan.text, first.span, screen);
  return [...causeLines([first], screen), ...place, ...causeLines(others, screen)].join("\n");
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
