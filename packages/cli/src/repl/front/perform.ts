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

/** Things that happened meanwhile, to be printed when nothing else is. */
export type Notices = ReturnType<typeof createNotices>;

export function createNotices() {
  const waiting: (() => Promise<void>)[] = [];
  let listener: (() => void) | null = null;
  return {
    add(notice: () => Promise<void>) {
      waiting.push(notice);
      listener?.();
    },
    /** Prints all of them, one after the other. */
    async print() {
      while (waiting.length > 0) await waiting.shift()!();
    },
    /** Calls back when there is something new. */
    listen(onNotice: () => void) {
      listener = onNotice;
    },
  };
}

/** `sxp> `, and while stepping the number of the stop. */
export const promptOf = ({ stepping }: Session): string =>
  stepping === null ? "sxp> " : `step ${stepping.stepper.halt.stop?.index ?? 0}> `;
