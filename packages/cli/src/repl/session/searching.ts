import type { SearchOptions } from "@semantic-xpath/inspect";
import { lookFor } from "../../lookFor.js";
import { reporting } from "./execute.js";
import { scoringOf } from "./scoring.js";
import { errorsOf, note, type Run, type Session } from "./session.js";

/** Looks for something by running changed queries; null where there is nothing. Ctrl-C and the time of a run end it, and it says so. */
export async function searching<T>(
  session: Session,
  { source }: Run,
  what: string,
  task: (options: SearchOptions) => Promise<T | null>,
): Promise<T | null> {
  const { limits } = await scoringOf(session);
  const time = session.timeout ?? limits.maxMilliseconds;
  const { found, overtime } = await reporting(session, source, () => lookFor(what, session.io, time, task));
  if (overtime !== null) note(session, errorsOf(session).paint.yellow(overtime));
  return found;
}
