import { EXIT, type ExitCode, report, Stop } from "../../stop.js";
import { answer } from "../answer.js";
import { note, type Session } from "../session/session.js";

/** Does what an input asks for; what goes wrong is said, and answered with its exit code. Never rejects. */
export async function perform(session: Session, input: string): Promise<ExitCode> {
  session.interruption = new AbortController();
  try {
    await answer(session, input);
    return EXIT.fine;
  } catch (error) {
    if (!(error instanceof Stop)) return report(error, session);
    const { exitCode, message } = error;
    if (message !== "") note(session, exitCode === EXIT.interrupted ? session.errors.paint.yellow(message) : message);
    return exitCode;
  } finally {
    session.onSettings?.();
  }
}

/** `sxp> `, and while stepping the number of the stop. */
export const promptOf = ({ stepping }: Session): string =>
  stepping === null ? "sxp> " : `step ${stepping.stepper.halt.stop?.index ?? 0}> `;
