import { readProject } from "../../input/project.js";
import { outputOf, type Session } from "./session.js";

/** The names of scorers in the project's configuration, for completion; none where it can't be read, which whoever uses it says. */
export async function projectScorers(session: Session): Promise<readonly string[]> {
  const silent = { isTerminal: false, write: () => undefined };
  const { env, cwd, columns, stdin, stdout, examples, signal } = session.io;
  const io = { env, cwd, columns, stdin, stdout, stderr: silent, examples, signal };
  const loaded = await readProject(io, outputOf(session)).catch(() => null);
  return Object.keys(loaded?.config.scorers ?? {});
}
