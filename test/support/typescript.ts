import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

/** Code that a test was made with, strictly; imports of the project's packages lead to the types that were built. */
const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  allowArbitraryExtensions: true,
  lib: ["es2023", "dom"],
  types: [] as readonly string[],
};

export interface Mistake {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** All its lines, as the compiler says them. */
  readonly message: string;
}

/** What the compiler of TypeScript has to say about modules, given by their names ("a.ts"), in the order of the files. */
export function mistakesOf(files: ReadonlyMap<string, string>, options: object = {}): Mistake[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sxp-typed-")));
  try {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const config = { compilerOptions: { ...OPTIONS, ...options }, files: [...files.keys()] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const { status, stdout, stderr } = spawnSync(process.execPath, [TSC, "-p", folder, "--pretty", "false"], {
      cwd: folder,
      encoding: "utf8",
    });
    const mistakes = [...stdout.matchAll(/^(\S[^(\n]*)\((\d+),\d+\): error TS\d+: (.*(?:\n .*)*)/gm)].map(
      ([, file, line, message]) => ({ file: file!, line: Number(line), message: message! }),
    );
    if (status !== 0 && mistakes.length === 0) throw new Error(`the compiler failed: ${stdout}${stderr}`);
    return mistakes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The messages about a module, with others beside it by their names ("other.ts"). */
export const mistakesIn = (source: string, beside: Readonly<Record<string, string>> = {}): string[] =>
  mistakesOf(new Map(Object.entries({ ...beside, "emitted.ts": source }))).map(({ message }) => message);
