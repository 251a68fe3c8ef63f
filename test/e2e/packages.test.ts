// @module-tag process
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, textOf } from "../structure/support/sources.js";
import { isLong } from "../support/runs.js";

const execute = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly repository?: { readonly url: string; readonly directory: string };
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(textOf(`${folder}/package.json`)) as Manifest;
const { workspaces, repository, devDependencies } = JSON.parse(textOf("package.json")) as {
  workspaces: readonly string[];
  repository: { url: string };
  devDependencies: Readonly<Record<string, string>>;
};
/** What is published as packages; the editor's extension is packed as a .vsix. */
const PUBLISHED = workspaces.filter((folder) => manifestOf(folder).private !== true);

describe.each(PUBLISHED)("%s", (folder) => {
  const manifest = manifestOf(folder);

  it("says what it is, whose it is and where it lives", () => {
    expect(manifest.description).toMatch(/^[A-Z].{30,}\.$/);
    expect(manifest.keywords?.length).toBeGreaterThan(2);
    expect(manifest.license).toBe("MIT");
    expect(textOf(`${folder}/LICENSE`)).toBe(textOf("LICENSE"));
    expect(manifest.repository).toEqual({ type: "git", url: repository.url, directory: folder });
  });

  it("asks for its siblings in their present version", () => {
    const siblings = Object.entries(manifest.dependencies ?? {}).filter(([name]) =>
      name.startsWith("@semantic-xpath/"),
    );
    for (const [name, version] of siblings) {
      expect([name, version]).toEqual([name, manifestOf(`packages/${name.split("/")[1]}`).version]);
    }
  });

  it("has a README whose links lead somewhere outside of the repository, too", () => {
    const home = repository.url.replace(/^git\+|\.git$/g, "");
    const links = [...textOf(`${folder}/README.md`).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    for (const link of links) {
      const path = link.startsWith(`${home}/blob/main/`)
        ? link.slice(`${home}/blob/main/`.length)
        : `${folder}/${link}`;
      if (!link.startsWith(home) && /^https?:/.test(link)) continue;
      expect(link.startsWith("../"), link).toBe(false);
      expect(existsSync(join(ROOT, path.split("#")[0]!)), link).toBe(true);
    }
  });
});

/** A minute of packing and installing. */
const isBuilt = existsSync(join(ROOT, "packages/cli/dist"));
const reason = !isLong ? "npm run test:more runs it" : isBuilt ? null : "npm run build makes what is packed";
const why = reason === null ? "" : ` (skipped: ${reason})`;

/** What npm calls it if others can't be reached, or can't answer. */
const OF_THE_NETWORK =
  /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|ERR_SOCKET_TIMEOUT|E429|E5\d\d|network/;

/** What a new user types in an empty folder in the first ten minutes, one after the other: the exit code, and what the answer has in it. */
const FIRST_MINUTES: readonly (readonly [words: readonly string[], answer: string | RegExp, code?: number])[] = [
  [["--version"], /^\d+\.\d+\.\d+\n/],
  [["help"], "finds nodes in trees by path, position and meaning"],
  [["help", "run"], "QUERY|FILE.sxp"],
  [["help", "SXP2001"], "SXP2001  error: Unknown node type"],
  [["demo"], "flat search, and a scoped one"],
  [["run", '//Book[node =~ "sourdough bread"]', "--data", "shelf.xml"], "/Shelf/Book[2]  Bread at home"],
  [["run", "//Book[@year >= 2000]/@title", "--data", "shelf.xml", "-f", "json"], '"value":"Bread at home"'],
  [["run", "count(//Book)", "--data", "shelf.xml", "-f", "values"], /^2\n/],
  [["run", '//entries[node =~ "pests on the beans"]', "--data", "notes.json", "-f", "paths"], "\t/root/entries[2]\n"],
  [["run", "//Bok", "--data", "shelf.xml"], 'The nearest that it has: "Book"'],
  [["run", "//Book[", "--data", "shelf.xml"], "SXP1004", 1],
  [["run", "//Book"], "--data", 2],
  [["run", "//Book", "--data", "nowhere.xml"], "nowhere.xml", 3],
  [["run", '//Book[node =~ "bread"]', "--data", "shelf.xml", "--why", "/Shelf/Book[2]"], "The weight is the score of"],
  [["run", '//Book[node =~ "bread"]', "--data", "shelf.xml", "--why-not", "/Shelf/Book[1]"], "Its weight is 0"],
  [["run", '//Book[node =~ "bread"]', "--data", "shelf.xml", "--report", "r.html"], /r\.html: \d+ KB/],
  [["schema", "infer", "shelf.xml", "-o", "shelf.schema.json"], /^/],
  [["check", "//Book[@yaer = 1999]", "--schema", "shelf.schema.json"], 'Did you mean "year"?', 1],
  [
    ["ask", "which books are from 1999?", "--data", "shelf.xml", "--schema", "shelf.schema.json"],
    "//Book[@year = 1999]",
  ],
  [["explain", '//Book[node =~ "bread"]', "--data", "shelf.xml"], 'Relevance node =~ "bread"'],
  [["compare", "//Book", "//Book[@year > 2000]", "--data", "shelf.xml"], "Changed: the query."],
  [["migrate", "/Day[2]/desc::POI"], "/Day[2]//POI"],
  [["convert", "shelf.xml", "--to", "json"], '"type": "Shelf"'],
  [["emit", "--target", "prompt", "--schema", "shelf.schema.json"], "Book @title @year:number"],
  [["memory", "init", "books"], "made an empty memory in books"],
  [["memory", "create", "books", "shelf", "--data", "shelf.xml"], "made shelf: version 1, 3 nodes"],
  [
    ["memory", "update", "books", "shelf", "delete node //Book[1]", "--author", "ada"],
    "shelf: version 2, on version 1",
  ],
  [["memory", "log", "books", "shelf"], "- deleted Book The long walk from Shelf"],
  [["memory", "query", "books", '/Memory/Task[@name = "shelf"]/Version[2]//Book/@title'], "Bread at home"],
  [["memory", "revert", "books", "shelf", "2"], "added Book The long walk to Shelf"],
  [["memory", "doctor", "books"], "whole: 1 task, 3 versions"],
];
const SHELF = `<Shelf>
  <Book title="The long walk" year="1999">Hiking through deserts and mountains.</Book>
  <Book title="Bread at home" year="2012">Sourdough, rye, and patience.</Book>
</Shelf>
`;
const NOTES = `{ "entries": [
    { "date": "2026-04-02", "text": "Sowed tomatoes and basil on the window sill." },
    { "date": "2026-07-20", "text": "Aphids on the beans; sprayed soap water.", "tags": ["pests", "beans"] }
] }
`;

describe.skipIf(reason !== null)(`packed and installed into an empty project${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-packages-"));
  const project = join(folder, "project");
  const installed = join(project, "node_modules/@semantic-xpath");
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000);

  const node = (...words: string[]) => execute(process.execPath, words, { cwd: project });
  let withoutRegistry: string | null = null;

  beforeAll(async () => {
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
    const packed = await execute(
      "npm",
      ["pack", "--json", `--pack-destination=${folder}`, ...PUBLISHED.map((path) => `--workspace=${path}`)],
      { cwd: ROOT, maxBuffer: 1 << 26 },
    );
    const tarballs = (JSON.parse(packed.stdout) as { filename: string }[]).map(({ filename }) =>
      join(folder, filename),
    );
    expect(tarballs.length).toBe(PUBLISHED.length);
    // What some entries are adapters for, and whoever uses them has.
    const peers = PUBLISHED.flatMap((path) => Object.keys(manifestOf(path).peerDependencies ?? {}))
      .filter((name) => Object.hasOwn(devDependencies, name))
      .map((name) => `${name}@${devDependencies[name]}`);
    const install = [
      "install",
      "--prefer-offline",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      ...tarballs,
      ...peers,
    ];
    const isFetched = () =>
      execute("npm", install, { cwd: project, maxBuffer: 1 << 26 }).then(
        () => true,
        (error: { stderr?: string }) => {
          if (!OF_THE_NETWORK.test(error.stderr ?? "")) throw error;
          return false;
        },
      );
    // A registry that is busy for a moment is asked once more.
    if (!(await isFetched()) && !(await isFetched()))
      withoutRegistry = "not run: other people's packages could not be fetched";
  }, 300_000);

  const online =
    (test: (skip: (why: string) => never) => Promise<void> | void) =>
    async (context: { skip: (why: string) => never }) => {
      if (withoutRegistry !== null) context.skip(withoutRegistry);
      await test(context.skip);
    };

  it(
    "every entry can be imported",
    online(async () => {
      for (const path of PUBLISHED) {
        const { name, exports = {} } = manifestOf(path);
        const entries = Object.keys(exports).filter((entry) => !/\.(?:js|css|json)$/.test(entry));
        // The panels run in a page, the worker's server in a worker: their types are checked below.
        const code = entries
          .filter((entry) => entry !== "./browser")
          .map((entry) => `await import(${JSON.stringify(name + entry.slice(1))});`)
          .join("\n");
        await node("--input-type=module", "-e", code);
      }
    }),
  );

  it(
    "the command runs a query",
    online(async () => {
      writeFileSync(join(project, "plan.xml"), '<Plan><Day index="1"/><Day index="2"/></Plan>');
      const { stdout } = await node(
        "node_modules/.bin/sxp",
        "run",
        "/Plan/Day[2]",
        "--data",
        "plan.xml",
        "--format",
        "json",
      );
      expect(stdout).toContain("/Plan/Day[2]");
      const help = await node("node_modules/.bin/sxp", "help", "SXP2001");
      expect(help.stdout).toContain("SXP2001");
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
      const bin = join(project, "node_modules/.bin/sxp");
      const env = { ...process.env, SXP_CACHE_DIR: join(folder, "cache"), SXP_MODELS_DIR: join(folder, "models") };
      for (const [words, answer, code = 0] of FIRST_MINUTES) {
        const run = execute(process.execPath, [bin, ...words], { cwd: empty, env });
        const {
          stdout,
          stderr,
          code: ended = 0,
        } = (await run.catch((error: { stdout: string; stderr: string; code: number }) => error)) as {
          stdout: string;
          stderr: string;
          code?: number;
        };
        const said = stdout + stderr;
        expect([ended, said], `sxp ${words.join(" ")}: ${said}`).toEqual([
          code,
          typeof answer === "string" ? expect.stringContaining(answer) : expect.stringMatching(answer),
        ]);
      }
    }),
    180_000,
  );

  it(
    "declarations are complete: a strict program over every entry compiles, libraries checked as well",
    online(async () => {
      const names = PUBLISHED.flatMap((path) => {
        const { name, exports = {} } = manifestOf(path);
        const typed = Object.entries(exports).filter(([, target]) => typeof target === "object");
        return typed.map(([entry]) => name + entry.slice(1));
      });
      const program = names.map((name, i) => `import * as n${i} from ${JSON.stringify(name)};`).join("\n");
      const used = `export const all = [${names.map((_, i) => `n${i}`).join(", ")}];`;
      writeFileSync(join(project, "all.mts"), `${program}\n${used}\n`);
      const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom"];
      const types = ["--types", "node", "--typeRoots", resolve(ROOT, "node_modules/@types")];
      const compiler = resolve(ROOT, "node_modules/typescript/bin/tsc");
      // Other people's declarations are theirs to check.
      const { stdout } = await node(compiler, ...options, ...types, "all.mts").catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout.split("\n").filter((line) => /^(?:all\.mts|node_modules\/@semantic-xpath)/.test(line))).toEqual([]);
    }),
    120_000,
  );

  it(
    "source maps have their sources, and nothing stale is packed",
    online(() => {
      const files = readdirSync(installed, { recursive: true, encoding: "utf8" })
        .map((path) => join(installed, path))
        .filter((path) => !path.slice(installed.length).includes("/node_modules/"));
      expect(files.length).toBeGreaterThan(PUBLISHED.length * 10);
      const missing: string[] = [];
      for (const path of files.filter((path) => path.endsWith(".map"))) {
        const { sources } = JSON.parse(readFileSync(path, "utf8")) as { sources: readonly string[] };
        for (const source of sources)
          if (!existsSync(resolve(dirname(path), source))) missing.push(`${path}: ${source}`);
      }
      expect(missing, "made from sources that are gone? npm run clean && npm run build").toEqual([]);
      expect(files.filter((path) => /tsbuildinfo|\.test\./.test(path))).toEqual([]);
    }),
  );
});
