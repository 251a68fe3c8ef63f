// @module-tag process
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf } from "../docs/blocks.js";
import { ROOT, textOf } from "../structure/support/sources.js";
import { isLong } from "../support/runs.js";
import { FIRST_MINUTES, NOTES, SHELF } from "./firstMinutes.js";

const execute = promisify(execFile);

const FOLDER = "packages/semantic-xpath";
const { version, exports, bin, peerDependencies } = JSON.parse(textOf(`${FOLDER}/package.json`)) as {
  version: string;
  exports: Readonly<Record<string, unknown>>;
  bin: Readonly<Record<string, string>>;
  peerDependencies: Readonly<Record<string, string>>;
};
const { devDependencies } = JSON.parse(textOf("package.json")) as { devDependencies: Readonly<Record<string, string>> };
const ENTRIES = Object.keys(exports)
  .filter((entry) => entry !== "./package.json")
  .map((entry) => `semantic-xpath${entry.slice(1)}`);
/** Entries that import an optional peer. */
const OF_PEERS = /\/(?:ai-sdk|langchain|otel)$/;
/** Types of Node's two supported versions. */
const NODE_TYPES = { 20: devDependencies["@types/node"]!, 24: "24.10.1" };
/** Versions of peers for which the project has no dependency of its own. */
const PEERS: Readonly<Record<string, string>> = {
  "vscode-languageserver": "10.1.2",
  "vscode-languageserver-textdocument": "1.0.16",
};

const isBuilt =
  existsSync(join(ROOT, FOLDER, "dist/entries/index.d.ts")) && existsSync(join(ROOT, "packages/cli/dist"));
const reason = !isLong ? "npm run test:more runs it" : isBuilt ? null : "npm run build makes what is packed";

/** Errors of npm if a registry can't be reached, or can't answer. */
const OF_THE_NETWORK =
  /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|ERR_SOCKET_TIMEOUT|E429|E5\d\d|network/;

