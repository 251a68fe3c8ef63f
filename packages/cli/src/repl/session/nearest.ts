import { changeLines } from "../../render/answers/change.js";
import { scoringOf } from "./scoring.js";
import { searching } from "./searching.js";
import { errorsOf, note, type Run, type Session } from "./session.js";

/** For a result without matches: the nearest query that finds something. An expensive scorer is not asked without being told to. */
export async function nearestOf(session: Session, run: Run, isAsked = false): Promise<void> {
  const { scorer } = await scoringOf(session);
  const { inspection } = run;
  const screen = errorsOf(session);
  const { paint } = screen;
  if (scorer.cost === "expensive" && inspection.query.isSemantic && !isAsked) {
    note(session, paint.dim(":whynot looks for the nearest query that finds something; that asks the scorer."));
    return;
  }
  const nearest = await searching(session, run, "the nearest query", (options) => inspection.nearest(options));
  if (nearest === null) return;
  session.suggested = { change: nearest.change, run };
  note(session, changeLines("nearest", nearest.change, inspection.query, screen).join("\n"));
  const [first] = nearest.paths;
  note(session, paint.dim(`  ${first === undefined ? "" : `first ${first}. `}:apply runs it`));
}
