import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sxp as command } from "../../packages/cli/src/cli.js";
import type { ExitCode, Io } from "../../packages/cli/src/index.js";
import { PLAN } from "../support/plan.js";

export { PLAN };

export const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Copies the examples into a folder, without what is installed for one of them: that is a hundred times as much. */
export function copyExamples(folder: string): void {
  const filter = (path: string): boolean => basename(path) !== "node_modules";
  cpSync(join(repository, "examples"), join(folder, "examples"), { recursive: true, filter });
}

export interface World {
  readonly stdin?: string;
  /** Instead of `stdin`: input that comes piece by piece. */
  readonly input?: AsyncIterable<string>;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly cwd?: string;
  /** What is a terminal: nothing, both outputs, or results alone, as with `2>file`. */
  readonly terminal?: boolean | "stdout";
  readonly examples?: string | null;
  readonly signal?: AbortSignal;
  /** Called with what is written to standard output. */
  readonly onOut?: (text: string) => void;
  /** Called with what is written to standard error. */
  readonly onErr?: (text: string) => void;
}

export interface Answer {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process, in a world of the test's making. */
export async function sxp(words: readonly string[], world: World = {}): Promise<Answer> {
  const { code, out, err } = await ran(words, world);
  return { code, out, err };
}

/** The same with both outputs in the order in which they were written: what a terminal shows. */
export async function shown(words: readonly string[], world: World = {}): Promise<{ code: ExitCode; text: string }> {
  const { code, both } = await ran(words, world);
  return { code, text: both };
}

async function ran(words: readonly string[], world: World): Promise<Answer & { readonly both: string }> {
  const {
    stdin = "",
    env = {},
    columns = 80,
    cwd = repository,
    terminal = false,
    examples = join(repository, "examples"),
  } = world;
  const both: string[] = [];
  const out = capture(terminal !== false, both);
  const err = capture(terminal === true, both);
  const io: Io = {
    stdin:
      world.input ??
      (async function* () {
        yield stdin;
      })(),
    stdout: {
      isTerminal: out.isTerminal,
      write(text) {
        out.write(text);
        world.onOut?.(text);
      },
    },
    stderr: {
      isTerminal: err.isTerminal,
      write(text) {
        err.write(text);
        world.onErr?.(text);
      },
    },
    env: { ...NOWHERE, ...env },
    cwd,
    columns,
    examples,
    signal: world.signal ?? new AbortController().signal,
  };
  const code = await command(words, io);
  return { code, out: out.text(), err: err.text(), both: both.join("") };
}

/** No test reaches the models and scores that a user keeps, nor a hub: where it is to be reached, a test says where. */
const NOWHERE: Readonly<Record<string, string>> = {
  SXP_MODELS_DIR: join(tmpdir(), "sxp-test-nowhere", "models"),
  SXP_CACHE_DIR: join(tmpdir(), "sxp-test-nowhere", "cache"),
  HF_ENDPOINT: "http://127.0.0.1:9",
};

/** An output that keeps what is written, also in a list that it shares with another one. */
export function capture(isTerminal = false, shared: string[] = []) {
  const pieces: string[] = [];
  const write = (text: string): void => {
    pieces.push(text);
    shared.push(text);
  };
  return { isTerminal, write, text: (): string => pieces.join("") };
}

/** A folder with the given files, gone with the machine's temporary files. */
export function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), "sxp-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

/** The arguments of an example line, read as a POSIX shell reads them. */
export const argumentsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? "");

export const PLAN_SCHEMA = JSON.stringify({
  version: 1,
  roots: ["Plan"],
  types: {
    Plan: { attributes: { title: { type: "string" } }, children: { Day: {} } },
    Day: { attributes: { index: { type: "number" }, city: { type: "string" } }, children: { POI: {} } },
    POI: { attributes: { name: { type: "string" }, description: { type: "string" } } },
  },
});

export const PLAN_MODULE = `import schema "plan.schema.json";
import data "plan.xml";

(: Places about something. :)
declare query places($what as string) := //POI[node =~ $what];

(: One day. :)
declare query day($n as number) := /Plan/Day[$n];
`;

export const planFolder = (more: Readonly<Record<string, string>> = {}): string =>
  folder({ "plan.xml": PLAN, "plan.schema.json": PLAN_SCHEMA, "plan.sxp": PLAN_MODULE, ...more });
