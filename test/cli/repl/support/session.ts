import { join } from "node:path";
import type { Io } from "../../../../packages/cli/src/index.js";
import { worldOf } from "../../../../packages/cli/src/render/screen.js";
import { perform } from "../../../../packages/cli/src/repl/front/perform.js";
import type { Settings } from "../../../../packages/cli/src/repl/session/session.js";
import { createSession, type Session } from "../../../../packages/cli/src/repl/session/session.js";
import { capture, repository } from "../../sxp.js";

export interface Sitting {
  readonly session: Session;
  /** Types inputs one after the other; gives what was said to each, both outputs together. */
  type(...inputs: readonly string[]): Promise<string>;
  readonly codes: number[];
}

export interface SittingOptions {
  readonly cwd?: string;
  readonly columns?: number;
  readonly isInteractive?: boolean;
  readonly color?: boolean;
  /** Whether results go to a terminal, where what does not fit is cut. */
  readonly terminal?: boolean;
  readonly settings?: Partial<Settings>;
}

/** A session of the prompt in a world of the test's making. */
export function sitting(options: SittingOptions = {}): Sitting {
  const { cwd = repository, columns = 80, isInteractive = false, color = false, settings = {} } = options;
  let said = capture();
  const output = { isTerminal: false, write: (text: string) => said.write(text) };
  const io: Io = {
    stdin: (async function* () {})(),
    stdout: { ...output, isTerminal: options.terminal === true },
    stderr: output,
    env: { SXP_CACHE_DIR: join(cwd, "no-cache"), SXP_MODELS_DIR: join(cwd, "no-models") },
    cwd,
    columns,
    examples: null,
    signal: new AbortController().signal,
  };
  const session = createSession(worldOf(io, color), {
    isInteractive,
    useCache: false,
    timeout: undefined,
    reading: {},
    columns: () => columns,
    settings: { timed: false, ...settings },
  });
  const codes: number[] = [];
  return {
    session,
    codes,
    async type(...inputs) {
      said = capture();
      for (const input of inputs) codes.push(await perform(session, input));
      return said.text();
    },
  };
}