describe.skipIf(reason !== null)(
  `the package, installed into an empty folder${reason === null ? "" : ` (skipped: ${reason})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), "sxp-published-"));
    const project = join(folder, "project");
    const installed = join(project, "node_modules/semantic-xpath");
    const env = { ...process.env, SXP_CACHE_DIR: join(folder, "cache"), SXP_MODELS_DIR: join(folder, "models") };
    let withoutRegistry: string | null = null;
    let tarball = "";

    const node = (words: readonly string[], cwd = project) =>
      execute(process.execPath, words, { cwd, env, maxBuffer: 1 << 26 });
    const install = async (...packages: string[]): Promise<void> => {
      const options = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
      const run = () => execute("npm", ["install", ...options, ...packages], { cwd: project, maxBuffer: 1 << 26 });
      // A registry that is busy for a moment is called once more.
      await run()
        .catch(run)
        .catch((error: { stderr?: string }) => {
          if (!OF_THE_NETWORK.test(error.stderr ?? "")) throw error;
          withoutRegistry ??= `not run: ${packages.at(-1)} could not be fetched`;
        });
    };
    const online =
      (test: () => Promise<void>) =>
      async (context: { skip: (why: string) => never }): Promise<void> => {
        if (withoutRegistry !== null) context.skip(withoutRegistry);
        await test();
      };

    beforeAll(async () => {
      await execute(process.execPath, [join(ROOT, FOLDER, "build.mjs")], { cwd: ROOT });
      const packed = await execute("npm", ["pack", "--json", `--pack-destination=${folder}`], {
        cwd: join(ROOT, FOLDER),
        maxBuffer: 1 << 26,
      });
      tarball = join(folder, (JSON.parse(packed.stdout) as [{ filename: string }])[0].filename);
      mkdirSync(project);
      writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
      writeFileSync(join(project, "shelf.xml"), SHELF);
      writeFileSync(join(project, "notes.json"), NOTES);
      await install(tarball);
    }, 300_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000);

    it(
      "brings few packages, and every entry that needs no peer can be imported",
      online(async () => {
        const names = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
        expect(names.length).toBeLessThanOrEqual(8);
        const code = ENTRIES.filter((entry) => !OF_PEERS.test(entry)).map((entry) => `await import("${entry}");`);
        await node(["--input-type=module", "-e", code.join("\n")]);
      }),
    );

    it(
      "names no package of the repository, and has neither maps nor files of tests",
      online(async () => {
        const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
        expect(files.filter((path) => /\.map$|tsbuildinfo|\.test\.|^dist\/entries\//.test(path))).toEqual([]);
        const naming = files.filter(
          (path) =>
            /\.(?:js|ts)$/.test(path) &&
            /["'`]@semantic-xpath\/[a-z]/.test(readFileSync(join(installed, path), "utf8")),
        );
        expect(naming).toEqual([]);
      }),
    );

    it(
      "the first ten minutes of a user: thirty commands in an empty folder, each with its answer",
      online(async () => {
        const empty = join(folder, "first-minutes");
        mkdirSync(empty);
        writeFileSync(join(empty, "shelf.xml"), SHELF);
        writeFileSync(join(empty, "notes.json"), NOTES);
        expect(FIRST_MINUTES.length).toBeGreaterThanOrEqual(30);
        for (const [words, answer, code = 0] of FIRST_MINUTES) {
          const {
            stdout,
            stderr,
            code: status = 0,
          } = (await node([join(project, "node_modules/.bin/sxp"), ...words], empty).catch(
            (error: { stdout: string; stderr: string; code: number }) => error,
          )) as { stdout: string; stderr: string; code?: number };
          const output = stdout + stderr;
          expect([status, output], `sxp ${words.join(" ")}: ${output}`).toEqual([
            code,
            typeof answer === "string" ? expect.stringContaining(answer) : expect.stringMatching(answer),
          ]);
        }
      }),
      180_000,
    );

    it(
      "npx finds the command by the package's name, and the commands of its README run",
      online(async () => {
        expect(Object.keys(bin)).toEqual(["semantic-xpath", "sxp"]);
        const { stdout } = await execute("npx", ["--no-install", "semantic-xpath", "--version"], { cwd: project, env });
        expect(stdout).toBe(`${version}\n`);
        const commands = blocksOf(`${FOLDER}/README.md`)
          .filter(({ info }) => info === "sh")
          .flatMap(({ text }) => text.split("\n"));
        expect(commands.every((command) => command.startsWith("npx semantic-xpath "))).toBe(true);
        const path = `${join(project, "node_modules/.bin")}:${process.env.PATH}`;
        for (const command of commands.filter((command) => !command.includes("studio")))
          await execute("sh", ["-c", command.slice("npx ".length)], { cwd: project, env: { ...env, PATH: path } });
      }),
      120_000,
    );

    it(
      "the studio answers on the loopback interface",
      online(async () => {
        const words = ["node_modules/.bin/semantic-xpath", "studio", "--data", "notes.json", "--no-open"];
        const studio = spawn(process.execPath, words, { cwd: project, env, stdio: ["ignore", "pipe", "inherit"] });
        try {
          const address = await addressOf(studio);
          expect(address).toMatch(/^http:\/\/(?:127\.0\.0\.1|localhost):\d+\//);
          const page = await fetch(address);
          expect(page.status).toBe(200);
          expect(await page.text()).toContain("<html");
        } finally {
          studio.kill("SIGINT");
          await once(studio, "exit");
        }
      }),
      60_000,
    );

    it(
      "generated modules import the package",
      online(async () => {
        writeFileSync(join(project, "books.sxp"), 'declare query bread() := //Book[node =~ "bread"];\n');
        await node(["node_modules/.bin/sxp", "codegen", "books.sxp", "-o", "books.ts"]);
        expect(readFileSync(join(project, "books.ts"), "utf8")).toContain('from "semantic-xpath"');
      }),
    );

    it(
      "entries that need no peer type-check with nothing else installed, neither libraries nor a page's types left out",
      online(async () => {
        const entries = ENTRIES.filter((entry) => !OF_PEERS.test(entry) && !/\/(?:lsp|postgres)$/.test(entry));
        const lines = entries.map((name, i) => `import * as n${i} from "${name}";\nexport { n${i} };`);
        writeFileSync(join(project, "alone.mts"), `${lines.join("\n")}\n${PROGRAM}`);
        const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023"];
        const types = ["--types", "node", "--typeRoots", resolve(ROOT, "node_modules/@types")];
        const compiler = resolve(ROOT, "node_modules/typescript/bin/tsc");
        const { stdout } = await node([compiler, ...options, ...types, "alone.mts"]).catch(
          (error: { stdout: string }) => error,
        );
        expect(stdout).toBe("");
      }),
      180_000,
    );

    it.each([20, 24] as const)(
      "a strict program over every entry type-checks with the types of Node %i, libraries included",
      async (major) => {
        await online(async () => {
          const peers = Object.keys(peerDependencies)
            .filter((name) => Object.hasOwn({ ...devDependencies, ...PEERS }, name))
            .map((name) => `${name}@${devDependencies[name] ?? PEERS[name]}`);
          await install(tarball, ...peers, `@types/node@${NODE_TYPES[major]}`);
          const lines = ENTRIES.map((name, i) => `import * as n${i} from "${name}";`);
          lines.push(`export const all = [${ENTRIES.map((_, i) => `n${i}`).join(", ")}];`, PROGRAM);
          writeFileSync(join(project, "all.mts"), lines.join("\n"));
          const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom"];
          const compiler = resolve(ROOT, "node_modules/typescript/bin/tsc");
          const { stdout } = await node([compiler, ...options, "--types", "node", "all.mts"]).catch(
            (error: { stdout: string }) => error,
          );
          // Of a peer's own declarations only the peer can mend what is wrong.
          expect(stdout.split("\n").filter((line) => /^(?:all\.mts|node_modules\/semantic-xpath)/.test(line))).toEqual(
            [],
          );
          expect(stdout).not.toContain("Cannot find module");
        })({ skip: (why) => expect.soft(why).toMatch(/^not run/) as never });
      },
      180_000,
    );
  },
);

/** A program that uses what the entries give, so that their types are more than names. */
const PROGRAM = `
import { compile, parseSchema, readJson } from "semantic-xpath";
import { emitPromptCard } from "semantic-xpath/emitters";
import { Memory } from "semantic-xpath/memory";
const { schema } = parseSchema('{ "version": 1, "roots": ["A"], "types": { "A": { "children": {} } } }');
const { query, diagnostics } = compile("//A", { schema });
if (query === undefined || schema === null) throw new Error(diagnostics[0]?.message);
const { matches } = await query.run(readJson('{ "A": { "B": [1, 2] } }'));
export const weights: readonly number[] = matches.map(({ weight }) => weight);
export const card: string = emitPromptCard(schema).text;
export const kind: typeof Memory = Memory;
`;

/** The first address that a process prints. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("The studio ended without an address.");
}
