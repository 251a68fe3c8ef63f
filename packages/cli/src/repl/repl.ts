import { defined } from "@semantic-xpath/values";
import { nowOption } from "../input/clock.js";
import type { World } from "../render/screen.js";
import { readArguments } from "../spec/readLine.js";
import type { ReplLine } from "../spec/runOptions.js";
import { EXIT, type ExitCode } from "../stop.js";
import { loadedText } from "./commands/files.js";
import { historyPath, readHistory } from "./editor/historyFile.js";
import { processTerminal } from "./editor/terminal.js";
import { isDumbTerminal, plain } from "./front/plain.js";
import { loadData, loadModule, loadSchema, projectScorers, withData } from "./session/loading.js";
import { createNotices } from "./session/notices.js";
import { reloading } from "./session/reload.js";
import { createSession, note, type Session, type Settings } from "./session/session.js";

/** `sxp repl`: queries and commands at a prompt, or from a pipe. */
export async function repl({ operands, options }: ReplLine, io: World): Promise<ExitCode> {
  const { limit, "min-score": minScore } = options;
  const now = nowOption(options.now);
  const terminal = processTerminal(io);
  const isTyped = terminal !== null || isDumbTerminal(io);
  const session = createSession(io, {
    // Results in a file are whole, even if a person types.
    isInteractive: io.stdout.isTerminal && isTyped,
    useCache: !options["no-cache"],
    timeout: options.timeout,
    reading: options,
    columns: terminal?.columns ?? (() => io.columns),
    settings: {
      ...defined({ scorer: options.scorer, language: options.language, limit, minScore, now }),
      params: readArguments(options.param),
    },
  });
  await begin(session, operands[0], options);
  const notices = createNotices();
  const lines = { isInteractive: isTyped, keepsGoing: isTyped || options["keep-going"], notices, signal: io.signal };
  if (!isTyped) return plain(session, io, lines);
  greet(session);
  const historyFile = historyPath(io.env);
  session.history = await readHistory(historyFile);
  void projectScorers(session).then((names) => {
    session.projectScorers = names;
  });
  const files = reloading(session, notices);
  session.onSettings = files.follow;
  files.follow();
  try {
    if (terminal === null) return await plain(session, io, lines);
    // The language service comes along, which a script has no use for.
    const { Prompt } = await import("./front/interactive.js");
    await new Prompt(session, terminal, historyFile, notices).run();
  } finally {
    files.end();
  }
  terminal.quit();
  return EXIT.fine;
}

/** Loads the names of the command line: the file's own imports first, then the other options. */
async function begin(
  session: Session,
  module: string | undefined,
  { data, schema }: ReplLine["options"],
): Promise<void> {
  const set = (settings: Partial<Settings>): void => {
    session.settings = { ...session.settings, ...settings };
  };
  const fromSchema = schema === undefined ? {} : { schema: await loadSchema(session, schema) };
  set(fromSchema);
  if (module !== undefined) set({ ...(await loadModule(session, module)), ...fromSchema });
  if (data.length > 0) set(await withData(session, await loadData(session, data), session.settings.schema));
}

function greet(session: Session): void {
  const { paint } = session.screen;
  note(session, `${paint.bold("sxp")} ${paint.dim("type a query, or :help")}`);
  note(session, paint.dim(loadedText(session) || "There is no data yet. Read some with :data FILE"));
}
