import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../sxp.js";

const bin = join(repository, "packages/cli/bin/sxp.js");
const isBuilt = existsSync(join(repository, "packages/cli/dist/sxp.js"));

/** Why a real terminal can't be driven here; null where it can. */
export const terminalMissing: string | null = !isBuilt
  ? "npm run build makes the command"
  : spawnSync("tmux", ["-V"]).status !== 0
    ? "there is no tmux"
    : null;

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What the shell does with the command; by default it is the command. */
  readonly around?: (command: string) => string;
  /** Whether the command is typed to a shell, which then controls it as a job. */
  readonly inShell?: boolean;
}

export interface RealTerminal {
  /** Types text as it stands. */
  type(text: string): void;
  /** Presses keys by the names that tmux has: `Enter`, `C-c`, `M-Enter`. */
  press(...keys: readonly string[]): void;
  /** Pastes as a terminal with bracketed paste does. */
  paste(text: string): void;
  resize(columns: number, rows: number): void;
  /** The screen as text; with escape codes where colours are asked for. */
  screen(colours?: boolean): string;
  cursor(): { readonly row: number; readonly column: number };
  /** Waits until the screen is as wanted; fails with what it shows otherwise. */
  until(wanted: string | RegExp | ((screen: string) => boolean)): Promise<string>;
  end(): void;
}

let started = 0;

/** `sxp repl` in a terminal of its own, on a server of its own that ends with it. */
export function openTerminal(words: readonly string[], options: TerminalOptions = {}): RealTerminal {
  const { columns = 80, rows = 24, cwd = repository, env = {}, inShell = false } = options;
  const { around = (command: string) => command } = options;
  const socket = `sxp-test-${process.pid}-${++started}`;
  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", ["-L", socket, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const set = { TERM: "screen-256color", LANG: "C.UTF-8", LC_ALL: "C.UTF-8", SXP_HISTORY: "off", ...env };
  const assigned = Object.entries(set).map(([name, value]) => `${name}=${quoted(value)}`);
  const command = [
    "env",
    "-u",
    "NO_COLOR",
    "-u",
    "FORCE_COLOR",
    ...assigned,
    quoted(process.execPath),
    quoted(bin),
    "repl",
  ];
  const line = around([...command, ...words.map(quoted)].join(" "));
  tmux(
    "-f",
    "/dev/null",
    "-u",
    "new-session",
    "-d",
    "-x",
    `${columns}`,
    "-y",
    `${rows}`,
    "-c",
    cwd,
    inShell ? "env PS1='$ ' sh -i" : `${line}; sleep 100`,
  );
  tmux("set", "-g", "escape-time", "0");
  if (inShell) tmux("send-keys", "-l", "--", `${line}\n`);
  const screen = (colours = false): string => tmux("capture-pane", "-p", ...(colours ? ["-e"] : []));
  return {
    type: (text) => void tmux("send-keys", "-l", "--", text),
    press: (...keys) => void tmux("send-keys", ...keys),
    paste(text) {
      tmux("set-buffer", "--", text);
      tmux("paste-buffer", "-p", "-r");
    },
    resize: (width, height) => void tmux("resize-window", "-x", `${width}`, "-y", `${height}`),
    screen,
    cursor() {
      const [row, column] = tmux("display-message", "-p", "#{cursor_y} #{cursor_x}").trim().split(" ").map(Number);
      return { row: row!, column: column! };
    },
    async until(wanted) {
      const isThere = (shown: string): boolean =>
        typeof wanted === "function"
          ? wanted(shown)
          : typeof wanted === "string"
            ? shown.includes(wanted)
            : wanted.test(shown);
      for (let tries = 0; tries < 2000; tries++) {
        const shown = screen();
        if (isThere(shown)) return shown;
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      throw new Error(`the screen does not show ${wanted}:\n${screen()}`);
    },
    end() {
      spawnSync("tmux", ["-L", socket, "kill-server"]);
    },
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
