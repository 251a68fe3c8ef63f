import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { FOR_NODE } from "../../../../support/bundle.js";

const source = fileURLToPath(new URL("../../../../../packages/scorers/src/node/models/pull.ts", import.meta.url));

/** Pulling as a program of its own, so that it can be killed. */
export async function pullProgram(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), "sxp-pull-")), "pull.mjs");
  const contents = `
    import { pullModel } from ${JSON.stringify(source)};
    const { MODELS: home, REPOSITORY: repository } = process.env;
    try {
      await pullModel(repository, { home, environment: process.env, patience: 5000, retry: { retries: 1, firstWait: 1, longestWait: 1 } });
      console.log("pulled");
    } catch (error) {
      console.log(error.message);
    }`;
  await build({
    ...FOR_NODE,
    stdin: { contents, resolveDir: "." },
    outfile,
  });
  return outfile;
}

export interface Child {
  readonly process: ChildProcess;
  /** What it wrote, when it has ended. */
  readonly ended: Promise<string>;
}

export function start(program: string, environment: Readonly<Record<string, string>>): Child {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  child.stdout.on("data", (piece) => (written += piece));
  child.stderr.on("data", (piece) => (written += piece));
  return { process: child, ended: new Promise((resolve) => child.on("close", () => resolve(written))) };
}
