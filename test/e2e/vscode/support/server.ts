import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_GALLERY } from "../setup/codeServer.mjs";

export interface ServerOptions {
  /** A new folder of this profile: settings, extensions and logs lie in it. */
  readonly profile: string;
  /** Where to write what the server says. */
  readonly log: string;
  /** A folder of installed extensions, of which the profile gets a copy; null: none. */
  readonly extensions: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether every folder is trusted without a question. */
  readonly isTrusting: boolean;
}

export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

/** What would move, ask, or look for updates. */
const QUIET = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  // On a busy machine it came before the mouse that rested there had pressed.
  "workbench.hover.delay": 2000,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "chat.commandCenter.enabled": false,
  "git.enabled": false,
  "editor.accessibilitySupport": "off",
  "editor.cursorBlinking": "solid",
  "files.autoSave": "off",
  "files.simpleDialog.enable": true,
};

/** A VS Code on a free port of the loopback, with a fresh profile. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { profile, isTrusting } = options;
  mkdirSync(join(profile, "user/User"), { recursive: true });
  writeFileSync(join(profile, "user/User/settings.json"), JSON.stringify({ ...QUIET, ...options.settings }));
  const entry = process.env.SXP_E2E_SERVER!;
  const folders = ["--config", join(profile, "config.yaml"), "--user-data-dir", join(profile, "user")];
  folders.push("--extensions-dir", join(profile, "extensions"));
  const env = { ...process.env, ...options.environment, HOME: profile, ...NO_GALLERY };

  if (options.extensions !== null) cpSync(options.extensions, join(profile, "extensions"), { recursive: true });
  const words = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check"];
  if (isTrusting) words.push("--disable-workspace-trust");
  const child = spawn(process.execPath, [entry, ...folders, ...words, "--disable-getting-started-override"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own: the extension host ends with the server.
    detached: true,
  });
  const log = createWriteStream(options.log, { flags: "a" });
  child.stdout!.pipe(log);
  child.stderr!.pipe(log);
  return { url: await addressOf(child), close: () => end(child) };
}

/** The server says where it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = "";
  return new Promise((done, fail) => {
    child.stdout!.on("data", (piece) => {
      said += piece;
      const url = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (url !== undefined) done(url);
    });
    child.on("exit", (code) => fail(new Error(`code-server ended with ${code}: ${said}`)));
  });
}

/** Ends the server and all that it started, such as the extension host: what lives on writes into folders that are being removed. */
async function end({ pid }: ChildProcess): Promise<void> {
  const signal = (name: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-pid!, name);
    } catch {
      // None of the group is left.
      return false;
    }
  };
  signal("SIGTERM");
  for (let waited = 0; signal(0) && waited < 10_000; waited += 100) {
    if (waited === 5000) signal("SIGKILL");
    await new Promise((done) => setTimeout(done, 100));
  }
}
