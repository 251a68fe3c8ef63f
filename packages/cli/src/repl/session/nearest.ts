import { oneLine } from "../render/results.js";
import { abortable } from "./abortable.js";
import { scoringOf } from "./scoring.js";
import { errorsOf, note, type Run, type Session } from "./session.js";

/** For a result without matches: the nearest query that finds something. A dear scorer is not asked without being told to. */
export async function nearestOf(session: Session, run: Run, isAsked = false): Promise<void> {
  const { scorer } = await scoringOf(session);
  const { paint, glyphs, columns } = errorsOf(session);
  if (scorer.cost === "dear" && run.inspection.query.isSemantic && !isAsked) {
    note(session, paint.dim(":whynot looks for the nearest query that finds something; that asks the scorer."));
    return;
  }
  const nearest = await abortable(session, run.inspection.nearest());
  if (nearest === null) return;
  session.suggested = { change: nearest.change, run };
  const first = nearest.paths[0] === undefined ? "" : `, first ${nearest.paths[0]}`;
  const found = `${nearest.change.count} found${first}`;
  note(
    session,
    `${paint.green("nearest:")} ${oneLine(nearest.change.message, columns - 9, { ...errorsOf(session), glyphs })}`,
  );
  note(session, paint.dim(`  ${found}. :apply runs it`));
}
