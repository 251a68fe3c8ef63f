import { report } from "../../report.js";
import { EXIT, type ExitCode, Stop } from "../../stop.js";
import { answer } from "../session/input.js";
import { errorsOf, note, type Session } from "../session/session.js";

/** Does what an input asks for; what goes wrong is said, and answered with its exit code. Never rejects. */
export async function perform(session: Session, input: string): Promise<ExitCode> {
  session.interruption = new AbortController();
  try {
    await answer(session, input);
    return EXIT.fine;
  } catch (error) {
    if (!(error instanceof Stop)) return report(error, session.io);
    const message = error.message.replace(/^sxp: /, "").replace(/\nSee "sxp help[^"]*"\.$/, "");
    if (message !== "")
      note(session, error.exitCode === EXIT.interrupted ? errorsOf(session).paint.yellow(message) : message);
    return error.exitCode;
  } finally {
    session.onSettings?.();
  }
}
