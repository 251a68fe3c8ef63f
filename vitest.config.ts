import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { switching } from "./test/mutants/switches.js";
import { BUILT, builtSources } from "./test/support/built.js";
import EndReporter from "./test/support/endReporter.js";
import { ByProject, OfMore } from "./test/support/sequencer.js";
import { FAST, hasFastTests, hasLaws, moduleTags, TAGS } from "./test/support/tags.js";

/** What a package without `default` conditions is read by. */
const CONDITIONS = ["module", "node", "development|production"];

/**
 * Folders that share a process, since they import much the same: in another one all of it is read again, which takes a worker seconds. The first rooms have the longest
 * files, so that workers end together; whatever is in no list goes into the last.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  pages: ["views", "studio", "chat", "llm"],
  commands: ["cli", "e2e", "lsp", "dap", "vscode"],
  engine: [
    "runtime",
    "inspect",
    "scorers",
    "memory",
    "postgres",
    "eval",
    "conversation",
    "agents",
    "strangers",
    "docs",
  ],
  compiler: [],
};
/** Rooms whose tests wait for browsers and processes. */
const WAITING: ReadonlySet<string> = new Set(["pages", "commands"]);
/** A file with mistakes that the tests should notice, in JSON; see test/mutants. */
const { SXP_SWITCHES: SWITCHES } = process.env;

const roomOf = (folder: string): string =>
  Object.keys(ROOMS).find((room) => ROOMS[room]!.includes(folder)) ?? "compiler";

const files = readdirSync(new URL("test/", import.meta.url), { encoding: "utf8", recursive: true })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => ({
    path: `test/${path}`,
    room: roomOf(path.split(/[\\/]/)[0]!),
    text: readFileSync(new URL(`test/${path}`, import.meta.url), "utf8"),
  }));
/** Files that `npm run test:more` runs: laws at many cases, and whatever has a tag. */
const isMore = ({ text }: { text: string }) => hasLaws(text) || /\btags: "/.test(text) || moduleTags(text).length > 0;
/** What changes its whole process has one for itself. */
const isApart = ({ text }: { text: string }) => /\bvi\.(?:mock|doMock|resetModules)\(|process\.chdir\(/.test(text);

/**
 * `vitest run` runs what `npm test` does: tests in process, and one test a surface in a process or page, tagged "smoke"; every law at some cases.
 * `vitest run --mode more` runs the rest (test/support/tags.ts), and the laws at many cases; SXP_TIMES says how many times as many. Limits end what
 * hangs, and nothing else: no test is about time.
 *
 * Both run on the sources, so that what one edits is what is tested; test/e2e runs the built command. With `--mode built` and `--mode built-more`, which
 * follow a build, Node reads what was built: a quarter less work, and source maps lead to the same lines.
 */
export default defineConfig(({ mode }) => {
  const isLong = mode === "more" || mode === "built-more";
  const isBuilt = mode === "built" || mode === "built-more";
  const conditions = isBuilt ? CONDITIONS : ["@semantic-xpath/source", ...CONDITIONS];
  const chosen = files.filter((file) => (isLong ? isMore(file) : hasFastTests(file.text)));
  const shared = {
    setupFiles: ["test/support/setup.ts"],
    // Most of what a law makes is garbage at once: with more room for what is new, a fifth of the time of laws goes to collecting it no longer.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"],
    ...(SWITCHES !== undefined && { runner: "./test/mutants/switchRunner.ts" }),
    ...(isBuilt && { server: { deps: { external: [BUILT] } } }),
    // Whoever runs tests may have models and words; scores are without.
    env: {
      ...(isLong && { SXP_TIMES: process.env.SXP_TIMES ?? "1" }),
      SXP_MODELS_DIR: join(tmpdir(), "sxp-test-nowhere", "models"),
    },
    testTimeout: isLong ? 1_800_000 : 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  };
  const project = (name: string, some: typeof files, isolate: boolean, mode: string) => ({
    extends: true as const,
    // Each project reads this file again.
    mode,
    test: {
      ...shared,
      name,
      isolate,
      include: some.map(({ path }) => path),
      // A test that waits for a browser or a process may lose to a loaded machine once; the end of a run names what passed at its second try.
      ...(process.env.SXP_AGAIN && WAITING.has(name) && { retry: 1 }),
    },
  });
  const together = chosen.filter((file) => !isApart(file));
  const rooms = Object.keys(ROOMS).filter((name) => together.some(({ room }) => room === name));
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    plugins: [
      ...(isBuilt ? [builtSources] : []),
      ...(SWITCHES === undefined ? [] : [switching(JSON.parse(readFileSync(SWITCHES, "utf8")))]),
    ],
    test: {
      tags: TAGS,
      ...(!isLong && { tagsFilter: [FAST] }),
      globalSetup: ["test/support/temporary.ts"],
      // What one room has transformed is there for the next; it goes with the run, so that nothing of an earlier one is taken.
      experimental: {
        fsModuleCache: true,
        fsModuleCachePath: join(tmpdir(), `sxp-transformed-${process.pid}`),
      },
      pool: "forks",
      teardownTimeout: 180_000,
      // One more than there are cores: tests in a browser and of whole processes mostly wait.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: isLong ? OfMore : ByProject },
      reporters: ["default", new EndReporter(isLong)],
      projects: [
        // A process for each room and core: modules are read once, and go when the next room comes.
        ...rooms.map((name) =>
          project(
            name,
            together.filter(({ room }) => room === name),
            false,
            mode,
          ),
        ),
        // What is put in the place of a module, or made anew, must be a source.
        project("apart", chosen.filter(isApart), true, isLong ? "more" : "test"),
      ],
    },
  };
});
